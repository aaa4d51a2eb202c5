//! Choices that cannot be, each beside its field.

use super::typed::Line;
use crate::i18n::{Msg, say, text};
use estimator::kubernetes::manifest::{OF_NVIDIA, OWN_PODS, SEVERAL_NODES};
use estimator::kubernetes::{FieldError, Problem};
use leptos::prelude::*;
use std::sync::Arc;

/// A field of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Line(Line),
    Form,
    Devices,
    Autoscaler,
    ToZero,
    Karpenter,
    /// None of them: the answer itself.
    Answer,
}

/// What is wrong with the choices; reactive.
#[derive(Clone, Copy)]
pub(super) struct Problems(Signal<Arc<Vec<FieldError>>>);

impl Problems {
    pub(super) fn new(errors: Signal<Arc<Vec<FieldError>>>) -> Self {
        Self(errors)
    }

    /// Whether anything is.
    pub(super) fn any(self) -> bool {
        self.0.with(|errors| !errors.is_empty())
    }

    /// The problem at a place, as a sentence; empty where there is none.
    pub(super) fn at(self, place: Place) -> String {
        self.0.with(|errors| {
            let mut here = errors.iter().map(|error| (error, told(error)));
            let found = here.find(|(_, (there, _))| *there == place);
            found.map_or_else(String::new, |(error, (_, message))| {
                message.map_or_else(
                    || say::cluster_problem(&error.field),
                    |it| text(it).to_owned(),
                )
            })
        })
    }
}

/// The place of a problem, and its sentence; none where it is of the answer itself.
fn told(error: &FieldError) -> (Place, Option<Msg>) {
    let of_maker = matches!(error.problem, Problem::Needs(OF_NVIDIA));
    let of_job = matches!(error.problem, Problem::Needs(SEVERAL_NODES));
    let of_run = matches!(error.problem, Problem::Needs(OWN_PODS));
    let (place, message) = match error.field.as_str() {
        "name" => (Place::Line(Line::Name), Msg::ClusterNotName),
        "namespace" => (Place::Line(Line::Namespace), Msg::ClusterNotLabel),
        "model" | "served" => (Place::Line(Line::Model), Msg::ClusterNotPath),
        "image" => (Place::Line(Line::Image), Msg::ClusterNotImage),
        "site.storage_class" => (Place::Line(Line::StorageClass), Msg::ClusterNotLabel),
        "site.pull_secret" => (Place::Line(Line::PullSecret), Msg::ClusterNotLabel),
        "site.prometheus" => (Place::Line(Line::Prometheus), Msg::ClusterNotAddress),
        "site.release" => (Place::Line(Line::Release), Msg::ClusterNotValue),
        "replicas.least" => (Place::Line(Line::Least), Msg::ClusterNotLeast),
        "target" => (Place::Line(Line::Target), Msg::ClusterNotTarget),
        "queue.local" => (Place::Line(Line::LocalQueue), Msg::ClusterNotLabel),
        "queue.cohort" => (Place::Line(Line::Cohort), Msg::ClusterNotLabel),
        "site.rack" => (Place::Line(Line::Rack), Msg::ClusterNotValue),
        "site.block" => (Place::Line(Line::Block), Msg::ClusterNotValue),
        "queue.name" => (Place::Line(Line::Queue), Msg::ClusterNotLabel),
        "form" if of_job => (Place::Form, Msg::ClusterRunNodes),
        "form" => (Place::Form, Msg::ClusterFormNodes),
        "prefill" => (Place::Form, Msg::ClusterFormPools),
        "engine" if of_maker => (Place::Form, Msg::ClusterNvidia),
        "engine" => (Place::Form, Msg::ClusterFormEngine),
        "placement" => (Place::Form, Msg::ClusterPlacement),
        "devices" if of_maker => (Place::Devices, Msg::ClusterNvidia),
        "devices" if of_run => (Place::Devices, Msg::ClusterDevicesRun),
        "devices" => (Place::Devices, Msg::ClusterDevicesForm),
        "autoscaler" => (Place::Autoscaler, Msg::ClusterAutoscalerForm),
        "monitored" => (Place::Autoscaler, Msg::ClusterAutoscalerMonitor),
        "to_zero" => (Place::ToZero, Msg::ClusterZeroForm),
        "machines" => (Place::Karpenter, Msg::ClusterNotAws),
        _ => return (Place::Answer, None),
    };
    (place, Some(message))
}

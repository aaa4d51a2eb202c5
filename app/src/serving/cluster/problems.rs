//! Choices that cannot be, each beside its field.

use super::typed::Line;
use crate::i18n::{Msg, say, text};
use estimator::kubernetes::manifest::OF_NVIDIA;
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
            let mut here = errors
                .iter()
                .filter(|error| place_of(&error.field) == place);
            here.next().map_or_else(String::new, sentence)
        })
    }
}

/// The field of the form that a field of the question is chosen at.
fn place_of(field: &str) -> Place {
    match field {
        "name" => Place::Line(Line::Name),
        "namespace" => Place::Line(Line::Namespace),
        "model" | "served" => Place::Line(Line::Model),
        "image" => Place::Line(Line::Image),
        "site.storage_class" => Place::Line(Line::StorageClass),
        "site.pull_secret" => Place::Line(Line::PullSecret),
        "site.prometheus" => Place::Line(Line::Prometheus),
        "site.release" => Place::Line(Line::Release),
        "queue.name" => Place::Line(Line::Queue),
        "form" | "prefill" | "engine" | "placement" => Place::Form,
        "devices" => Place::Devices,
        "autoscaler" | "monitored" => Place::Autoscaler,
        "to_zero" => Place::ToZero,
        "machines" => Place::Karpenter,
        _ => Place::Answer,
    }
}

fn sentence(error: &FieldError) -> String {
    let message = match error.field.as_str() {
        "machines" => Msg::ClusterNotAws,
        "devices" | "engine" if matches!(error.problem, Problem::Needs(OF_NVIDIA)) => {
            Msg::ClusterNvidia
        }
        "name" => Msg::ClusterNotName,
        "namespace" | "site.storage_class" | "site.pull_secret" | "queue.name" => {
            Msg::ClusterNotLabel
        }
        "model" | "served" => Msg::ClusterNotPath,
        "image" => Msg::ClusterNotImage,
        "site.prometheus" => Msg::ClusterNotAddress,
        "site.release" => Msg::ClusterNotValue,
        "form" => Msg::ClusterFormNodes,
        "prefill" => Msg::ClusterFormPools,
        "engine" => Msg::ClusterFormEngine,
        "placement" => Msg::ClusterPlacement,
        "devices" => Msg::ClusterDevicesForm,
        "autoscaler" => Msg::ClusterAutoscalerForm,
        "monitored" => Msg::ClusterAutoscalerMonitor,
        "to_zero" => Msg::ClusterZeroForm,
        other => return say::cluster_problem(other),
    };
    text(message).to_owned()
}

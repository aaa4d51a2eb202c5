//! Kubernetes manifests of the packing that is shown.

use crate::browser;
use crate::fleet::state::{Shown, State};
use crate::module::{Placed, Source};
use crate::page::cluster::ClusterCard;
use crate::serving::answer::checkpoint_of;
use estimator::kubernetes::manifest::{Checkpoint, Packed};
use leptos::prelude::*;
use std::sync::Arc;

/// The card.
#[component]
pub(super) fn Manifests() -> impl IntoView {
    let state = State::of_page();
    let placed = Signal::derive(move || {
        state
            .study
            .shown
            .with(|shown| shown.as_ref().and_then(placed))
    });
    view! { <ClusterCard source=Source::Fleet(placed)/> }.into_any()
}

fn placed(shown: &Shown) -> Option<Placed> {
    let Shown { question, report } = shown;
    // What was answered can be asked again.
    let asked = catalog::resolve_fleet_on(question, browser::today()).ok()?;
    let pairs = question.workloads.iter().zip(&asked.wish.served);
    let checkpoints = pairs.map(|(workload, served)| {
        let (model, quantized) = checkpoint_of(&workload.serving.model, &served.scenario);
        Checkpoint {
            model: model.map(str::to_owned),
            quantized,
        }
    });
    let checkpoints = checkpoints.collect();
    let choices = asked.wish.choices.iter();
    let products = choices.map(|choice| catalog::product(&choice.offer.accelerator.id));
    let products = products.map(|label| label.map(str::to_owned)).collect();
    let names = question
        .workloads
        .iter()
        .map(|workload| workload.name.clone());
    Some(Placed {
        names: Arc::new(names.collect()),
        packed: Arc::new(Packed {
            checkpoints,
            products,
            report: (**report).clone(),
            asked,
        }),
    })
}

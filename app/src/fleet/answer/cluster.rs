//! Kubernetes manifests of the packing that is shown.

use crate::browser;
use crate::fleet::state::{Shown, State};
use crate::module::{Placed, Source};
use crate::page::carried::departing;
use crate::page::cluster::ClusterCard;
use crate::page::study::Study;
use crate::serving::answer::checkpoint_of;
use estimator::fleet::Mode;
use estimator::fleet::asked::Question;
use estimator::fleet::question::Modes;
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
            .details
            .with(|shown| shown.as_ref().and_then(|shown| placed(state, shown)))
    });
    view! { <ClusterCard source=Source::Fleet(placed)/> }.into_any()
}

/// The address of the question as the device plugin can share its GPUs: no model is swapped, no guest
/// is the hypervisor's, and MPS gives equal parts.
fn plain(state: State, question: &Question) -> Option<Arc<str>> {
    let modes = question.modes;
    let unwritten = modes.has(Mode::Swap) || modes.has(Mode::Vgpu);
    if question.equal_parts && !unwritten {
        return None;
    }
    let kept = [Mode::Exclusive, Mode::Mig, Mode::Mps, Mode::TimeSlicing];
    let kept = kept.into_iter().filter(|mode| modes.has(*mode));
    let plain = Question {
        equal_parts: true,
        modes: kept.fold(Modes::default(), Modes::with),
        ..question.clone()
    };
    let fragment = untrack(|| state.study.write(&plain, state.frame.view()));
    Some(browser::page_at("fleet/", &departing(&fragment)).into())
}

fn placed(state: State, shown: &Shown) -> Option<Placed> {
    let Shown { question, report } = shown;
    // What was answered can be asked again.
    let asked = catalog::resolve_fleet_on(question, browser::today()).ok()?;
    let pairs = question.workloads.iter().zip(&asked.wish.served);
    let checkpoints = pairs.map(|(workload, served)| {
        let Some(scenario) = served.scenario() else {
            return Checkpoint::default();
        };
        let (model, quantized) = checkpoint_of(&workload.serving.model, scenario);
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
        plain: plain(state, question),
        packed: Arc::new(Packed {
            checkpoints,
            products,
            report: (**report).clone(),
            asked,
        }),
    })
}

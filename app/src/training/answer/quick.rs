//! The quick estimate of the field guides beside the real one, and the steps from the one
//! to the other.

use crate::browser::filled;
use crate::element::Element;
use crate::i18n::{Msg, gb, say, signed, t, text};
use crate::training::solve::Answer;
use estimator::quantity::Bytes;
use estimator::training::quick::{Comparison, Reason, compare};
use estimator::training::report::{Candidate, Run};
use leptos::prelude::*;

/// The sentence with both, and the table of steps, folded away.
pub(super) fn quick(answer: &Answer, candidate: &Candidate, run: &Run) -> AnyView {
    let Some(offer) = answer.offer(candidate) else {
        return ().into_any();
    };
    let compared = compare(&answer.job, &offer.accelerator, &run.estimate.layout);
    let quick = &compared.quick;
    let sentence = say::quick_lead(
        &gb(quick.gradients),
        &gb(quick.optimizer),
        &gb(compared.real),
        &gb(quick.total()),
        &gb(quick.weights),
    );
    let inside = table(&compared);
    view! {
        <details class="twin quick-estimate">
            <summary>{say::quick_heading(&gb(quick.total()), &gb(compared.real))}</summary>
            <p class="aside">{sentence}</p>
            <table use:filled=inside></table>
            <p class="aside">{t(Msg::QuickNote)}</p>
        </details>
    }
    .into_any()
}

fn table(compared: &Comparison) -> Vec<Element> {
    let row = |name: Msg, bytes: String| {
        Element::new("tr")
            .and(Element::heading("row", text(name)))
            .and(Element::new("td").say(bytes))
    };
    let mut rows = vec![row(Msg::QuickRule, gb(compared.quick.total()))];
    let steps = compared.reasons.iter();
    rows.extend(steps.map(|(reason, bytes)| {
        row(
            name(*reason),
            signed(bytes.get(), &gb(Bytes::new(bytes.get().abs()))),
        )
    }));
    rows.push(row(Msg::QuickReal, gb(compared.real)));
    let heads = [Msg::QuickStep, Msg::TableSize].map(|title| Element::heading("col", text(title)));
    vec![
        Element::of("thead", [Element::of("tr", heads)]),
        Element::of("tbody", rows),
    ]
}

const fn name(reason: Reason) -> Msg {
    match reason {
        Reason::Adapters => Msg::QuickAdapters,
        Reason::Reference => Msg::StepReference,
        Reason::Weights => Msg::QuickWeights,
        Reason::MasterWeights => Msg::PartMaster,
        Reason::Gradients => Msg::QuickGradients,
        Reason::Optimizer => Msg::QuickOptimizer,
        Reason::Sharding => Msg::QuickSharding,
        Reason::Offload => Msg::QuickOffload,
        Reason::Gathered => Msg::PartGathered,
        Reason::Activations => Msg::PartActivations,
        Reason::Logits => Msg::PartLogits,
        Reason::Workspace => Msg::PartWorkspace,
        Reason::Overhead => Msg::QuickOverhead,
    }
}

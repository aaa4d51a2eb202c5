//! The nodes: how many GPUs one has; and what manifests name of it.

use crate::control::{Choice, Disclosure};
use crate::i18n::{Msg, text};
use crate::queue::draft::Draft;
use crate::queue::fields::{number, select};
use crate::queue::state::State;
use estimator::kubernetes::manifest::Maker;
use estimator::kubernetes::teams::Field;
use leptos::prelude::*;

/// The section's fields.
#[component]
pub(super) fn Nodes() -> impl IntoView {
    let state = State::of_page();
    let choices = || {
        let all = catalog::accelerators()
            .iter()
            .map(|record| &record.accelerator);
        let written = all.filter(|chip| Maker::of(chip.vendor).is_some());
        written
            .map(|chip| Choice::new(&chip.id, chip.name.clone()))
            .collect()
    };
    let chosen = move || state.draft.with(|draft| draft.accelerator.clone());
    let choose = move |id: String| state.choose(|draft| draft.accelerator = id);
    let racks = Memo::new(move |_| state.draft.with(Draft::has_racks));
    view! {
        <div class="pair">
            {number(state, Field::Node, Msg::QueueNode, Some(Msg::QueueUnit), None)}
            {number(state, Field::Price, Msg::QueuePrice, Some(Msg::SymbolUsdHour), Some(Msg::QueueNoPrice))}
        </div>
        <div class="pair">
            {number(state, Field::Rack, Msg::QueueRack, None, Some(Msg::QueueNoRack))}
            {move || {
                racks
                    .get()
                    .then(|| number(state, Field::Block, Msg::QueueBlock, None, Some(Msg::QueueNoBlock)))
            }}
        </div>
        <Disclosure
            title=Signal::derive(|| text(Msg::QueueForManifests).to_owned())
            wrong=state.is_wrong([Field::Threads, Field::Memory])
        >
            {select(Msg::QueueAccelerator, "field-accelerator", choices, chosen, choose)}
            <div class="pair">
                {number(state, Field::Threads, Msg::QueueThreads, None, None)}
                {number(state, Field::Memory, Msg::QueueMemory, Some(Msg::QueueGib), None)}
            </div>
        </Disclosure>
    }
    .into_any()
}

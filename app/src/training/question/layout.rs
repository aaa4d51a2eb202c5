//! Parts of the layout that the user fixes; everything else is searched.

use super::select;
use crate::control::Disclosure;
use crate::i18n::{Msg, t, text};
use crate::training::draft::layout;
use crate::training::fields::Number;
use crate::training::state::State;
use crate::training::words::{offload_name, recompute_name, sharding_name};
use estimator::training::error::Field;
use estimator::training::method::{Offload, Recompute, Sharding};
use leptos::prelude::*;

/// The choice that fixes nothing.
const SEARCHED: &str = "";

/// The disclosure.
#[component]
pub(super) fn Fixing() -> impl IntoView {
    let state = State::of_page();
    let count = |field, label| view! { <Number field label empty=Msg::LayoutSearched/> }.into_any();
    view! {
        <Disclosure
            title=Signal::derive(|| text(Msg::LayoutMore).to_owned())
            wrong=state.is_wrong(layout())
        >
            <div class="pair">
                {count(Field::Accelerators, Msg::LayoutAccelerators)}
                {count(Field::MicroBatch, Msg::LayoutMicroBatch)}
            </div>
            <div class="pair">
                {count(Field::Tensor, Msg::LayoutTensor)}
                {count(Field::Pipeline, Msg::LayoutPipeline)}
            </div>
            <div class="pair">
                {count(Field::Context, Msg::LayoutContext)}
                {count(Field::Expert, Msg::LayoutExpert)}
            </div>
            {count(Field::VirtualStages, Msg::LayoutVirtual)}
            {select(Msg::Sharding, "field-Sharding", &ALL_SHARDING, id_of_sharding, |way| {
                named(way.map(sharding_name))
            }, |question| question.fixed.sharding, |question, way| question.fixed.sharding = way)}
            {select(Msg::Recompute, "field-Recompute", &ALL_RECOMPUTE, id_of_recompute, |way| {
                named(way.map(recompute_name))
            }, |question| question.fixed.recompute, |question, way| question.fixed.recompute = way)}
            {select(Msg::Offload, "field-Offload", &ALL_OFFLOAD, id_of_offload, |way| {
                named(way.map(offload_name))
            }, |question| question.fixed.offload, |question, way| question.fixed.offload = way)}
            <p class="aside">{t(Msg::LayoutHint)}</p>
        </Disclosure>
    }
    .into_any()
}

fn named(name: Option<&'static str>) -> String {
    name.unwrap_or_else(|| text(Msg::LayoutSearched)).to_owned()
}

const ALL_SHARDING: [Option<Sharding>; 7] = [
    None,
    Some(Sharding::None),
    Some(Sharding::DistributedOptimizer),
    Some(Sharding::Zero1),
    Some(Sharding::Zero2),
    Some(Sharding::Zero3),
    Some(Sharding::Hybrid),
];

const ALL_RECOMPUTE: [Option<Recompute>; 4] = [
    None,
    Some(Recompute::None),
    Some(Recompute::Selective),
    Some(Recompute::Full),
];

const ALL_OFFLOAD: [Option<Offload>; 5] = [
    None,
    Some(Offload::None),
    Some(Offload::Optimizer),
    Some(Offload::States),
    Some(Offload::Nvme),
];

fn id_of_sharding(way: Option<Sharding>) -> &'static str {
    way.map_or(SEARCHED, Sharding::id)
}

fn id_of_recompute(way: Option<Recompute>) -> &'static str {
    way.map_or(SEARCHED, Recompute::id)
}

fn id_of_offload(way: Option<Offload>) -> &'static str {
    way.map_or(SEARCHED, Offload::id)
}

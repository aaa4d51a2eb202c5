//! The answer, top to bottom: one section a file.

mod amount;
mod aside;
mod badges;
mod balance;
mod before;
mod beside;
mod bill;
mod calibrated;
mod candidates;
mod charts;
mod differences;
mod evidence;
mod explained;
mod figures;
mod findings;
mod levers;
mod load;
mod memory;
mod next;
mod nothing;
mod others;
mod phrase;
mod plan;
mod resource;
mod start;
pub(crate) mod told;
mod trust;
mod verdict;
mod ways;
mod why;
mod window;
mod within;
mod words;

pub(crate) use bill::{each as price_each, machines as rented_machines};
pub(crate) use calibrated::what as calibrated_by;
pub(crate) use candidates::{dated, doubt_names, reason};
pub(crate) use differences::Figure;
pub(crate) use findings::words as finding;
pub(crate) use levers::change_name;
pub(crate) use memory::{
    bar as memory_bar, legend as memory_legend, parts as memory_parts, shown, taken_for,
};
pub(crate) use nothing::reason as nearest;
pub(crate) use others::mark as doubt;
pub(crate) use phrase::{
    about, gpus, headroom, in_short, load_in_words, model_name, name, spelled_out,
};
pub(crate) use start::{
    around as around_commands, asked, checkpoint, checkpoint_of, commands, head,
};
pub(crate) use verdict::{Verdict, answer_line, counted, in_a_line, lead};
pub(crate) use ways::even;
pub(crate) use words::{Unproven, at, count, engine_name, millis, split, unproven};

use crate::module::Source;
use crate::page::cluster::ClusterCard;
use crate::page::tabs::Tab;
use crate::serving::later::{self, Later, NotThere, Part};
use crate::serving::question::folded::{self, Folded};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use crate::serving::surest::Surest;
use leptos::prelude::*;

/// Makes a part of the answer.
type Make = fn() -> AnyView;

/// The parts below the first view, loaded once that is shown.
#[derive(Clone, Copy)]
pub struct Below {
    ways: Make,
    beside: Make,
    memory: Make,
    candidates: Make,
    load: Make,
    system: Make,
    charts: Make,
    plan: Make,
    levers: Make,
    why: Make,
    within: Make,
    calibrated: Make,
    /// Looks for the certainty that can be had where nothing is as sure as asked for.
    surest: fn(State),
    /// The fields that are folded away in the question.
    pub(crate) folded: Folded,
    /// The difference of a figure to that of a pinned answer.
    pub(crate) difference: fn(Figure, &Answer, &Answer) -> Option<AnyView>,
}

impl Below {
    /// What the limits of a question carry.
    fn within(self) -> AnyView {
        (self.within)()
    }

    /// By what the answer is calibrated.
    fn calibrated(self) -> AnyView {
        (self.calibrated)()
    }

    /// Looks for the certainty that can be had.
    fn seek_surest(self, state: State) {
        (self.surest)(state);
    }
}

/// All of it.
pub(crate) fn below() -> Below {
    Below {
        ways: || view! { <ways::WaysCard/> <next::NextSteps/> }.into_any(),
        beside: || view! { <beside::Beside/> }.into_any(),
        memory: || view! { <memory::Memory/> }.into_any(),
        candidates: || view! { <candidates::Candidates/> }.into_any(),
        load: || view! { <load::UnderLoad/> }.into_any(),
        system: || {
            view! { <balance::WholeSystem/> <start::StartCard/> <ClusterCard source=Source::Serving/> }.into_any()
        },
        charts: || view! { <charts::Charts/> }.into_any(),
        plan: || view! { <plan::PlanCard/> }.into_any(),
        levers: || view! { <levers::LeversCard/> }.into_any(),
        why: || view! { <why::Why/> }.into_any(),
        within: || view! { <within::WithinLimits/> }.into_any(),
        calibrated: || view! { <calibrated::Calibrated/> }.into_any(),
        surest: Surest::seek,
        folded: folded::all(),
        difference: differences::difference,
    }
}

/// Everything below the verdict.
#[component]
pub(crate) fn Details() -> impl IntoView {
    let state = State::of_page();
    view! {
        <div
            class="details"
            class:stale=move || state.is_stale()
            hidden=move || state.answer.with(Option::is_none)
        >
            <NotThere/>
            {part(Part::Ways, |below| below.ways)}
            {part(Part::Beside, |below| below.beside)}
            {part(Part::Memory, |below| below.memory)}
            {part(Part::Candidates, |below| below.candidates)}
            {part(Part::Load, |below| below.load)}
            {part(Part::Balance, |below| below.system)}
            {|| later::below().map(|below| (below.charts)())}
            {part(Part::Plan, |below| below.plan)}
            {part(Part::Levers, |below| below.levers)}
            <div class=format!("later {}", Tab::Details.class())>
                <findings::Findings/>
            </div>
            {part(Part::Why, |below| below.why)}
        </div>
    }
    .into_any()
}

/// A part below the first view, in its turn.
fn part(part: Part, make: fn(Below) -> Make) -> AnyView {
    view! { <Later part>{untrack(later::below).map(|below| make(below)())}</Later> }.into_any()
}

//! The answer, top to bottom: one section a file.

mod candidates;
mod charts;
mod launch;
mod levers;
mod task;
mod turns;
mod verdict;
mod why;

pub(super) use verdict::{Verdict, cost, in_a_line, in_short};

use super::state::State;
use crate::page::paced::Paced;
use leptos::prelude::*;

/// Everything below the verdict.
#[component]
pub(super) fn Details() -> impl IntoView {
    let state = State::of_page();
    view! {
        <div
            class="details"
            class:stale=move || state.is_stale()
            hidden=move || state.answer.with(Option::is_none)
        >
            <Paced><charts::Charts/></Paced>
            <Paced><turns::Turns/></Paced>
            <Paced><task::TaskCard/></Paced>
            <Paced><why::Why/></Paced>
            <Paced><levers::LeversCard/></Paced>
            <Paced><candidates::Candidates/></Paced>
            <Paced><launch::Launch/></Paced>
        </div>
    }
    .into_any()
}

//! The answer, top to bottom: one section a file.

mod candidates;
mod charts;
mod cluster;
mod figures;
mod findings;
mod launch;
mod levers;
mod memory;
mod nothing;
mod others;
mod quick;
mod run;
mod step;
mod verdict;

pub(crate) use levers::name as lever_name;
pub(super) use verdict::{Verdict, in_a_line};

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
            <Paced><memory::Memory/></Paced>
            <Paced><candidates::Candidates/></Paced>
            <Paced><levers::LeversCard/></Paced>
            <div class="halves">
                <Paced><step::Step/></Paced>
                <Paced><run::WholeRun/></Paced>
            </div>
            <Paced><charts::Charts/></Paced>
            <Paced><launch::LaunchCard/></Paced>
            <Paced><cluster::Manifests/></Paced>
            <Paced><findings::Findings/></Paced>
        </div>
    }
    .into_any()
}

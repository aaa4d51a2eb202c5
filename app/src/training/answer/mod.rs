//! The answer, top to bottom: one section a file.

mod candidates;
mod charts;
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

pub(super) use verdict::Verdict;

use super::state::State;
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
            <memory::Memory/>
            <candidates::Candidates/>
            <levers::LeversCard/>
            <div class="halves">
                <step::Step/>
                <run::WholeRun/>
            </div>
            <charts::Charts/>
            <launch::LaunchCard/>
            <findings::Findings/>
        </div>
    }
    .into_any()
}

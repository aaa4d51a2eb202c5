//! The answer, top to bottom: one section a file.

mod candidates;
mod charts;
mod claims;
mod levers;
mod memory;
mod prompts;
mod verdict;

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
            <Paced><prompts::Prompts/></Paced>
            <Paced><memory::Memory/></Paced>
            <Paced><candidates::Candidates/></Paced>
            <Paced><levers::LeversCard/></Paced>
            <Paced><charts::Charts/></Paced>
            <Paced><claims::Claims/></Paced>
        </div>
    }
    .into_any()
}

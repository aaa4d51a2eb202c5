//! The answer, top to bottom: one section a file.

mod balance;
mod bill;
mod candidates;
mod charts;
mod evidence;
mod explained;
mod figures;
mod findings;
mod levers;
mod load;
mod memory;
mod nothing;
mod others;
mod phrase;
mod plan;
mod resource;
pub(crate) mod told;
mod verdict;
mod why;
mod words;

pub(crate) use candidates::{dated, reason};
pub(crate) use findings::words as finding;
pub(crate) use memory::{bar as memory_bar, legend as memory_legend, parts as memory_parts, shown};
pub(crate) use nothing::reason as nearest;
pub(crate) use others::mark as doubt;
pub(crate) use phrase::{headroom, in_short, load_in_words, model_name, name, spelled_out};
pub(crate) use verdict::{Verdict, lead};
pub(crate) use words::{count, engine_name, millis, unverified};

use crate::serving::later::{Later, Part};
use crate::serving::state::State;
use leptos::prelude::*;

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
            <Later part=Part::Memory>
                <memory::Memory/>
            </Later>
            <Later part=Part::Candidates>
                <candidates::Candidates/>
            </Later>
            <Later part=Part::Load>
                <load::UnderLoad/>
            </Later>
            <Later part=Part::Balance>
                <balance::WholeSystem/>
            </Later>
            <charts::Charts/>
            <Later part=Part::Plan>
                <plan::PlanCard/>
            </Later>
            <Later part=Part::Levers>
                <levers::LeversCard/>
            </Later>
            <findings::Findings/>
            <Later part=Part::Why>
                <why::Why/>
            </Later>
        </div>
    }
    .into_any()
}

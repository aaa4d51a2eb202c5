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
pub(super) use verdict::{Verdict, answer_line, counted, in_a_line};

use super::state::State;
use crate::page::paced::Paced;
use crate::page::tabs::Tab;
use leptos::prelude::*;

/// A part of the answer below the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Memory,
    Candidates,
    Levers,
    /// A step and the whole run, side by side.
    Time,
    Scaling,
    Efficiency,
    Cost,
    Launch,
    Manifests,
    Findings,
}

impl Part {
    /// The tab that has it.
    const fn tab(self) -> Tab {
        match self {
            Self::Memory | Self::Time | Self::Launch | Self::Findings => Tab::Answer,
            Self::Candidates | Self::Cost => Tab::Alternatives,
            Self::Levers | Self::Scaling | Self::Efficiency | Self::Manifests => Tab::Details,
        }
    }

    /// The part on its tab, as `make` has it.
    fn on_its_tab(self, make: fn() -> AnyView) -> AnyView {
        let class = format!("later {}", self.tab().class());
        view! { <div class=class><Paced>{make()}</Paced></div> }.into_any()
    }
}

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
            {Part::Memory.on_its_tab(|| view! { <memory::Memory/> }.into_any())}
            {Part::Candidates.on_its_tab(|| view! { <candidates::Candidates/> }.into_any())}
            {Part::Levers.on_its_tab(|| view! { <levers::LeversCard/> }.into_any())}
            {Part::Time.on_its_tab(time)}
            <charts::Charts/>
            {Part::Launch.on_its_tab(|| view! { <launch::LaunchCard/> }.into_any())}
            {Part::Manifests.on_its_tab(|| view! { <cluster::Manifests/> }.into_any())}
            {Part::Findings.on_its_tab(|| view! { <findings::Findings/> }.into_any())}
        </div>
    }
    .into_any()
}

/// A step, and beside it the whole run.
fn time() -> AnyView {
    view! {
        <div class="halves">
            <step::Step/>
            <Paced><run::WholeRun/></Paced>
        </div>
    }
    .into_any()
}

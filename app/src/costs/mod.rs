//! Costs: owning against renting and an API, for the calculator's answer. A program of
//! its own beside it, with the calculator's whole question behind its `#`.

mod address;
mod answer;
mod beside;
mod draft;
mod fields;
mod names;
mod proposal;
mod question;
mod solve;
mod state;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::form;
use crate::page::header::{Page, Tools};
use crate::page::history::History;
use crate::page::memo::shared;
use crate::page::paced::Paced;
use crate::page::saved_menu::Asked;
use crate::page::shell::Shell;
use crate::page::tabs::Tabs;
use crate::serving::answer::{counted, in_a_line};
use crate::serving::solve::Answer;
pub(crate) use names::scaled_by;
pub(crate) use proposal::Proposal;

use answer::{Details, Verdict};
use leptos::prelude::*;
use state::{Money, State};

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Costs() -> impl IntoView {
    let (state, history) = opened();
    browser::title(|| text(Msg::CostsTitle).to_owned());
    let fragment = shared(move || address::whole(state));
    let serving = move |read: fn(&Answer) -> String| {
        let costs = state.answer.get();
        costs.map(|costs| read(&costs.answer))
    };
    let count = Signal::derive(move || serving(counted));
    let line = Signal::derive(move || serving(in_a_line).unwrap_or_default());
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Costs fragment>
            <main class="page costs">
                <h1 class="unseen">{t(Msg::CostsHeading)}</h1>
                <Verdict/>
                <Paced><question::QuestionForm history/></Paced>
                <Tabs costs=true fragment count line/>
                <Details/>
            </main>
        </Shell>
    }
    .into_any()
}

/// The actions of the bar's buttons.
fn tools(state: State) -> Tools {
    let asked = Asked::new(
        move || {
            let is_read = !state.is_unread();
            is_read.then(|| address::whole(state)).ok_or(Msg::Stale)
        },
        move || question::line(state),
    );
    Tools {
        asked: Some(asked),
        ..state.tools()
    }
}

/// The questions of the address, answered from now on; the page is shown once it is there.
fn opened() -> (State, History) {
    let (state, history) = State::open(Money::new());
    form::provide(state);
    state.study.simulations.begin();
    state.start();
    (state, history)
}

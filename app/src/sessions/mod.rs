//! Sessions: conversations and agents whose every turn reads the context again. How many of which
//! accelerators hold them, where they fall over, what a finished task costs; and a recorded load of
//! one's own that says so of its numbers. A part of its own beside the calculator.

mod answer;
mod draft;
mod fields;
mod file;
mod met;
mod question;
mod solve;
mod sought;
mod state;
mod trace;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::form;
use crate::page::header::Page;
use crate::page::memo::shared;
use crate::page::paced::Paced;
use crate::page::shell::Shell;
use answer::{Details, Verdict};
use leptos::prelude::*;
use question::QuestionForm;
use state::State;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Sessions() -> impl IntoView {
    let (state, history) = State::open(state::Sessions::new());
    form::provide(state);
    state.start();
    browser::title(|| text(Msg::SessionsTitle).to_owned());
    let fragment = shared(move || state.carried().unwrap_or_default());
    view! {
        <Shell frame=state.frame tools=state.tools() page=Page::Sessions fragment>
            <main class="page sessions">
                <h1 class="unseen">{t(Msg::SessionsHeading)}</h1>
                <Verdict/>
                <Paced><QuestionForm history/></Paced>
                <Details/>
            </main>
        </Shell>
    }
    .into_any()
}

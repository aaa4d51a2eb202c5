//! Training and fine-tuning: how many of which, done when, at which cost. A program of its
//! own beside the calculator, with the same parts of a page.

pub(crate) mod address;
pub(crate) mod answer;
mod draft;
mod fields;
mod question;
pub(crate) mod solve;
mod state;
pub(crate) mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::form;
use crate::page::header::Page;
use crate::page::memo::shared;
use crate::page::paced::Paced;
use crate::page::shell::Shell;
use crate::page::tabs::{self, Tabs};
use crate::serving::question::import::DropModel;
use answer::{Details, Verdict, answer_line, counted};
use leptos::prelude::*;
use question::QuestionForm;
use state::State;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Training() -> impl IntoView {
    let (state, history) = State::open(state::Training::new());
    form::provide(state);
    state.start();
    browser::title(|| text(Msg::TrainingTitle).to_owned());
    let fragment = move || state.fragment().unwrap_or_default();
    let fragment = shared(move || address::left(&fragment()));
    let count = Signal::derive(move || counted(state));
    let line = Signal::derive(move || answer_line(state));
    view! {
        <Shell frame=state.frame tools=state.tools() page=Page::Training fragment>
            <MovedByLink/>
            <main class="page training" data-tab=|| tabs::open().id()>
                <h1 class="unseen">{t(Msg::TrainingHeading)}</h1>
                <Verdict/>
                <Paced><QuestionForm history/></Paced>
                <Tabs count line/>
                <Details/>
            </main>
        </Shell>
        <DropModel/>
    }
    .into_any()
}

/// The software that a link's own gave way to, until it is dismissed or changed.
#[component]
fn MovedByLink() -> impl IntoView {
    let state = State::of_page();
    let notice = move || {
        let (moved, _) = state.moved_now().filter(|(_, by_link)| *by_link)?;
        let dismiss = move |_| state.study.moved.set(None);
        Some(view! {
            <div class="notice">
                <div><p>{words::moved(moved)}</p></div>
                <button type="button" class="quiet" on:click=dismiss>{t(Msg::Dismiss)}</button>
            </div>
        })
    };
    view! { <div class="notices" role="status">{notice}</div> }.into_any()
}

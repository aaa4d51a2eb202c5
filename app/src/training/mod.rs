//! Training and fine-tuning: how many of which, done when, at which cost. A program of its
//! own beside the calculator, with the same parts of a page.

mod address;
mod answer;
mod draft;
mod fields;
mod question;
mod solve;
mod state;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::frame::Frame;
use crate::page::header::{Page, Tools};
use crate::page::paced::{Pace, Paced};
use crate::page::share::write;
use crate::page::shell::Shell;
use crate::serving::question::import::DropModel;
use crate::worker::message::Document;
use answer::{Details, Verdict};
use leptos::prelude::*;
use question::QuestionForm;
use solve::seconds_left;
use state::State;
use std::time::Duration;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Training() -> impl IntoView {
    let (link, notices) = address::opening();
    let (draft, moved) = address::drafted(link.question);
    let state = State::provide(draft, Frame::open(link.view, notices));
    state.moved.set(moved);
    let history = address::follow(state);
    let pace = Pace::provide();
    let begin = move || state.begin(move || pace.run(crate::show_page));
    set_timeout(begin, Duration::ZERO);
    browser::title(|| text(Msg::TrainingTitle).to_owned());
    let fragment = move || address::fragment_of(state).unwrap_or_default();
    let fragment = Signal::derive(move || address::carried(&fragment()));
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Training fragment>
            <MovedByLink/>
            <main class="page training">
                <h1 class="unseen">{t(Msg::TrainingHeading)}</h1>
                <Verdict/>
                <Paced><QuestionForm history/></Paced>
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
        let dismiss = move |_| state.moved.set(None);
        Some(view! {
            <div class="notice">
                <div><p>{words::moved(moved)}</p></div>
                <button type="button" class="quiet" on:click=dismiss>{t(Msg::Dismiss)}</button>
            </div>
        })
    };
    view! { <div class="notices" role="status">{notice}</div> }.into_any()
}

/// The actions of the bar's buttons.
fn tools(state: State) -> Tools {
    Tools::of(
        state.frame.theme,
        move |language, failed| state.set_language(language, failed),
        move || address::fragment_of(state),
        move |format, fragment, failed| {
            let asked = untrack(|| state.asked()).zip(fragment);
            if let Some((question, fragment)) = asked {
                let left = seconds_left(&question);
                write(Document::Training, format, fragment, left, failed);
            }
        },
    )
}

//! Sessions: conversations and agents whose every turn reads the context again. How many of which
//! accelerators hold them, where they fall over, what a finished task costs; and a recorded load of
//! one's own that says so of its numbers. A part of its own beside the calculator.

mod address;
mod answer;
mod draft;
mod fields;
mod file;
mod question;
mod solve;
mod state;
mod trace;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::frame::Frame;
use crate::page::header::{Page, Tools};
use crate::page::paced::{Pace, Paced};
use crate::page::share::write;
use crate::page::shell::Shell;
use crate::worker::message::Document;
use answer::{Details, Verdict};
use draft::Draft;
use leptos::prelude::*;
use question::QuestionForm;
use state::State;
use std::time::Duration;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Sessions() -> impl IntoView {
    let (link, notices) = address::opening();
    let draft = Draft::new(link.question, crate::i18n::marks());
    let state = State::provide(draft, Frame::open(link.view, notices));
    let history = address::follow(state);
    trace::end_with_page(state);
    let pace = Pace::provide();
    let begin = move || state.begin(move || pace.run(crate::show_page));
    set_timeout(begin, Duration::ZERO);
    browser::title(|| text(Msg::SessionsTitle).to_owned());
    let fragment = Signal::derive(move || address::carried(state).unwrap_or_default());
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Sessions fragment>
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

/// The actions of the bar's buttons.
fn tools(state: State) -> Tools {
    Tools::of(
        state.frame.theme,
        move |language, failed| state.set_language(language, failed),
        move || address::fragment_of(state),
        move |format, fragment, failed| {
            if let Some(fragment) = fragment {
                write(Document::Sessions, format, fragment, None, failed);
            }
        },
    )
}

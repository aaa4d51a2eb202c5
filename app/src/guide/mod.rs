//! A first visit's way in: five questions in plain words, each with a few answers, that fill
//! in a question of the calculator or of training; and the field guide's quick choice. A
//! program of its own, which estimates nothing.

mod address;
mod ask;
mod quick;
mod ready;
mod samples;
mod state;
mod words;

use crate::browser;
use crate::i18n::{Msg, say, t, text};
use crate::page::footer::Footer;
use crate::page::header::Page;
use crate::page::shell::Head;
use ask::Ask;
use catalog::guide::QUESTIONS;
use leptos::prelude::*;
use quick::QuickTable;
use ready::Ready;
use samples::Samples;
use state::State;

/// Everything below `#app`.
#[component]
pub(crate) fn Guide() -> impl IntoView {
    let state = State::open();
    browser::title(|| text(Msg::GuideTitle).to_owned());
    let at = Memo::new(move |_| state.asked.with(|asked| asked.at));
    let shown = move || match at.get() {
        QUESTIONS.. => view! { <Ready state/> }.into_any(),
        at => view! { <Ask state at/> }.into_any(),
    };
    let skipped = move || {
        let parts = state.skipped.get();
        parts
            .iter()
            .map(|part| view! { <p class="notice">{say::guide_skipped(part)}</p> })
            .collect_view()
    };
    // On the way from the first question to the last, only the question.
    let asking = move || (1..QUESTIONS).contains(&at.get());
    let fragment = Signal::stored(String::new());
    view! {
        <Head tools=state.tools() page=Page::Guide fragment/>
        <main class="guide">
            <h1>{t(Msg::GuideHeading)}</h1>
            <p class="lead">{t(Msg::GuideLead)}</p>
            <div role="status">{skipped}</div>
            {shown}
            <div class="beginnings" hidden=asking>
                <Samples state/>
                <QuickTable state/>
            </div>
        </main>
        <Footer fragment/>
    }
    .into_any()
}

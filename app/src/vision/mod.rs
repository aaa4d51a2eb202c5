//! Models that are no language models: images in, embeddings, images and video out, speech, and
//! images in prompts. How many of which accelerators, at which bill. A part of its own beside the
//! calculator, with the same parts of a page.

mod answer;
mod draft;
mod fields;
mod file;
mod own;
mod question;
mod solve;
mod state;
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
use state::{State, carried};

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Vision() -> impl IntoView {
    let (state, history) = State::open(state::Vision::new());
    form::provide(state);
    state.start();
    browser::title(|| text(Msg::VisionTitle).to_owned());
    let fragment = move || state.fragment().unwrap_or_default();
    let fragment = shared(move || carried(&fragment()));
    view! {
        <Shell frame=state.frame tools=state.tools() page=Page::Vision fragment>
            <main class="page vision">
                <h1 class="unseen">{t(Msg::VisionHeading)}</h1>
                <Verdict/>
                <Paced><QuestionForm history/></Paced>
                <Details/>
            </main>
        </Shell>
    }
    .into_any()
}

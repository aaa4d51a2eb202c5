//! Models that are no language models: images in, embeddings, images and video out, speech, and
//! images in prompts. How many of which accelerators, at which bill. A part of its own beside the
//! calculator, with the same parts of a page.

mod address;
mod answer;
mod draft;
mod fields;
mod file;
mod question;
mod solve;
mod state;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::frame::Frame;
use crate::page::header::{Page, Tools};
use crate::page::paced::{Pace, Paced};
use crate::page::share::link_to;
use crate::page::shell::Shell;
use answer::{Details, Verdict};
use draft::Draft;
use leptos::prelude::*;
use question::QuestionForm;
use state::State;
use std::time::Duration;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Vision() -> impl IntoView {
    let (link, notices) = address::opening();
    let draft = Draft::new(link.question, crate::i18n::marks());
    let state = State::provide(draft, Frame::open(link.view, notices));
    let history = address::follow(state);
    let pace = Pace::provide();
    let begin = move || state.begin(move || pace.run(crate::show_page));
    set_timeout(begin, Duration::ZERO);
    browser::title(|| text(Msg::VisionTitle).to_owned());
    let fragment = move || address::fragment_of(state).unwrap_or_default();
    let fragment = Signal::derive(move || address::carried(&fragment()));
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Vision fragment>
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

/// The actions of the bar's buttons.
fn tools(state: State) -> Tools {
    Tools::of(
        state.frame.theme,
        move |language, failed| state.set_language(language, failed),
        move || address::fragment_of(state),
        move |format, fragment, failed| {
            if file::save(state, format, &link_to(fragment)).is_none() {
                failed.run(());
            }
        },
    )
}

//! Costs: owning against renting and an API, for the calculator's answer. A program of
//! its own beside it, with the calculator's whole question behind its `#`.

mod address;
mod answer;
mod draft;
mod fields;
mod names;
mod proposal;
mod question;
mod simulate;
mod solve;
mod state;

use crate::browser;
use crate::i18n::{self, Msg, t, text};
use crate::page::frame::Frame;
use crate::page::header::{Page, Tools};
use crate::page::history::History;
use crate::page::paced::{Pace, Paced};
use crate::page::share::write;
use crate::page::shell::Shell;
use crate::worker::message::Document;
pub(crate) use proposal::Proposal;

use answer::{Details, Verdict};
use draft::Draft;
use leptos::prelude::*;
use state::State;
use std::time::Duration;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Costs() -> impl IntoView {
    let (state, history) = opened();
    browser::title(|| text(Msg::CostsTitle).to_owned());
    let fragment = Signal::derive(move || address::whole(state));
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Costs fragment>
            <main class="page costs">
                <h1 class="unseen">{t(Msg::CostsHeading)}</h1>
                <Verdict/>
                <Paced><question::QuestionForm history/></Paced>
                <Details/>
            </main>
        </Shell>
    }
    .into_any()
}

/// The questions of the address, answered from now on; the page is shown once it is there.
fn opened() -> (State, History) {
    let (link, notices) = address::opening();
    let currency = link.page.question.fleet.currency;
    let draft = Draft::new(&link.question, i18n::marks(), currency);
    let frame = Frame::open(link.page.view, notices);
    let state = State::provide(link.page.question, draft, frame);
    let history = address::follow(state);
    simulate::begin(state);
    let pace = Pace::provide();
    let begin = move || state.begin(move || pace.run(crate::show_page));
    set_timeout(begin, Duration::ZERO);
    (state, history)
}

/// The actions of the bar's buttons.
fn tools(state: State) -> Tools {
    Tools::of(
        state.frame.theme,
        move |language, failed| state.set_language(language, failed),
        move || address::fragment_of(state),
        |format, fragment, failed| {
            if let Some(fragment) = fragment {
                write(Document::Costs, format, fragment, None, failed);
            }
        },
    )
}

//! Workloads that share GPUs: which stand on which, by the hour of the day, what that costs and
//! what would cost more. The worker packs them; the page asks and shows.

mod address;
mod answer;
mod draft;
mod question;
mod search;
mod state;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::header::{Page, Tools};
use crate::page::share::write;
use crate::page::shell::Shell;
use crate::worker::message::Document;
use answer::Results;
use leptos::prelude::*;
use question::QuestionForm;
use state::State;

/// Everything below `#app`.
#[component]
pub(crate) fn Fleet() -> impl IntoView {
    let (state, history) = address::opened();
    search::begin(state);
    browser::title(|| text(Msg::PackTitle).to_owned());
    let fragment = Signal::derive(move || address::others(state));
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Fleet fragment>
            <main class="page fleet">
                <h1 class="unseen">{t(Msg::PackHeading)}</h1>
                <QuestionForm history/>
                <Results/>
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
        |format, fragment, failed| match fragment {
            Some(fragment) => write(Document::Fleet, format, fragment, None, failed),
            None => failed.run(()),
        },
    )
}

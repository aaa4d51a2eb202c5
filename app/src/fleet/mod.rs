//! Workloads that share GPUs: which stand on which, by the hour of the day, what that costs and
//! what would cost more. The worker packs them; the page asks and shows.

mod answer;
mod draft;
mod question;
mod search;
mod state;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::form;
use crate::page::header::Page;
use crate::page::shell::Shell;
use answer::Results;
use leptos::prelude::*;
use question::QuestionForm;
use state::State;

/// Everything below `#app`.
#[component]
pub(crate) fn Fleet() -> impl IntoView {
    let (state, history) = State::open(state::Fleet::new());
    form::provide(state);
    state.begin(|| {});
    search::begin(state);
    browser::title(|| text(Msg::PackTitle).to_owned());
    let fragment = Signal::derive(move || state.others());
    view! {
        <Shell frame=state.frame tools=state.tools() page=Page::Fleet fragment>
            <main class="page fleet">
                <h1 class="unseen">{t(Msg::PackHeading)}</h1>
                <QuestionForm history/>
                <Results/>
            </main>
        </Shell>
    }
    .into_any()
}

//! Teams that share a cluster's GPUs: their quotas and jobs as Kueue admits them, who waits how long,
//! what evictions cost. A part of its own, reached from manifests of runs and fleets.

mod answer;
mod draft;
mod fields;
mod question;
mod state;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::header::Page;
use crate::page::memo::shared;
use crate::page::paced::Paced;
use crate::page::shell::Shell;
use answer::{Details, Verdict};
use leptos::prelude::*;
use question::QuestionForm;
use state::State;

/// Everything below `#app`.
#[component]
pub(crate) fn Queue() -> impl IntoView {
    let (state, history) = State::open(state::Teams::new());
    state.start();
    browser::title(|| text(Msg::QueueTitle).to_owned());
    let fragment = shared(move || state.others());
    view! {
        <Shell frame=state.frame tools=state.tools() page=Page::Queue fragment>
            <main class="page queue">
                <h1 class="unseen">{t(Msg::QueueHeading)}</h1>
                <Verdict/>
                <Paced><QuestionForm history/></Paced>
                <Details/>
            </main>
        </Shell>
    }
    .into_any()
}

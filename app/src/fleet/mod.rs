//! Workloads that share GPUs: which stand on which, by the hour of the day, what that costs and
//! what would cost more. The worker packs them; the page asks and shows.

mod answer;
mod draft;
mod example;
mod question;
mod search;
mod side;
mod state;
mod typed;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::module::Side;
use crate::page::form;
use crate::page::header::{Page, Tools};
use crate::page::paced::Paced;
use crate::page::saved_menu::Asked;
use crate::page::shell::Shell;
use answer::Results;
use estimator::fleet::asked::Question;
use estimator::fleet::asked::link::{self, Link};
use leptos::prelude::*;
use question::QuestionForm;
use state::State;

/// The part that is loaded once somebody asks for it.
pub(crate) const SIDE: Side = side::SIDE;

/// Everything below `#app`.
#[component]
pub(crate) fn Fleet() -> impl IntoView {
    let (state, history) = State::open(state::Fleet::new());
    form::provide(state);
    state.start();
    search::begin(state);
    browser::title(|| text(Msg::PackTitle).to_owned());
    let fragment = Signal::derive(move || state.others());
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Fleet fragment>
            <main class="page fleet">
                <h1 class="unseen">{t(Msg::PackHeading)}</h1>
                <Paced><QuestionForm history/></Paced>
                <Results/>
            </main>
        </Shell>
    }
    .into_any()
}

/// The actions of the bar's buttons: a fleet can be saved by name.
fn tools(state: State) -> Tools {
    let asked = Asked::new(
        move || {
            let question = state.asked().filter(|_| !state.is_unread());
            question
                .map(|question| fragment(&question))
                .ok_or(Msg::Stale)
        },
        move || {
            let rows = state.draft.with(|draft| {
                let names = draft.rows.iter().map(|row| row.name.clone());
                names.collect::<Vec<_>>()
            });
            words::names(&rows.iter().map(String::as_str).collect::<Vec<_>>())
        },
    );
    Tools {
        asked: Some(asked),
        ..state.tools()
    }
}

/// The fragment of a fleet's link, and of nothing beside it.
fn fragment(question: &Question) -> String {
    link::write(&Link {
        question: question.clone(),
        ..Link::default()
    })
}

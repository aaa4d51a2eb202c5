//! The question: one section a file.

mod fleet;
mod load;
mod recorded;
mod replay;
mod serving;

use super::answer::in_a_line;
use super::state::State;
use super::words;
use crate::control::{Choice, Select};
use crate::i18n::Msg;
use crate::page::history::History;
use crate::page::sheet::Sheet;
use crate::page::undoing::undoing_row;
use crate::serving::answer::model_name;
use estimator::session::sizing::Question;
use leptos::prelude::*;

/// The left column.
#[component]
pub(super) fn QuestionForm(
    /// The history of the address.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    let line = move || {
        let asked = state.asked()?;
        let (model, load) = (model_name(&asked.asked.model), words::load(&asked.load));
        Some(format!("{model} · {load}"))
    };
    view! {
        <Sheet
            wrong=Signal::derive(move || state.is_stale())
            line=Signal::derive(move || line().unwrap_or_default())
            answer=Signal::derive(move || in_a_line(state))
            tools=undoing_row(history, move || state.is_stale(), move || state.show())
        >
            <serving::What/>
            <load::LoadSection/>
            <recorded::Recorded/>
            <serving::Caches/>
            <serving::Promise/>
            <fleet::With/>
        </Sheet>
    }
    .into_any()
}

/// A choice of the question from values of a kind.
fn select<T: Copy + PartialEq + Send + Sync + 'static>(
    (label, id): (Msg, &'static str),
    choices: impl Fn() -> Vec<Choice> + Send + Sync + 'static,
    id_of: fn(T) -> &'static str,
    of_id: fn(&str) -> Option<T>,
    get: fn(&Question) -> T,
    set: fn(&mut Question, T),
) -> AnyView {
    let state = State::of_page();
    let chosen = move || {
        state
            .draft
            .with(|draft| id_of(get(&draft.chosen)).to_owned())
    };
    let choose = move |id: String| {
        if let Some(value) = of_id(&id) {
            state.choose_in_question(|question| set(question, value));
        }
    };
    view! {
        <Select
            label
            id
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose
        />
    }
    .into_any()
}

//! The question in one line, which opens it on a phone.

use super::method;
use crate::answer::model_name;
use crate::i18n::{Msg, compact, t};
use crate::training::state::State;
use crate::training::words::{duration_chosen, method_name};
use estimator::training::question::Deadline;
use leptos::prelude::*;

/// The line. Wide screens show the question itself and not this.
#[component]
pub(super) fn Summary(
    /// Whether the question is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let state = State::of_page();
    let line = move || {
        let way = state.draft.with(method::id_of);
        state.answer.with(|answer| {
            let question = &answer.as_ref()?.question;
            let mut parts = vec![
                model_name(&question.model),
                method_name(way).to_owned(),
                crate::i18n::say::summary_tokens(&compact(question.tokens * question.epochs)),
            ];
            match &question.deadline {
                Deadline::None => {}
                Deadline::Within(time) => parts.push(format!("≤ {}", duration_chosen(*time))),
                Deadline::By(day) => parts.push(format!("≤ {day}")),
            }
            Some(parts.join(" · "))
        })
    };
    let action = move || {
        t(if open.get() {
            Msg::QuestionClose
        } else {
            Msg::QuestionOpen
        })()
    };
    view! {
        <button
            type="button"
            class="summary"
            aria-expanded=move || if open.get() { "true" } else { "false" }
            on:click=move |_| open.update(|open| *open = !*open)
        >
            <span>{line}</span>
            <b>{action}</b>
        </button>
    }
    .into_any()
}

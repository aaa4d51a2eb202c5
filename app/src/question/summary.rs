//! The question in one line, which opens it on a phone.

use crate::answer::{load_in_words, model_name};
use crate::i18n::{Msg, number, say, seconds_chosen, t};
use crate::state::State;
use leptos::prelude::*;

/// The line. Wide screens show the question itself and not this.
#[component]
pub(super) fn Summary(
    /// Whether the question is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let state = State::of_page();
    let line = move || {
        state.answer.with(|answer| {
            let question = &answer.as_ref()?.question;
            let (input, output) = (
                number(question.input_tokens),
                number(question.output_tokens),
            );
            let mut parts = vec![
                model_name(&question.model),
                question.weights.id().to_owned(),
                load_in_words(question.traffic),
                say::summary_load(&input, &output),
            ];
            parts.extend(
                question
                    .sla
                    .ttft
                    .map(|time| format!("TTFT ≤ {}", seconds_chosen(time))),
            );
            parts.extend(
                question
                    .sla
                    .tpot
                    .map(|time| format!("TPOT ≤ {}", seconds_chosen(time))),
            );
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

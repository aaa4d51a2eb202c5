//! The left column of a page that asks; on a phone a line that opens.

use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// The question, and the line that opens it on a phone. Wide screens show the question
/// itself and not the line.
#[component]
pub(crate) fn Folded(
    /// Whether a field is wrong: it must be seen, also where the question is folded.
    wrong: Signal<bool>,
    /// The question in one line.
    line: Signal<String>,
    /// Its sections.
    children: Children,
) -> impl IntoView {
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        if wrong.get() {
            open.set(true);
        }
    });
    let action = move || {
        t(if open.get() {
            Msg::QuestionClose
        } else {
            Msg::QuestionOpen
        })()
    };
    view! {
        <form class="question" class:open=open autocomplete="off" on:submit=|event| event.prevent_default()>
            <button
                type="button"
                class="summary"
                aria-expanded=move || if open.get() { "true" } else { "false" }
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <span>{line}</span>
                <b>{action}</b>
            </button>
            <div class="question-body" role="group" aria-label=t(Msg::Question)>
                {children()}
            </div>
        </form>
    }
    .into_any()
}

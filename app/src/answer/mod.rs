//! The answer, top to bottom: one section a file.

mod candidates;
mod charts;
mod why;
mod words;

use leptos::prelude::*;

/// The right column.
#[component]
pub(crate) fn AnswerColumn() -> impl IntoView {
    view! {
        <div class="answer">
            <candidates::Candidates/>
            <charts::Charts/>
            <why::Why/>
        </div>
    }
}

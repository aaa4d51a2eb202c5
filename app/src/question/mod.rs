//! The question: one section a file.

use leptos::prelude::*;

/// The left column.
#[component]
pub(crate) fn QuestionColumn() -> impl IntoView {
    view! { <form class="question" autocomplete="off"></form> }
}

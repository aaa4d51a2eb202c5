//! The question: one section a file.

mod engine;
mod growth;
mod how_fast;
mod how_much;
pub(crate) mod import;
pub(crate) mod makers;
mod models;
mod own_accelerator;
pub(crate) mod own_prices;
pub(crate) mod pricing;
mod serving;
mod summary;
pub(crate) mod what;
pub(crate) mod with_what;

use crate::i18n::{Msg, t};
use crate::later::{Later, Part};
use crate::state::State;
use leptos::prelude::*;

/// The left column; on a phone a line that opens.
#[component]
pub(crate) fn QuestionForm() -> impl IntoView {
    let open = RwSignal::new(false);
    let state = State::of_page();
    // A field that went wrong must be seen, also where the form is folded.
    Effect::new(move |_| {
        if state.is_stale() {
            open.set(true);
        }
    });
    view! {
        <form class="question" class:open=open autocomplete="off" on:submit=|event| event.prevent_default()>
            <summary::Summary open/>
            <div class="question-body" role="group" aria-label=t(Msg::Question)>
                <Later part=Part::Question>
                    <what::What/>
                    <how_much::HowMuch/>
                    <how_fast::HowFast/>
                    <with_what::WithWhat/>
                </Later>
            </div>
        </form>
    }
    .into_any()
}

/// A part of the question under its heading.
#[component]
pub(crate) fn Section(
    /// The heading.
    heading: Msg,
    /// The fields.
    children: Children,
) -> impl IntoView {
    view! {
        <section class="asked">
            <h2>{t(heading)}</h2>
            {children()}
        </section>
    }
    .into_any()
}

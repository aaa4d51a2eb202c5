//! The question: what runs, on which GPUs, within what.

mod hardware;
mod limit;
mod rows;
mod taken;

use super::answer::in_a_line;
use super::state::State;
use crate::i18n::{Msg, say};
use crate::page::history::History;
use crate::page::sheet::{Section, Sheet};
use crate::page::undoing::undoing_row;
use leptos::prelude::*;
pub(super) use rows::{field_of, remove};

/// The left column.
#[component]
pub(super) fn QuestionForm(
    /// The history of the address.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    let line = move || say::pack_workloads(state.draft.with(|draft| draft.rows.len()) as f64);
    view! {
        <Sheet
            wrong=Signal::derive(move || state.is_unread())
            line=Signal::derive(line)
            answer=Signal::derive(move || in_a_line(state))
            tools=undoing_row(history, move || state.is_unread(), move || state.show())
        >
            <Section heading=Msg::PackWhat>
                <rows::Rows/>
            </Section>
            <Section heading=Msg::PackOn>
                <hardware::Hardware/>
            </Section>
            <Section heading=Msg::PackWithin>
                <limit::LimitFields/>
            </Section>
        </Sheet>
    }
    .into_any()
}

//! The question: teams with their quotas, their jobs, the nodes.

mod jobs;
mod nodes;
mod row;
mod teams;

use super::answer::in_a_line;
use super::state::State;
use crate::i18n::{Msg, say};
use crate::page::history::History;
use crate::page::sheet::{Section, Sheet};
use crate::page::undoing::undoing_row;
use leptos::prelude::*;

/// The left column.
#[component]
pub(super) fn QuestionForm(
    /// The history of the address.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    let line = move || {
        state.draft.with(|draft| {
            say::queue_line(
                draft.jobs.len() as f64,
                &crate::i18n::integer(draft.teams.len() as f64),
            )
        })
    };
    view! {
        <Sheet
            wrong=Signal::derive(move || state.is_unread())
            line=Signal::derive(line)
            answer=Signal::derive(move || in_a_line(state))
            tools=undoing_row(history, move || state.is_unread(), move || state.show())
        >
            // What was typed is a step once its field is left.
            <div class="queue-asked" on:change=move |_| state.frame.commit()>
                <Section heading=Msg::QueueTeams>
                    <teams::Teams/>
                </Section>
                <Section heading=Msg::QueueJobs>
                    <jobs::Rows/>
                </Section>
                <Section heading=Msg::QueueNodes>
                    <nodes::Nodes/>
                </Section>
            </div>
        </Sheet>
    }
    .into_any()
}

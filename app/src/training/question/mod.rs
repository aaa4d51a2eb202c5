//! The training question: one section a file.

mod data;
mod deadline;
mod fleet;
mod layout;
mod method;
mod numerics;
mod site;
mod summary;

use super::answer::in_a_line;
use super::state::State;
use crate::control::{Choice, Select};
use crate::i18n::{Msg, text};
use crate::page::history::History;
use crate::page::sheet::{Section, Sheet};
use crate::page::undoing::undoing_row;
use crate::serving::question::import::Import;
use crate::serving::question::what::ModelField;
use estimator::training::question::{Purpose, Question};
use leptos::prelude::*;

/// The left column.
#[component]
pub(super) fn QuestionForm(
    /// The history of the address.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    view! {
        <Sheet
            wrong=Signal::derive(move || state.is_stale())
            line=Signal::derive(move || summary::line(state).unwrap_or_default())
            answer=Signal::derive(move || in_a_line(state))
            tools=undoing_row(history, move || state.is_unread(), move || state.show())
        >
            <Section heading=Msg::TrainWhatHeading>
                <ModelField/>
                {select(Msg::Purpose, "field-Purpose", Purpose::ALL, Purpose::id, purpose, |question| {
                    question.purpose
                }, |question, purpose| question.purpose = purpose)}
                <method::Method/>
                <Import/>
            </Section>
            <data::Data/>
            <deadline::DeadlineSection/>
            <fleet::With/>
            <Section heading=Msg::TrainHowHeading>
                <numerics::Numerics/>
                <layout::Fixing/>
                <site::Machines/>
            </Section>
        </Sheet>
    }
    .into_any()
}

fn purpose(purpose: Purpose) -> String {
    text(match purpose {
        Purpose::Pretraining => Msg::PurposePretraining,
        Purpose::FineTuning => Msg::PurposeFineTuning,
        Purpose::Preference => Msg::PurposePreference,
    })
    .to_owned()
}

/// A choice of the question from all values of a kind.
fn select<T: Copy + PartialEq + Send + Sync + 'static>(
    label: Msg,
    id: &'static str,
    all: &'static [T],
    id_of: fn(T) -> &'static str,
    name: fn(T) -> String,
    get: fn(&Question) -> T,
    set: fn(&mut Question, T),
) -> AnyView {
    let state = State::of_page();
    let choices = move || {
        let all = all.iter().copied();
        all.map(|value| Choice::new(id_of(value), name(value)))
            .collect::<Vec<_>>()
    };
    let chosen = move || {
        state
            .draft
            .with(|draft| id_of(get(&draft.chosen)).to_owned())
    };
    let choose = move |id: String| {
        let mut all = all.iter().copied();
        if let Some(value) = all.find(|value| id_of(*value) == id) {
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

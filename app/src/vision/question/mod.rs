//! The question: one section a file.

mod examples;
mod fleet;
mod input;
mod load;
mod model;
mod own;
mod running;

use super::answer::in_a_line;
use super::state::State;
use super::words;
use crate::control::{Choice, Select, tick};
use crate::i18n::{Msg, text};
use crate::page::history::History;
use crate::page::sheet::{Section, Sheet};
use crate::page::undoing::undoing_row;
use estimator::vision::sizing::{Kind, Question};
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
        Some(format!(
            "{} · {}",
            words::model(&asked.model),
            words::load(&asked)
        ))
    };
    view! {
        <Sheet
            wrong=Signal::derive(move || state.is_stale())
            line=Signal::derive(move || line().unwrap_or_default())
            answer=Signal::derive(move || in_a_line(state))
            tools=undoing_row(history, move || state.is_stale(), move || state.show())
        >
            <Section heading=Msg::WhatHeading>
                <examples::Examples/>
                <KindField/>
                <model::ModelField/>
                <own::OwnModel/>
                <input::Input/>
            </Section>
            <load::LoadSection/>
            <load::PromiseSection/>
            <fleet::With/>
            <running::Running/>
        </Sheet>
    }
    .into_any()
}

/// What runs.
#[component]
fn KindField() -> impl IntoView {
    let state = State::of_page();
    let kind = state.kind();
    let choices = || {
        let all = Kind::ALL.iter();
        all.map(|kind| Choice::new(kind.id(), text(words::kind(*kind))))
            .collect::<Vec<_>>()
    };
    let choose = move |id: String| {
        if let Some(kind) = Kind::from_id(&id) {
            state.choose(|draft| draft.choose_kind(kind, crate::i18n::marks()));
        }
    };
    view! {
        <Select
            label=Msg::VisionKind
            id="field-Kind"
            choices=Signal::derive(choices)
            chosen=Signal::derive(move || kind.get().id().to_owned())
            choose
        />
    }
    .into_any()
}

/// A choice of the question from values of a kind.
fn select<T: Copy + PartialEq + Send + Sync + 'static>(
    (label, id): (Msg, &'static str),
    all: &'static [T],
    id_of: fn(T) -> &'static str,
    name: fn(T) -> String,
    get: fn(&Question) -> T,
    set: fn(&mut Question, T),
) -> AnyView {
    let state = State::of_page();
    let choices = move || {
        // One that a link brought is listed, too.
        let now = state.draft.with(|draft| get(&draft.chosen));
        let other = Some(now).filter(|now| !all.contains(now));
        let all = all.iter().copied().chain(other);
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

/// A setting that is on or off.
fn check(label: Msg, get: fn(&Question) -> bool, set: fn(&mut Question, bool)) -> AnyView {
    let state = State::of_page();
    let on = Signal::derive(move || state.draft.with(|draft| get(&draft.chosen)));
    let choose = move |on| state.choose_in_question(|question| set(question, on));
    tick(None, label, on, Callback::new(choose))
}

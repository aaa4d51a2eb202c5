//! The fields of the question: boxes of numbers and names, choices of a row.

use super::draft::unit;
use super::state::State;
use super::words;
use crate::control::{Choice, NumberBox, Select};
use crate::i18n::{self, Msg, plain, t, text};
use crate::page::study::typed;
use estimator::decimal::round;
use estimator::error::Problem;
use estimator::kubernetes::teams::{Field, FieldError};
use leptos::prelude::*;

/// The `id` of the control of a field.
pub(super) fn id_of(field: Field) -> String {
    match field {
        Field::Team(place, part) => format!("field-team-{place}-{part:?}"),
        Field::Job(place, part) => format!("field-job-{place}-{part:?}"),
        field => format!("field-{field:?}"),
    }
}

/// The value nearest to one that cannot be, as it is typed.
pub(super) fn nearest(error: &FieldError) -> Option<String> {
    let (Problem::TooSmall { least: nearest } | Problem::TooLarge { most: nearest }) =
        error.problem
    else {
        return None;
    };
    let is_name = words::is_name(error.field) || matches!(error.field, Field::Teams | Field::Jobs);
    (!is_name).then(|| {
        let unit = unit(error.field, i18n::currency());
        plain(round(nearest / unit, 6), i18n::marks())
    })
}

/// A typed number with its unit; `empty` is said where nothing is typed.
pub(super) fn number(
    state: State,
    field: Field,
    label: Msg,
    unit: Option<Msg>,
    empty: Option<Msg>,
) -> AnyView {
    let unit = unit.map(|unit| view! { {t(unit)} }.into_any());
    let empty = empty.map(|empty| Signal::derive(move || text(empty).to_owned()));
    let problem = typed::problem(state, field);
    typed::number(state, field, Signal::stored(label), unit, empty, problem)
}

/// A typed name.
pub(super) fn name(state: State, field: Field) -> AnyView {
    let id = id_of(field);
    let problem = format!("{id}-problem");
    let said = move || state.error_at(&field).map(|error| words::problem(&error));
    view! {
        <NumberBox
            id
            label=Signal::stored(Msg::QueueName)
            text=Signal::derive(move || state.draft.with(|draft| draft.text(field).to_owned()))
            write=Callback::new(move |typed| {
                state.draft.update(|draft| draft.set_text(field, typed));
            })
            wrong=Signal::derive(move || state.error_at(&field).is_some())
            unit=None
            empty=None
            letters=true
        >
            <p class="problem" id=problem>{said}</p>
        </NumberBox>
    }
    .into_any()
}

/// A choice of a row from a list of names.
pub(super) fn select(
    label: Msg,
    id: &'static str,
    choices: impl Fn() -> Vec<Choice> + Send + Sync + 'static,
    chosen: impl Fn() -> String + Send + Sync + 'static,
    choose: impl Fn(String) + Send + Sync + 'static,
) -> AnyView {
    view! {
        <Select
            label
            id
            choices=Signal::derive(choices)
            chosen=Signal::derive(chosen)
            choose=Callback::new(choose)
        />
    }
    .into_any()
}

/// The problem of a list or a choice, below it.
pub(super) fn said(state: State, field: Field) -> AnyView {
    let said = move || state.error_at(&field).map(|error| words::problem(&error));
    view! { <p class="problem" role="status">{said}</p> }.into_any()
}

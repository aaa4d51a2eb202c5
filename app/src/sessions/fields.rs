//! The fields of the question, and their errors in words.

use super::state::State;
use crate::control::{self, NumberBox};
use crate::i18n::{self, Msg, plain, say};
use estimator::error;
use estimator::session::sizing::{Field, FieldError};
use leptos::prelude::*;

/// A text field for a number of the question; where the typed one cannot be, the nearest value
/// that can is a button below it.
#[component]
pub(super) fn Number(
    /// Which number.
    field: Field,
    /// Its name.
    #[prop(into)]
    label: Signal<Msg>,
    /// Its unit, or whatever stands behind the number.
    #[prop(optional, into)]
    unit: Option<Signal<&'static str>>,
    /// Said where nothing is typed.
    #[prop(optional, into)]
    empty: Option<Signal<String>>,
) -> impl IntoView {
    let state = State::of_page();
    view! {
        <NumberBox
            id=id_of(field)
            label
            text=Signal::derive(move || state.draft.with(|draft| draft.text(field).to_owned()))
            write=Callback::new(move |typed| {
                state.draft.update(|draft| draft.set_text(field, typed));
            })
            wrong=Signal::derive(move || state.error_at(&field).is_some())
            unit=unit.map(|unit| view! { {move || unit.get()} }.into_any())
            empty
        >
            <FieldProblem field/>
        </NumberBox>
    }
}

/// The error of a field, and the nearest value that can be.
#[component]
pub(super) fn FieldProblem(
    /// Which field.
    field: Field,
) -> impl IntoView {
    let state = State::of_page();
    let error = Memo::new(move |_| state.error_at(&field));
    let problem = move || error.with(|error| error.as_ref().map_or_else(String::new, words));
    let offer = move || {
        let shown = error.with(|error| nearest(&error.as_ref()?.problem))?;
        let name = say::sessions_take(&shown);
        let take = move |_| state.choose(|draft| draft.set_text(field, shown.clone()));
        Some(view! { <button type="button" class="plain" on:click=take>{name}</button> })
    };
    view! {
        <p class="problem" id=format!("{}-problem", id_of(field))>{problem}</p>
        {offer}
    }
    .into_any()
}

/// The `id` of the control of a field.
fn id_of(field: Field) -> String {
    match field {
        Field::Shared(field) => format!("field-{field:?}"),
        field => format!("field-{field:?}"),
    }
}

/// The value nearest to one that cannot be, as it is typed.
fn nearest(problem: &error::Problem) -> Option<String> {
    let marks = i18n::language().marks();
    match problem {
        error::Problem::TooSmall { least } => Some(plain(*least, marks)),
        error::Problem::TooLarge { most } => Some(plain(*most, marks)),
        _ => None,
    }
}

/// A problem as a sentence.
fn words(error: &FieldError) -> String {
    control::words(&error::FieldError {
        // Which of the calculator's fields it is matters to names alone.
        field: match error.field {
            Field::Shared(field) => field,
            _ => error::Field::MaxPerNode,
        },
        problem: error.problem.clone(),
    })
}

//! The fields of the question, and their errors in words.

use super::state::State;
use crate::control;
use crate::i18n::{self, Msg, plain};
use crate::page::study::typed;
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
    let unit = unit.map(|unit| view! { {move || unit.get()} }.into_any());
    let state = State::of_page();
    typed::number(
        state,
        field,
        label,
        unit,
        empty,
        typed::problem(state, field),
    )
}

/// The `id` of the control of a field.
pub(super) fn id_of(field: Field) -> String {
    match field {
        Field::Shared(field) => format!("field-{field:?}"),
        field => format!("field-{field:?}"),
    }
}

/// The value nearest to one that cannot be, as it is typed.
pub(super) fn nearest(problem: &error::Problem) -> Option<String> {
    let marks = i18n::language().marks();
    match problem {
        error::Problem::TooSmall { least } => Some(plain(*least, marks)),
        error::Problem::TooLarge { most } => Some(plain(*most, marks)),
        _ => None,
    }
}

/// A problem as a sentence.
pub(super) fn words(error: &FieldError) -> String {
    control::words(&error::FieldError {
        // Which of the calculator's fields it is matters to names alone.
        field: match error.field {
            Field::Shared(field) => field,
            _ => error::Field::MaxPerNode,
        },
        problem: error.problem.clone(),
    })
}

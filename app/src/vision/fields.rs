//! The fields of the question, and their errors in words.

use super::state::State;
use crate::control;
use crate::i18n::{self, Msg, plain, say, text};
use crate::page::study::typed;
use estimator::error;
use estimator::vision::sizing::{Field, FieldError, Problem};
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
pub(super) fn nearest(problem: &Problem) -> Option<String> {
    let marks = i18n::language().marks();
    let value = match problem {
        Problem::Shared(error::Problem::TooSmall { least }) => *least,
        Problem::Shared(error::Problem::TooLarge { most }) => *most,
        Problem::Multiple { nearest, .. } | Problem::Divide { nearest, .. } => f64::from(*nearest),
        Problem::Unguided => 1.0,
        Problem::Deaf | Problem::Shared(_) => return None,
    };
    Some(plain(value, marks))
}

/// A problem as a sentence.
pub(super) fn words(error: &FieldError) -> String {
    let marks = i18n::language().marks();
    let whole = |count: u32| plain(f64::from(count), marks);
    match &error.problem {
        Problem::Shared(problem) => control::words(&error::FieldError {
            // Which of the calculator's fields it is matters to names alone.
            field: match error.field {
                Field::Shared(field) => field,
                _ => error::Field::MaxPerNode,
            },
            problem: problem.clone(),
        }),
        Problem::Multiple { unit, nearest } => {
            say::vision_problem_multiple(&whole(*nearest), &whole(*unit))
        }
        Problem::Divide { whole: of, nearest } => {
            say::vision_problem_divide(&whole(*nearest), &whole(*of))
        }
        Problem::Unguided => text(Msg::VisionProblemUnguided).to_owned(),
        Problem::Deaf => text(Msg::VisionProblemDeaf).to_owned(),
    }
}

//! The problem of a field, in words.

use crate::i18n::{self, Msg, gib, integer, plain, say, text};
use crate::page::form;
use estimator::error::{Field, FieldError, Problem, Unreadable};
use estimator::quantity::Bytes;
use leptos::prelude::*;

/// The problem with `field`, where there is one.
#[component]
pub(crate) fn FieldProblem(
    /// Which field.
    field: Field,
    /// Its `id`, for the control to point to.
    id: String,
) -> impl IntoView {
    let form = form::of_page();
    let problem = move || {
        form.error_at(field)
            .map(|error| words(&error))
            .unwrap_or_default()
    };
    view! { <p class="problem" id=id>{problem}</p> }.into_any()
}

/// A problem as a sentence.
pub(crate) fn words(error: &FieldError) -> String {
    let marks = i18n::language().marks();
    match &error.problem {
        Problem::Missing => text(match error.field {
            Field::Model => Msg::ProblemNoModel,
            Field::Fleet => Msg::ProblemNoFleet,
            _ => Msg::ProblemMissing,
        })
        .to_owned(),
        Problem::NotANumber { text } => say::problem_not_a_number(&plain(1234.5, marks), text),
        Problem::NotWhole => text(Msg::ProblemNotWhole).to_owned(),
        Problem::TooSmall { least } => say::problem_too_small(&plain(*least, marks)),
        Problem::TooLarge { most } => say::problem_too_large(&plain(*most, marks)),
        Problem::Unknown { name } if error.field == Field::Model => {
            say::problem_unknown_model(name)
        }
        Problem::Unknown { name } => say::problem_unknown(name),
        Problem::Unreadable { reason } => words_unreadable(reason),
    }
}

/// Why a file could not be read, as a sentence.
pub(crate) fn words_unreadable(reason: &Unreadable) -> String {
    let whole = |count: usize| integer(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    match reason {
        Unreadable::TooLarge { most } => say::unreadable_too_large(&gib(Bytes::new(*most as f64))),
        Unreadable::Truncated => text(Msg::UnreadableTruncated).to_owned(),
        Unreadable::UnknownFormat => text(Msg::UnreadableFormat).to_owned(),
        Unreadable::Json { line, column } => say::unreadable_json(&whole(*column), &whole(*line)),
        Unreadable::MissingField { name } => say::unreadable_missing(name),
        Unreadable::BadField { name } => say::unreadable_bad(name),
        Unreadable::UnknownArchitecture { name } => say::unreadable_architecture(name),
    }
}

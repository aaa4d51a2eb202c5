//! The fields of the training question, and their errors in words.

use super::draft::{self, When};
use super::state::State;
use super::words::{gap_name, stack_name};
use crate::browser;
use crate::control::{self, NumberBox};
use crate::i18n::{self, Msg, plain, say, t, text};
use estimator::error;
use estimator::training::error::{Field, FieldError, Limit, Problem};
use estimator::training::method::Stack;
use leptos::prelude::*;

/// A text field for a number of the training question; where the typed one cannot be, the
/// nearest value that can is a button below it.
#[component]
pub(super) fn Number(
    /// Which number.
    field: Field,
    /// Its name.
    label: Msg,
    /// Its unit, or whatever stands behind the number.
    #[prop(optional)]
    unit: Option<AnyView>,
    /// Said where nothing is typed.
    #[prop(optional)]
    empty: Option<Msg>,
) -> impl IntoView {
    let state = State::of_page();
    let id = id_of(field);
    view! {
        <NumberBox
            id=id
            label=Signal::stored(label)
            text=Signal::derive(move || state.draft.with(|draft| draft.text(field).to_owned()))
            write=Callback::new(move |typed| {
                state.draft.update(|draft| draft.set_text(field, typed));
            })
            wrong=Signal::derive(move || state.error_at(&field).is_some())
            unit
            empty=empty.map(|message| Signal::derive(move || text(message).to_owned()))
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
    let is_day =
        move || field == Field::Deadline && state.draft.with(|draft| draft.when == When::By);
    let problem = move || {
        error.with(|error| match error {
            Some(error) if is_day() => words_of_day(error),
            Some(error) => words(error),
            None => String::new(),
        })
    };
    let offer = move || {
        let is_day = is_day();
        let shown = error.with(|error| {
            let problem = &error.as_ref()?.problem;
            if is_day {
                nearest_day(problem)
            } else {
                Some(plain(problem.nearest()?, i18n::language().marks()))
            }
        })?;
        let name = say::problem_take(&shown);
        let take = move |_| {
            state.choose(|draft| {
                if is_day {
                    draft.day.clone_from(&shown);
                } else {
                    draft.set_text(field, shown.clone());
                }
            });
        };
        Some(view! { <button type="button" class="plain" on:click=take>{name}</button> })
    };
    let other = move || {
        error.with(|error| match error.as_ref()?.problem {
            Problem::Software { instead, .. } => Some(other_software(state, instead)),
            _ => None,
        })
    };
    view! {
        <p class="problem" id=format!("{}-problem", id_of(field))>{problem}</p>
        {offer}
        {other}
    }
    .into_any()
}

/// The button that takes software that can, or leaves the layout to the search where none
/// can with the fixed part of it.
fn other_software(state: State, instead: Option<Stack>) -> AnyView {
    let name = match instead {
        Some(stack) => say::problem_take(stack_name(stack)),
        None => text(Msg::LeverLayout).to_owned(),
    };
    let take = move |_| {
        state.choose_task(|draft| match instead {
            Some(stack) => {
                draft.chosen.stack = stack;
                draft.chosen.loss = stack.loss(draft.chosen.loss);
            }
            None => draft.free_layout(),
        });
    };
    view! { <button type="button" class="plain" on:click=take>{name}</button> }.into_any()
}

/// The `id` of the control of a field.
fn id_of(field: Field) -> String {
    match field {
        Field::Shared(field) => format!("field-{field:?}"),
        field => format!("field-{field:?}"),
    }
}

/// A problem as a sentence.
fn words(error: &FieldError) -> String {
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
        Problem::Divide { whole: of, nearest } => {
            say::problem_divide(&whole(*nearest), &whole(*of))
        }
        Problem::Multiple { unit, nearest } => {
            say::problem_multiple(&whole(*nearest), &whole(*unit))
        }
        Problem::Above { limit, most, .. } => {
            let most = whole(*most);
            match limit {
                Limit::Layers => say::problem_above_layers(&most),
                Limit::Width => say::problem_above_width(&most),
                Limit::Context => say::problem_above_context(&most),
                Limit::Node => say::problem_above_node(&most),
            }
        }
        Problem::NoExperts => text(Msg::ProblemNoExperts).to_owned(),
        Problem::NoMatrices => text(Msg::ProblemNoMatrices).to_owned(),
        Problem::Past => text(Msg::ProblemPast).to_owned(),
        Problem::Budget { least } => say::problem_budget(&in_own_currency(least.get())),
        Problem::Software {
            stack,
            gap,
            instead,
        } => {
            let wrong = say::problem_software(gap_name(*gap), stack_name(*stack));
            let then = instead.map_or_else(
                || text(Msg::ProblemNoSoftware).to_owned(),
                |stack| say::problem_nearest(stack_name(stack)),
            );
            [wrong, then].join(i18n::language().gap())
        }
    }
}

/// An amount of the page's currency as it is written.
fn in_own_currency(amount: f64) -> String {
    i18n::dollars(i18n::currency().dollars(amount).get())
}

/// The error of a day as a sentence: its bounds are days, too.
fn words_of_day(error: &FieldError) -> String {
    match (&error.problem, nearest_day(&error.problem)) {
        (Problem::Shared(error::Problem::TooSmall { .. }), Some(day)) => {
            say::problem_too_small(&day)
        }
        (Problem::Shared(error::Problem::TooLarge { .. }), Some(day)) => {
            say::problem_too_large(&day)
        }
        _ => words(error),
    }
}

/// The day nearest to one that cannot be the deadline. A deadline is the end of its day,
/// up to a day after any other moment of it.
fn nearest_day(problem: &Problem) -> Option<String> {
    let seconds = |days: f64| days * draft::unit(Field::Deadline);
    let from_now = match problem {
        Problem::Past => 0.0,
        Problem::Shared(error::Problem::TooSmall { least }) => seconds(*least),
        Problem::Shared(error::Problem::TooLarge { most }) => seconds(*most - 1.0),
        _ => return None,
    };
    Some(browser::day_after(from_now))
}

/// Words behind a number.
pub(super) fn unit(message: Msg) -> AnyView {
    view! { {t(message)} }.into_any()
}

//! A typed number of a task's question: its box, and the problem below it.

use super::{Studied, Study};
use crate::control::NumberBox;
use crate::i18n::{Marks, Msg, parse, say};
use crate::serving::draft::shortened;
use estimator::decimal::round;
use estimator::error::Problem;
use estimator::field::{Kind, Row, Unit};
use leptos::prelude::*;
use std::fmt::Debug;

/// A task whose question has numbers that are typed.
pub(crate) trait Typed: Study<Field: Copy + Debug + Send + Sync> {
    /// The text that was typed into a field.
    fn text(draft: &Self::Draft, field: Self::Field) -> &str;
    /// Types into a field.
    fn set_text(draft: &mut Self::Draft, field: Self::Field, text: String);
    /// The `id` of a field's control.
    fn id(field: Self::Field) -> String;
    /// A problem as a sentence.
    fn words(error: &Self::Error) -> String;
    /// The value nearest to one that cannot be, as it is typed.
    fn nearest(error: &Self::Error) -> Option<String>;
}

/// A box for a number; `empty` is said where nothing is typed.
pub(crate) fn number<S: Typed>(
    state: Studied<S>,
    field: S::Field,
    label: Signal<Msg>,
    unit: Option<AnyView>,
    empty: Option<Signal<String>>,
    problem: AnyView,
) -> AnyView {
    view! {
        <NumberBox
            id=S::id(field)
            label
            text=Signal::derive(move || state.draft.with(|draft| S::text(draft, field).to_owned()))
            write=Callback::new(move |typed| {
                state.draft.update(|draft| S::set_text(draft, field, typed));
            })
            wrong=Signal::derive(move || state.error_at(&field).is_some())
            unit
            empty
        >
            {problem}
        </NumberBox>
    }
    .into_any()
}

/// The error of a field, and a button that takes the nearest value that can be.
pub(crate) fn problem<S: Typed>(state: Studied<S>, field: S::Field) -> AnyView {
    let error = Memo::new(move |_| state.error_at(&field));
    let said = move || error.with(|error| error.as_ref().map_or_else(String::new, S::words));
    let offer = move || {
        let shown = error.with(|error| S::nearest(error.as_ref()?))?;
        let name = say::problem_take(&shown);
        let take = move |_| state.choose(|draft| S::set_text(draft, field, shown.clone()));
        Some(view! { <button type="button" class="plain" on:click=take>{name}</button> })
    };
    view! {
        <p class="problem" id=format!("{}-problem", S::id(field))>{said}</p>
        {offer}
    }
    .into_any()
}

/// The number of a row that was typed in a unit; `None` where it may be left out, and is.
///
/// # Errors
/// The problem with it, its figures in the unit.
pub(crate) fn read<Q, F>(
    row: &Row<Q, F>,
    unit: Unit,
    text: &str,
    marks: Marks,
) -> Result<Option<f64>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return if row.optional {
            Ok(None)
        } else {
            Err(Problem::Missing)
        };
    }
    let value = parse(text, marks).ok_or_else(|| Problem::NotANumber {
        text: shortened(text),
    })?;
    if row.kind == Kind::Count && value.fract() != 0.0 {
        return Err(Problem::NotWhole);
    }
    let value = unit.read(value);
    let (least, most) = row.range;
    if value < least {
        return Err(Problem::TooSmall {
            least: round(unit.show(least), 9),
        });
    }
    if value > most {
        return Err(Problem::TooLarge {
            most: round(unit.show(most), 9),
        });
    }
    Ok(Some(value))
}

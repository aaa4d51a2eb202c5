//! The fields of the question about money: a number, the default where nothing is typed
//! with its source, and the problem of the field.

use super::draft::assumed;
use super::names;
use super::state::State;
use crate::control::{self, NumberBox};
use crate::i18n::{self, Msg, say, text};
use estimator::error;
use estimator::money::Input;
use estimator::money::error::{Field, FieldError};
use leptos::prelude::*;

/// A text field for an input. Where nothing is typed, the value that counts stands in it,
/// and its source below.
#[component]
pub(super) fn Number(
    /// Which.
    input: Input,
) -> impl IntoView {
    let state = State::of_page();
    let field = Field::Input(input);
    let id = format!("cost-{}", input.id());
    let problem = format!("{id}-problem");
    let empty = Signal::derive(move || {
        let (marks, currency) = (i18n::language().marks(), i18n::currency());
        let value = standing(state, input);
        value.map_or_else(
            || text(Msg::InputOpen).to_owned(),
            |value| assumed(input, value, marks, Some(currency)),
        )
    });
    let unit = names::symbol(input).map(|unit| view! { {move || text(unit)} }.into_any());
    let unit = unit.or_else(|| names::sign_of(input).map(IntoAny::into_any));
    let said = move || {
        let error = state.error_at(&field);
        error.as_ref().map(words).unwrap_or_default()
    };
    view! {
        <NumberBox
            id=id
            label=Signal::stored(names::input(input))
            text=Signal::derive(move || state.draft.with(|draft| draft.text(input).to_owned()))
            write=Callback::new(move |typed| {
                state.draft.update(|draft| draft.set_text(input, typed));
            })
            wrong=Signal::derive(move || state.error_at(&field).is_some())
            unit
            empty=Some(empty)
        >
            <p class="problem" id=problem>{said}</p>
            <p class="source">{move || source(state, input)}</p>
        </NumberBox>
    }
    .into_any()
}

/// The problem of a field's choice.
#[component]
pub(super) fn ChoiceProblem(
    /// Which field.
    field: Field,
) -> impl IntoView {
    let state = State::of_page();
    let said = move || {
        let error = state.error_at(&field);
        error.as_ref().map(words).unwrap_or_default()
    };
    view! { <p class="problem">{said}</p> }.into_any()
}

/// The value that counts where nothing is typed.
fn standing(state: State, input: Input) -> Option<f64> {
    state.answer.with(|costs| {
        let (values, _) = costs.as_ref()?.standing()?;
        values.get(input)
    })
}

/// Where the value comes from that counts; nothing for a typed one.
fn source(state: State, input: Input) -> AnyView {
    state.answer.with(|costs| {
        let standing = costs.as_ref().and_then(|costs| costs.standing());
        let origins = standing.map_or(&[][..], |(_, origins)| origins);
        let origin = origins.iter().find(|origin| origin.input == input);
        let Some(origin) = origin.filter(|origin| !origin.as_of.is_empty()) else {
            return ().into_any();
        };
        if origin.source == catalog::money::ASSUMPTION {
            return view! { {text(Msg::SourceAssumed)} }.into_any();
        }
        let doubt = origin.unverified.then(|| {
            view! { " " <small class="doubt">{text(Msg::Unverified)}</small> }
        });
        // Names of sources are those of their publishers.
        let (name, address) = catalog::money::named(&origin.source);
        let (name, address) = (name.to_owned(), address.map(str::to_owned));
        let name = match address {
            Some(address) => view! {
                <a href=address target="_blank" rel="noreferrer" lang="en">{name}</a>
            }
            .into_any(),
            None => view! { <span lang="en">{name}</span> }.into_any(),
        };
        view! {
            {name}
            {say::source_day(&origin.as_of)}
            {doubt}
        }
        .into_any()
    })
}

/// A problem as a sentence.
fn words(error: &FieldError) -> String {
    control::words(&error::FieldError {
        // Which of the calculator's fields it is matters to names alone.
        field: error::Field::MaxPerNode,
        problem: error.problem.clone(),
    })
}

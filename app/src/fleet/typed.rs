//! A typed field of a fleet, and below it what is wrong with it.

use super::state::State;
use super::words::problem;
use crate::control::NumberBox;
use crate::i18n::{Msg, text};
use estimator::fleet::asked::Field;
use leptos::prelude::*;

/// The box of a field; the `id` of its problem is its own with `-problem`.
#[component]
pub(super) fn Typed(
    /// The field that is typed.
    #[prop(into)]
    field: Signal<Field>,
    /// The `id` of the control.
    id: String,
    /// Its name.
    label: Msg,
    /// The text that was typed.
    typed: Signal<String>,
    /// Called with each typed text.
    write: Callback<String>,
    /// Its unit, or whatever stands behind the number.
    #[prop(optional)]
    unit: Option<AnyView>,
    /// Said where nothing is typed.
    #[prop(optional)]
    empty: Option<Msg>,
    /// A name of its own that it is called by instead.
    #[prop(optional)]
    own_name: Option<String>,
    /// Whether letters are typed instead.
    #[prop(optional)]
    letters: bool,
) -> impl IntoView {
    let state = State::of_page();
    let found = Memo::new(move |_| field.with(|field| state.problem_at(field)));
    let said = move || {
        let found = found.get();
        found.map(|found| field.with(|field| problem(field, &found)))
    };
    let problem_id = format!("{id}-problem");
    view! {
        <NumberBox
            id
            label=Signal::stored(label)
            text=typed
            write
            wrong=Signal::derive(move || found.get().is_some())
            unit
            empty=empty.map(|empty| Signal::derive(move || text(empty).to_owned()))
            nostrip:own_name=own_name
            letters
        >
            <p class="problem" id=problem_id>{said}</p>
        </NumberBox>
    }
}

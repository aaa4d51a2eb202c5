//! A typed number.

use super::FieldProblem;
use crate::i18n::{Msg, t};
use crate::state::State;
use estimator::error::Field;
use leptos::prelude::*;

/// A text field for the number of `field`, with its label and unit, and the
/// problem with it below.
#[component]
pub(crate) fn NumberField(
    /// Which number of the draft.
    field: Field,
    /// What it is called.
    #[prop(into)]
    label: Signal<Msg>,
    /// Its unit, or whatever stands behind the number.
    #[prop(optional)]
    unit: Option<AnyView>,
    /// Said where nothing is typed.
    #[prop(optional)]
    empty: Option<Msg>,
) -> impl IntoView {
    let state = State::of_page();
    let text = move || state.draft.with(|draft| draft.text(field).to_owned());
    let wrong = Memo::new(move |_| state.error_at(field).is_some());
    let id = id_of(field);
    let problem = format!("{id}-problem");
    view! {
        <div class="field">
            <label for=id.clone()>{move || t(label.get())()}</label>
            <div class="box" class:wrong=wrong>
                <input
                    id=id
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=move || empty.map(|message| t(message)())
                    prop:value=text
                    aria-invalid=move || wrong.get().then_some("true")
                    aria-describedby=problem.clone()
                    on:input:target=move |event| {
                        let typed = event.target().value();
                        state.draft.update(|draft| draft.set_text(field, typed));
                    }
                    on:change=move |_| state.commit()
                />
                {unit.map(|unit| view! { <span class="unit">{unit}</span> })}
            </div>
            <FieldProblem field id=problem/>
        </div>
    }
    .into_any()
}

/// The `id` of the control of a field.
pub(crate) fn id_of(field: Field) -> String {
    format!("field-{field:?}")
}

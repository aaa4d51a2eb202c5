//! A typed number.

use super::FieldProblem;
use super::term::{Name, term_of};
use crate::i18n::{Msg, t, text};
use crate::page::form;
use estimator::error::Field;
use leptos::prelude::*;

/// A text field for the number of `field`, with its label and unit, and the
/// problem with it below.
#[component]
pub(crate) fn NumberField(
    /// Which number of the question.
    field: Field,
    /// Its name.
    #[prop(into)]
    label: Signal<Msg>,
    /// Its unit, or whatever stands behind the number.
    #[prop(optional)]
    unit: Option<AnyView>,
    /// Said where nothing is typed.
    #[prop(optional)]
    empty: Option<Msg>,
) -> impl IntoView {
    let form = form::of_page();
    let id = id_of(field);
    let problem = format!("{id}-problem");
    view! {
        <NumberBox
            id=id
            label
            text=Signal::derive(move || form.text(field))
            write=Callback::new(move |typed| form.set_text(field, typed))
            wrong=Signal::derive(move || form.error_at(field).is_some())
            unit
            empty=empty.map(|message| Signal::derive(move || text(message).to_owned()))
        >
            <FieldProblem field id=problem/>
        </NumberBox>
    }
}

/// The box of a typed number of any kind; below it stands its problem.
#[component]
pub(crate) fn NumberBox(
    /// The `id` of the control; that of the problem is the same with `-problem`.
    id: String,
    /// The name of the number.
    label: Signal<Msg>,
    /// The text that was typed.
    text: Signal<String>,
    /// Called with each typed text.
    write: Callback<String>,
    /// Whether something is wrong with it.
    wrong: Signal<bool>,
    /// Its unit, or whatever stands behind the number.
    unit: Option<AnyView>,
    /// Said where nothing is typed.
    empty: Option<Signal<String>>,
    /// A name of its own that it is called by instead.
    #[prop(optional)]
    own_name: Option<String>,
    /// Whether letters are typed instead.
    #[prop(optional)]
    letters: bool,
    /// The problem.
    children: Children,
) -> impl IntoView {
    let form = form::found();
    let wrong = Memo::new(move |_| wrong.get());
    let problem = format!("{id}-problem");
    // Where the name is a button, the control has it, too.
    let is_own = own_name.is_some();
    let name = move || {
        let label = label.get();
        (!is_own && term_of(label).is_some()).then(|| t(label)())
    };
    view! {
        <div class="field">
            <Name id=id.clone() label own_name/>
            <div class="box" class:wrong=wrong>
                <input
                    id=id
                    type="text"
                    aria-label=name
                    inputmode=if letters { "text" } else { "decimal" }
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=move || empty.map(|words| words.get())
                    prop:value=text
                    aria-invalid=move || wrong.get().then_some("true")
                    aria-describedby=problem
                    on:input:target=move |event| write.run(event.target().value())
                    on:change=move |_| {
                        if let Some(form) = form {
                            form.commit();
                        }
                    }
                />
                {unit.map(|unit| view! { <span class="unit">{unit}</span> })}
            </div>
            {children()}
        </div>
    }
    .into_any()
}

/// The `id` of the control of a field.
pub(crate) fn id_of(field: Field) -> String {
    format!("field-{field:?}")
}

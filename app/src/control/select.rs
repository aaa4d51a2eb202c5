//! A choice from a short list.

use super::term::{Name, term_of};
use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// One choice: its id, its name, and the group it stands in.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The id that is handed back.
    pub(crate) id: String,
    /// The name that is shown.
    pub(crate) name: String,
    /// Heading above it; choices of one group stand together.
    pub(crate) group: Option<String>,
}

impl Choice {
    /// A choice in no group.
    pub(crate) fn new(id: &str, name: impl Into<String>) -> Self {
        Self {
            id: id.to_owned(),
            name: name.into(),
            group: None,
        }
    }
}

/// A native select with its label.
#[component]
pub(crate) fn Select(
    /// The name of the choice.
    #[prop(into)]
    label: Signal<Msg>,
    /// The `id` of the control.
    id: &'static str,
    /// The choices there are.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// The id of the chosen one.
    #[prop(into)]
    chosen: Signal<String>,
    /// Called with the id of a new choice.
    #[prop(into)]
    choose: Callback<String>,
    /// Inside another control: the label is for screen readers alone.
    #[prop(optional)]
    inside: bool,
    /// The remark on the chosen one, below it.
    #[prop(optional, into)]
    remark: Option<Signal<String>>,
) -> impl IntoView {
    let label_text = move || t(label.get())();
    // Every option asks for it.
    let one = Memo::new(move |_| chosen.get());
    let options = move || {
        let choices = choices.get();
        let mut groups: Vec<(Option<String>, Vec<Choice>)> = Vec::new();
        for choice in choices {
            match groups.last_mut().filter(|(name, _)| *name == choice.group) {
                Some((_, members)) => members.push(choice),
                None => groups.push((choice.group.clone(), vec![choice])),
            }
        }
        groups
            .into_iter()
            .map(|(name, members)| group(name, members, one))
            .collect_view()
    };
    let remark_id = remark.map(|_| format!("{id}-remark"));
    let select = view! {
        <select
            id=id
            aria-describedby=remark_id.clone()
            aria-label=move || (inside || term_of(label.get()).is_some()).then(label_text)
            prop:value=chosen
            on:change:target=move |event| {
                choose.run(event.target().value());
                // A choice may be refused, or take a while: until then the old one stands.
                event.target().set_value(&chosen.get_untracked());
            }
        >
            {options}
        </select>
    };
    if inside {
        select.into_any()
    } else {
        view! {
            <div class="field">
                <Name id=id.to_owned() label/>
                <div class="box">{select}</div>
                {remark.map(|remark| view! { <p class="aside" id=remark_id>{remark}</p> })}
            </div>
        }
        .into_any()
    }
}

fn group(name: Option<String>, members: Vec<Choice>, chosen: Memo<String>) -> AnyView {
    let options = members
        .into_iter()
        .map(|Choice { id, name, .. }| {
            let value = id.clone();
            // The property alone depends on the order of mounting.
            view! { <option value=value selected=move || chosen.with(|chosen| *chosen == id)>{name}</option> }
        })
        .collect_view();
    match name {
        Some(name) => view! { <optgroup label=name>{options}</optgroup> }.into_any(),
        None => options.into_any(),
    }
}

//! The list below a combobox.

use super::combobox::Finding;
use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// One find.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The id that is handed back.
    pub(crate) id: String,
    /// The name that is shown.
    pub(crate) name: String,
    /// The text beside it, quieter.
    pub(crate) detail: String,
    /// Whether some of its facts lack a second source.
    pub(crate) unverified: bool,
}

/// The `id` of an option.
pub(super) fn option_id(id: &str, index: usize) -> String {
    format!("{id}-{index}")
}

/// The list.
pub(super) fn list(finding: Finding, label: Msg, nothing: Msg) -> AnyView {
    let content = move || {
        let finds = finding.finds.get();
        if finds.is_empty() {
            view! { <li class="nothing" role="presentation">{t(nothing)}</li> }.into_any()
        } else {
            finds
                .into_iter()
                .enumerate()
                .map(|(index, found)| option(finding, index, found))
                .collect_view()
                .into_any()
        }
    };
    view! {
        <ul
            class="finds"
            id=format!("{}-list", finding.id)
            role="listbox"
            aria-label=t(label)
            hidden=move || !finding.open.get()
            // The field keeps the focus, or its leaving would close the list.
            on:mousedown=|event| event.prevent_default()
        >
            {content}
        </ul>
    }
    .into_any()
}

fn option(finding: Finding, index: usize, found: Found) -> AnyView {
    let Found {
        name,
        detail,
        unverified,
        ..
    } = found;
    let active = finding.active;
    view! {
        <li
            id=option_id(finding.id, index)
            role="option"
            aria-selected=move || if active.get() == index { "true" } else { "false" }
            on:click=move |_| finding.take(index)
        >
            <span>{name}</span>
            <small>{detail}</small>
            {unverified.then(|| view! { <small class="doubt">{t(Msg::Unverified)}</small> })}
        </li>
    }
    .into_any()
}

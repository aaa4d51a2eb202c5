//! The list below a combobox.

use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// One find.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// What is handed back.
    pub(crate) id: String,
    /// What is shown.
    pub(crate) name: String,
    /// What stands beside it, quieter.
    pub(crate) detail: String,
    /// Whether some of its facts lack a second source.
    pub(crate) unverified: bool,
}

/// The `id` of an option.
pub(super) fn option_id(id: &str, index: usize) -> String {
    format!("{id}-{index}")
}

/// The options of a list, the active one marked.
pub(super) fn options(
    id: &'static str,
    finds: &[Found],
    active: RwSignal<usize>,
    take: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> AnyView {
    let option = |(index, found): (usize, &Found)| {
        let Found {
            name,
            detail,
            unverified,
            ..
        } = found.clone();
        view! {
            <li
                id=option_id(id, index)
                role="option"
                aria-selected=move || if active.get() == index { "true" } else { "false" }
                on:click=move |_| take(index)
            >
                <span>{name}</span>
                <small>{detail}</small>
                {unverified.then(|| view! { <small class="doubt">{t(Msg::Unverified)}</small> })}
            </li>
        }
    };
    finds
        .iter()
        .enumerate()
        .map(option)
        .collect_view()
        .into_any()
}

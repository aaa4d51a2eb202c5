//! A change of the question as a button that makes it.

use leptos::prelude::*;

/// An entry of a list of changes: its name, what it brings, and what it costs beside that.
pub(crate) fn lever(
    name: impl Into<String>,
    gain: String,
    risk: impl Into<String>,
    apply: impl Fn() + 'static,
) -> AnyView {
    let (name, risk) = (name.into(), risk.into());
    view! {
        <li>
            <button type="button" class="lever" on:click=move |_| apply()>
                <b>{name}</b>
                <strong>{gain}</strong>
                <span>{risk}</span>
            </button>
        </li>
    }
    .into_any()
}

//! Buttons that are on or off.

use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// One of them.
#[derive(Clone)]
pub(crate) struct Chip {
    /// Its name.
    pub(crate) name: Signal<String>,
    /// The source of the fact behind it; may be empty.
    pub(crate) hint: &'static str,
    /// Whether it is on.
    pub(crate) on: Signal<bool>,
    /// Called when it is pressed.
    pub(crate) press: Callback<()>,
}

/// A group of chips under a common name.
#[component]
pub(crate) fn Chips(
    /// Their common name.
    label: Msg,
    /// Whether the name is shown, or only read out.
    #[prop(optional)]
    titled: bool,
    /// The chips.
    chips: Vec<Chip>,
) -> impl IntoView {
    let buttons = chips
        .into_iter()
        .map(|chip| {
            let Chip {
                name,
                hint,
                on,
                press,
            } = chip;
            view! {
                <button
                    type="button"
                    class="chip"
                    title=(!hint.is_empty()).then_some(hint)
                    aria-pressed=move || if on.get() { "true" } else { "false" }
                    on:click=move |_| press.run(())
                >
                    {name}
                </button>
            }
        })
        .collect_view();
    view! {
        <div class="field">
            {titled.then(|| view! { <span class="label" aria-hidden="true">{t(label)}</span> })}
            <div class="chips" role="group" aria-label=t(label)>{buttons}</div>
        </div>
    }
    .into_any()
}

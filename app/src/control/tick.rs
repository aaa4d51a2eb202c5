//! A box that is ticked or not.

use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// The box and its label; `id` where others lead to it.
pub(crate) fn tick(
    id: Option<&'static str>,
    label: Msg,
    on: Signal<bool>,
    set: Callback<bool>,
) -> AnyView {
    view! {
        <label class="check">
            <input
                id=id
                type="checkbox"
                prop:checked=on
                on:change:target=move |event| set.run(event.target().checked())
            />
            <span>{t(label)}</span>
        </label>
    }
    .into_any()
}

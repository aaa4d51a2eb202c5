//! The tools above a table of candidates: letters to find rows by, and those that do alone.

use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// The tools: `query` are the letters typed, `only` whether the others are left out and how that
/// is called, `sorted` the order that the rows stand in.
pub(crate) fn table_tools(
    query: RwSignal<String>,
    (only, called): (RwSignal<bool>, Msg),
    sorted: AnyView,
) -> AnyView {
    view! {
        <div class="table-tools">
            <input
                type="search"
                class="table-filter"
                aria-label=t(Msg::TableFilter)
                placeholder=t(Msg::TableFilter)
                autocomplete="off"
                prop:value=move || query.get()
                on:input=move |event| query.set(event_target_value(&event))
            />
            <label class="table-toggle">
                <input
                    type="checkbox"
                    prop:checked=move || only.get()
                    on:change=move |event| only.set(event_target_checked(&event))
                />
                <span>{t(called)}</span>
            </label>
            <p class="aside">{sorted}</p>
        </div>
    }
    .into_any()
}

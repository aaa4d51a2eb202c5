//! The tools above a table of candidates: letters to find rows by, and those that do alone.

use crate::i18n::{Msg, t, text};
use leptos::prelude::*;

/// The tools: `query` are the letters typed, `only` whether the others are left out and how that
/// is called, `sorted` the order that the rows stand in.
pub(crate) fn table_tools(
    query: RwSignal<String>,
    (only, called): (RwSignal<bool>, impl Into<Signal<Msg>>),
    sorted: AnyView,
) -> AnyView {
    let called = called.into();
    view! {
        <div class="table-tools">
            {table_filter(query.into(), move |typed| query.set(typed))}
            <label class="table-toggle">
                <input
                    type="checkbox"
                    prop:checked=move || only.get()
                    on:change=move |event| only.set(event_target_checked(&event))
                />
                <span>{move || text(called.get())}</span>
            </label>
            <p class="aside">{sorted}</p>
        </div>
    }
    .into_any()
}

/// The field of letters that rows are found by.
pub(crate) fn table_filter(query: Signal<String>, typed: impl Fn(String) + 'static) -> AnyView {
    view! {
        <input
            type="search"
            class="table-filter"
            aria-label=t(Msg::TableFilter)
            placeholder=t(Msg::TableFilter)
            autocomplete="off"
            prop:value=move || query.get()
            on:input=move |event| typed(event_target_value(&event))
        />
    }
    .into_any()
}

//! A field that finds by a few typed letters: the combobox pattern of the ARIA
//! Authoring Practices, with a listbox below.

use super::finds::{Found, option_id, options};
use crate::browser;
use crate::i18n::{Msg, say, t};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// A text field with finds below it.
#[component]
pub(crate) fn Combobox(
    /// The `id` of the field; the label points to it.
    id: &'static str,
    /// What is looked for.
    label: Msg,
    /// What stands in the field while nobody types.
    #[prop(into)]
    shown: Signal<String>,
    /// Said in an empty field.
    #[prop(into)]
    hint: Signal<String>,
    /// The finds for a text.
    find: fn(&str) -> Vec<Found>,
    /// Called with the id of what was picked.
    #[prop(into)]
    pick: Callback<String>,
    /// Called when the field is left with a text that was not picked from.
    #[prop(optional, into)]
    left: Option<Callback<String>>,
    /// Said where nothing is found.
    nothing: Msg,
    /// The `id` of the problem that belongs to the field.
    #[prop(optional)]
    problem: &'static str,
    /// Whether there is one.
    #[prop(optional, into)]
    wrong: Signal<bool>,
    /// What stands in the field behind the text.
    #[prop(optional)]
    trailing: Option<AnyView>,
) -> impl IntoView {
    let typed = RwSignal::new(None::<String>);
    let open = RwSignal::new(false);
    let active = RwSignal::new(0_usize);
    let finds = Memo::new(move |_| {
        if open.get() {
            find(typed.get().as_deref().unwrap_or_default())
        } else {
            Vec::new()
        }
    });
    let close = move || {
        open.set(false);
        typed.set(None);
    };
    let take = move |index: usize| {
        if let Some(found) = finds.with_untracked(|finds| finds.get(index).cloned()) {
            close();
            pick.run(found.id);
        }
    };
    let step = move |by: isize| {
        let count = finds.with_untracked(Vec::len);
        if open.get_untracked() && count > 0 {
            active.update(|at| *at = (*at).saturating_add_signed(by).min(count - 1));
        } else {
            active.set(0);
            open.set(true);
        }
        browser::show_in_list(&option_id(id, active.get_untracked()));
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "ArrowDown" => {
            event.prevent_default();
            step(1);
        }
        "ArrowUp" => {
            event.prevent_default();
            step(-1);
        }
        "Enter" => {
            event.prevent_default();
            if open.get_untracked() {
                take(active.get_untracked());
            }
        }
        "Escape" if open.get_untracked() => {
            event.prevent_default();
            close();
        }
        _ => {}
    };
    let on_blur = move |_| {
        let text = typed.get_untracked().filter(|text| !text.trim().is_empty());
        close();
        if let (Some(text), Some(left)) = (text, left) {
            left.run(text);
        }
    };
    let list_id = format!("{id}-list");
    let announced = move || {
        let count = finds.with(Vec::len);
        if !open.get() {
            String::new()
        } else if count == 0 {
            t(nothing)().to_owned()
        } else {
            say::matches(count as f64)
        }
    };
    let input = view! {
        <input
            id=id
            type="text"
            role="combobox"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            aria-autocomplete="list"
            aria-controls=list_id.clone()
            aria-expanded=move || if open.get() { "true" } else { "false" }
            aria-activedescendant=move || {
                let any = finds.with(|finds| !finds.is_empty());
                (open.get() && any).then(|| option_id(id, active.get()))
            }
            aria-invalid=move || wrong.get().then_some("true")
            aria-describedby=problem
            placeholder=hint
            prop:value=move || typed.get().unwrap_or_else(|| shown.get())
            on:input:target=move |event| {
                typed.set(Some(event.target().value()));
                active.set(0);
                open.set(true);
            }
            on:click:target=move |event| {
                event.target().select();
                active.set(0);
                open.set(true);
            }
            on:keydown=on_key
            on:blur=on_blur
        />
    };
    view! {
        <div class="combobox">
            <div class="box" class:wrong=wrong>
                {input}
                {trailing.map(|view| {
                    // It belongs to what was picked, not to what is being typed.
                    let other = move || typed.with(Option::is_some);
                    view! { <span class="unit" hidden=other>{view}</span> }
                })}
            </div>
            <ul
                class="finds"
                id=list_id
                role="listbox"
                aria-label=t(label)
                hidden=move || !open.get()
                // The field keeps the focus, or its leaving would close the list.
                on:mousedown=|event| event.prevent_default()
            >
                {move || options(id, &finds.get(), active, take)}
                {move || {
                    finds
                        .with(Vec::is_empty)
                        .then(|| view! { <li class="nothing" role="presentation">{t(nothing)}</li> })
                }}
            </ul>
            <span class="unseen" role="status">{announced}</span>
        </div>
    }
    .into_any()
}

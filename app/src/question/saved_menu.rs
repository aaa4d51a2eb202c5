//! The menu of questions saved by name: to save this one, and to put another on the page.

use super::summary;
use super::tools::MENU;
use crate::address;
use crate::browser::{self, kept_filled};
use crate::carried::departing;
use crate::element::Element;
use crate::i18n::{Msg, say, t, text};
use crate::saved;
use crate::state::State;
use estimator::named::MOST_NAME;
use leptos::html::Input;
use leptos::prelude::*;

/// The class of what removes a saved question.
const REMOVE: &str = "remove";

/// What stands in the menu.
#[component]
pub(super) fn SavedMenu(
    /// How often it was opened.
    opened: RwSignal<u32>,
) -> impl IntoView {
    let state = State::of_page();
    let field = NodeRef::<Input>::new();
    let said = RwSignal::new(String::new());
    // Read again when it is opened, and when this or another tab has changed them.
    let all = move || {
        opened.track();
        saved::all()
    };
    let again = move || opened.update(|times| *times += 1);
    browser::on_storage_change(again);
    let rows = Signal::derive(move || all().iter().map(row).collect());
    let usual = move || summary::line(state);
    let save = move || {
        let fragment = untrack(|| address::fragment_of(state).as_deref().map(departing));
        let (Some(field), Some(fragment)) = (field.get_untracked(), fragment) else {
            return;
        };
        let name = Some(field.value()).filter(|name| !name.trim().is_empty());
        let name = name.or_else(|| untrack(usual)).unwrap_or_default();
        said.set(match saved::save(&name, &fragment) {
            Some(name) => {
                field.set_value("");
                say::saved_as(&name)
            }
            None => text(Msg::SavedRefused).to_owned(),
        });
        again();
    };
    let press = move |event: leptos::ev::MouseEvent| {
        let Some((key, class)) = browser::pressed(&event) else {
            return;
        };
        if class == REMOVE {
            browser::forget(&key);
            again();
            browser::focus("saved-name");
        } else if let Some(saved) = saved::all().iter().find(|saved| saved.key == key) {
            browser::follow(saved.named.fragment());
        }
    };
    view! {
        <label for="saved-name">{t(Msg::SavedName)}</label>
        <div class="box">
            <input
                id="saved-name"
                type="text"
                autocomplete="off"
                autofocus
                maxlength=MOST_NAME.to_string()
                placeholder=usual
                node_ref=field
                on:keydown=move |event| {
                    if event.key() == "Enter" && !event.is_composing() {
                        event.prevent_default();
                        save();
                    }
                }
            />
        </div>
        <button
            type="button"
            class="tool strong"
            disabled=move || state.is_stale()
            on:click=move |_| save()
        >
            {t(Msg::Save)}
        </button>
        <p class="aside" role="status">{said}</p>
        <ul use:kept_filled=rows on:click=press></ul>
        <a class="plain" href="compare/">{t(Msg::SavedAll)}</a>
    }
    .into_any()
}

/// A saved question: what puts it on the page, and what removes it.
fn row(saved: &saved::Saved) -> Element {
    let button = |class: &'static str| {
        Element::new("button")
            .with("type", "button")
            .with("class", class)
            .with("value", saved.key.clone())
    };
    let name = saved.named.name();
    let load = button("")
        .with("popovertarget", MENU)
        .with("popovertargetaction", "hide");
    let remove = button(REMOVE).with("aria-label", say::remove(name));
    Element::of("li", [load.say(name), remove.say("×")])
}

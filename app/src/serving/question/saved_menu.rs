//! The menu of questions saved by name: to save this one, and to put another on the page.
//! Its content is data, which keeps the first view small.

use super::summary;
use crate::browser::{self, filled};
use crate::element::Element;
use crate::i18n::{self, Msg, say, t, text};
use crate::page::carried::departing;
use crate::page::saved::{self, Saved};
use crate::serving::address;
use crate::serving::state::State;
use estimator::named::MOST_NAME;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

/// The id of the menu.
pub(super) const MENU: &str = "saved-menu";
/// The field of the name.
const NAME: &str = "saved-name";
/// Classes of the buttons: save this question, remove a saved one, bring that back.
const SAVE: &str = "tool strong";
const REMOVE: &str = "remove";
const BACK: &str = "chip";

/// The menu; `opened` counts how often it was, or changed since.
pub(super) fn menu(state: State, opened: RwSignal<usize>) -> AnyView {
    let said = RwSignal::new(String::new());
    let removed = RwSignal::new(None::<Saved>);
    let content = move || {
        let ready = opened.get() > 0 && i18n::is_whole();
        let inside = if ready {
            untrack(|| inside(state, removed.get_untracked().as_ref()))
        } else {
            Vec::new()
        };
        view! { <div use:filled=inside></div> }
    };
    let again = move || {
        opened.update(|times| *times += 1);
        set_timeout(|| browser::focus(NAME), std::time::Duration::ZERO);
    };
    // A refused name stays in the field.
    let save = move || match untrack(|| save(state)) {
        Ok(name) => {
            said.set(untrack(|| say::saved_as(&name)));
            again();
        }
        Err(why) => said.set(untrack(|| text(why)).to_owned()),
    };
    let press = move |event: MouseEvent| match browser::pressed(&event) {
        Some((_, class)) if class == SAVE => save(),
        Some((key, class)) if class == REMOVE => {
            removed.set(saved::remove(&key));
            said.set(String::new());
            again();
        }
        Some((_, class)) if class == BACK => {
            if let Some(saved) = removed.get_untracked()
                && saved.put_back()
            {
                removed.set(None);
                again();
            }
        }
        Some((key, _)) => put(&key),
        None => {}
    };
    let enter = move |event: KeyboardEvent| {
        if event.key() == "Enter" && browser::is_focused(NAME) && !event.is_composing() {
            event.prevent_default();
            save();
        }
    };
    view! {
        <div
            id=MENU
            class="menu saved"
            popover="auto"
            role="group"
            aria-label=t(Msg::Scenarios)
            on:click=press
            on:keydown=enter
        >
            {content}
            <p class="aside" role="status">{said}</p>
        </div>
    }
    .into_any()
}

/// Saves the question, and returns its name.
fn save(state: State) -> Result<String, Msg> {
    let asked = address::fragment_of(state).filter(|_| !state.is_stale());
    let fragment = asked.ok_or(Msg::Stale)?;
    let typed = browser::value_of(NAME).filter(|name| !name.trim().is_empty());
    let name = typed.or_else(|| summary::line(state)).unwrap_or_default();
    saved::save(&name, &departing(&fragment)).ok_or(Msg::SavedRefused)
}

/// Puts a saved question on the page, as a link does.
fn put(key: &str) {
    if let Some(saved) = saved::all().iter().find(|saved| saved.key == key) {
        browser::follow(saved.named.fragment());
    }
}

fn inside(state: State, removed: Option<&Saved>) -> Vec<Element> {
    let field = Element::new("input")
        .with("id", NAME)
        .with("type", "text")
        .with("autocomplete", "off")
        .with("autofocus", "autofocus")
        .with("maxlength", MOST_NAME.to_string())
        .with("placeholder", summary::line(state).unwrap_or_default());
    let all = Element::words("a", "plain", text(Msg::SavedAll))
        .with("href", browser::page_at("compare/", ""));
    let back = removed.map(|saved| button(BACK, "back").say(saved.back_label()));
    let mut parts = vec![
        Element::new("label")
            .with("for", NAME)
            .say(text(Msg::SavedName)),
        Element::of("div", [field]).with("class", "box"),
        button(SAVE, "save").say(text(Msg::Save)),
        Element::of("ul", saved::all().iter().map(row)),
    ];
    parts.extend(back);
    parts.push(all);
    parts
}

fn button(class: &'static str, value: &str) -> Element {
    Element::new("button")
        .with("type", "button")
        .with("class", class)
        .with("value", value.to_owned())
}

/// A saved question: a button that puts it on the page, and one that removes it.
fn row(saved: &Saved) -> Element {
    let name = saved.named.name();
    let load = button("", &saved.key)
        .with("popovertarget", MENU)
        .with("popovertargetaction", "hide");
    let remove = button(REMOVE, &saved.key).with("aria-label", say::remove(name));
    Element::of("li", [load.say(name), remove.say("×")])
}

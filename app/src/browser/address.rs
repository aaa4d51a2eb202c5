//! The address bar: the whole question stands behind its `#`.

use super::page::{document, said};
use super::visit::while_shown;
use crate::place;
use leptos::ev;
use leptos::prelude::window_event_listener;
use wasm_bindgen::JsValue;

/// The part behind the `#`, decoded no further.
pub(crate) fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.map_or_else(String::new, |hash| hash.trim_start_matches('#').to_owned())
}

/// This page's address with another fragment.
pub(crate) fn address_with(fragment: &str) -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    if fragment.is_empty() {
        page.to_owned()
    } else {
        format!("{page}#{fragment}")
    }
}

/// The address of a page of the site, by its folder; the calculator's has no name.
pub(crate) fn page_at(folder: &str, fragment: &str) -> String {
    let home = said("data-home").unwrap_or_default();
    if fragment.is_empty() {
        format!("{home}{folder}")
    } else {
        format!("{home}{folder}#{fragment}")
    }
}

/// The same in full, for whoever is elsewhere.
pub(crate) fn full_address_at(folder: &str, fragment: &str) -> String {
    let page = page_at(folder, fragment);
    let here = document().and_then(|document| document.base_uri().ok().flatten());
    let full = here.and_then(|here| web_sys::Url::new_with_base(&page, &here).ok());
    full.map_or(page, |full| full.href())
}

/// The number that was put beside the address; `None` where it came from elsewhere, as a
/// link does or an edited address.
pub(crate) fn step() -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // Whole and small; a cast saturates.
    let whole = |number| number as usize;
    history()?.state().ok()?.as_f64().map(whole)
}

/// Whole and small.
fn number(step: usize) -> JsValue {
    JsValue::from_f64(step as f64)
}

/// Puts a number beside the address.
pub(crate) fn number_step(step: usize) {
    if let Some(history) = history() {
        // Refused in some sandboxed frames; the page works without.
        let _ = history.replace_state(&number(step), "");
    }
}

/// Changes the fragment without a new step for Back.
pub(crate) fn replace_fragment(fragment: &str) {
    if let Some(history) = history() {
        let step = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&step, "", Some(&url_of(fragment)));
    }
}

/// Changes the fragment as a step of this number that Back undoes; whether the browser
/// let us.
pub(crate) fn push_fragment(fragment: &str, step: usize) -> bool {
    let pushed = history().is_some_and(|history| {
        let pushed = history.push_state_with_url(&number(step), "", Some(&url_of(fragment)));
        pushed.is_ok()
    });
    // Some say nothing where they refuse.
    pushed && self::step() == Some(step)
}

/// Goes to a fragment as a link does: a new step for Back.
pub(crate) fn follow(fragment: &str) {
    if let Some(window) = web_sys::window() {
        // The address stays one of this page's, so it is never refused.
        let _ = window.location().set_hash(fragment);
    }
}

/// Goes so many steps forward, or back where less than zero.
pub(crate) fn go(steps: i32) {
    if let Some(history) = history() {
        let _ = history.go_with_delta(steps);
    }
}

/// How many entries the history of this tab has, pages before this one included.
pub(crate) fn history_length() -> usize {
    let length = history().and_then(|history| history.length().ok());
    length.map_or(0, |length| length as usize)
}

/// Calls back when the user goes back or forward, or edits the fragment.
pub(crate) fn on_address_change(react: impl Fn() + 'static) {
    while_shown(window_event_listener(ev::popstate, move |_| {
        // Another page of the site is none of this one's questions.
        if place::is_here() {
            react();
        }
    }));
}

fn history() -> Option<web_sys::History> {
    web_sys::window()?.history().ok()
}

/// An address that differs in its fragment alone; without one, no bare `#`.
fn url_of(fragment: &str) -> String {
    if fragment.is_empty() {
        let location = web_sys::window().map(|window| window.location());
        let part = |read: fn(&web_sys::Location) -> Result<String, JsValue>| {
            location
                .as_ref()
                .and_then(|location| read(location).ok())
                .unwrap_or_default()
        };
        part(web_sys::Location::pathname) + &part(web_sys::Location::search)
    } else {
        format!("#{fragment}")
    }
}

//! The keys that undo and redo. In a field whose text is being typed they are the
//! browser's own, which takes letters back.

use leptos::ev;
use leptos::prelude::window_event_listener;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlTextAreaElement, KeyboardEvent};

/// What the keys ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stepping {
    /// Ctrl+Z, or Command+Z.
    Undo,
    /// The same with Shift, or Ctrl+Y.
    Redo,
}

thread_local! {
    /// What a user has typed into the field with the caret, and nothing has changed since.
    static TYPED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls back when the keys ask for it; `react` says whether it did anything.
pub(crate) fn on_stepping(react: impl Fn(Stepping) -> bool + 'static) {
    let listening = [
        window_event_listener(ev::input, |event| TYPED.set(text_of(&event))),
        window_event_listener(ev::focusin, |_| TYPED.set(None)),
        window_event_listener(ev::change, |_| TYPED.set(None)),
        window_event_listener(ev::keydown, move |event| {
            if let Some(asked) = asked(&event)
                && !event.default_prevented()
                && !is_typing(&event)
                && react(asked)
            {
                event.prevent_default();
            }
        }),
    ];
    // They listen as long as the page lives.
    std::mem::forget(listening);
}

/// Whether the field with the caret holds what was typed into it, so that the browser can
/// take some of it back.
fn is_typing(event: &Event) -> bool {
    TYPED.with_borrow(|typed| typed.is_some() && *typed == text_of(event))
}

/// The text of the field that an event is of; `None` of what is no field of text.
fn text_of(event: &Event) -> Option<String> {
    let target = event.target()?;
    if let Some(area) = target.dyn_ref::<HtmlTextAreaElement>() {
        return Some(area.value());
    }
    let input = target.dyn_ref::<HtmlInputElement>()?;
    let is_text = matches!(input.type_().as_str(), "text" | "search" | "url");
    is_text.then(|| input.value())
}

fn asked(event: &KeyboardEvent) -> Option<Stepping> {
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() || event.is_composing() {
        return None;
    }
    // Where a layout has no Latin letters, its keys go by their place.
    let key = event.key();
    let letter = if key.is_ascii() { key } else { event.code() };
    match letter.as_str() {
        "z" | "Z" | "KeyZ" if event.shift_key() => Some(Stepping::Redo),
        "z" | "Z" | "KeyZ" => Some(Stepping::Undo),
        "y" | "Y" | "KeyY" if event.ctrl_key() => Some(Stepping::Redo),
        _ => None,
    }
}

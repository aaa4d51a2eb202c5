//! The keys that undo and redo. In a field whose text is being typed they are the
//! browser's own, which takes letters back.

use super::visit::at_end;
use js_sys::Reflect;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, KeyboardEvent};

thread_local! {
    /// The text that a user has typed into the field with the caret, unchanged since.
    static TYPED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls back when the keys ask to undo, `true`, or to redo; `react` says whether it did
/// anything.
pub(crate) fn on_stepping(react: impl Fn(bool) -> bool + 'static) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let listen =
        Closure::<dyn Fn(Event)>::new(move |event: Event| match event.dyn_ref::<KeyboardEvent>() {
            Some(key) => {
                if let Some(undo) = asked(key)
                    && !is_typing(&event)
                    && react(undo)
                {
                    event.prevent_default();
                }
            }
            None if event.type_() == "input" => TYPED.set(text_of(&event)),
            None => TYPED.set(None),
        });
    for name in ["keydown", "input", "focusin"] {
        // Listening cannot fail.
        let _ = window.add_event_listener_with_callback(name, listen.as_ref().unchecked_ref());
    }
    at_end(move || {
        for name in ["keydown", "input", "focusin"] {
            let listen = listen.as_ref().unchecked_ref();
            let _ = window.remove_event_listener_with_callback(name, listen);
        }
        TYPED.set(None);
    });
}

/// Whether the field with the caret holds the typed text, so that the browser can
/// take some of it back.
fn is_typing(event: &Event) -> bool {
    TYPED.with_borrow(|typed| typed.is_some() && *typed == text_of(event))
}

/// The text of the field that an event is of; `None` where that is no field of text.
fn text_of(event: &Event) -> Option<String> {
    let target = event.target()?;
    let read = |name: &str| Reflect::get(&target, &name.into()).ok()?.as_string();
    let kind = read("type")?;
    (kind == "text" || kind == "textarea").then(|| read("value"))?
}

/// Whether a key asks to undo, `true`, or to redo. Where a layout has no Latin letters, its
/// keys go by their place.
fn asked(key: &KeyboardEvent) -> Option<bool> {
    if !(key.ctrl_key() || key.meta_key()) || key.alt_key() {
        return None;
    }
    let name = key.key();
    let letter = if name.is_ascii() { name } else { key.code() };
    match letter.as_str() {
        "z" | "Z" | "KeyZ" => Some(!key.shift_key()),
        "y" | "KeyY" if key.ctrl_key() => Some(false),
        _ => None,
    }
}

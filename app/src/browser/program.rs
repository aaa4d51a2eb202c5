//! The boot script's services for the program, and the events for it and other scripts of the
//! page.

use super::visit::while_shown;
use js_sys::{Function, Promise, Reflect};
use leptos::ev;
use leptos::prelude::window_event_listener;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::CustomEvent;

/// Said of a question that has changed.
const QUESTION: &str = "rightsize:question";

/// Says to the page's other scripts that something has happened.
pub(super) fn tell(what: &str) {
    if let (Ok(event), Some(window)) = (CustomEvent::new(what), web_sys::window()) {
        // Nobody needs to listen.
        let _ = window.dispatch_event(&event);
    }
}

/// Calls back, as long as the page is shown, when one of them says so.
pub(super) fn on_told(what: &'static str, react: impl Fn(CustomEvent) + 'static) {
    let event = ev::Custom::<CustomEvent>::new(what);
    while_shown(window_event_listener(event, react));
}

/// Calls a function of the boot script that promises something, and waits for it.
pub(super) async fn promised(name: &str, argument: &str) -> Option<JsValue> {
    let function: Function = Reflect::get(&js_sys::global(), &name.into())
        .ok()?
        .dyn_into()
        .ok()?;
    let promise: Promise = function
        .call1(&JsValue::NULL, &argument.into())
        .ok()?
        .dyn_into()
        .ok()?;
    JsFuture::from(promise).await.ok()
}

/// Says that the question behind the `#` has changed, or is to be looked at again.
pub(crate) fn say_question_changed() {
    tell(QUESTION);
}

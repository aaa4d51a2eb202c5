//! What the boot script does for the programs, and what one program of a page says to
//! another: the calculator loads the program of measurements when a reader asks for
//! them, and tells it that the question behind the `#` has changed.

use super::page::element;
use js_sys::{Function, Promise, Reflect};
use leptos::ev;
use leptos::prelude::window_event_listener;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CustomEvent, HtmlElement};

/// Set on [`evidence`] where the program does not belong to the page.
const REFUSED: &str = "data-refused";

/// Said of a question that has changed.
const QUESTION: &str = "rightsize:question";

/// Says to the page's other scripts and programs that something has happened.
pub(super) fn tell(what: &str) {
    if let (Ok(event), Some(window)) = (CustomEvent::new(what), web_sys::window()) {
        // Nobody needs to listen.
        let _ = window.dispatch_event(&event);
    }
}

/// Calls back, as long as the page lives, when one of them says so.
pub(super) fn on_told(what: &'static str, react: impl Fn(CustomEvent) + 'static) {
    let handle = window_event_listener(ev::Custom::<CustomEvent>::new(what), react);
    std::mem::forget(handle);
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

/// Loads the program of measurements into [`evidence`], once; whether it is there.
pub(crate) async fn load_evidence() -> bool {
    let started = promised("rightsizeProgram", "accuracy/").await.is_some();
    started && evidence().is_some_and(|place| !place.has_attribute(REFUSED))
}

/// Says that the page and this program do not belong together.
pub(crate) fn refuse_evidence() {
    if let Some(place) = evidence() {
        // Setting a well-formed attribute cannot fail.
        let _ = place.set_attribute(REFUSED, "");
    }
}

/// Where a page wants the measurements nearest to its answer, if it does.
pub(crate) fn evidence() -> Option<HtmlElement> {
    element("evidence")
}

/// Whether a reader has opened the part of the page around [`evidence`].
pub(crate) fn is_evidence_open() -> bool {
    let around = evidence().and_then(|place| place.closest("details").ok().flatten());
    around.is_some_and(|around| around.has_attribute("open"))
}

/// Says that the question behind the `#` has changed, or is to be looked at again.
pub(crate) fn say_question_changed() {
    tell(QUESTION);
}

/// Calls back when that is said.
pub(crate) fn on_question_changed(react: impl Fn() + 'static) {
    on_told(QUESTION, move |_| react());
}

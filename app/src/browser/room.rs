//! What `public/present.js` asks of the page while somebody presents it.

use super::page::document;
use leptos::ev;
use leptos::prelude::window_event_listener;
use wasm_bindgen::JsValue;
use web_sys::CustomEvent;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Whether no price may be seen.
    pub(crate) priceless: bool,
    /// A currency and what a dollar buys of it, as typed; `None` where it stays as it is.
    pub(crate) currency: Option<(String, String)>,
}

/// Calls back with what is asked; where that says no, whoever asked is told.
pub(crate) fn on_asked(answer: impl Fn(Asked) -> bool + 'static) {
    let event = ev::Custom::<CustomEvent>::new("rightsize:room");
    let handle = window_event_listener(event, move |event| {
        let page = document().and_then(|document| document.document_element());
        let asked = Asked {
            priceless: page.is_some_and(|page| page.has_attribute("data-priceless")),
            currency: currency_of(&event.detail()),
        };
        if !answer(asked) {
            event.prevent_default();
        }
    });
    // It listens as long as the page lives.
    std::mem::forget(handle);
}

/// `EUR 0.92`, in two parts.
fn currency_of(detail: &JsValue) -> Option<(String, String)> {
    let text = detail.as_string()?;
    let (code, rate) = text.split_once(' ')?;
    Some((code.to_owned(), rate.to_owned()))
}

//! The site as the browser keeps it for use without a network: what `public/offline.js`
//! says of it.

use super::page::document;
use leptos::ev;
use leptos::prelude::window_event_listener;
use web_sys::CustomEvent;

/// What became of keeping the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Kept {
    /// Whether it opens without a network; `None` where it cannot be kept here, or not yet.
    pub(crate) whole: Option<bool>,
    /// Whether another version is kept and waits to be used.
    pub(crate) waiting: bool,
}

/// What is said now.
pub(crate) fn kept() -> Kept {
    let page = document().and_then(|document| document.document_element());
    let said = |name: &str| page.as_ref().and_then(|page| page.get_attribute(name));
    Kept {
        whole: said("data-kept").map(|kept| kept == "whole"),
        waiting: said("data-update").is_some(),
    }
}

/// Calls back whenever that changes.
pub(crate) fn on_kept(react: impl Fn() + 'static) {
    let event = ev::Custom::<CustomEvent>::new("rightsize:kept");
    let handle = window_event_listener(event, move |_| react());
    // It listens as long as the page lives.
    std::mem::forget(handle);
}

/// Begins anew with the version that waits.
pub(crate) fn apply_update() {
    if let (Ok(event), Some(window)) = (CustomEvent::new("rightsize:apply"), web_sys::window()) {
        let _ = window.dispatch_event(&event);
    }
}

/// The name of the file that is the whole site, where the site offers one.
pub(crate) fn single_file() -> Option<String> {
    let page = document().and_then(|document| document.document_element());
    let name = page.and_then(|page| page.get_attribute("data-file"));
    name.filter(|name| !name.is_empty())
}

/// Whether other pages can hold this one: a file on a disk has no address for them.
pub(crate) fn is_hosted() -> bool {
    let page = document().and_then(|document| document.document_element());
    page.is_none_or(|page| page.get_attribute("data-home").as_deref() != Some("?"))
}

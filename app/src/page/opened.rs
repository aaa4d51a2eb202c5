//! A part of the program that is loaded, with its words, once its `<details>` is opened.

use crate::i18n;
use leptos::prelude::*;
use leptos::web_sys::{Element, Event};
use std::future::Future;
use wasm_bindgen::JsCast;

/// How far the part is.
#[derive(Clone, Copy)]
pub(crate) enum Opened<T> {
    /// Nobody has asked.
    No,
    /// On its way.
    Loading,
    /// There.
    Done(T),
    /// It could not be had; opening it again tries again.
    Failed,
}

/// Whether the `<details>` that was toggled is open now.
pub(crate) fn is_open(event: &Event) -> bool {
    let details = event.target();
    let details = details.and_then(|target| target.dyn_into::<Element>().ok());
    details.is_some_and(|details| details.has_attribute("open"))
}

/// Loads the part and the folders of its messages, unless it is there or on its way.
pub(crate) fn load<T: Copy + Send + Sync + 'static>(
    part: RwSignal<Opened<T>>,
    loading: impl Future<Output = Option<T>> + 'static,
    messages: &'static [&'static str],
) {
    if !matches!(part.get_untracked(), Opened::No | Opened::Failed) {
        return;
    }
    part.set(Opened::Loading);
    leptos::task::spawn_local(async move {
        let there = loading.await;
        let has_words = i18n::add(messages).await;
        part.set(match there.filter(|_| has_words) {
            Some(part) => Opened::Done(part),
            None => Opened::Failed,
        });
    });
}

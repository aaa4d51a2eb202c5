//! Many values under one beginning of a key: each an entry of its own, so that two tabs
//! that add some at once lose none.

use super::storage::{recall, storage};
use super::visit::while_shown;
use js_sys::{Date, Math, Object};
use leptos::ev;
use leptos::prelude::window_event_listener;

/// Keys and values of all entries whose keys begin so, in the order of the keys.
pub(crate) fn entries(beginning: &str) -> Vec<(String, String)> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let keys = Object::keys(storage.as_ref()).sort();
    let keys = keys.iter().filter_map(|key| key.as_string());
    keys.filter(|key| key.starts_with(beginning))
        .filter_map(|key| {
            let value = recall(&key)?;
            Some((key, value))
        })
        .collect()
}

/// A key that no other tab takes, behind those that were taken before.
pub(crate) fn fresh_key(beginning: &str) -> String {
    format!("{beginning}{}-{}", Date::now(), Math::random())
}

/// Calls back when another tab has changed the storage.
pub(crate) fn on_storage_change(react: impl Fn() + 'static) {
    while_shown(window_event_listener(ev::storage, move |_| react()));
}

//! Many values under one beginning of a key: each an entry of its own, so that two tabs
//! that add some at once lose none.

use super::storage::storage;
use leptos::ev;
use leptos::prelude::window_event_listener;

/// Keys and values of all entries whose keys begin so, in the order of the keys.
pub(crate) fn entries(beginning: &str) -> Vec<(String, String)> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let count = storage.length().unwrap_or_default();
    let keys = (0..count).filter_map(|index| storage.key(index).ok()?);
    let mut found: Vec<(String, String)> = keys
        .filter(|key| key.starts_with(beginning))
        .filter_map(|key| {
            let value = storage.get_item(&key).ok()??;
            Some((key, value))
        })
        .collect();
    found.sort();
    found
}

/// A key that no other tab takes, behind those that were taken before.
pub(crate) fn fresh_key(beginning: &str) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // Whole, positive and small; a cast saturates.
    let (now, chance) = (
        js_sys::Date::now() as u64,
        (js_sys::Math::random() * f64::from(u32::MAX)) as u32,
    );
    format!("{beginning}{now:013}-{chance:08x}")
}

/// Calls back when another tab has changed what is kept.
pub(crate) fn on_storage_change(react: impl Fn() + 'static) {
    let handle = window_event_listener(ev::storage, move |_| react());
    // It listens as long as the page lives.
    std::mem::forget(handle);
}

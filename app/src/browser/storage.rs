//! The values that a visit remembers for the next one. Storage may be full, forbidden or
//! absent: then nothing is remembered, and nothing else changes. Inside another page it is
//! not asked for.

use super::page::is_embedded;

/// Remembers a value.
pub(crate) fn remember(key: &str, value: &str) {
    if let Some(storage) = storage() {
        // Full or forbidden.
        let _ = storage.set_item(key, value);
    }
}

/// Keeps a value, or says that the browser does not.
pub(crate) fn keep(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

/// Forgets a value.
pub(crate) fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// The value that was remembered.
pub(crate) fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

pub(super) fn storage() -> Option<web_sys::Storage> {
    if is_embedded() {
        return None;
    }
    web_sys::window()?.local_storage().ok()?
}

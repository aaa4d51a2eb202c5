//! What a visit remembers for the next one. Storage may be full, forbidden or
//! absent: then nothing is remembered, and nothing else changes.

/// Remembers a value.
pub(crate) fn remember(key: &str, value: &str) {
    if let Some(storage) = storage() {
        // Full or forbidden.
        let _ = storage.set_item(key, value);
    }
}

/// What was remembered.
pub(crate) fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

//! Menus that a button opens: their entries by arrow keys.

use super::page::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// Moves the focus through the entries of a menu where the key asks for that: up and down, round
/// its ends, to the first and the last.
pub(crate) fn walk(menu: &str, event: &KeyboardEvent) {
    if let Some(entry) = next(menu, &event.key()) {
        event.prevent_default();
        // An entry that is shown takes the focus.
        let _ = entry.focus();
    }
}

/// The entry that a key leads to.
fn next(menu: &str, key: &str) -> Option<HtmlElement> {
    let document = document()?;
    let entries = document
        .query_selector_all(&format!("#{menu} :is(a, button)"))
        .ok()?;
    let count = entries.length();
    let focused = document.active_element()?;
    let at = (0..count).find(|index| {
        let entry = entries.get(*index);
        entry.is_some_and(|entry| entry.is_same_node(Some(&focused)))
    });
    let at = at.unwrap_or(count);
    let to = match key {
        "ArrowDown" if at + 1 < count => at + 1,
        "ArrowDown" | "Home" => 0,
        "ArrowUp" if at > 0 => at - 1,
        "ArrowUp" | "End" => count.checked_sub(1)?,
        _ => return None,
    };
    entries.get(to)?.dyn_into().ok()
}

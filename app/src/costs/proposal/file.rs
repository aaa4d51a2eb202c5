//! The proposal as a file: the very blocks that the page shows, as Markdown.

use super::about::About;
use super::content;
use crate::costs::state::State;
use crate::page::share;
use estimator::export::{Format, paper};
use leptos::prelude::untrack;

/// Saves the proposal as Markdown; nothing where there is nothing to propose.
pub(super) fn save(state: State, about: About) {
    if let Some(text) = untrack(|| markdown(state, about)) {
        share::save(Format::Markdown, &text);
    }
}

fn markdown(state: State, about: About) -> Option<String> {
    let body = content::body(state)?;
    let head = content::head(state, about);
    let parts = head.iter().chain(&body);
    Some(paper::markdown(parts.map(|part| &part.block)))
}

//! The proposal as a file: the very blocks that the page shows, as Markdown.

use super::content::Given;
use crate::page::share;
use estimator::export::{Format, paper};
use leptos::prelude::untrack;

/// Saves the proposal as Markdown; nothing where there is nothing to propose.
pub(super) fn save(given: Given) {
    if let Some(text) = untrack(|| markdown(given)) {
        share::save(Format::Markdown, &text, &given.file_about());
    }
}

fn markdown(given: Given) -> Option<String> {
    let (body, head) = (given.body()?, given.head());
    let parts = head.iter().chain(&body);
    Some(paper::markdown(parts.map(|part| &part.block)))
}

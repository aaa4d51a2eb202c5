//! The answer as a file.

use super::state::State;
use crate::browser;
use estimator::export::{Format, file_name};
use estimator::vision::sizing::export::{Document, write};
use leptos::prelude::GetUntracked;

/// Saves the answer in a format; `None` where there is none, or the browser refuses.
pub(super) fn save(state: State, format: Format, address: &str) -> Option<()> {
    let answer = state.answer.get_untracked()?;
    let text = write(
        format,
        &Document {
            question: answer.question(),
            offers: &answer.offers,
            report: &answer.report,
            link: Some(address),
        },
    );
    browser::save(
        &file_name(format, &["vision".to_owned()]),
        format.mime(),
        &text,
    )
}

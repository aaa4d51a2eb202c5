//! The training question as it is typed. Choices are made, numbers are text until they
//! are read; unreadable text is an error beside its field.

mod bounds;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(super) use bounds::{in_unit_of_field, unit};
pub(super) use write::layout;

use estimator::training::error::Field;
use estimator::training::method::Adapter;
use estimator::training::question::Question;
use std::collections::BTreeMap;

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    /// The choices from lists. Its numbers are those of the last good reading; the
    /// typed ones replace them.
    pub(super) chosen: Question,
    /// The adapters, kept while all parameters learn.
    pub(super) adapter: Adapter,
    /// How the deadline is given.
    pub(super) when: When,
    /// The day it falls on, `2026-12-04`, where it is given by that.
    pub(super) day: String,
    /// A model's name that was typed and not found.
    pub(super) unknown_model: Option<String>,
    /// The user's own prices as typed, by accelerator id.
    pub(super) prices: Vec<(String, String)>,
    /// The typed numbers.
    texts: BTreeMap<Field, String>,
}

/// How a deadline is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Whenever.
    None,
    /// Within so many days.
    Within,
    /// At the end of a day.
    By,
}

impl Draft {
    /// The text that was typed into a field.
    pub(super) fn text(&self, field: Field) -> &str {
        self.texts.get(&field).map_or("", String::as_str)
    }

    /// Types into a field.
    pub(super) fn set_text(&mut self, field: Field, text: String) {
        self.texts.insert(field, text);
    }
}

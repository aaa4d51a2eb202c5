//! A list as rows of cells, whatever its file looks like.

use super::csv::Csv;
use super::heading::{Column, Heading};
use super::json::Json;
use crate::error::Unreadable;
use crate::listed::LONGEST;
use std::borrow::Cow;

/// A row as it stands.
pub(super) struct Row<'a> {
    /// The line it begins in; 1 is the first.
    pub(super) line: usize,
    /// Each cell's heading, its column's name, and its text; `None` where that is too long.
    pub(super) cells: Vec<(Heading, Cow<'a, str>, Option<String>)>,
    /// Whether there are more cells than headings.
    pub(super) too_many: bool,
    /// Whether it could not be read at all.
    pub(super) broken: bool,
}

/// The text of a cell; `None` where it is too long.
pub(super) fn cell(text: &str) -> Option<String> {
    let text = text.trim();
    (text.len() <= LONGEST).then(|| text.chars().filter(|letter| !letter.is_control()).collect())
}

/// A list of either kind.
pub(super) enum Table<'a> {
    Csv(Csv<'a>),
    Json(Json<'a>),
}

impl<'a> Table<'a> {
    /// Reads as JSON a text that begins like it, and all else by its separators.
    pub(super) fn new(text: &'a str) -> Result<Self, Unreadable> {
        if text.trim_start().starts_with(['[', '{']) {
            return Json::new(text).map(Self::Json);
        }
        let csv = Csv::new(text).ok_or(Unreadable::UnknownFormat)?;
        let has = |wanted: fn(Column) -> bool| {
            let mut meant = csv.headings.iter().filter_map(|(_, meant)| *meant);
            meant.any(|heading| wanted(heading.column))
        };
        let missing = |name: &str| Unreadable::MissingField {
            name: name.to_owned(),
        };
        // An instance that the catalogue knows names its accelerators.
        if !has(|column| matches!(column, Column::Accelerator | Column::Instance)) {
            return Err(missing("accelerator"));
        }
        if !has(|column| matches!(column, Column::Price(_))) {
            return Err(missing("price"));
        }
        Ok(Self::Csv(csv))
    }

    /// Its rows.
    pub(super) fn rows(&self) -> Box<dyn Iterator<Item = Row<'_>> + '_> {
        match self {
            Self::Csv(csv) => Box::new(csv.rows()),
            Self::Json(json) => Box::new(json.rows()),
        }
    }

    /// Headings that mean nothing here, as they stand.
    pub(super) fn ignored(&self) -> Vec<String> {
        let headings = match self {
            Self::Csv(csv) => csv.headings.as_slice(),
            Self::Json(_) => &[],
        };
        let ignored = headings.iter().filter(|(_, meant)| meant.is_none());
        let names = ignored.map(|(name, _)| name.clone());
        names
            .filter(|name| !name.is_empty())
            .take(MOST_IGNORED)
            .collect()
    }
}

/// Ignored headings beyond these help nobody.
const MOST_IGNORED: usize = 32;

//! The answer as a file: JSON with everything, CSV and Markdown with one line
//! a candidate.
//!
//! A format is one variant of [`Format`] and one file here. Texts are
//! language-free: columns and verdicts go by their ids, so that a sheet reads
//! the same wherever it was made; a page may put its own words over the
//! columns of the Markdown table ([`markdown::table`]).

pub(crate) mod cell;
mod columns;
pub mod csv;
mod json;
pub mod markdown;
pub mod paper;

pub use columns::Column;

use crate::currency::Currency;
use crate::precision::formats;
use crate::report::Report;
use crate::scenario::{Offer, Scenario};
use serde::{Deserialize, Serialize};

formats!(
    /// A file format of the answer.
    Format {
        /// The candidates as comma-separated values.
        Csv = "csv",
        /// Question, offers and answer.
        Json = "json",
        /// The candidates as a table to paste.
        Markdown = "markdown",
    }
);

impl Format {
    /// What a file's name ends in, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Markdown => "md",
        }
    }

    /// The media type to hand to a browser.
    #[must_use]
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Csv => "text/csv;charset=utf-8",
            Self::Json => "application/json",
            Self::Markdown => "text/markdown;charset=utf-8",
        }
    }
}

/// What is exported.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// What was asked.
    pub scenario: &'a Scenario,
    /// With what: the offers the report's candidates point into.
    pub offers: &'a [Offer],
    /// The answer.
    pub report: &'a Report,
    /// A link back to the question, where there is one.
    pub link: Option<&'a str>,
    /// The currency of the question, which the file states beside its dollars.
    pub currency: Option<Currency>,
}

/// `document` in `format`.
#[must_use]
pub fn write(format: Format, document: &Document<'_>) -> String {
    match format {
        Format::Csv => csv::write(document),
        Format::Json => json::write(document),
        Format::Markdown => markdown::write(document),
    }
}

//! The answer as a file: JSON with everything, CSV and Markdown with one line
//! a candidate.
//!
//! Texts are language-free: columns and verdicts go by their ids, so that a sheet reads
//! the same wherever it was made; a page may put its own words over the
//! columns of the Markdown table ([`markdown::table`]).

mod columns;
mod csv;
mod json;
pub mod markdown;

pub use columns::Column;

use crate::currency::Currency;
use crate::export::Format;
use crate::offer::Offer;
use crate::serving::report::Report;
use crate::serving::scenario::Scenario;

/// The document to export.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// The question.
    pub scenario: &'a Scenario,
    /// The offers the report's candidates point into.
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

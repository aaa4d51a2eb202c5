//! The answer about training as a file: JSON with everything, CSV and Markdown with one
//! line a candidate. Formats, quoting and figures are [`crate::export`]'s.

mod columns;
mod json;
pub mod markdown;

pub use columns::Column;

use crate::currency::Currency;
use crate::export::Format;
use crate::export::csv::sheet;
use crate::offer::Offer;
use crate::training::job::Job;
use crate::training::question::{Fixed, Limits};
use crate::training::report::Report;
use crate::training::site::Site;

/// The document to export.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// The job asked for.
    pub job: &'a Job,
    /// The links of the machines.
    pub site: &'a Site,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The part of the layout that the user fixed.
    pub fixed: &'a Fixed,
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
        Format::Csv => {
            let rows = columns::lines(document)
                .map(|row| Column::ALL.iter().map(move |column| row.cell(*column)));
            sheet(
                Column::ALL.iter().map(|column| column.id()),
                rows,
                document.currency,
            )
        }
        Format::Json => json::write(document),
        Format::Markdown => markdown::write(document),
    }
}

//! The answer as a file: JSON with everything, CSV and Markdown with one line a candidate.
//! Formats, quoting and figures are [`crate::export`]'s.

mod columns;
mod json;
pub mod markdown;

pub use columns::Column;

use crate::export::Format;
use crate::export::csv::sheet;
use crate::offer::Offer;
use crate::vision::sizing::question::Question;
use crate::vision::sizing::report::Report;

/// The document to export.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// The question.
    pub question: &'a Question,
    /// The offers the report's candidates point into.
    pub offers: &'a [Offer],
    /// The answer.
    pub report: &'a Report,
    /// A link back to the question, where there is one.
    pub link: Option<&'a str>,
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
                document.question.fleet.currency,
            )
        }
        Format::Json => json::write(document),
        Format::Markdown => markdown::write(document),
    }
}

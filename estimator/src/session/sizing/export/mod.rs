//! The answer as a file: JSON with everything, CSV and Markdown with one line a candidate; and the
//! curve of hits by cache as CSV. Formats, quoting and figures are [`crate::export`]'s.

mod columns;
mod curve;

pub use columns::Column;
pub use curve::curve;

use super::link;
use super::question::Question;
use super::report::Report;
use crate::export::Format;
use crate::export::csv::sheet;
use crate::export::markdown::pipes;
use crate::export::object::Object;
use crate::offer::Offer;

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

/// The columns of the table in Markdown: those a reader compares by.
pub const COLUMNS: [Column; 9] = [
    Column::Rank,
    Column::Name,
    Column::Accelerators,
    Column::Hits,
    Column::Bears,
    Column::Cliff,
    Column::PerMonth,
    Column::Task,
    Column::Verdict,
];

/// `document` in `format`.
#[must_use]
pub fn write(format: Format, document: &Document<'_>) -> String {
    let currency = document.question.asked.fleet.currency;
    let rows = |columns: &'static [Column]| {
        columns::lines(document).map(|row| columns.iter().map(move |column| row.cell(*column)))
    };
    match format {
        Format::Csv => sheet(
            Column::ALL.iter().map(|column| column.id()),
            rows(Column::ALL),
            currency,
        ),
        Format::Json => json(document),
        Format::Markdown => {
            let headings = COLUMNS.iter().map(|column| {
                let left = matches!(column, Column::Name | Column::Verdict);
                (column.id().to_owned(), left)
            });
            pipes(headings, rows(&COLUMNS), currency, document.link)
        }
    }
}

/// Raised when a field changes its meaning; new fields alone do not.
const VERSION: u32 = 1;

/// `{"format": "rightsize", "task": "sessions", "version": 1, "link": ..., "question": ...,
/// "offers": [...], "report": ...}` in SI units. A candidate's `offer` is an index into `offers`, a
/// cost's `price` one into that offer's `instances`, or 0 for its `price` where it has none.
fn json(document: &Document<'_>) -> String {
    let question = link::write(&link::Link {
        question: document.question.clone(),
        view: crate::link::View::default(),
    });
    let currency = document.question.asked.fleet.currency;
    Object::new(
        ("sessions", VERSION),
        (document.link, question),
        currency,
        document.offers,
        document.report,
    )
    .text()
}

//! Markdown: a table of the candidates to paste into a ticket or a wiki.

use super::Document;
use super::columns::{Column, lines};
use crate::export::markdown::pipes;

/// The columns of the table: those a reader compares by.
pub const COLUMNS: [Column; 9] = [
    Column::Rank,
    Column::Name,
    Column::Accelerators,
    Column::Latency,
    Column::Batch,
    Column::Memory,
    Column::PerHour,
    Column::PerMonth,
    Column::Verdict,
];

pub(super) fn write(document: &Document<'_>) -> String {
    table(document, |column| column.id().to_owned())
}

/// The table with headings of the caller's own, and the link below.
#[must_use]
pub fn table(document: &Document<'_>, heading: impl Fn(Column) -> String) -> String {
    let headings = COLUMNS.iter().map(|column| {
        (
            heading(*column),
            matches!(column, Column::Name | Column::Verdict),
        )
    });
    let rows = lines(document).map(|row| COLUMNS.iter().map(move |column| row.cell(*column)));
    let currency = document.question.fleet.currency;
    pipes(headings, rows, currency, document.link)
}

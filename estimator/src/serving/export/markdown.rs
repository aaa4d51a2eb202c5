//! The candidates as a table to paste into a ticket or a wiki.

use super::Document;
use super::columns::{Column, lines};
use crate::export::markdown::pipes;

/// The columns of the table: those a reader compares by.
pub const COLUMNS: [Column; 20] = [
    Column::Rank,
    Column::Recommended,
    Column::Name,
    Column::Seller,
    Column::Instances,
    Column::Accelerators,
    Column::Paid,
    Column::Replicas,
    Column::Tensor,
    Column::Used,
    Column::Ttft,
    Column::Tpot,
    Column::FullOutput,
    Column::Hour,
    Column::MillionOutput,
    Column::Headroom,
    Column::Evidence,
    Column::Price,
    Column::AsOf,
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
            matches!(
                column,
                Column::Recommended
                    | Column::Name
                    | Column::Seller
                    | Column::Evidence
                    | Column::Price
                    | Column::AsOf
                    | Column::Verdict
            ),
        )
    });
    let rows = lines(document).map(|row| COLUMNS.iter().map(move |column| row.cell(*column)));
    pipes(headings, rows, document.currency, document.link)
}

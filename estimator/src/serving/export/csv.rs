//! The candidates as a sheet: every column, one line a candidate.

use super::Document;
use super::columns::{Column, lines};
use crate::export::csv::sheet;

pub(super) fn write(document: &Document<'_>) -> String {
    let rows = lines(document).map(|row| Column::ALL.iter().map(move |column| row.cell(*column)));
    let ids = Column::ALL.iter().map(|column| column.id());
    sheet(ids, rows, document.currency)
}

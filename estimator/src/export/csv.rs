//! Comma-separated values after RFC 4180: a line of column ids, then one line
//! a candidate, ended by CR LF; a cell with a comma, a quote or a line break
//! stands in quotes, quotes in it doubled.
//!
//! Spreadsheets run a cell that starts like a formula, and names and price
//! labels may come from a stranger's link: such a text gets an apostrophe in
//! front (OWASP, "CSV Injection"). Figures carry six significant digits.

use super::Document;
use super::columns::{Cell, Column, figure, lines};

pub(super) fn write(document: &Document<'_>) -> String {
    let mut sheet = String::new();
    let ids = Column::ALL.iter().map(|column| column.id().to_owned());
    line(ids, &mut sheet);
    for row in lines(document) {
        let cells = Column::ALL.iter().map(|column| match row.cell(*column) {
            Cell::Empty => String::new(),
            Cell::Count(count) => count.to_string(),
            Cell::Figure(value) => figure(value, 6),
            Cell::Word(word) => word.to_owned(),
            Cell::Text(text) => quoted(&harmless(&text)),
        });
        line(cells, &mut sheet);
    }
    sheet
}

fn line(cells: impl Iterator<Item = String>, sheet: &mut String) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            sheet.push(',');
        }
        sheet.push_str(&cell);
    }
    sheet.push_str("\r\n");
}

/// `text` so that no spreadsheet takes it for a formula.
fn harmless(text: &str) -> String {
    // White space in front is dropped by some of them, and a tab or a break
    // may begin a cell of its own.
    let start = text.trim_start();
    if start.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n', ';']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

//! Comma-separated values after RFC 4180: a line of column ids, then one line
//! a candidate, ended by CR LF; a cell with a comma, a quote or a line break
//! stands in quotes, quotes in it doubled.
//!
//! Spreadsheets run a cell that starts like a formula, and names and price
//! labels may come from a stranger's link: such a text gets an apostrophe in
//! front (OWASP, "CSV Injection"). Figures carry six significant digits.
//!
//! Amounts are US dollars, as the columns say. Where the question has another currency, two more
//! columns hold its code and its rate for a dollar.

use super::cell::{Cell, figure};
use super::paper::Table;
use crate::currency::Currency;

/// A sheet of columns by their ids, and rows of their cells; last the currency of the
/// question, where it has one.
pub(crate) fn sheet<Row: Iterator<Item = Cell>>(
    ids: impl Iterator<Item = &'static str>,
    rows: impl Iterator<Item = Row>,
    currency: Option<Currency>,
) -> String {
    let mut sheet = String::new();
    let more = currency.map(|_| ["currency", "currency_per_usd"]);
    line(
        ids.chain(more.into_iter().flatten()).map(str::to_owned),
        &mut sheet,
    );
    for row in rows {
        let more = currency.map(|currency| {
            let code = currency.code().as_str().to_owned();
            [Cell::Text(code), Cell::Figure(currency.per_usd())]
        });
        let cells = row
            .chain(more.into_iter().flatten())
            .map(|cell| match cell {
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

/// A table for people as a sheet, its headings in the first line.
#[must_use]
pub fn table(table: &Table) -> String {
    let mut sheet = String::new();
    let cell = |text: &str| quoted(&harmless(text));
    line(
        table.columns.iter().map(|column| cell(&column.name)),
        &mut sheet,
    );
    for row in &table.rows {
        line(row.iter().map(|words| cell(words)), &mut sheet);
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

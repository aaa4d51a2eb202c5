//! Markdown: a table of the candidates to paste into a ticket or a wiki
//! (GitHub Flavored Markdown, section 4.10), three significant digits.

use super::Document;
use super::columns::{Cell, Column, figure, lines};

/// The columns of the table: those a reader compares by.
pub const COLUMNS: [Column; 13] = [
    Column::Rank,
    Column::Name,
    Column::Accelerators,
    Column::Replicas,
    Column::Tensor,
    Column::Used,
    Column::Ttft,
    Column::Tpot,
    Column::FullOutput,
    Column::Hour,
    Column::MillionOutput,
    Column::Score,
    Column::Verdict,
];

pub(super) fn write(document: &Document<'_>) -> String {
    table(document, |column| column.id().to_owned())
}

/// The table with headings of the caller's own, and the link below.
#[must_use]
pub fn table(document: &Document<'_>, heading: impl Fn(Column) -> String) -> String {
    let mut table = String::new();
    line(
        COLUMNS.iter().map(|column| escaped(&heading(*column))),
        &mut table,
    );
    line(COLUMNS.iter().map(|column| rule(*column)), &mut table);
    for row in lines(document) {
        let cells = COLUMNS.iter().map(|column| match row.cell(*column) {
            Cell::Empty => String::new(),
            Cell::Count(count) => count.to_string(),
            Cell::Figure(value) => figure(value, 3),
            Cell::Word(word) => word.to_owned(),
            Cell::Text(text) => escaped(&text),
        });
        line(cells, &mut table);
    }
    if let Some(link) = document.link {
        table.push_str("\n<");
        // A bracket or a break would end the link.
        table.extend(
            link.chars()
                .filter(|letter| !matches!(letter, '<' | '>') && !letter.is_control()),
        );
        table.push_str(">\n");
    }
    table
}

/// Figures are flush right.
fn rule(column: Column) -> String {
    let left = matches!(column, Column::Name | Column::Verdict);
    if left { "---" } else { "---:" }.to_owned()
}

fn line(cells: impl Iterator<Item = String>, table: &mut String) {
    table.push('|');
    for cell in cells {
        table.push(' ');
        table.push_str(&cell);
        table.push_str(" |");
    }
    table.push('\n');
}

/// `text` so that it stays in its cell and is taken for nothing but text.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~' | '!' | '&' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

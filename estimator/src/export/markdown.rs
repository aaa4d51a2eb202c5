//! Markdown: a table of the candidates to paste into a ticket or a wiki
//! (GitHub Flavored Markdown, section 4.10), three significant digits.

use super::cell::{Cell, figure};
use crate::currency::Currency;

/// A table of headings, each flush left or not, and rows of cells; below it the rate of the
/// question's currency and the link.
pub(crate) fn pipes<Row: Iterator<Item = Cell>>(
    headings: impl Iterator<Item = (String, bool)>,
    rows: impl Iterator<Item = Row>,
    currency: Option<Currency>,
    link: Option<&str>,
) -> String {
    let mut table = String::new();
    let (names, left): (Vec<String>, Vec<bool>) = headings.unzip();
    line(names.iter().map(|name| escaped(name)), &mut table);
    line(left.into_iter().map(rule), &mut table);
    for row in rows {
        let cells = row.map(|cell| match cell {
            Cell::Empty => String::new(),
            Cell::Count(count) => count.to_string(),
            Cell::Figure(value) => figure(value, 3),
            Cell::Word(word) => word.to_owned(),
            Cell::Text(text) => escaped(&text),
        });
        line(cells, &mut table);
    }
    if let Some(currency) = currency {
        let (rate, code) = (figure(currency.per_usd(), 6), currency.code());
        for part in ["\n1 USD = ", &rate, " ", code.as_str(), "\n"] {
            table.push_str(part);
        }
    }
    if let Some(link) = link {
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

/// The rule below a heading; figures are flush right.
pub(super) fn rule(left: bool) -> String {
    if left { "---" } else { "---:" }.to_owned()
}

/// One row.
pub(super) fn line(cells: impl Iterator<Item = String>, table: &mut String) {
    table.push('|');
    for cell in cells {
        table.push(' ');
        table.push_str(&cell);
        table.push_str(" |");
    }
    table.push('\n');
}

/// `text` so that it stays in its cell and is taken for nothing but text.
pub(super) fn escaped(text: &str) -> String {
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

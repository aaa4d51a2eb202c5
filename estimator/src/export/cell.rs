//! The content of a table's cell, of whatever answer.

use crate::quantity::Bytes;

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    /// Nothing to say.
    Empty,
    /// A whole number.
    Count(u32),
    /// A figure.
    Figure(f64),
    /// A word of ours.
    Word(&'static str),
    /// A text that may be the user's.
    Text(String),
}

pub(crate) fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

pub(crate) fn gib(bytes: Bytes) -> Cell {
    Cell::Figure(bytes.to_gib())
}

/// `value` to so many significant digits, without trailing zeros; empty where
/// it is no number.
pub(crate) fn figure(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let rounded: f64 = format!("{value:.*e}", digits.saturating_sub(1))
        .parse()
        .unwrap_or(value);
    // Without the sign of a negative zero.
    format!("{}", rounded + 0.0)
}

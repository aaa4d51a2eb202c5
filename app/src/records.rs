//! A table of records: the columns are named above, each row by its first cell. On a narrow screen a
//! row is a card, in which every cell says its column.

use crate::element::Element;
use crate::i18n::{Msg, text};
use std::borrow::Cow;

/// A column's name, and whether it is of figures.
pub(crate) type Head = (Msg, bool);

/// The table; a row has a class, which may be empty, and as many cells as there are columns.
pub(crate) fn records(
    heads: &[Head],
    rows: impl IntoIterator<Item = (&'static str, Vec<String>)>,
) -> Element {
    let rows = rows.into_iter().map(|(kind, words)| {
        let mut cells = words.into_iter();
        let name = Element::heading("row", cells.next().unwrap_or_default());
        row(name, heads, cells).with("class", kind)
    });
    table(heads, rows.collect())
}

/// The table of rows that stand already.
pub(crate) fn table(heads: &[Head], rows: Vec<Element>) -> Element {
    let names = heads
        .iter()
        .map(|(name, figure)| Element::heading("col", text(*name)).with("class", class(*figure)));
    Element::table("fleet-table cards", names.collect(), rows)
}

/// A row under its name.
pub(crate) fn row(name: Element, heads: &[Head], words: impl Iterator<Item = String>) -> Element {
    let cells = words.zip(heads.iter().skip(1));
    let cells = cells.map(|(words, (head, figure))| cell(text(*head), *figure).say(words));
    Element::of("tr", std::iter::once(name).chain(cells))
}

/// An empty cell under the heading of its column, which a card says beside it.
pub(crate) fn cell(head: impl Into<Cow<'static, str>>, figure: bool) -> Element {
    Element::new("td")
        .with("class", class(figure))
        .with("data-title", head)
}

const fn class(figure: bool) -> &'static str {
    if figure { "figure" } else { "" }
}

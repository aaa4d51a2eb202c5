//! The table twin of a chart: the same values in words and figures.

use crate::browser::filled;
use crate::element::Element;
use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// A column's heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its words.
    pub(crate) title: String,
    /// Whether its cells are figures, and so end flush.
    pub(crate) numeric: bool,
}

impl Column {
    /// A column of words.
    pub(crate) fn words(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            numeric: false,
        }
    }

    /// A column of figures.
    pub(crate) fn figures(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            numeric: true,
        }
    }
}

/// The content of a chart, as a table. The first cell of a row names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Twin {
    /// Headings.
    pub(crate) columns: Vec<Column>,
    /// Cells, as many a row as there are columns.
    pub(crate) rows: Vec<Vec<String>>,
}

/// A twin as a table.
pub(crate) fn table(twin: &Twin, caption: &str) -> AnyView {
    marked(twin, caption, None)
}

/// The same with one of its rows marked.
pub(crate) fn marked(twin: &Twin, caption: &str, row: Option<&[String]>) -> AnyView {
    let parts = content(twin, caption, row);
    view! { <table use:filled=parts></table> }.into_any()
}

/// A table of rows below their headings, which unfolds.
pub(crate) fn folded(
    heads: impl IntoIterator<Item = Element>,
    rows: impl IntoIterator<Item = Element>,
) -> AnyView {
    let inside = vec![
        Element::of("thead", [Element::of("tr", heads)]),
        Element::of("tbody", rows),
    ];
    view! {
        <details class="twin">
            <summary>{t(Msg::AsTable)}</summary>
            <table use:filled=inside></table>
        </details>
    }
    .into_any()
}

/// The content of the table of a twin.
pub(crate) fn inside(twin: &Twin, caption: &str) -> Vec<Element> {
    content(twin, caption, None)
}

fn content(twin: &Twin, caption: &str, marked: Option<&[String]>) -> Vec<Element> {
    let class = |numeric: bool| if numeric { "figure" } else { "words" };
    let heads = twin.columns.iter().map(|column| {
        Element::words("th", class(column.numeric), &column.title).with("scope", "col")
    });
    let rows = twin.rows.iter().map(|row| {
        let cells = row.iter().zip(&twin.columns).enumerate();
        let cells = cells.map(|(index, (words, column))| {
            let class = class(column.numeric);
            if index == 0 {
                Element::words("th", class, words).with("scope", "row")
            } else {
                // On a phone, where the headings are out of sight, each says its own.
                Element::words("td", class, words).with("data-title", column.title.clone())
            }
        });
        let line = Element::of("tr", cells);
        if marked == Some(row.as_slice()) {
            line.with("class", "picked").with("aria-current", "true")
        } else {
            line
        }
    });
    vec![
        Element::words("caption", "unseen", caption),
        Element::of("thead", [Element::of("tr", heads)]),
        Element::of("tbody", rows),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Node;

    /// The row that was picked is marked, and no other.
    #[test]
    fn one_row_is_marked() {
        let row = |name: &str| vec![name.to_owned(), "1".to_owned()];
        let twin = Twin {
            columns: vec![Column::words("Name"), Column::figures("Figure")],
            rows: vec![row("first"), row("second")],
        };
        let marks = |marked: Option<&[String]>| -> Vec<bool> {
            let parts = content(&twin, "Names", marked);
            let rows = parts[2].inside.iter().map(|node| match node {
                Node::Element(row) => row.attributes.iter().any(|(name, _)| *name == "class"),
                Node::Words(_) => false,
            });
            rows.collect()
        };
        assert_eq!(marks(Some(&row("second"))), [false, true]);
        assert_eq!(marks(None), [false, false]);
    }
}

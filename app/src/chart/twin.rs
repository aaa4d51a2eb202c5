//! The table twin of a chart: the same values in words and figures.

use super::markup;
use leptos::prelude::*;

/// A column's heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// What it holds.
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

/// What a chart shows, as a table. The first cell of a row names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Twin {
    /// Headings.
    pub(crate) columns: Vec<Column>,
    /// Cells, as many a row as there are columns.
    pub(crate) rows: Vec<Vec<String>>,
}

/// A twin as a table.
pub(super) fn table(twin: &Twin, caption: &str) -> AnyView {
    view! { <table inner_html=markup::table(twin, caption)></table> }.into_any()
}

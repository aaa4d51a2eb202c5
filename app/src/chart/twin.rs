//! The table twin of a chart: the same values in words and figures.

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
pub(crate) fn table(twin: Twin, caption: String) -> AnyView {
    let class = |numeric: bool| if numeric { "figure" } else { "words" };
    let kinds: Vec<bool> = twin.columns.iter().map(|column| column.numeric).collect();
    let heads = twin
        .columns
        .into_iter()
        .map(|column| view! { <th scope="col" class=class(column.numeric)>{column.title}</th> })
        .collect::<Vec<_>>();
    let rows = twin
        .rows
        .into_iter()
        .map(|row| {
            let cells = row
                .into_iter()
                .zip(&kinds)
                .enumerate()
                .map(|(index, (cell, numeric))| {
                    let class = class(*numeric);
                    if index == 0 {
                        view! { <th scope="row" class=class>{cell}</th> }.into_any()
                    } else {
                        view! { <td class=class>{cell}</td> }.into_any()
                    }
                })
                .collect::<Vec<_>>();
            view! { <tr>{cells}</tr> }
        })
        .collect::<Vec<_>>();
    view! {
        <table>
            <caption class="unseen">{caption}</caption>
            <thead>
                <tr>{heads}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

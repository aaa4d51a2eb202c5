//! The facts of a file as tables: what the page shows and what goes into Markdown, so that the
//! two cannot differ. Only facts that are there make a row, and only rows make a table.

mod boards;
mod compared;
mod figure;
mod kernels;
mod latency;
mod lists;
mod pairs;
#[cfg(test)]
mod tests;
mod timeline;

use crate::i18n::Msg;
pub(super) use compared::{are_alike, changed, compared};
use estimator::export::paper::Table;
use estimator::profile::Group;
pub(super) use timeline::look;

/// A part of a bar; its place in the bar is its colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bar {
    /// Its colour's class.
    pub(super) class: &'static str,
    /// Its share, 0 to 1.
    pub(super) share: f64,
}

/// A table with its heading, and a bar above it where its rows are parts of a whole.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    /// The heading.
    pub(super) title: Msg,
    /// Parts of the bar, one a row; empty where the rows are none of a whole.
    pub(super) bars: Vec<Bar>,
    /// The rows.
    pub(super) table: Table,
}

/// Everything the facts hold, in the order of questions; reactive to the language.
pub(super) fn sections(facts: &Group) -> Vec<Section> {
    let all = [
        Some(timeline::time(facts)),
        Some(kernels::classes(facts)),
        latency::latency(facts),
        pairs::rates(facts),
        Some(lists::runs(facts)),
        boards::boards(facts),
        pairs::counters(facts),
        pairs::memory(facts),
        kernels::top(facts),
        Some(lists::profiled(facts)),
        pairs::details(facts),
        timeline::devices(facts),
        Some(lists::rules(facts)),
        pairs::about(facts),
    ];
    let there = all.into_iter().flatten();
    there
        .filter(|section| !section.table.rows.is_empty())
        .collect()
}

/// A section without a bar.
pub(super) fn plain(title: Msg, table: Table) -> Section {
    Section {
        title,
        bars: Vec::new(),
        table,
    }
}

//! Sorting and filtering of the rows.

use super::row::{Row, Standing};
use crate::i18n::{Msg, lowered};
use std::cmp::Ordering;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Name.
    Accelerator,
    /// Accelerators.
    Count,
    /// From first to last.
    Time,
    /// Money.
    Cost,
    /// Share of the peak that is reached.
    Mfu,
    /// Share of the memory that is taken.
    Memory,
    /// Parallelism.
    Layout,
    /// The judgement: the report's own order, the recommended first.
    Verdict,
}

impl Column {
    /// Number of columns with figures, between name and verdict.
    pub(super) const FIGURES: usize = 6;

    /// From left to right.
    pub(super) const ALL: [Self; 8] = [
        Self::Accelerator,
        Self::Count,
        Self::Time,
        Self::Cost,
        Self::Mfu,
        Self::Memory,
        Self::Layout,
        Self::Verdict,
    ];

    /// Heading.
    pub(super) const fn title(self) -> Msg {
        match self {
            Self::Accelerator => Msg::ColAccelerator,
            Self::Count => Msg::ColGpus,
            Self::Time => Msg::FigureWall,
            Self::Cost => Msg::FigureCost,
            Self::Mfu => Msg::FigureMfu,
            Self::Memory => Msg::ColMemory,
            Self::Layout => Msg::ColLayout,
            Self::Verdict => Msg::ColVerdict,
        }
    }

    /// The meaning of the heading, in full; the report stands in the order of `first`.
    pub(super) const fn meaning(self, first: Msg) -> Msg {
        match self {
            Self::Accelerator => Msg::ColAcceleratorMeaning,
            Self::Count => Msg::ColGpusMeaning,
            Self::Time => Msg::ColTimeMeaning,
            Self::Cost => Msg::ColCostMeaning,
            Self::Mfu => Msg::ColMfuMeaning,
            Self::Memory => Msg::ColPeakMeaning,
            Self::Layout => Msg::ColLayoutMeaning,
            Self::Verdict => first,
        }
    }

    /// The class of its cells.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Accelerator => "name",
            Self::Layout => "words",
            Self::Verdict => "verdict",
            _ => "figure",
        }
    }

    /// Its place among the figures.
    const fn figure(self) -> Option<usize> {
        match self {
            Self::Accelerator | Self::Verdict => None,
            Self::Count => Some(0),
            Self::Time => Some(1),
            Self::Cost => Some(2),
            Self::Mfu => Some(3),
            Self::Memory => Some(4),
            Self::Layout => Some(5),
        }
    }
}

/// The column rows are sorted by, and which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Order {
    /// The sorting column.
    pub(super) column: Column,
    /// Large values first.
    pub(super) descending: bool,
}

impl Order {
    /// The order of a fresh page: the report's.
    pub(super) const FIRST: Self = Self {
        column: Column::Verdict,
        descending: false,
    };

    /// The order after a click on `column`: that column, the better end first; the other
    /// end if it already was.
    pub(super) const fn clicked(self, column: Column) -> Self {
        let descending = if self.column as u8 == column as u8 {
            !self.descending
        } else {
            matches!(column, Column::Mfu)
        };
        Self { column, descending }
    }

    /// For `aria-sort`.
    pub(super) fn aria(self, column: Column) -> Option<&'static str> {
        (self.column == column).then_some(if self.descending {
            "descending"
        } else {
            "ascending"
        })
    }

    /// Sorts rows; those without a value stay behind, in the report's order.
    pub(super) fn sort(self, rows: &mut [Row]) {
        let turn = |order: Ordering| {
            if self.descending {
                order.reverse()
            } else {
                order
            }
        };
        let figure = |row: &Row| *row.values.get(self.column.figure()?)?;
        let layout = |row: &Row| {
            let (_, words) = row.cells.last()?;
            (!words.is_empty()).then(|| words.clone())
        };
        rows.sort_by(|a, b| {
            let order = match self.column {
                Column::Verdict => turn(a.rank.cmp(&b.rank)),
                Column::Accelerator => turn(lowered(&a.name).cmp(&lowered(&b.name))),
                Column::Layout => known(layout(a), layout(b), |a, b| turn(a.cmp(b))),
                _ => known(figure(a), figure(b), |a, b| turn(a.total_cmp(b))),
            };
            order.then(a.rank.cmp(&b.rank))
        });
    }
}

/// The order of two values where both are known; else the known one comes first.
fn known<T>(a: Option<T>, b: Option<T>, order: impl Fn(&T, &T) -> Ordering) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => order(&a, &b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Whether `row` is shown: every word of `query` is in its name or id, and it is done in
/// time where only those are wanted.
pub(super) fn wanted(row: &Row, query: &str, in_time_only: bool) -> bool {
    let hay = lowered(&format!("{} {}", row.name, row.id));
    (!in_time_only || row.standing == Standing::Meets)
        && query
            .split_whitespace()
            .all(|word| hay.contains(&lowered(word)))
}

//! Sorting and filtering of the rows.

use super::row::{Figures, Row, Standing};
use crate::i18n::{Msg, lowered};
use estimator::quantity::Seconds;
use std::cmp::Ordering;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Name.
    Accelerator,
    /// Replicas times accelerators of one.
    Count,
    /// Parallelism.
    Split,
    /// Share of the memory used.
    Memory,
    /// Time to first token.
    Ttft,
    /// Time per output token.
    Tpot,
    /// Output tokens a second.
    Tokens,
    /// Dollars an hour.
    PerHour,
    /// Dollars per million output tokens.
    PerMillion,
    /// Performance per dollar.
    Score,
    /// The judgement: the report's own order, the recommended first.
    Verdict,
}

impl Column {
    /// From left to right.
    pub(super) const ALL: [Self; 11] = [
        Self::Accelerator,
        Self::Count,
        Self::Split,
        Self::Memory,
        Self::Ttft,
        Self::Tpot,
        Self::Tokens,
        Self::PerHour,
        Self::PerMillion,
        Self::Score,
        Self::Verdict,
    ];

    /// Heading.
    pub(super) const fn title(self) -> Msg {
        match self {
            Self::Accelerator => Msg::ColAccelerator,
            Self::Count => Msg::ColCount,
            Self::Split => Msg::ColSplit,
            Self::Memory => Msg::ColMemory,
            Self::Ttft => Msg::ColTtft,
            Self::Tpot => Msg::ColTpot,
            Self::Tokens => Msg::ColCapacity,
            Self::PerHour => Msg::ColPerHour,
            Self::PerMillion => Msg::ColPerMillion,
            Self::Score => Msg::ColScore,
            Self::Verdict => Msg::ColVerdict,
        }
    }

    /// The meaning of the heading, in full.
    pub(super) const fn meaning(self) -> Msg {
        match self {
            Self::Accelerator => Msg::ColAcceleratorMeaning,
            Self::Count => Msg::ColCountMeaning,
            Self::Split => Msg::ColSplitMeaning,
            Self::Memory => Msg::ColMemoryMeaning,
            Self::Ttft => Msg::ColTtftMeaning,
            Self::Tpot => Msg::ColTpotMeaning,
            Self::Tokens => Msg::ColTokensMeaning,
            Self::PerHour => Msg::ColPerHourMeaning,
            Self::PerMillion => Msg::ColPerMillionMeaning,
            Self::Score => Msg::ColScoreMeaning,
            Self::Verdict => Msg::ColVerdictMeaning,
        }
    }

    /// The class of its cells.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Accelerator => "name",
            Self::Split => "words",
            Self::PerHour | Self::PerMillion => "figure money",
            Self::Score => "score money",
            Self::Verdict => "verdict",
            _ => "figure",
        }
    }

    /// Whether it holds latencies at the SLA's percentile.
    pub(super) const fn is_latency(self) -> bool {
        matches!(self, Self::Ttft | Self::Tpot)
    }

    /// Whether its best values are the large ones, so that the first click
    /// sorts downwards.
    const fn larger_first(self) -> bool {
        matches!(self, Self::Tokens | Self::Score)
    }

    fn value(self, row: &Row) -> Option<f64> {
        let of = |value: fn(&Figures) -> Option<f64>| row.figures.as_ref().and_then(value);
        match self {
            Self::Accelerator | Self::Split => None,
            Self::Count => of(|figures| Some(f64::from(figures.accelerators))),
            Self::Memory => of(|figures| Some(figures.memory)),
            Self::Ttft => of(|figures| figures.ttft.map(Seconds::get)),
            Self::Tpot => of(|figures| figures.tpot.map(Seconds::get)),
            Self::Tokens => of(|figures| figures.tokens),
            Self::PerHour => of(|figures| figures.per_hour),
            Self::PerMillion => of(|figures| figures.per_million),
            Self::Score => row.score,
            Self::Verdict => Some(row.rank as f64),
        }
    }
}

/// The column rows are sorted by, and which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Order {
    /// The column sorted by.
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

    /// The order after a click on `column`: that column, the better end
    /// first; the other end if it already was.
    pub(super) const fn clicked(self, column: Column) -> Self {
        let descending = if self.column as u8 == column as u8 {
            !self.descending
        } else {
            column.larger_first()
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
        rows.sort_by(|a, b| {
            let order = match self.column {
                Column::Accelerator => turn(lowered(&a.name).cmp(&lowered(&b.name))),
                Column::Split => by_text(a, b, turn),
                column => match (column.value(a), column.value(b)) {
                    (Some(a), Some(b)) => turn(a.total_cmp(&b)),
                    (a, b) => b.is_some().cmp(&a.is_some()),
                },
            };
            order.then(a.rank.cmp(&b.rank))
        });
    }
}

fn by_text(a: &Row, b: &Row, turn: impl Fn(Ordering) -> Ordering) -> Ordering {
    match (&a.figures, &b.figures) {
        (Some(a), Some(b)) => turn(a.split.cmp(&b.split)),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Whether `row` is shown: every word of `query` is in its name or id, and it
/// keeps the SLA where only those are wanted.
pub(super) fn wanted(row: &Row, query: &str, meeting_only: bool) -> bool {
    let hay = lowered(&format!("{} {}", row.name, row.id));
    (!meeting_only || row.standing == Standing::Meets)
        && query
            .split_whitespace()
            .all(|word| hay.contains(&lowered(word)))
}

//! What the table says of those that keep what was asked: a deadline, a budget, both or neither.

use super::row::{Row, Standing};
use crate::i18n::{Msg, integer, say};
use estimator::training::question::Limits;

/// What was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// To be done in time.
    Time,
    /// Not to cost more.
    Money,
    /// Both.
    Both,
    /// Neither: whatever trains it.
    Any,
}

impl Wanted {
    pub(super) const fn of(limits: &Limits) -> Self {
        match (limits.deadline, limits.budget) {
            (Some(_), Some(_)) => Self::Both,
            (Some(_), None) => Self::Time,
            (None, Some(_)) => Self::Money,
            (None, None) => Self::Any,
        }
    }

    /// The order of the report.
    pub(super) const fn sorted(self) -> Msg {
        match self {
            Self::Time => Msg::TrainSortedFirst,
            Self::Money => Msg::TrainSortedBudget,
            Self::Both => Msg::TrainSortedBoth,
            Self::Any => Msg::TrainSortedAny,
        }
    }

    /// The filter.
    pub(super) const fn only(self) -> Msg {
        match self {
            Self::Time => Msg::TrainInTimeOnly,
            Self::Money => Msg::TrainBudgetOnly,
            Self::Both => Msg::TrainBothOnly,
            Self::Any => Msg::TrainAnyOnly,
        }
    }

    /// `23 of 41 are done in time`.
    pub(super) fn counted(self, rows: &[Row]) -> String {
        let keep = rows.iter().filter(|row| row.standing == Standing::Meets);
        let (count, total) = (keep.count() as f64, integer(rows.len() as f64));
        match self {
            Self::Time => say::train_count(count, &total),
            Self::Money => say::train_count_budget(count, &total),
            Self::Both => say::train_count_both(count, &total),
            Self::Any => say::train_count_any(count, &total),
        }
    }
}

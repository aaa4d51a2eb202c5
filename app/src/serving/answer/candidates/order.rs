//! How rows are sorted: by a heading, or in the groups of a fresh page.

use super::column::Column;
use super::row::{Row, Standing};
use crate::i18n::{Msg, lowered};
use crate::serving::draft::Pace;
use estimator::order::ascending;
use std::cmp::Ordering;

/// Rows that are shown before more are asked for.
const FEW: usize = 12;

/// Those among them that are kept for what is cheaper, with its drawback.
const CHEAPER: usize = 4;

/// The column rows are sorted by, and which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Order {
    /// The column sorted by.
    pub(super) column: Column,
    /// Large values first.
    pub(super) descending: bool,
}

/// Rows that stand together, below a heading where they have one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Group {
    /// The heading.
    pub(super) title: Option<Msg>,
    /// The rows, in order.
    pub(super) rows: Vec<Row>,
}

impl Order {
    /// The order of a fresh page: in groups.
    pub(super) const FIRST: Self = Self {
        column: Column::Spare,
        descending: false,
    };

    /// The order after a click on `column`: that column, the better end
    /// first; the other end if it already was.
    pub(super) const fn clicked(self, column: Column, pace: Pace) -> Self {
        let descending = if self.column as u8 == column as u8 {
            !self.descending
        } else {
            column.is_larger_first(pace)
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

    /// `rows` in this order, which are in the report's.
    pub(super) fn arranged(
        self,
        mut rows: Vec<Row>,
        cheapest: Option<f64>,
        pace: Pace,
    ) -> Vec<Group> {
        if self == Self::FIRST && cheapest.is_some() {
            return grouped(rows, cheapest);
        }
        self.sort(&mut rows, pace);
        vec![Group { title: None, rows }]
    }

    /// Sorts rows; those without a value stay behind, in the report's order.
    fn sort(self, rows: &mut [Row], pace: Pace) {
        let turn = |order: Ordering| {
            if self.descending {
                order.reverse()
            } else {
                order
            }
        };
        let column = self.column;
        rows.sort_by(|a, b| {
            let order = match (column.words(a), column.words(b)) {
                (Some(a), Some(b)) => turn(lowered(a).cmp(&lowered(b))),
                (None, None) => match (column.value(a, pace), column.value(b, pace)) {
                    (Some(a), Some(b)) => turn(a.total_cmp(&b)),
                    (a, b) => b.is_some().cmp(&a.is_some()),
                },
                (a, b) => b.is_some().cmp(&a.is_some()),
            };
            order.then(a.rank.cmp(&b.rank))
        });
    }
}

/// First what keeps the demands, the recommended before all, by cost; then whatever is cheaper
/// than the recommended, which costs `recommended`, and has its drawback; then the rest.
fn grouped(rows: Vec<Row>, recommended: Option<f64>) -> Vec<Group> {
    let is_cheaper = |row: &Row| match (row.per_hour(), recommended) {
        (Some(cost), Some(recommended)) => !row.recommended && cost < recommended,
        _ => false,
    };
    let (cheaper, others): (Vec<Row>, Vec<Row>) = rows
        .into_iter()
        .partition(|row| row.standing != Standing::Cannot && is_cheaper(row));
    let (meeting, rest): (Vec<Row>, Vec<Row>) = others
        .into_iter()
        .partition(|row| row.standing == Standing::Meets);
    let by_cost = |rows: Vec<Row>| {
        ascending(rows, |row| match row.per_hour() {
            _ if row.recommended => f64::NEG_INFINITY,
            Some(cost) => cost,
            None => f64::INFINITY,
        })
    };
    [
        (None, by_cost(meeting)),
        (Some(Msg::GroupCheaper), by_cost(cheaper)),
        (Some(Msg::GroupRest), rest),
    ]
    .into_iter()
    .map(|(title, rows)| Group { title, rows })
    .filter(|group| !group.rows.is_empty())
    .collect()
}

/// How many rows of each group are shown before more are asked for.
pub(super) fn few(groups: &[Group]) -> Vec<usize> {
    let is_cheaper = |group: &&Group| group.title == Some(Msg::GroupCheaper);
    let cheaper = groups.iter().find(is_cheaper);
    let mut kept = cheaper.map_or(0, |group| group.rows.len().min(CHEAPER));
    let mut left = FEW;
    let mut few = Vec::new();
    for group in groups {
        if is_cheaper(&group) {
            kept = 0;
        }
        let shown = group.rows.len().min(left - kept);
        left -= shown;
        few.push(shown);
    }
    few
}

//! Statistics of a list of amounts: mean, deviation over mean, and percentiles, each the value at
//! position ceil(p n) of the sorted list, counted from 1.

use crate::quantity::whole;
use serde::Serialize;

/// A list of amounts in short.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary<T> {
    /// Mean, in the unit of the amounts.
    pub mean: f64,
    /// Deviation of all values over their mean; nothing where that is 0.
    pub cv: Option<f64>,
    /// Half of the values are at most this.
    pub p50: T,
    /// Nine in ten are.
    pub p90: T,
    /// 99 in 100 are.
    pub p99: T,
    /// The largest.
    pub max: T,
    /// The sum, where it says something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<T>,
}

/// An amount that can be summed as a number.
pub(super) trait Amount: Copy {
    /// It as a number.
    fn number(self) -> f64;
}

impl Amount for u64 {
    fn number(self) -> f64 {
        self as f64
    }
}

impl Amount for f64 {
    fn number(self) -> f64 {
        self
    }
}

/// Place of a percentile in a sorted list of `n`, from 0.
pub(super) fn place(n: u64, percent: f64) -> u64 {
    whole((percent * n as f64).ceil()).clamp(1, n.max(1)) - 1
}

/// Mean, and deviation over it.
pub(super) fn moments<T: Amount>(values: &[T]) -> Option<(f64, Option<f64>)> {
    if values.is_empty() {
        return None;
    }
    let n = values.len() as f64;
    let mean = values.iter().map(|value| value.number()).sum::<f64>() / n;
    let square = |value: &T| (value.number() - mean).powi(2);
    let deviation = (values.iter().map(square).sum::<f64>() / n).sqrt();
    Some((mean, (mean != 0.0).then(|| deviation / mean)))
}

fn summary<T: Amount>(mut values: Vec<T>, total: Option<T>) -> Option<Summary<T>> {
    let (mean, cv) = moments(&values)?;
    values.sort_by(|one, other| one.number().total_cmp(&other.number()));
    let n = values.len() as u64;
    let at = |percent| {
        let place = usize::try_from(place(n, percent)).ok()?;
        values.get(place).copied()
    };
    Some(Summary {
        mean,
        cv,
        p50: at(0.5)?,
        p90: at(0.9)?,
        p99: at(0.99)?,
        max: values.last().copied()?,
        total,
    })
}

impl<T> Summary<T> {
    /// Of a list; nothing of an empty one.
    pub(super) fn of(values: Vec<T>) -> Option<Self>
    where
        T: Amount,
    {
        summary(values, None)
    }
}

impl Summary<u64> {
    /// Of a list, with its sum.
    pub(super) fn with_total(values: Vec<u64>) -> Option<Self> {
        let total = values
            .iter()
            .fold(0, |sum: u64, &value| sum.saturating_add(value));
        summary(values, Some(total))
    }
}

//! How evenly requests come: their counts in windows of a second or a minute. The index of
//! dispersion is their variance over their mean, 1 for Poisson arrivals.

use super::facts::PerMinute;
use super::summary::place;
use crate::quantity::whole;

/// Counts of requests in full windows; the empty ones are only numbered, since a clock that
/// jumps may leave more of them than memory holds.
pub(super) struct Windows {
    /// Counts of the others, sorted.
    counts: Vec<u64>,
    /// All full windows.
    number: u64,
}

impl Windows {
    /// Windows of so many seconds; nothing with fewer than two full ones.
    pub(super) fn of(times: &[f64], seconds: f64) -> Option<Self> {
        let number = (times.last()? / seconds).floor();
        if number < 2.0 {
            return None;
        }
        let (mut counts, mut last): (Vec<u64>, f64) = (Vec::new(), -1.0);
        for time in times {
            let window = (time / seconds).floor();
            if window >= number {
                break;
            }
            match counts.last_mut() {
                Some(count) if window <= last => *count += 1,
                _ => counts.push(1),
            }
            last = window;
        }
        counts.sort_unstable();
        Some(Self {
            counts,
            number: whole(number),
        })
    }

    pub(super) fn dispersion(&self) -> Option<f64> {
        let number = self.number as f64;
        let mean = self.counts.iter().sum::<u64>() as f64 / number;
        let square = |&count: &u64| (count as f64 - mean).powi(2);
        let empty = number - self.counts.len() as f64;
        let squares = self.counts.iter().map(square).sum::<f64>() + empty * mean.powi(2);
        (mean > 0.0).then(|| squares / number / mean)
    }

    pub(super) fn percentiles(&self) -> Option<PerMinute> {
        let empty = self.number - self.counts.len() as u64;
        let at = |percent| {
            let from_empty = place(self.number, percent).checked_sub(empty);
            let place = from_empty.and_then(|place| usize::try_from(place).ok());
            place
                .and_then(|place| self.counts.get(place))
                .copied()
                .unwrap_or(0)
        };
        Some(PerMinute {
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            max: *self.counts.last()?,
        })
    }
}

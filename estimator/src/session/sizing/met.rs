//! What one replica makes of turns that it meets one by one: of a recorded load
//! ([`super::replayed`]), or of sessions that are drawn ([`super::drawn`]).

use crate::parcel::{Parcel, fields};
use crate::quantity::Seconds;
use crate::serving::queue::sessions::Found;
use crate::serving::queue::{Quantiles, Simulated};
use crate::serving::replica::Point;
use crate::session::settle::Shares;
use crate::workload::Sla;
use serde::Serialize;

/// Turns that were met.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Met {
    /// Turns that came.
    pub turns: f64,
    /// Of them those that were answered before the run was given up.
    pub answered: f64,
    /// Seconds to the first token.
    pub ttft: Quantiles,
    /// Seconds a token after it.
    pub tpot: Quantiles,
    /// Shares of the input by where they were found.
    pub shares: Shares,
    /// Share of the answers within the demands.
    pub good: f64,
    /// Whether it keeps up with what comes.
    pub steady: bool,
    /// Whether it does so within the promise, as sure as that asks.
    pub kept: bool,
}

fields! {
    Quantiles { mean, p50, p90, p95, p99 }
    Shares { accelerator, host, disk }
    Met { turns, answered, ttft, tpot, shares, good, steady, kept }
}

impl Met {
    /// Of `turns` that came, what was simulated and found, where latencies by the closed form are
    /// uncertain by `margins` (first token, each token).
    pub(super) fn new(
        turns: f64,
        (simulated, found): (&Simulated, &Found),
        sla: &Sla,
        margins: (f64, f64),
    ) -> Self {
        let within = |of: &Quantiles, margin: f64, limit: Option<Seconds>| {
            limit.is_none_or(|limit| of.at(sla.percentile) * margin <= limit.get())
        };
        let steady = simulated.steady && !simulated.given_up;
        let good = found.goodput();
        Self {
            turns,
            answered: f64::from(simulated.requests),
            ttft: simulated.ttft,
            tpot: simulated.tpot,
            shares: found.shares(),
            good,
            steady,
            kept: steady
                && sla.goodput.is_none_or(|least| good >= least)
                && within(&simulated.ttft, margins.0, sla.ttft)
                && within(&simulated.tpot, margins.1, sla.tpot),
        }
    }

    /// A replica's point with the latencies that were met.
    pub(super) fn on(&self, point: &Point, sla: &Sla) -> Point {
        Point {
            ttft: self.ttft.mean,
            ttft_at_percentile: self.ttft.at(sla.percentile),
            tpot_at_percentile: self.tpot.at(sla.percentile),
            ..*point
        }
    }
}

/// The numbers of a parcel without texts, as a line.
pub(super) fn line(parcel: &Parcel) -> String {
    let numbers: Vec<String> = parcel.numbers.iter().map(f64::to_string).collect();
    numbers.join(" ")
}

/// The parcel of a [`line`]; `None` of anything else.
pub(super) fn unlined(line: &str) -> Option<Parcel> {
    let numbers: Option<Vec<f64>> = line.split(' ').map(|word| word.parse().ok()).collect();
    Some(Parcel {
        numbers: numbers?,
        texts: Vec::new(),
    })
}

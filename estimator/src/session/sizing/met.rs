//! What one replica makes of turns that it meets one by one: of a recorded load
//! ([`super::replayed`]), or of sessions that are drawn ([`super::drawn`]).

use crate::parcel::fields;
use crate::serving::queue::sessions::Found;
use crate::serving::queue::{Quantiles, Simulated};
use crate::serving::replica::Point;
use crate::session::served::Answer;
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
    /// Of `turns` that came to a replica of `answer`, what was simulated and found; latencies stay
    /// below their limits by as much as the promise's certainty asks, `sure` times.
    pub(super) fn new(
        turns: f64,
        (simulated, found): (Simulated, Found),
        sla: &Sla,
        answer: &Answer,
        sure: f64,
    ) -> Self {
        let (first, token) = answer.replica.margins(&answer.point, sla);
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
            kept: steady && simulated.keeps(sla, Some(good), (first * sure, token * sure)),
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

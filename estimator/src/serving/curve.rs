//! Throughput and latency of one replica against the number of requests in it: the chart of
//! concurrency. Of a decode replica, where prefill and decode are apart.

use crate::offer::Offer;
use crate::parameters;
use crate::placement::Placement;
use crate::quantity::{Seconds, TokensPerSecond};
use crate::serving::replica::Replica;
use crate::serving::scenario::Scenario;
use serde::Serialize;

/// One point of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Requests in the replica at once.
    pub users: f64,
    /// Output tokens of the replica.
    pub output: TokensPerSecond,
    /// Mean time per output token.
    pub tpot: Seconds,
    /// Mean time to first token.
    pub ttft: Seconds,
}

/// The curve of `placement` at powers of the square root of two, from one request to the most its
/// memory holds, at least 8 and at most 4,096. Empty where nothing fits.
#[must_use]
pub fn curve(scenario: &Scenario, offer: &Offer, placement: Placement) -> Vec<CurvePoint> {
    let counted = parameters::count(&scenario.model);
    let chip = &offer.accelerator;
    let Some(replica) = Replica::new(scenario, &counted, chip, placement) else {
        return Vec::new();
    };
    if !crate::serving::sizing::holds(&replica) {
        return Vec::new();
    }
    let most = replica.capacity().clamp(8.0, 4096.0);
    (0..=24)
        .map(|step| 2f64.powf(f64::from(step) / 2.0))
        .take_while(|users| *users <= most)
        .map(|users| {
            let (rate, tpot, ttft) = if replica.is_disaggregated() {
                let point = replica.decoding(users);
                (point.rate, point.tpot, point.ttft)
            } else {
                let point = replica.closed(users);
                (point.rate, point.outcome.tpot, point.ttft)
            };
            CurvePoint {
                users,
                output: TokensPerSecond::new(rate * replica.lengths.output),
                tpot: Seconds::new(tpot),
                ttft: Seconds::new(ttft),
            }
        })
        .collect()
}

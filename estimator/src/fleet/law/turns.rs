//! Turns of equal length: time-slicing, and vGPU under best effort.
//!
//! ```text
//! slowdown = (1 + eps) (1 + sum over the others of engine x load)
//! total of n equal ones, always busy = n / slowdown, between 0.6 and 1 / engine
//! ```
//!
//! `eps` = 0.11: three, five and seven processes of YOLOS on an A100 did 0.90 of one's work in
//! all, whatever their number (nos). The lower edge is the part that two schedulers on too few
//! cores left of it (sglang-omni, 0.62); the upper is all the time that one leaves idle.

use super::Edges;

/// The least that was measured of all processes over one alone.
const WORST: f64 = 0.6;

/// How many times as long a step takes beside others whose `engine x load` is `others` in sum.
#[must_use]
pub fn slowdown(eps: f64, others: f64) -> f64 {
    (1.0 + eps) * (1.0 + others)
}

/// The throughput of so many equal, always busy ones over one alone, by the law.
#[must_use]
pub fn total(eps: f64, many: f64, engine: f64) -> f64 {
    many / slowdown(eps, (many - 1.0) * engine)
}

/// Between which edges it lies.
#[must_use]
pub fn edges(many: f64, engine: f64) -> Edges {
    let most = (1.0 / engine.max(f64::MIN_POSITIVE)).min(many).max(1.0);
    Edges { least: WORST, most }
}

/// How many turns of neighbours the slowest steps wait for more than the mean: one of each.
#[must_use]
pub fn tail(step_s: f64, turns_of_others_s: f64) -> f64 {
    step_s + turns_of_others_s
}

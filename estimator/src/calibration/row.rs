//! One measured load beside its estimate.

use super::place::Place;
use crate::precision::WeightFormat;
use crate::quantity::Bytes;
use crate::serving::replica::Replica;
use crate::workload::Load;

/// What the shipped constants say of a load, in the parts that a calibration tells apart, seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Base {
    /// One decoding step.
    pub step: f64,
    /// Tokens that a step yields a sequence.
    pub tokens: f64,
    /// Time per output token.
    pub tpot: f64,
    /// Time to the first token.
    pub ttft: f64,
}

/// A measured load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Where it lies.
    pub place: Place,
    /// Its estimate.
    pub base: Base,
    /// Measured time per output token, seconds, mean.
    pub tpot: Option<f64>,
    /// Measured time to the first token, seconds, mean.
    pub ttft: Option<f64>,
}

impl Row {
    /// The row of a replica that was measured under `load`; `None` where its memory does not hold
    /// the model, or the load not.
    #[must_use]
    pub fn new(
        replica: &Replica,
        weights: WeightFormat,
        load: Load,
        (tpot, ttft): (Option<f64>, Option<f64>),
    ) -> Option<Self> {
        if replica.space.short() > Bytes::ZERO {
            return None;
        }
        let point = match load {
            Load::Steady(users) | Load::Closed(users) | Load::Lockstep(users) => {
                Some(replica.closed(users)).filter(|_| users <= replica.capacity().max(1.0))
            }
            // Whoever comes at once waits.
            Load::Burst(users) => Some(replica.closed(users)),
            Load::Poisson(rate) => {
                let users = replica.users_at_rate(rate, replica.capacity())?;
                Some(replica.crowded(users, true))
            }
            Load::Saturated => None,
        }?;
        let lengths = (replica.lengths.prompt(), replica.lengths.output);
        Some(Self {
            place: Place::new(weights, replica.placement, point.users, lengths),
            base: Base {
                step: point.outcome.decode_step,
                tokens: 1.0 + replica.rank.extra_tokens,
                tpot: point.outcome.tpot,
                ttft: point.ttft,
            },
            tpot: tpot.filter(|tpot| is_time(*tpot)),
            ttft: ttft.filter(|ttft| is_time(*ttft)),
        })
    }

    /// One of its measurements.
    pub(super) const fn measured(&self, quantity: Quantity) -> Option<f64> {
        match quantity {
            Quantity::Tpot => self.tpot,
            Quantity::Ttft => self.ttft,
        }
    }

    /// An order that is the rows' own.
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        let figures = |row: &Self| {
            [
                row.base.step,
                row.base.tpot,
                row.base.ttft,
                row.tpot.unwrap_or(0.0),
                row.ttft.unwrap_or(0.0),
            ]
        };
        let pairs = figures(self).into_iter().zip(figures(other));
        pairs.fold(self.place.order(&other.place), |so_far, (one, other)| {
            so_far.then(one.total_cmp(&other))
        })
    }
}

/// Whether a number can be a latency, seconds.
fn is_time(seconds: f64) -> bool {
    (1e-6..=1e5).contains(&seconds)
}

/// The two quantities that are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Time per output token.
    Tpot,
    /// Time to the first token.
    Ttft,
}

impl Quantity {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Tpot, Self::Ttft];
}

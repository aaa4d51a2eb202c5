//! The estimates of a measured row.

use super::row::Row;
use estimator::quantity::Bytes;
use estimator::serving::speed::Constants;

/// The two quantities that are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Time per output token.
    Tpot,
    /// Time to first token.
    Ttft,
}

impl Quantity {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Tpot, Self::Ttft];

    /// As tables call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tpot => "TPOT",
            Self::Ttft => "TTFT",
        }
    }

    /// The measured value, seconds.
    #[must_use]
    pub const fn measured(self, row: &Row) -> Option<f64> {
        match self {
            Self::Tpot => row.tpot,
            Self::Ttft => row.ttft,
        }
    }

    /// Whether a fit may use it.
    #[must_use]
    pub fn is_kept(self, row: &Row) -> bool {
        let doubtful = row
            .doubt
            .is_some_and(|doubt| self == Self::Ttft || doubt.is_of_tpot());
        self.measured(row).is_some() && !doubtful
    }
}

/// Estimated seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimated {
    /// Time per output token.
    pub tpot: f64,
    /// Time to first token.
    pub ttft: f64,
}

impl Estimated {
    /// One of them.
    #[must_use]
    pub const fn of(&self, quantity: Quantity) -> f64 {
        match quantity {
            Quantity::Tpot => self.tpot,
            Quantity::Ttft => self.ttft,
        }
    }
}

/// Estimates a row with some constants; `None` where it cannot be, because a
/// rate is missing or the model does not fit.
#[must_use]
pub fn estimate(constants: &Constants, row: &Row) -> Option<Estimated> {
    let replica = row.replica(constants)?;
    if replica.space.short() > Bytes::ZERO {
        return None;
    }
    let point = replica.closed(row.users);
    Some(Estimated {
        tpot: point.outcome.tpot,
        ttft: point.ttft,
    })
}

//! The time between an answer and the next turn: the time of a tool, or a reader. Lognormal with
//! the median and the ninetieth percentile asked for, since its tail decides which contexts
//! survive in a cache: a mean says nothing of it.

use crate::band::normal;
use crate::quantity::Seconds;

/// The standard normal quantile of 90 %.
const Z90: f64 = 1.2816;

/// A lognormal time; always 0 where its median is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Delay {
    /// Half are shorter.
    pub p50: Seconds,
    /// One in ten is longer.
    pub p90: Seconds,
}

impl Delay {
    /// None at all: the next turn comes with the answer.
    pub const ZERO: Self = Self {
        p50: Seconds::ZERO,
        p90: Seconds::ZERO,
    };

    /// Of seconds.
    #[must_use]
    pub const fn new(p50: f64, p90: f64) -> Self {
        Self {
            p50: Seconds::new(p50),
            p90: Seconds::new(p90),
        }
    }

    /// Mean and deviation of its logarithm; `None` where there is no delay.
    #[must_use]
    pub fn logarithm(&self) -> Option<(f64, f64)> {
        let median = self.p50.get();
        (median > 0.0).then(|| {
            let tail = (self.p90.get() / median).max(1.0);
            (median.ln(), tail.ln() / Z90)
        })
    }

    /// Mean, seconds.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.logarithm()
            .map_or(0.0, |(mean, sigma)| (mean + sigma * sigma / 2.0).exp())
    }

    /// The chance that it is over within `seconds`.
    #[must_use]
    pub fn within(&self, seconds: f64) -> f64 {
        if seconds < 0.0 {
            return 0.0;
        }
        match self.logarithm() {
            None => 1.0,
            Some((mean, sigma)) if sigma > 0.0 => normal((seconds.ln() - mean) / sigma),
            Some((mean, _)) => f64::from(u8::from(seconds.ln() >= mean)),
        }
    }

    /// The mean of it, or of `seconds` where it is longer: `E[min(D, s)]`.
    #[must_use]
    pub fn up_to(&self, seconds: f64) -> f64 {
        if seconds <= 0.0 {
            return 0.0;
        }
        match self.logarithm() {
            None => 0.0,
            Some((mean, sigma)) if sigma > 0.0 => {
                let z = (seconds.ln() - mean) / sigma;
                let shorter = self.mean() * normal(z - sigma);
                if seconds.is_finite() {
                    shorter + seconds * (1.0 - normal(z))
                } else {
                    shorter
                }
            }
            Some((mean, _)) => seconds.min(mean.exp()),
        }
    }
}

//! Error bands: the factors that hold the truth four times in five.
//!
//! Each is a pair of percentiles of measurement over estimate among comparable rows:
//! published latencies by class of model, as a fit without the model estimates them;
//! single streams of llama.cpp; offline maxima. `tests/src/accuracy/bands.rs` says which
//! percentiles, works them out and holds these figures against them. Where less than a
//! whole configuration was measured, a band is wider.

use crate::model::ModelClass;
use crate::workload::Certainty;
use serde::{Deserialize, Serialize};

/// How well measurements back an estimate, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Measured nearby: this generation, with models of this class and such a
    /// placement.
    Measured,
    /// Part of the configuration was: another placement, other weights, another way to
    /// serve or kind of load, or a generation of which only kernels or full batches were
    /// measured.
    Interpolated,
    /// Nothing was measured on this generation of hardware.
    Unmeasured,
}

/// A band: the truth lies between `low` and `high` times the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// Lower factor, below 1.
    pub low: f64,
    /// Upper factor, above 1.
    pub high: f64,
    /// The evidence it rests on.
    pub evidence: Evidence,
}

impl Band {
    /// Whether the measured value lies in the band around `estimate`, in the same unit.
    #[must_use]
    pub fn holds(&self, estimate: f64, measured: f64) -> bool {
        (estimate * self.low..=estimate * self.high).contains(&measured)
    }

    /// The factor that the truth stays below with `certainty`, 1 at even chances.
    ///
    /// The estimate is taken as the median, and each edge as the quantile that leaves a
    /// tenth beyond it, of a normal distribution of the logarithm on either side.
    #[must_use]
    pub fn margin(&self, certainty: Certainty) -> f64 {
        self.high.max(1.0).powf(certainty.z() / EDGE_Z)
    }

    /// The chance, 0 to 1, that the truth is at most `limit` where `estimate` is estimated,
    /// in the same unit; by the distribution of [`Self::margin`].
    #[must_use]
    pub fn chance(&self, estimate: f64, limit: f64) -> f64 {
        let over = (limit / estimate).ln();
        let edge = if over >= 0.0 {
            self.high.ln()
        } else {
            -self.low.ln()
        };
        if edge > 0.0 {
            normal(over * EDGE_Z / edge)
        } else if over >= 0.0 {
            1.0
        } else {
            0.0
        }
    }

    /// The band whose edges lie `factor` times farther from the estimate.
    #[must_use]
    pub fn widened(self, factor: f64) -> Self {
        Self {
            low: self.low / factor,
            high: self.high * factor,
            ..self
        }
    }

    /// The band of a rate, given that of a time.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self {
            low: self.high.recip(),
            high: self.low.recip(),
            ..self
        }
    }
}

/// Standard normal quantile of a band's edges, standard deviations: a tenth lies beyond each.
pub(crate) const EDGE_Z: f64 = 1.2816;

/// The standard normal distribution function at `z`, to 1e-7 (Abramowitz and Stegun 1964,
/// formula 26.2.17).
pub(crate) fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let series = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let tail = series
        .iter()
        .rev()
        .fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = tail * (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if z >= 0.0 { 1.0 - tail } else { tail }
}

/// Measurement over estimate, from the lower edge of a band to the upper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread(pub f64, pub f64);

impl Spread {
    /// Times per output token of served models, by class.
    #[must_use]
    pub const fn of_tpot(class: ModelClass) -> Self {
        match class {
            ModelClass::Dense => Self(0.88, 1.17),
            ModelClass::Moe => Self(0.80, 1.22),
            ModelClass::Mla => Self(0.79, 1.31),
            ModelClass::Hybrid => Self(0.77, 1.10),
        }
    }

    /// Times to the first token of served models, by class. Those of the one hybrid
    /// that was measured are all longer than estimated without it: an edge is no farther
    /// than the estimate.
    #[must_use]
    pub const fn of_ttft(class: ModelClass) -> Self {
        match class {
            ModelClass::Dense => Self(0.80, 1.51),
            ModelClass::Moe => Self(0.675, 1.66),
            ModelClass::Mla => Self(0.79, 2.49),
            ModelClass::Hybrid => Self(1.00, 1.96),
        }
    }

    /// Times to the first token above [`CROWDED`], of all classes: whether requests
    /// wait for memory or not makes a factor.
    pub const CROWDED_TTFT: Self = Self(0.25, 5.47);
    /// Times per output token of one user of llama.cpp.
    pub const SINGLE_STREAM: Self = Self(0.88, 1.28);
    /// Output tokens a second of a batch kept full: dense models, mixtures.
    pub const FULL_BATCH: [Self; 2] = [Self(0.77, 1.16), Self(0.71, 1.51)];

    pub(crate) fn band(self, evidence: Evidence) -> Band {
        let widening = match evidence {
            Evidence::Measured => 1.0,
            Evidence::Interpolated => INTERPOLATED,
            Evidence::Unmeasured => UNMEASURED,
        };
        Band {
            low: self.0 / widening,
            high: self.1 * widening,
            evidence,
        }
    }
}

/// Share of the memory's room above which requests may have to wait for it.
pub const CROWDED: f64 = 0.7;
/// Factor by which a band is wider where only part of a configuration was measured; set. On B200
/// times per output token spread no further when the generation is left out of the fit instead of
/// the model, but its kernels are known, as those of others are not.
pub const INTERPOLATED: f64 = 1.2;
/// The factor where nothing was: twice as far.
pub const UNMEASURED: f64 = 1.45;

#[cfg(test)]
mod tests {
    use super::{Band, Evidence, normal};
    use crate::workload::Certainty;

    /// Tables of the normal distribution.
    #[test]
    fn the_normal_distribution() {
        for (z, share) in [(0.0, 0.5), (1.2816, 0.9), (-1.2816, 0.1), (1.6449, 0.95)] {
            assert!((normal(z) - share).abs() < 1e-5, "{z}");
        }
    }

    /// Half at the limit, nine in ten where the upper edge meets it, one in ten where the
    /// lower does; and a margin leaves the chance that it is for.
    #[test]
    fn chances_follow_the_band() {
        let band = Band {
            low: 0.8,
            high: 1.5,
            evidence: Evidence::Measured,
        };
        for (limit, chance) in [(1.0, 0.5), (1.5, 0.9), (0.8, 0.1)] {
            assert!((band.chance(1.0, limit) - chance).abs() < 1e-4, "{limit}");
        }
        for (certainty, chance) in [
            (Certainty::Even, 0.5),
            (Certainty::Likely, 0.8),
            (Certainty::Sure, 0.95),
        ] {
            let limit = band.margin(certainty);
            assert!((band.chance(1.0, limit) - chance).abs() < 1e-4);
        }
        // A band without a lower half: never below.
        let one_sided = Band { low: 1.0, ..band };
        assert_eq!(one_sided.chance(1.0, 0.99).to_bits(), 0.0f64.to_bits());
    }
}

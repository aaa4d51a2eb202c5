//! Error bands: the factors that hold the truth four times in five.
//!
//! From residuals of the serving model on 1,792 held-out latency rows
//! (Hopper and Blackwell): symmetric factors by class of model. On
//! accelerators of which nothing was measured the factor is widened by what
//! leaving one generation out of the fit cost: 90th percentile of TPOT .31
//! to .43, of TTFT .72 to .88.

use crate::hardware::Architecture;
use crate::model::ModelClass;
use serde::{Deserialize, Serialize};

/// How well measurements back an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// This generation was measured with models of this class.
    Measured,
    /// Part of the configuration was: another generation, or a placement that
    /// no row has.
    Interpolated,
    /// Nothing like it was.
    Unmeasured,
}

/// A band: the truth lies between `low` and `high` times the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// Lower factor, below 1.
    pub low: f64,
    /// Upper factor, above 1.
    pub high: f64,
    /// What it rests on.
    pub evidence: Evidence,
}

impl Band {
    /// The band `x/÷ factor`.
    #[must_use]
    pub fn symmetric(factor: f64, evidence: Evidence) -> Self {
        Self {
            low: 1.0 / factor,
            high: factor,
            evidence,
        }
    }

    /// Whether what was measured lies in the band around `estimate`, in the same unit.
    #[must_use]
    pub fn holds(&self, estimate: f64, measured: f64) -> bool {
        (estimate * self.low..=estimate * self.high).contains(&measured)
    }
}

/// The bands of one estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bands {
    /// Of the time to first token.
    pub ttft: Band,
    /// Of the time per output token.
    pub tpot: Band,
}

/// Bands for a model of `class` on `architecture`; `unusual` where the
/// placement is of a kind no measured row has (a pipeline, or tensor
/// parallelism over PCI Express); `near_capacity` where admission waits begin (above 70 % of
/// what memory holds), which leaves TTFT open upwards.
#[must_use]
pub fn bands(
    class: ModelClass,
    architecture: Architecture,
    unusual: bool,
    near_capacity: bool,
) -> Bands {
    let (tpot, ttft) = match class {
        ModelClass::Dense => (1.15, 1.6),
        ModelClass::Hybrid => (1.3, 1.6),
        ModelClass::Moe => (1.4, 1.6),
        ModelClass::Mla => (1.4, 2.2),
    };
    let evidence = match architecture {
        Architecture::Hopper | Architecture::Blackwell if !unusual => Evidence::Measured,
        Architecture::Hopper
        | Architecture::Blackwell
        | Architecture::Ampere
        | Architecture::Ada
        | Architecture::BlackwellGraphics => Evidence::Interpolated,
        _ => Evidence::Unmeasured,
    };
    // Leaving a generation out multiplies the 90th-percentile error by about
    // 1.35 (TPOT .31 -> .43); where nothing is known, that much twice.
    let widening = match evidence {
        Evidence::Measured => 1.0,
        Evidence::Interpolated => 1.2,
        Evidence::Unmeasured => 1.45,
    };
    let mut first = Band::symmetric(ttft * widening, evidence);
    if near_capacity {
        first.high *= 2.0;
    }
    Bands {
        ttft: first,
        tpot: Band::symmetric(tpot * widening, evidence),
    }
}

//! Error bands of a training speed: where four of five measurements of tokens a second
//! lie, as factors of the estimate.
//!
//! The 6th and the 94th percentile of measurement over estimate among comparable public
//! rows, each estimated by a fit without its source (dense models: 0.85 and 1.10); wider
//! where part of the configuration, or the generation, was never measured.

use crate::band::{Band, Evidence, INTERPOLATED, UNMEASURED};
use crate::hardware::{Accelerator, Architecture};
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::{Offload, Optimizer};

/// Measurement over estimate, from the lower edge of a band to the upper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread(pub f64, pub f64);

impl Spread {
    /// Dense models, all weights learning.
    pub const DENSE: Self = Self(0.85, 1.10);
    /// Mixtures, set wider than the rows' 0.81 and 1.39: five models alone are published,
    /// and releases of one piece of software differ by half on the same layout.
    pub const MIXTURE: Self = Self(0.70, 1.50);
    /// Adapters on a frozen base, set wider than the rows' 0.92 and 1.13: nearly all are
    /// one model, by one benchmark.
    pub const ADAPTER: Self = Self(0.80, 1.20);
}

/// The facts that decide which rows are comparable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparable {
    spread: Spread,
    evidence: Evidence,
}

impl Comparable {
    /// The rows that `layout` of `job` on `chip` compares with.
    #[must_use]
    pub fn of(job: &Job, chip: &Accelerator, layout: &Layout) -> Self {
        let spread = if job.model.is_mixture() {
            Spread::MIXTURE
        } else if job.method.adapter().is_some() {
            Spread::ADAPTER
        } else {
            Spread::DENSE
        };
        let unusual = layout.offload != Offload::None
            || job.reference
            || !job.flash
            || job.optimizer == Optimizer::Muon
            || job.model.recurrent.is_some()
            || job.model.block.bidirectional
            || layout.context > 1;
        let evidence = match chip.architecture {
            Architecture::Ampere | Architecture::Hopper | Architecture::Blackwell if !unusual => {
                Evidence::Measured
            }
            Architecture::Ampere
            | Architecture::Hopper
            | Architecture::Blackwell
            | Architecture::Cdna3
            | Architecture::Cdna4 => Evidence::Interpolated,
            Architecture::Pascal
            | Architecture::Volta
            | Architecture::Turing
            | Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::BlackwellGraphics
            | Architecture::Rubin
            | Architecture::Cdna1
            | Architecture::Cdna2
            | Architecture::Rdna
            | Architecture::Gaudi
            | Architecture::Xe
            | Architecture::Tpu
            | Architecture::Neuron
            | Architecture::Apple
            | Architecture::Other => Evidence::Unmeasured,
        };
        Self { spread, evidence }
    }

    /// The band.
    #[must_use]
    pub fn band(&self) -> Band {
        let widening = match self.evidence {
            Evidence::Measured => 1.0,
            Evidence::Interpolated => INTERPOLATED,
            Evidence::Unmeasured => UNMEASURED,
        };
        Band {
            low: self.spread.0 / widening,
            high: self.spread.1 * widening,
            evidence: self.evidence,
        }
    }
}

//! A measurement and the estimate of exactly that configuration.

use catalog::measured::{Configuration, Doubt, Measured};
use estimator::serving::estimate::estimate;
use estimator::serving::report::Latency;
use estimator::serving::summary::Ratio;

/// Which figure is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    /// Time per output token.
    Tpot,
    /// Time to first token.
    Ttft,
}

/// One figure, measured and estimated, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    /// As published, in seconds.
    pub(super) measured: f64,
    /// As estimated, the mean, in seconds.
    pub(super) estimated: f64,
    /// Whether the measurement lies in the band around the estimate.
    pub(super) inside: bool,
}

impl Pair {
    fn of(measured: Option<f64>, latency: &Latency) -> Option<Self> {
        let measured = measured?;
        let estimated = latency.mean.get();
        Some(Self {
            measured,
            estimated,
            inside: latency.band.holds(estimated, measured),
        })
    }

    /// Estimate over measurement.
    pub(super) fn ratio(&self) -> Ratio {
        Ratio {
            value: self.estimated / self.measured,
            inside: Some(self.inside),
        }
    }
}

/// A row and its pairs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    /// The row.
    pub(super) row: &'static Measured,
    /// Name of the accelerator.
    pub(super) chip: String,
    /// Why it is doubtful, if it is.
    pub(super) doubt: Option<Doubt>,
    tpot: Option<Pair>,
    ttft: Option<Pair>,
}

impl Point {
    /// Estimates a row; nothing where the catalogue lacks a name of it, or the
    /// model does not fit.
    pub(super) fn of(row: &'static Measured) -> Option<Self> {
        let Configuration {
            scenario,
            chip,
            placement,
            ..
        } = row.configuration().ok()?;
        let speed = estimate(&scenario, &chip, placement)?.performance?;
        Some(Self {
            row,
            doubt: row.doubt(),
            tpot: Pair::of(row.tpot(), &speed.tpot),
            ttft: Pair::of(row.ttft(), &speed.ttft),
            chip: chip.name,
        })
    }

    /// One of its figures.
    pub(super) fn pair(&self, quantity: Quantity) -> Option<Pair> {
        match quantity {
            Quantity::Tpot => self.tpot,
            Quantity::Ttft => self.ttft,
        }
    }

    /// Whether a figure of it is doubtful.
    pub(super) fn is_doubtful(&self, quantity: Quantity) -> bool {
        self.doubt
            .is_some_and(|doubt| quantity == Quantity::Ttft || doubt.is_of_tpot())
    }
}

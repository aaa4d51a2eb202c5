//! How far simulated percentiles lie from measured ones.

use super::replay::Replay;
use super::row::{Origin, Printed, Row};
use estimator::parameters;
use estimator::serving::queue::{Quantiles, Simulated};
use estimator::serving::summary::{Ratio, Summary};
use estimator::workload::Percentile;

/// A figure compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Median time to first token.
    Ttft,
    /// The same of the unlucky: the 95th percentile, else the 90th, else the 99th.
    LateTtft,
    /// Median time per output token.
    Tpot,
    /// The same of the unlucky.
    LateTpot,
}

impl Figure {
    /// All.
    pub const ALL: [Self; 4] = [Self::Ttft, Self::LateTtft, Self::Tpot, Self::LateTpot];

    /// As tables call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ttft => "TTFT p50",
            Self::LateTtft => "TTFT tail",
            Self::Tpot => "TPOT p50",
            Self::LateTpot => "TPOT tail",
        }
    }

    const fn is_late(self) -> bool {
        matches!(self, Self::LateTtft | Self::LateTpot)
    }

    const fn printed(self, row: &Row) -> &Printed {
        match self {
            Self::Ttft | Self::LateTtft => &row.ttft,
            Self::Tpot | Self::LateTpot => &row.tpot,
        }
    }

    /// The value of it that a row prints.
    #[must_use]
    pub fn measured(self, row: &Row) -> Option<f64> {
        let printed = self.printed(row);
        if self.is_late() {
            tail(printed).map(|(_, seconds)| seconds)
        } else {
            printed.p50
        }
    }

    /// Simulated over measured.
    #[must_use]
    pub fn ratio(self, row: &Row, got: &Simulated) -> Option<f64> {
        let quantiles: &Quantiles = match self {
            Self::Ttft | Self::LateTtft => &got.ttft,
            Self::Tpot | Self::LateTpot => &got.tpot,
        };
        let ours = if self.is_late() {
            match tail(self.printed(row))?.0 {
                Percentile::P90 => quantiles.p90,
                Percentile::P99 => quantiles.p99,
                _ => quantiles.p95,
            }
        } else {
            quantiles.p50
        };
        Some(ours / self.measured(row)?)
    }

    /// The closed form over measured; it has no median.
    #[must_use]
    pub fn bound(self, replay: &Replay) -> Option<f64> {
        if !self.is_late() {
            return None;
        }
        let (percentile, measured) = tail(self.printed(replay.row))?;
        let point = replay.bound(percentile)?;
        let ours = if self == Self::LateTtft {
            point.ttft_at_percentile
        } else {
            point.tpot_at_percentile
        };
        Some(ours / measured)
    }
}

fn tail(printed: &Printed) -> Option<(Percentile, f64)> {
    let of = |percentile, seconds: Option<f64>| seconds.map(|seconds| (percentile, seconds));
    of(Percentile::P95, printed.p95)
        .or_else(|| of(Percentile::P90, printed.p90))
        .or_else(|| of(Percentile::P99, printed.p99))
}

/// Why a row is no measure of the simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// A higher rate of the same sweep has a shorter tail, by half: the engine was still
    /// being compiled.
    ColdStart,
    /// The printed prompts at the achieved rate are beyond four fifths of the data
    /// sheet's peak, which no engine holds: they were shorter, or shared.
    Lengths,
    /// Steps launched kernel by kernel, which the estimator does not know.
    Eager,
}

/// Share of the data sheet's peak that no engine holds over a run.
const PEAK: f64 = 0.8;

/// The doubt about `row` among `rows`, by measured values alone.
#[must_use]
pub fn doubt(row: &Row, rows: &[Row]) -> Option<Doubt> {
    let late = |row: &Row| tail(&row.ttft).map(|(_, seconds)| seconds);
    let calmer = rows.iter().any(|other| {
        other.sweep == row.sweep
            && other.rate > row.rate
            && late(other)
                .zip(late(row))
                .is_some_and(|(busy, calm)| 1.5 * busy < calm)
    });
    // In Kubernetes only the first rate has to compute its prompts.
    if calmer && row.origin != Origin::Kubernetes {
        return Some(Doubt::ColdStart);
    }
    if share_of_peak(row).is_some_and(|share| share > PEAK) {
        return Some(Doubt::Lengths);
    }
    row.eager.then_some(Doubt::Eager)
}

/// Operations of the prompts alone, over the data sheet's 16-bit peak.
fn share_of_peak(row: &Row) -> Option<f64> {
    let input = row.input.0?;
    let products = 2.0 * parameters::count(&row.model).active * input;
    let pairs = row.model.attention()?.prompt_flops() * f64::from(row.model.layers);
    let prompt = products + pairs * input * input / 2.0;
    let peak = row.chip.peak.sixteen?.get() * f64::from(row.tensor);
    Some(row.achieved * prompt / peak)
}

/// Whether `row` has the lowest rate of its sweep, which is measured first.
#[must_use]
pub fn is_first(row: &Row, rows: &[Row]) -> bool {
    !rows
        .iter()
        .any(|other| other.sweep == row.sweep && other.rate < row.rate)
}

/// The errors of some ratios; `None` of none.
#[must_use]
pub fn summary(ratios: &[f64]) -> Option<Summary> {
    let ratios: Vec<Ratio> = ratios
        .iter()
        .map(|value| Ratio {
            value: *value,
            inside: None,
        })
        .collect();
    Summary::of(&ratios)
}

//! Published throughput: `data/measured/serving_throughput.csv`, figures as their
//! sources print them. Compared are the two kinds whose load is fully said: one
//! user at a time, and the most that a batch kept full gives. All others are
//! left out with the reason: images, prompts alone, static batches of engines
//! of 2023, submissions whose settings stand elsewhere.

mod bench;
mod read;

pub use read::read;

use estimator::hardware::{Accelerator, Architecture};
use estimator::parameters::Parameters;
use estimator::placement::Placement;
use estimator::quantity::Bytes;
use estimator::serving::replica::Replica;
use estimator::serving::scenario::Scenario;
use estimator::serving::speed::Constants;
use estimator::serving::summary::Ratio;

/// The kind of figure measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Output tokens a second of one user.
    SingleStream,
    /// Output tokens a second of an accelerator whose batch is kept full.
    OfflineMaximum,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::SingleStream, Self::OfflineMaximum];

    /// As tables call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SingleStream => "single stream",
            Self::OfflineMaximum => "offline maximum",
        }
    }
}

/// One published figure.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its line in the file.
    pub line: usize,
    /// The kind of figure.
    pub kind: Kind,
    /// The scenario measured.
    pub scenario: Scenario,
    /// Parameters of its model.
    pub counted: Parameters,
    /// The figures that share an error with it: one model on one accelerator by one release
    /// of an engine.
    pub series: String,
    /// The accelerator.
    pub chip: Accelerator,
    /// Spread how.
    pub placement: Placement,
    /// Output tokens a second of one accelerator.
    pub measured: f64,
    /// Whether steps without prompts run in captured sizes, partly empty.
    pub is_captured: bool,
    /// Requests of the run, where its source says how many.
    pub requests: Option<f64>,
    /// Why it is no measure of the estimate, if it is none.
    pub doubt: Option<&'static str>,
}

impl Figure {
    /// Whether a fit uses it: full batches on the two generations that are fitted.
    #[must_use]
    pub fn is_fitted(&self) -> bool {
        let fitted = matches!(
            self.chip.architecture,
            Architecture::Hopper | Architecture::Blackwell
        );
        fitted && self.kind == Kind::OfflineMaximum && self.doubt.is_none()
    }

    /// Output tokens a second of one accelerator by some constants; `None` where a rate is
    /// missing or the model does not fit. Where a run's requests are counted they are alike,
    /// and the last of them run in a batch that is not full.
    #[must_use]
    pub fn output(&self, constants: &Constants) -> Option<f64> {
        let (scenario, placement) = (&self.scenario, self.placement);
        let replica = Replica::with(constants, scenario, &self.counted, &self.chip, placement)?;
        if replica.space.short() > Bytes::ZERO {
            return None;
        }
        let pace = replica.pace();
        let copies = f64::from(placement.data.max(1));
        let most = scenario.engine.max_num_seqs.map_or(2048.0, f64::from);
        let places = |users: f64| {
            if self.is_captured {
                bench::places((users / copies).ceil(), most) * copies
            } else {
                users
            }
        };
        let rate = |users: f64| {
            let rank = &replica.rank;
            rank.saturated(users, places(users), replica.lengths, pace)
        };
        let batch = replica.saturated_users();
        let output = match self.requests {
            None => rate(batch),
            Some(requests) => {
                let full = (requests / batch).floor();
                let rest = requests - full * batch;
                let last = if rest > 0.0 { rest / rate(rest) } else { 0.0 };
                requests / (full * batch / rate(batch) + last)
            }
        };
        Some(output / f64::from(placement.accelerators()))
    }

    /// Estimate over measurement; `None` where the model does not fit.
    #[must_use]
    pub fn ratio(&self) -> Option<Ratio> {
        let estimate =
            estimator::serving::estimate::estimate(&self.scenario, &self.chip, self.placement)?;
        let speed = estimate.performance?;
        let (ours, band) = match self.kind {
            Kind::SingleStream => (1.0 / speed.tpot.mean.get(), speed.tpot.band.inverse()),
            Kind::OfflineMaximum => (self.output(&Constants::FITTED)?, speed.output_band),
        };
        Some(Ratio {
            value: ours / self.measured,
            inside: Some(band.holds(ours, self.measured)),
        })
    }
}

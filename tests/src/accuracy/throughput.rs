//! Published throughput: `data/measured/serving_throughput.csv`, figures as their
//! sources print them. Compared are the kinds whose load is fully said: one
//! user at a time, its answer or its prompt, and the most that a batch kept full
//! gives. All others are left out with the reason: images, prompts of many, static
//! batches of engines of 2023, submissions whose settings stand elsewhere.
//! `data/measured/llama_prompts.csv` adds prompts of llama.cpp since its products run on 8-bit
//! matrix units, as its discussions and pull requests print them.

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
    /// Prompt tokens a second of one request.
    Prompt,
    /// Output tokens a second of an accelerator whose batch is kept full.
    OfflineMaximum,
}

impl Kind {
    /// All.
    pub const ALL: [Self; 3] = [Self::SingleStream, Self::Prompt, Self::OfflineMaximum];

    /// As tables call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SingleStream => "single stream",
            Self::Prompt => "prompt",
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
    /// Output tokens a second of one accelerator; of a prompt, its tokens a second.
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

    /// Tokens a second of one prompt that nothing else runs beside; `None` where a rate is missing.
    fn prompt(&self) -> Option<f64> {
        let (scenario, placement) = (&self.scenario, self.placement);
        let replica = Replica::new(scenario, &self.counted, &self.chip, placement)?;
        let cost = replica
            .rank
            .prompt_cost(0.0, replica.lengths, replica.pace());
        Some(replica.lengths.fresh / cost.whole)
    }

    /// Estimate over measurement; `None` where the model does not fit.
    #[must_use]
    pub fn ratio(&self) -> Option<Ratio> {
        let estimate =
            estimator::serving::estimate::estimate(&self.scenario, &self.chip, self.placement)?;
        let speed = estimate.performance?;
        let (ours, band) = match self.kind {
            Kind::SingleStream => (1.0 / speed.tpot.mean.get(), speed.tpot.band.inverse()),
            Kind::Prompt => (self.prompt()?, speed.ttft.band.inverse()),
            Kind::OfflineMaximum => (self.output(&Constants::FITTED)?, speed.output_band),
        };
        Some(Ratio {
            value: ours / self.measured,
            inside: Some(band.holds(ours, self.measured)),
        })
    }
}

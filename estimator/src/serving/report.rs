//! The answer. Every view, chart, export and explanation reads this.

use crate::band::Band;
use crate::engine::Engine;
use crate::offer::{Offer, Price};
use crate::placement::{Illegal, Placement};
use crate::precision::WeightFormat;
use crate::quantity::{Bytes, RequestsPerSecond, Seconds, TokensPerSecond, Usd, UsdPerHour};
use crate::rental::Rented;
use crate::serving::finding::Finding;
use crate::serving::memory::MemoryBreakdown;
use crate::serving::queue::Simulated;
use crate::serving::replica::disaggregated::Pools;
use crate::serving::speed::StepParts;
use serde::{Deserialize, Serialize};

/// Memory and speed of one replica of a placement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimate {
    /// How the replica is spread.
    pub placement: Placement,
    /// Memory of the most loaded rank.
    pub memory: MemoryBreakdown,
    /// Speed at the load; `None` where it does not fit, or was found not to keep up.
    pub performance: Option<Performance>,
}

/// A latency: its mean, and its value at the percentile the SLA names.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Latency {
    /// Of the mean request.
    pub mean: Seconds,
    /// At the SLA's percentile.
    pub at_percentile: Seconds,
    /// The factor the truth lies within, four times in five.
    pub band: Band,
}

/// The bottleneck of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Bottleneck {
    /// Matrix units.
    Compute,
    /// Memory bandwidth.
    MemoryBandwidth,
    /// Links between accelerators.
    Interconnect,
    /// The engine's own fixed costs.
    Engine,
    /// Space for cached keys and values.
    KvCapacity,
}

/// Speed of one replica at one load.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Performance {
    /// Requests in the replica at once, on average.
    pub concurrency: f64,
    /// Requests decoding at once: less where memory makes some wait.
    pub running: f64,
    /// Time to the first token.
    pub ttft: Latency,
    /// Time per output token after the first.
    pub tpot: Latency,
    /// Output tokens a second of the replica; of all of them, [`Sizing::output`].
    pub output: TokensPerSecond,
    /// Factor the throughput lies within, four times in five.
    pub output_band: Band,
    /// Requests finished.
    pub requests: RequestsPerSecond,
    /// Prompt tokens one prompt is read at.
    pub prefill: TokensPerSecond,
    /// From arrival to the last token, mean.
    pub request_latency: Seconds,
    /// The bottleneck of decoding.
    pub bottleneck: Bottleneck,
    /// The bottleneck of reading prompts.
    pub prefill_bottleneck: Bottleneck,
    /// The parts of one decoding step.
    pub step: StepParts,
    /// The parts of one step that carries a prompt alone.
    pub prompt_step: StepParts,
}

/// A number of replicas on one kind of accelerator, sized for the load.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sizing {
    /// Replicas that carry the load, spares included.
    pub replicas: u32,
    /// Spares among them.
    pub spare_replicas: u32,
    /// Working ones beyond the fewest that keep the demands: on accelerators that are paid
    /// for anyway, so that a doubt ends.
    pub extra_replicas: u32,
    /// Working ones beyond the fewest that keep the demands which are paid for, so that a doubt ends
    /// for less than it weighs.
    pub margin_replicas: u32,
    /// One replica at its share of the load.
    pub estimate: Estimate,
    /// Most requests at once in one replica that memory and both SLAs allow.
    pub max_concurrency: f64,
    /// Load all working replicas could carry over the load asked for, less 1, as sure as is asked.
    pub headroom: f64,
    /// The same at even chances: what doubts are about, since whoever asks for a certainty that is
    /// there anyway finds no other fault with what keeps it.
    #[serde(skip)]
    pub even_headroom: f64,
    /// Chance, 0 to 1, that every demand is kept, given how far such estimates are off;
    /// `None` where nothing runs or nobody knows the latencies.
    pub chance: Option<f64>,
    /// Capacity: output tokens a second of the working replicas when they are as full as
    /// memory and both SLAs allow. At the load asked for it is [`Self::output`].
    pub full_output: TokensPerSecond,
    /// The share of requests that must keep both limits; `None` where none was asked for.
    #[serde(skip)]
    pub goodput: Option<f64>,
    /// Its cost; `None` without a price.
    pub cost: Option<Cost>,
    /// Replicas of either kind, where prefill and decode are apart.
    pub pools: Option<Pools>,
    /// SLAs missed, with the measured value and the demand.
    pub misses: Vec<Miss>,
    /// Latencies of single requests in one replica, where that was simulated: the latencies above
    /// are then its, unless the run was given up. Where more arrives than is answered there are
    /// none.
    pub simulated: Option<Simulated>,
}

/// An SLA that is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Miss {
    /// Which one.
    pub demand: Demand,
    /// The time it would be, with one request at a time at the least.
    pub value: Seconds,
    /// The limit asked for.
    pub limit: Seconds,
}

/// The demands an SLA can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Demand {
    /// Time to first token.
    Ttft,
    /// Time per output token.
    Tpot,
}

/// Money: one bill, the cheapest of whole instances that hold the sizing. Every price,
/// score and rank is of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cost {
    /// All instances as they are sold, idle accelerators in them included, per hour.
    pub per_hour: UsdPerHour,
    /// Per month of 730 hours.
    pub per_month: Usd,
    /// Per million output tokens, at the load asked for.
    pub per_million_output: Usd,
    /// Per million prompt tokens, at the load asked for.
    pub per_million_input: Usd,
    /// Output tokens a dollar buys when the fleet is as full as the SLA allows:
    /// the performance per dollar that candidates are compared by.
    pub tokens_per_dollar: f64,
    /// The instances that are paid for.
    pub bill: Rented,
    /// Place of their price among the offer's.
    pub price: usize,
}

impl Cost {
    /// Per thousand requests of so many output tokens each: all that is paid, at the load asked
    /// for.
    #[must_use]
    pub fn per_thousand_requests(&self, output_tokens: f64) -> Usd {
        self.per_million_output * (1e3 * output_tokens / 1e6)
    }
}

/// The search's answer for one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// Index of the offer it answers for.
    pub offer: usize,
    /// The judgement.
    pub verdict: Verdict,
    /// The recommended sizing, or the one that comes nearest; `None` where
    /// nothing can be placed.
    pub best: Option<Sizing>,
    /// Sizings of other placements, the best of every number of accelerators a replica
    /// among them.
    pub alternatives: Vec<Sizing>,
    /// Performance per dollar, 100 for the best that keeps the SLA.
    pub score: Option<f64>,
}

/// The judgement on one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Keeps every demand.
    Meets,
    /// Holds the model, and is too slow: undersized, not adequate.
    Misses,
    /// No allowed placement holds the model and one request.
    TooLittleMemory {
        /// The memory that the best placement lacks, per accelerator.
        short: Bytes,
        /// Accelerators of that placement.
        accelerators: u32,
    },
    /// The engine does not run on the chip.
    EngineUnsupported {
        /// The engine asked for.
        engine: Engine,
    },
    /// The chip can neither compute nor widen the format, or the engine does not read it.
    Unsupported {
        /// The format asked for.
        format: WeightFormat,
    },
    /// No degree of parallelism fits the model's shape.
    NoPlacement {
        /// The rule broken by the largest count tried.
        reason: Illegal,
    },
    /// Would work, with more accelerators in a node than allowed.
    NodeLimit {
        /// Accelerators a node would need.
        needed: u32,
    },
    /// The record lacks a fact the estimate needs.
    Unknown,
}

impl Verdict {
    /// Its name in the batch contract, without its figures.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Meets => "meets",
            Self::Misses => "misses",
            Self::TooLittleMemory { .. } => "too-little-memory",
            Self::EngineUnsupported { .. } => "engine-unsupported",
            Self::Unsupported { .. } => "unsupported",
            Self::NoPlacement { .. } => "no-placement",
            Self::NodeLimit { .. } => "node-limit",
            Self::Unknown => "unknown",
        }
    }
}

/// A sizing that almost keeps the demands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NearMiss {
    /// Index into the report's candidates: whose accelerator it is.
    pub candidate: usize,
    /// The sizing, with its misses.
    pub sizing: Sizing,
    /// Share of the load it would carry within the demands, 0 to 1.
    pub would_carry: f64,
}

/// The whole answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// One a distinct accelerator offered, the recommended first, then by their cost and how sound
    /// they are ([`crate::serving::soundness`]), then those that fall short.
    pub candidates: Vec<Candidate>,
    /// Index into `candidates`: the recommended, which keeps every demand.
    pub best: Option<usize>,
    /// The next, on another accelerator; cheaper than the best where it is less sound.
    pub runner_up: Option<usize>,
    /// A sizing that costs less and just misses, or comes nearest where nothing is good enough.
    pub near_miss: Option<NearMiss>,
    /// Findings for the user.
    pub findings: Vec<Finding>,
}

impl Report {
    /// The recommended candidate.
    #[must_use]
    pub fn recommended(&self) -> Option<&Candidate> {
        self.best.and_then(|index| self.candidates.get(index))
    }
}

impl Candidate {
    /// Whether every demand is kept.
    #[must_use]
    pub fn meets(&self) -> bool {
        self.verdict == Verdict::Meets
    }

    /// The price of `offer`, its own, that it is billed at; the least of one accelerator
    /// where there is no bill.
    #[must_use]
    pub fn price<'a>(&self, offer: &'a Offer) -> Option<&'a Price> {
        let billed = self.best.as_ref().and_then(|sizing| sizing.price(offer));
        billed.or(offer.price.as_ref())
    }
}

impl Sizing {
    /// Whether it keeps every demand, and up with arrivals, as far as that was simulated.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.misses.is_empty() && !self.is_overrun() && self.goodput_missed().is_none()
    }

    /// The share of requests within both limits, where fewer are than was asked for; `None` where
    /// enough are, and where nothing was simulated.
    #[must_use]
    pub fn goodput_missed(&self) -> Option<f64> {
        let asked = self.goodput?;
        let simulated = self.simulated.filter(|simulated| !simulated.given_up)?;
        simulated.within.filter(|within| *within < asked)
    }

    /// Whether its latencies are a simulation's: not the closed form's, as they are where
    /// none was made or it was given up.
    #[must_use]
    pub fn is_simulated(&self) -> bool {
        self.simulated.is_some_and(|simulated| !simulated.given_up)
    }

    /// Whether a simulation found that more arrives than it answers.
    #[must_use]
    pub fn is_overrun(&self) -> bool {
        self.simulated
            .is_some_and(|simulated| !simulated.steady && !simulated.given_up)
    }

    /// Replicas that carry the load: all but the spares.
    #[must_use]
    pub const fn working(&self) -> u32 {
        self.replicas.saturating_sub(self.spare_replicas)
    }

    /// Load that the fewest replicas which keep the demands could carry over the load asked for,
    /// less 1: [`Self::headroom`] is of all working ones, further ones on accelerators that are
    /// paid for anyway included.
    #[must_use]
    pub fn fewest_headroom(&self) -> f64 {
        let working = self.working();
        let fewest = working.saturating_sub(self.extra_replicas).max(1);
        (1.0 + self.headroom) * f64::from(fewest) / f64::from(working.max(1)) - 1.0
    }

    /// The throughput at the load asked for: output tokens a second of all working replicas. The
    /// most they could do is [`Self::full_output`]. `None` where nothing runs.
    #[must_use]
    pub fn output(&self) -> Option<TokensPerSecond> {
        let speed = self.estimate.performance.as_ref()?;
        Some(speed.output * f64::from(self.working()))
    }

    /// Requests at once in all working replicas at the load asked for, on average.
    #[must_use]
    pub fn concurrency(&self) -> Option<f64> {
        let speed = self.estimate.performance.as_ref()?;
        Some(speed.concurrency * f64::from(self.working()))
    }

    /// Most requests at once in one replica, as views and files say it: rounded down to whole
    /// ones, since one more is one too many; with its part where there are few.
    #[must_use]
    pub fn most_at_once(&self) -> f64 {
        /// From so many on parts of one say nothing.
        const MANY: f64 = 10.0;
        if self.max_concurrency < MANY {
            self.max_concurrency
        } else {
            self.max_concurrency.floor()
        }
    }

    /// All accelerators: replicas times accelerators of one.
    #[must_use]
    pub const fn accelerators(&self) -> u32 {
        self.replicas
            .saturating_mul(self.estimate.placement.accelerators())
    }
}

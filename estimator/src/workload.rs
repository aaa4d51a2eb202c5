//! Demands on the model: how long the requests are, how they arrive, and how fast the answers must
//! be.

use crate::precision::formats;
use crate::quantity::Seconds;
use serde::{Deserialize, Serialize};

/// The traffic one deployment must carry.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Workload {
    /// Mean prompt length in tokens, the cached prefix included.
    pub input_tokens: f64,
    /// Mean answer length in tokens.
    pub output_tokens: f64,
    /// Share of the prompt found in the prefix cache, 0 to 1.
    pub prefix_hit_rate: f64,
    /// How requests arrive.
    pub load: Load,
    /// How far requests differ from the mean one.
    pub variation: Variation,
    /// How long a user thinks before asking again, mean; open arrivals have no users.
    pub think: Seconds,
}

impl Workload {
    /// Requests that are all alike, of so many tokens, nothing of them cached.
    #[must_use]
    pub fn plain(input_tokens: f64, output_tokens: f64, load: Load) -> Self {
        Self {
            input_tokens,
            output_tokens,
            prefix_hit_rate: 0.0,
            load,
            variation: Variation::default(),
            think: Seconds::ZERO,
        }
    }
}

/// How far requests differ from the mean one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// Prompt length, tokens, that 19 requests in 20 stay below; `None` where all are alike.
    pub input_p95: Option<f64>,
    /// The same of answers, tokens.
    pub output_p95: Option<f64>,
    /// Squared coefficient of variation of the time between open arrivals of the whole
    /// fleet: 1 for independent ones (Poisson), more for bursts.
    pub arrivals: f64,
}

impl Default for Variation {
    fn default() -> Self {
        Self {
            input_p95: None,
            output_p95: None,
            arrivals: 1.0,
        }
    }
}

/// Squared coefficient of variation of the times between arrivals of which each is taken
/// with the chance `share`, out of a stream whose own is `variation`: a part of a bursty
/// stream is less so, `1 + p (c^2 - 1)`, exactly where the times are independent (Whitt 1983,
/// "The queueing network analyzer", splitting).
#[must_use]
pub fn thinned(variation: f64, share: f64) -> f64 {
    // Not a number where nothing comes: all of it.
    1.0 + share.min(1.0) * (variation - 1.0)
}

/// The standard normal quantile of 95 %.
const Z95: f64 = 1.6449;

impl Variation {
    /// Squared coefficients of variation of prompts and of answers whose means are these.
    #[must_use]
    pub fn lengths(&self, input: f64, output: f64) -> (f64, f64) {
        let of = |p95: Option<f64>, mean: f64| {
            p95.map_or(0.0, |p95| {
                let sigma = spread(p95 / mean.max(1.0));
                (sigma * sigma).exp_m1()
            })
        };
        (of(self.input_p95, input), of(self.output_p95, output))
    }
}

/// The `sigma` of a lognormal length whose 95th percentile is `ratio` times its mean:
/// `1.645 sigma - sigma^2/2 = ln ratio`. A ratio beyond 3.87 has none; the widest is
/// taken.
#[must_use]
pub fn spread(ratio: f64) -> f64 {
    let log = ratio.max(1.0).ln();
    Z95 - (Z95 * Z95 - 2.0 * log).max(0.0).sqrt()
}

/// How requests arrive. Every latency belongs to one of these.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Load {
    /// That many users, each waiting for its answer, long after the start.
    Steady(f64),
    /// The same as published benchmarks run it: all users start together,
    /// about ten requests each, lengths drawn at 80 to 100 % of nominal.
    Closed(f64),
    /// The same with equal lengths, so that users come back together.
    Lockstep(f64),
    /// That many requests at once.
    Burst(f64),
    /// Independent arrivals at this mean rate per second.
    Poisson(f64),
    /// As many at once as the memory holds: the offline maximum.
    Saturated,
}

impl Load {
    /// Whether it is so many requests a second, whatever serves them: the throughput of what keeps
    /// up with them is then asked for, and not estimated.
    #[must_use]
    pub const fn is_a_rate(self) -> bool {
        matches!(self, Self::Poisson(_))
    }

    /// Whether it is the load a fleet must carry, and not as much as one replica can.
    #[must_use]
    pub const fn is_of_fleet(self) -> bool {
        !matches!(self, Self::Saturated)
    }

    /// One of so many equal `parts` of it.
    #[must_use]
    pub fn over(self, parts: f64) -> Self {
        match self {
            Self::Steady(users) => Self::Steady(users / parts),
            Self::Closed(users) => Self::Closed(users / parts),
            Self::Lockstep(users) => Self::Lockstep(users / parts),
            Self::Burst(users) => Self::Burst(users / parts),
            Self::Poisson(rate) => Self::Poisson(rate / parts),
            Self::Saturated => Self::Saturated,
        }
    }
}

formats!(
    /// Which requests an SLA speaks of.
    Percentile {
        /// The mean request.
        Mean = "mean",
        /// Nine in ten.
        P90 = "p90",
        /// 19 in 20.
        P95 = "p95",
        /// 99 in 100.
        P99 = "p99",
    }
);

impl Percentile {
    /// The share of requests beyond it; `None` for the mean.
    #[must_use]
    pub const fn tail(self) -> Option<f64> {
        match self {
            Self::Mean => None,
            Self::P90 => Some(0.10),
            Self::P95 => Some(0.05),
            Self::P99 => Some(0.01),
        }
    }

    /// The standard normal quantile that belongs to it (0 for the mean).
    #[must_use]
    pub const fn z(self) -> f64 {
        match self {
            Self::Mean => 0.0,
            Self::P90 => 1.2816,
            Self::P95 => 1.6449,
            Self::P99 => 2.3263,
        }
    }
}

formats!(
    /// How sure the demands must be kept, given how far estimates are off.
    #[derive(Default)]
    Certainty {
        /// The estimate itself keeps them: as likely kept as not at the limit.
        #[default]
        Even = "50",
        /// Kept in four of five such cases.
        Likely = "80",
        /// Kept in 19 of 20.
        Sure = "95",
    }
);

impl Certainty {
    /// The chance, 0 to 1.
    #[must_use]
    pub const fn chance(self) -> f64 {
        match self {
            Self::Even => 0.5,
            Self::Likely => 0.8,
            Self::Sure => 0.95,
        }
    }

    /// The standard normal quantile of the chance.
    #[must_use]
    pub const fn z(self) -> f64 {
        match self {
            Self::Even => 0.0,
            Self::Likely => 0.8416,
            Self::Sure => 1.6449,
        }
    }

    /// Those that are less sure, the surest first.
    pub fn below(self) -> impl Iterator<Item = Self> {
        let falling = Self::ALL.iter().rev().copied();
        falling.filter(move |one| one.chance() < self.chance())
    }
}

/// How fast answers must be; `None` demands nothing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sla {
    /// Longest time to the first token.
    pub ttft: Option<Seconds>,
    /// Longest time per output token after the first.
    pub tpot: Option<Seconds>,
    /// Which requests must keep it.
    pub percentile: Percentile,
    /// How sure that must be.
    #[serde(default)]
    pub certainty: Certainty,
    /// The least share of requests, 0 to 1, that must keep both times at once: goodput. Only a
    /// simulation knows it; `None` asks for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goodput: Option<f64>,
}

impl Sla {
    /// The same at even chances.
    pub(crate) const fn evenly(self) -> Self {
        Self {
            certainty: Certainty::Even,
            ..self
        }
    }

    /// The worst ratio of a latency, in seconds, to its demand; 0 where nothing is demanded.
    pub(crate) fn excess(&self, ttft: f64, tpot: f64) -> f64 {
        let over = |value: f64, limit: Option<Seconds>| {
            limit.map_or(0.0, |limit| value / limit.get().max(1e-9))
        };
        over(ttft, self.ttft).max(over(tpot, self.tpot))
    }
}

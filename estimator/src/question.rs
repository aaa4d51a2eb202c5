//! The question as a user puts it: names instead of records, so that it fits
//! a link. The catalogue turns it into a [`Scenario`](crate::scenario::Scenario)
//! and [`Offer`](crate::scenario::Offer)s.

use crate::currency::Currency;
use crate::engine::{Engine, EngineSettings};
use crate::hardware::{Accelerator, Vendor};
use crate::listed::Listed;
use crate::model::Model;
use crate::precision::{KvFormat, WeightFormat, formats};
use crate::quantity::{Seconds, UsdPerHour};
use crate::scenario::Limits;
use crate::serving::Serving;
use crate::workload::{Certainty, Percentile, Sla};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything the page asks. [`Question::default`] is what a fresh page shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What is run.
    pub model: ModelChoice,
    /// How its weights are stored.
    pub weights: WeightFormat,
    /// How its cache is stored.
    pub kv_cache: KvFormat,
    /// How much of it.
    pub traffic: Traffic,
    /// Mean prompt length, tokens.
    pub input_tokens: f64,
    /// Mean answer length, tokens.
    pub output_tokens: f64,
    /// Share of the prompt found in the prefix cache, 0 to 1.
    pub prefix_hit_rate: f64,
    /// How requests differ from each other.
    pub variety: Variety,
    /// How fast it must be.
    pub sla: Sla,
    /// With what.
    pub fleet: Fleet,
    /// The engine and its settings.
    pub engine: EngineSettings,
    /// How it is made to serve.
    pub serving: Serving,
    /// What a search may use.
    pub limits: Limits,
    /// What becomes of the load. It changes the plan, and not today's answer.
    pub growth: Growth,
}

/// Which model.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelChoice {
    /// One of the catalogue, by id.
    Catalog(String),
    /// A dense model of so many billion parameters, shaped like its peers.
    Plain(f64),
    /// Read from a file the user gave.
    Custom(Box<Model>),
}

/// How much is asked, in the user's own terms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Traffic {
    /// Requests per second at the peak.
    Rate(f64),
    /// Users at once, each waiting for an answer.
    Users(f64),
    /// Output tokens a day, and how far the peak lies above the mean.
    TokensPerDay {
        /// Output tokens in a day.
        tokens: f64,
        /// Peak rate over mean rate, at least 1.
        peak_to_mean: f64,
    },
}

impl Traffic {
    /// Requests per second at the peak, for answers of `output_tokens`;
    /// `None` where users are counted instead.
    #[must_use]
    pub fn peak_rate(self, output_tokens: f64) -> Option<f64> {
        match self {
            Self::Rate(rate) => Some(rate),
            Self::Users(_) => None,
            Self::TokensPerDay {
                tokens,
                peak_to_mean,
            } => Some(tokens / 86_400.0 * peak_to_mean / output_tokens),
        }
    }
}

/// How requests differ from each other, and in when they come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variety {
    /// Prompt length that 19 requests in 20 stay below; `None` for what is typical.
    pub input_p95: Option<f64>,
    /// The same of answers.
    pub output_p95: Option<f64>,
    /// Squared coefficient of variation of the time between open arrivals: 1 where they
    /// are independent of each other, more where they come in bursts.
    pub burstiness: f64,
    /// How long a user thinks between an answer and the next request, mean.
    pub think: Seconds,
}

impl Default for Variety {
    fn default() -> Self {
        Self {
            input_p95: None,
            output_p95: None,
            burstiness: 1.0,
            think: Seconds::ZERO,
        }
    }
}

formats!(
    /// Which price of an accelerator counts.
    PriceBasis {
        /// Pay by the hour.
        OnDemand = "on-demand",
        /// Interruptible.
        Spot = "spot",
        /// Reserved for a year.
        Reserved1y = "1y",
        /// Reserved for three years.
        Reserved3y = "3y",
    }
);

formats!(
    /// A part of the world prices are compared in.
    #[derive(Default)]
    Area {
        /// Wherever it is cheapest.
        #[default]
        Any = "any",
        /// The Americas.
        Americas = "americas",
        /// Europe.
        Europe = "europe",
        /// Asia and the Pacific.
        AsiaPacific = "asia-pacific",
    }
);

/// With what: which accelerators, at which prices.
#[derive(Debug, Clone, PartialEq)]
pub struct Fleet {
    /// Vendors to consider; empty for all.
    pub vendors: Vec<Vendor>,
    /// Accelerators to consider, by id; empty for all.
    pub accelerators: Vec<String>,
    /// Sellers to consider; empty for all.
    pub providers: Vec<String>,
    /// Where.
    pub area: Area,
    /// Which price.
    pub basis: PriceBasis,
    /// The user's own prices by accelerator id; they win over the catalogue's.
    pub own_prices: BTreeMap<String, UsdPerHour>,
    /// A price list of the user's own; for the accelerators in it, it stands for the
    /// catalogue's prices. At most [`crate::listed::MOST`] rows.
    pub listed: Vec<Listed>,
    /// What sellers take off all their prices: the seller's id and a share, 0.15 for 15 %; of
    /// several for one the first counts. The user's own prices by accelerator are as they
    /// are. A list, since another kind of map takes 0.6 KB of every page.
    pub discounts: Vec<(String, f64)>,
    /// What amounts are shown and typed in; `None` for US dollars. It changes no answer.
    pub currency: Option<Currency>,
    /// An accelerator the catalogue lacks.
    pub own_accelerator: Option<Box<Accelerator>>,
    /// Whether to consider accelerators not on sale yet.
    pub announced: bool,
    /// Whether accelerators are paid for one by one, as by who shares a cluster, and not in
    /// whole instances.
    pub by_accelerator: bool,
}

impl Default for Fleet {
    fn default() -> Self {
        Self {
            vendors: Vec::new(),
            accelerators: Vec::new(),
            providers: Vec::new(),
            area: Area::Any,
            basis: PriceBasis::OnDemand,
            own_prices: BTreeMap::new(),
            listed: Vec::new(),
            discounts: Vec::new(),
            currency: None,
            own_accelerator: None,
            announced: false,
            by_accelerator: false,
        }
    }
}

impl Default for Question {
    /// A realistic first answer: a 70B assistant with documents in its
    /// prompts, 10 requests a second at the peak.
    fn default() -> Self {
        Self {
            model: ModelChoice::Catalog("meta-llama/Llama-3.3-70B-Instruct".to_owned()),
            weights: WeightFormat::Fp8,
            kv_cache: KvFormat::Fp8,
            traffic: Traffic::Rate(10.0),
            input_tokens: 2000.0,
            output_tokens: 300.0,
            prefix_hit_rate: 0.0,
            variety: Variety::default(),
            sla: Sla {
                ttft: Some(Seconds::new(1.0)),
                tpot: Some(Seconds::millis(40.0)),
                percentile: Percentile::P95,
                certainty: Certainty::Even,
            },
            fleet: Fleet::default(),
            engine: EngineSettings::new(Engine::Vllm),
            serving: Serving::default(),
            limits: Limits::default(),
            growth: Growth::default(),
        }
    }
}

/// What becomes of the load: over months, over a day and a week; and how it is followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// Growth a year as a share of the load: 1 doubles it, less than 0 shrinks it.
    pub per_year: f64,
    /// Months that are planned for.
    pub months: u32,
    /// How demand goes over a day.
    pub day: Day,
    /// Demand of a day of the weekend over that of a working day; `None` for what the day's
    /// trace has. A drawn week has its own.
    pub weekend: Option<f64>,
    /// How demand is followed.
    pub scaling: Scaling,
}

impl Default for Growth {
    fn default() -> Self {
        Self {
            per_year: 0.0,
            months: 12,
            day: Day::Even,
            weekend: None,
            scaling: Scaling::default(),
        }
    }
}

/// Demand hour by hour.
#[derive(Debug, Clone, PartialEq)]
pub enum Day {
    /// The same all day.
    Even,
    /// That of a published trace in the catalogue, by id.
    Like(String),
    /// Drawn by the user: percent, at most 100. The busiest hour is the peak.
    Drawn([u8; 24]),
    /// A whole week drawn by the user, from Monday's first hour.
    Week(Box<[u8; 168]>),
}

/// How replicas follow demand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaling {
    /// Replicas that always run; 0 lets them go to zero where that pays.
    pub least: u32,
    /// How long replicas are kept that are not needed any more.
    pub cooldown: Seconds,
    /// How long before they are needed replicas are started; zero follows the load as it
    /// comes.
    pub ahead: Seconds,
    /// From asking for a machine to the engine's launch: booting it, pulling the image.
    pub machine: Seconds,
    /// Chance that an interruptible instance is interrupted within a month.
    pub interruptions: f64,
    /// Share of time that capacity must suffice in spite of interruptions.
    pub confidence: f64,
}

impl Default for Scaling {
    /// Cooldown: Kubernetes' own, five minutes. Machine: about five minutes for a new node
    /// with Karpenter (<https://news.ycombinator.com/item?id=44053826>); an image of 10 GB on
    /// a node without it takes 7 to 10 more (<https://tensorfuse.io/docs/blogs/snapshotter_graphs>).
    /// Interruptions: of 29 accelerated instances in the catalogue's copy of AWS' Spot
    /// Instance Advisor (2025-07-28), 15 stand at more than 20 % a month, its last step.
    fn default() -> Self {
        Self {
            least: 1,
            cooldown: Seconds::new(300.0),
            ahead: Seconds::ZERO,
            machine: Seconds::new(300.0),
            interruptions: 0.2,
            confidence: 0.999,
        }
    }
}

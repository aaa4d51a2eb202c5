//! The question as a user puts it: names instead of records, so that it fits
//! a link. The catalogue turns it into a [`Scenario`](crate::serving::scenario::Scenario)
//! and [`Offer`](crate::offer::Offer)s.

use crate::calibration::Record;
use crate::choice::{Fleet, ModelChoice};
use crate::decimal::round;
use crate::engine::{Engine, EngineSettings};
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Seconds;
use crate::serving::autoscaling::Autoscaling;
use crate::serving::options::Serving;
use crate::serving::scenario::Limits;
use crate::workload::{Certainty, Percentile, Sla};

/// Everything the page asks. [`Question::default`] is that of a fresh page.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The model.
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
    /// The fleet on offer.
    pub fleet: Fleet,
    /// The engine and its settings.
    pub engine: EngineSettings,
    /// How it is made to serve.
    pub serving: Serving,
    /// Limits of a search.
    pub limits: Limits,
    /// The growth of the load. It changes the plan, and not today's answer.
    pub growth: Growth,
    /// What was measured of a configuration, where somebody did.
    pub calibration: Option<Box<Record>>,
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
    /// People who have access, of whom few ask at the same time.
    People {
        /// How many they are.
        people: f64,
        /// Share of them at it in the busiest hour, 0 to 1.
        active: f64,
        /// Requests an hour of each who is.
        each: f64,
    },
}

/// Seconds of an hour.
const HOUR: f64 = 3600.0;

impl Traffic {
    /// The amount and its unit as part of a file's name: `10-per-s`, `2000-people`.
    #[must_use]
    pub fn slug(self) -> String {
        match self {
            Self::Rate(rate) => format!("{}-per-s", round(rate, 3)),
            Self::Users(users) => format!("{users:.0}-users"),
            Self::TokensPerDay { tokens, .. } => format!("{tokens:.0}-tokens-a-day"),
            Self::People { people, .. } => format!("{people:.0}-people"),
        }
    }

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
            Self::People {
                people,
                active,
                each,
            } => Some(people * active * each / HOUR),
        }
    }

    /// The people who have access, where they are counted.
    #[must_use]
    pub const fn people(self) -> Option<f64> {
        match self {
            Self::People { people, .. } => Some(people),
            Self::Rate(_) | Self::Users(_) | Self::TokensPerDay { .. } => None,
        }
    }

    /// How long each of the people pauses between an answer that takes `answer` and the next
    /// request, mean: what is left of an hour over the requests in it. `None` where people are not
    /// counted, and where one asks before the answer is there.
    #[must_use]
    pub fn pause(self, answer: Seconds) -> Option<Seconds> {
        match self {
            Self::People { each, .. } => {
                let pause = HOUR / each - answer.get();
                (pause > 0.0).then(|| Seconds::new(pause))
            }
            Self::Rate(_) | Self::Users(_) | Self::TokensPerDay { .. } => None,
        }
    }

    /// The same kind of load, `times` as much of it.
    #[must_use]
    pub fn times(self, times: f64) -> Self {
        match self {
            Self::Rate(rate) => Self::Rate(rate * times),
            Self::Users(users) => Self::Users(users * times),
            Self::TokensPerDay {
                tokens,
                peak_to_mean,
            } => Self::TokensPerDay {
                tokens: tokens * times,
                peak_to_mean,
            },
            Self::People {
                people,
                active,
                each,
            } => Self::People {
                people: people * times,
                active,
                each,
            },
        }
    }
}

/// How requests differ from each other, and in when they come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variety {
    /// Prompt length, tokens, that 19 requests in 20 stay below; `None` for the typical one.
    pub input_p95: Option<f64>,
    /// The same of answers, tokens.
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
                goodput: None,
            },
            fleet: Fleet::default(),
            engine: EngineSettings::new(Engine::Vllm),
            serving: Serving::default(),
            limits: Limits::default(),
            growth: Growth::default(),
            calibration: None,
        }
    }
}

/// The growth of the load: over months, over a day and a week; and how it is followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// Growth a year as a share of the load: 1 doubles it, less than 0 shrinks it.
    pub per_year: f64,
    /// Months that are planned for.
    pub months: u32,
    /// How demand goes over a day.
    pub day: Day,
    /// Demand of a day of the weekend over that of a working day; `None` for that of the day's
    /// trace. A drawn week has its own.
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
    /// Chance, 0 to 1, that an interruptible instance is interrupted within a month.
    pub interruptions: f64,
    /// Share of time that capacity must suffice in spite of interruptions.
    pub confidence: f64,
    /// The autoscaler that sets the replicas; as demand is planned where there is none.
    pub autoscaler: Option<Autoscaling>,
}

/// From asking for a machine to the launch of its program: about five minutes for a new node with
/// Karpenter (<https://news.ycombinator.com/item?id=44053826>); an image of 10 GB on a node
/// without it takes 7 to 10 more (<https://tensorfuse.io/docs/blogs/snapshotter_graphs>).
pub const MACHINE_START: Seconds = Seconds::new(300.0);

impl Default for Scaling {
    /// Cooldown: Kubernetes' own, five minutes. Machine: [`MACHINE_START`].
    /// Interruptions: of 29 accelerated instances in the catalogue's copy of AWS' Spot
    /// Instance Advisor (2025-07-28), 15 stand at more than 20 % a month, its last step.
    fn default() -> Self {
        Self {
            least: 1,
            cooldown: Seconds::new(300.0),
            ahead: Seconds::ZERO,
            machine: MACHINE_START,
            interruptions: 0.2,
            confidence: 0.999,
            autoscaler: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: six requests an hour are ten minutes apart, 12 s of them an answer. Who asks every
    /// ten seconds does not wait for it, and whoever counts no people counts no pauses.
    #[test]
    fn people_pause_for_what_an_answer_leaves() {
        let people = |each| Traffic::People {
            people: 2000.0,
            active: 0.15,
            each,
        };
        let answer = Seconds::new(12.0);
        assert_eq!(people(6.0).pause(answer), Some(Seconds::new(588.0)));
        assert_eq!(people(360.0).pause(answer), None);
        assert_eq!(Traffic::Rate(10.0).pause(answer), None);
    }
}

//! The whole question as the fragment of a link: readable, versioned, with
//! defaults left out.
//!
//! ```text
//! v=2&model=Qwen/Qwen3-32B&weights=bf16&users=50&in=800&ttft=500ms
//! ```
//!
//! | key | value | of |
//! | --- | --- | --- |
//! | `v` | `2`; read too: `1` | the version of this table |
//! | `model` | a catalogue id, or a size such as `7B` | model |
//! | `shape` | the JSON of a [`Model`](crate::model::Model) | a model read from a file |
//! | `weights`, `kv` | [`WeightFormat`](crate::precision::WeightFormat) and [`KvFormat`](crate::precision::KvFormat) ids | formats |
//! | `rate` | requests per second | traffic |
//! | `users` | requests at once | traffic |
//! | `tokens-per-day`, `peak` | output tokens a day, peak over mean | traffic |
//! | `in`, `out` | tokens | lengths |
//! | `in95`, `out95` | tokens | lengths that one in twenty exceeds |
//! | `bursts`, `think` | squared variation of the time between arrivals; duration | how requests come |
//! | `prefix` | 0 to 1 | prefix hit rate |
//! | `ttft`, `tpot` | `1s`, `40ms`, `none` | SLA |
//! | `at` | `mean`, `p90`, `p95`, `p99` | SLA |
//! | `goodput` | 0.01 to 0.999 | share of requests within both limits |
//! | `certain` | `50`, `80`, `95`: per cent | chance that demands are kept |
//! | `vendors`, `gpus`, `sellers` | ids with commas between | fleet |
//! | `area`, `basis` | ids | fleet |
//! | `price.<id>` | US dollars an hour | own prices |
//! | `listed` | accelerator, count, seller, instance, region, area, four prices of the instance in US dollars an hour, day, source, with commas between; once a row | own price list |
//! | `off.<seller>` | 0 to 0.99 | discount |
//! | `currency` | code and units a dollar, `EUR:0.92` | currency |
//! | `own` | the JSON of an [`Accelerator`](crate::hardware::Accelerator) | own accelerator |
//! | `announced` | `yes` | fleet |
//! | `by-gpu` | `yes`: accelerators are paid for one by one | fleet |
//! | `buy` | `yes`: whole servers are bought | fleet |
//! | `engine` | an id | engine |
//! | `util` | 0 to 1 | memory utilisation |
//! | `max-len`, `max-seqs`, `batch-tokens`, `poll` | counts | engine settings |
//! | `draft`, `accept` | count, share | drafts a step, chance that one is accepted |
//! | `loras`, `lora-rank` | counts | adapters loaded, their rank |
//! | `host-hits`, `host-kept` | share, duration | prompt found in host memory, how long it stays |
//! | `split-phases` | `yes` | prefill and decode apart |
//! | `parallel` | name | how a replica may be split |
//! | `node`, `replica`, `spare` | counts | limits |
//! | `have`, `budget` | count, US dollars a month | limits |
//! | `growth`, `months` | growth a year as a share, 1 doubles; months | growth |
//! | `day` | an id of the catalogue, or 24 or 168 percentages with commas between | demand over a day or a week |
//! | `weekend` | over a working day | demand of the weekend |
//! | `always`, `cooldown`, `ahead`, `machine` | count, durations | how demand is followed |
//! | `scaler` | `hpa` or `keda`, then words with dots between ([`Autoscaling`](crate::serving::autoscaling::Autoscaling)) | who sets the replicas |
//! | `interrupted`, `sure` | shares | interruptions a month, share of time with enough capacity |
//! | `calibration` | the JSON of a [`Record`](crate::calibration::Record) | what was measured |
//! | `lang`, `theme`, `pick` | language, `light` or `dark`, accelerator id | the view |
//! | `embed`, `host`, `height` | [`Section`] ids or nothing, an origin, pixels | the page inside another |
//!
//! ```
//! use estimator::serving::link::{read, write};
//! use estimator::serving::question::Traffic;
//!
//! let (link, notices) = read("#v=2&model=Qwen/Qwen3-32B&users=50&ttft=0.5s&sped=1");
//! assert_eq!(link.question.traffic, Traffic::Users(50.0));
//! // What it does not know is said, and left out.
//! assert_eq!(notices.len(), 1);
//! assert_eq!(write(&link), "v=2&model=Qwen/Qwen3-32B&users=50&ttft=0.5s");
//! ```
//!
//! Numbers use a decimal point. Letters, digits and `- . _ ~ / : @ ,` stand as
//! they are; everything else is percent-encoded UTF-8 (RFC 3986).
//!
//! The meaning of keys that a version leaves out never changes: version 1's defaults stand written
//! out in [`base`], and stay when [`Question::default`] moves. A key added later gets its old
//! behaviour as the default. Version 2 asks the same with the same keys and defaults; only the
//! amounts of its answer have changed. They are of whole machines as they are sold, and were of
//! the accelerators in use: who opens a link that names version 1 is told so
//! ([`Notice::OlderVersion`]).

mod read;
mod write;

pub use read::read;
pub(crate) use read::take;
pub(crate) use write::question;
pub use write::write;

use crate::choice::{Fleet, ModelChoice};
use crate::engine::{Engine, EngineSettings};
use crate::link::{Frame, View};
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Seconds;
use crate::serving::options::{Parallelism, Serving};
use crate::serving::question::{Day, Growth, Question, Scaling, Traffic, Variety};
use crate::serving::scenario::Limits;
use crate::workload::{Certainty, Percentile, Sla};

/// Everything a link holds: the question, and how it is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// The question.
    pub question: Question,
    /// How it is looked at.
    pub view: View,
    /// How it is shown inside another page, where it is.
    pub frame: Option<Frame>,
}

/// The question that versions 1 and 2 mean where they say nothing. Never changed.
#[must_use]
pub fn base() -> Question {
    Question {
        model: ModelChoice::Catalog("meta-llama/Llama-3.3-70B-Instruct".to_owned()),
        weights: WeightFormat::Fp8,
        kv_cache: KvFormat::Fp8,
        traffic: Traffic::Rate(10.0),
        input_tokens: 2000.0,
        output_tokens: 300.0,
        prefix_hit_rate: 0.0,
        variety: Variety {
            input_p95: None,
            output_p95: None,
            burstiness: 1.0,
            think: Seconds::ZERO,
        },
        sla: Sla {
            ttft: Some(Seconds::new(1.0)),
            tpot: Some(Seconds::millis(40.0)),
            percentile: Percentile::P95,
            certainty: Certainty::Even,
            goodput: None,
        },
        fleet: Fleet::default(),
        engine: EngineSettings::new(Engine::Vllm),
        serving: Serving {
            speculation: None,
            adapters: None,
            restored: 0.0,
            kept: Seconds::new(600.0),
            disaggregated: false,
            parallelism: Parallelism::Any,
        },
        limits: Limits {
            max_per_node: None,
            max_per_replica: 32,
            spare_replicas: 0,
            owned: None,
            budget: None,
        },
        growth: Growth {
            per_year: 0.0,
            months: 12,
            day: Day::Even,
            weekend: None,
            scaling: Scaling {
                least: 1,
                cooldown: Seconds::new(300.0),
                ahead: Seconds::ZERO,
                machine: Seconds::new(300.0),
                interruptions: 0.2,
                confidence: 0.999,
                autoscaler: None,
            },
        },
        calibration: None,
    }
}

/// Peak over mean where a link names tokens a day alone.
const PEAK_TO_MEAN: f64 = 2.0;

/// Share of the people with access who are at it in the busiest hour, and requests an hour of
/// each, where a link names people alone: those of chat at an office, both assumptions. No
/// hourly measurement of an office's own assistant is published; as a check, 25.7 messages a
/// week of a consumer (NBER w34255, July 2025) come to two thirds of this at a fifth of a
/// day's requests in the busiest hour and 60 % of the people at it in a week.
pub const ACTIVE_SHARE: f64 = 0.15;
/// See [`ACTIVE_SHARE`].
pub const REQUESTS_EACH: f64 = 6.0;

//! The question as a user puts it: names and numbers, so that it fits a link.

use crate::choice::ModelChoice;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Seconds;
use crate::serving;
use crate::serving::question::Traffic;
use crate::session::{Population, Preset, Routing, Sessions};
use crate::workload::{Certainty, Percentile, Sla};

/// Everything the page asks.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The calculator's question, of which model, formats, promise, fleet, engine and limits count;
    /// its own load is left aside.
    pub asked: serving::question::Question,
    /// The sessions.
    pub load: Sessions,
    /// Main memory for caches, of all replicas, gigabytes.
    pub host: f64,
    /// How turns are sent to replicas.
    pub routing: Routing,
}

impl Default for Question {
    /// Forty coding agents on a model that is served for them. A link means these where it says
    /// nothing: never changed.
    ///
    /// The promise is an assumption: an agent's turn reads on after seconds, and nobody watches
    /// each token.
    fn default() -> Self {
        Self {
            asked: serving::question::Question {
                model: ModelChoice::Catalog("deepseek-ai/DeepSeek-V3.1".to_owned()),
                weights: WeightFormat::Fp8,
                kv_cache: KvFormat::Bf16,
                sla: Sla {
                    ttft: Some(Seconds::new(5.0)),
                    tpot: Some(Seconds::millis(50.0)),
                    percentile: Percentile::P95,
                    certainty: Certainty::Even,
                    goodput: None,
                },
                ..serving::link::base()
            },
            load: Preset::CodingAgent.sessions(40.0),
            host: 0.0,
            routing: Routing::Session,
        }
    }
}

impl Question {
    /// The calculator's question with the lengths and the users of the sessions: so that names are
    /// looked up and numbers checked as they are there.
    #[must_use]
    pub fn serving(&self) -> serving::question::Question {
        let load = &self.load;
        let mut asked = self.asked.clone();
        let turns = load.mean_turns();
        asked.input_tokens = load.mean_input();
        asked.output_tokens = load.answer;
        asked.traffic = match load.population {
            Population::AtOnce(many) => Traffic::Users(many),
            Population::PerHour(_) => Traffic::Rate(load.rate(0.0) * turns),
        };
        asked.variety.think = Seconds::new(load.delay.mean() * (turns - 1.0) / turns);
        asked
    }
}

/// The preset that a load is, however many there are of it.
#[must_use]
pub fn preset_of(load: &Sessions) -> Option<Preset> {
    let mut all = Preset::ALL.iter().copied();
    all.find(|preset| {
        let usual = preset.sessions(1.0);
        Sessions {
            population: usual.population,
            ..*load
        } == usual
    })
}

//! Scenarios to begin from: whole questions of the calculator that people of the trade ask often.
//! Lengths and habits are those of the published traces ([`crate::traffic`]).

use super::fill::serving;
use super::tables::NO_LIMITS;
use crate::traffic::{self, Habits};
use estimator::choice::Area;
use estimator::quantity::Seconds;
use estimator::serving::question::{Question, Traffic};
use estimator::workload::{Certainty, Percentile, Sla};

/// A scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// A chat for the employees of a company, from Europe.
    Employees,
    /// Answers from a company's own documents by a large model.
    Documents,
    /// An assistant in the editors of developers.
    Developers,
    /// A day's documents to be put in short over night, without a limit on latency.
    Summaries,
    /// Eight GPUs that are there already.
    Owned,
}

impl Sample {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 5] = [
        Self::Employees,
        Self::Documents,
        Self::Developers,
        Self::Summaries,
        Self::Owned,
    ];

    /// Its question; `None` where the catalogue lacks the kind of traffic.
    #[must_use]
    pub fn question(self) -> Option<Question> {
        let (model, kind, load, sla) = match self {
            Self::Employees => ("Qwen/Qwen3-32B", "chat", people(2000.0)?, limits(1.0, 0.04)),
            Self::Documents => (
                "deepseek-ai/DeepSeek-V3.1",
                "rag",
                Traffic::Rate(20.0),
                limits(2.0, 0.05),
            ),
            Self::Developers => (
                "openai/gpt-oss-120b",
                "code",
                Traffic::Users(300.0),
                limits(1.0, 0.02),
            ),
            Self::Summaries => (
                "meta-llama/Llama-3.3-70B-Instruct",
                "summarise",
                Traffic::TokensPerDay {
                    tokens: 50e6,
                    peak_to_mean: 3.0,
                },
                NO_LIMITS,
            ),
            Self::Owned => (
                "meta-llama/Llama-3.3-70B-Instruct",
                "rag",
                Traffic::Rate(4.0),
                limits(2.0, 0.05),
            ),
        };
        let mut question = serving(model, traffic::kind(kind)?, load, sla);
        match self {
            Self::Employees => question.fleet.area = Area::Europe,
            Self::Owned => {
                question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
                question.limits.owned = Some(8);
            }
            Self::Documents | Self::Developers | Self::Summaries => {}
        }
        Some(question)
    }
}

/// People with access to a chat, with its usual habits.
fn people(people: f64) -> Option<Traffic> {
    let Habits { active, each } = traffic::kind("chat")?.habits?;
    Some(Traffic::People {
        people,
        active: active.usual,
        each: each.usual,
    })
}

/// Limits on the first token and on each one after, in seconds, for 19 of 20 requests.
fn limits(ttft: f64, tpot: f64) -> Sla {
    Sla {
        ttft: Some(Seconds::new(ttft)),
        tpot: Some(Seconds::new(tpot)),
        percentile: Percentile::P95,
        certainty: Certainty::Even,
        goodput: None,
    }
}

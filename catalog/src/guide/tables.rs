//! The values that answers stand for.

use estimator::choice::{Area, PriceBasis};
use estimator::quantity::Seconds;
use estimator::workload::{Certainty, Percentile, Sla};

/// Kinds of work that are asked about alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// People wait for answers.
    Serving,
    /// Texts are worked off, and nobody waits.
    Batch,
    /// A published model learns something.
    Tuning,
    /// A model from nothing.
    Training,
}

/// Something to build.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Task {
    /// Its id; for serving that of its traffic ([`crate::traffic::kind`]).
    pub id: &'static str,
    /// How it is asked about.
    pub family: Family,
}

const fn task(id: &'static str, family: Family) -> Task {
    Task { id, family }
}

/// Everything there is to build.
pub const TASKS: [Task; 8] = [
    task("chat", Family::Serving),
    task("rag", Family::Serving),
    task("code", Family::Serving),
    task("summarise", Family::Serving),
    task("agents", Family::Serving),
    task("batch", Family::Batch),
    task("tune", Family::Tuning),
    task("train", Family::Training),
];

/// Tokens of a page of English text, to imagine a count by: 0.75 words a token
/// (<https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them>), and
/// some 375 words on a page between a typed and a printed one.
pub const TOKENS_A_PAGE: f64 = 500.0;

/// Open models that stand for their sizes: id of the answer, id of the model.
#[must_use]
pub const fn models(family: Family) -> &'static [(&'static str, &'static str)] {
    match family {
        Family::Serving | Family::Batch => &[
            ("small", "Qwen/Qwen3-8B"),
            ("medium", "Qwen/Qwen3-32B"),
            ("large", "meta-llama/Llama-3.3-70B-Instruct"),
            ("frontier", "deepseek-ai/DeepSeek-V3.2"),
        ],
        Family::Tuning => &[
            ("small", "Qwen/Qwen3-8B"),
            ("medium", "Qwen/Qwen3-32B"),
            ("large", "meta-llama/Llama-3.1-70B"),
        ],
        Family::Training => &[
            ("small", "meta-llama/Llama-3.2-1B"),
            ("medium", "meta-llama/Llama-3.1-8B"),
            ("large", "meta-llama/Llama-3.1-70B"),
        ],
    }
}

/// How much of it: people who wait at the same time, texts a day, tokens to learn from.
#[must_use]
pub const fn amounts(family: Family) -> &'static [(&'static str, f64)] {
    match family {
        Family::Serving => &[("1", 1.0), ("10", 10.0), ("100", 100.0), ("1000", 1000.0)],
        Family::Batch => &[("1k", 1e3), ("10k", 1e4), ("100k", 1e5), ("1000k", 1e6)],
        Family::Tuning => &[("1M", 1e6), ("10M", 1e7), ("100M", 1e8)],
        Family::Training => &[("10B", 1e10), ("100B", 1e11), ("1T", 1e12)],
    }
}

/// How fast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// Limits of an answer.
    Limits(Sla),
    /// All texts of a day within so many hours of it.
    Hours(f64),
    /// A run within so many days; `None` for whenever.
    Days(Option<f64>),
}

const fn limits(ttft: f64, tpot: f64) -> Pace {
    Pace::Limits(Sla {
        ttft: Some(Seconds::new(ttft)),
        tpot: Some(Seconds::millis(tpot)),
        percentile: Percentile::P95,
        certainty: Certainty::Even,
        goodput: None,
    })
}

/// Limits of answers. Fluent is the limit of a fresh calculator; instant and patient are those of
/// `MLPerf` Inference 5.0 for Llama 2 70B: 450 ms and 40 ms where it is interactive, 2 s and 200
/// ms where it is a server (<https://mlcommons.org/2025/04/llm-inference-v5/>).
const SERVED: [(&str, Pace); 4] = [
    ("instant", limits(0.45, 40.0)),
    ("fluent", limits(1.0, 40.0)),
    ("patient", limits(2.0, 200.0)),
    ("whenever", Pace::Limits(NO_LIMITS)),
];

/// Nobody waits.
pub(super) const NO_LIMITS: Sla = Sla {
    ttft: None,
    tpot: None,
    percentile: Percentile::P95,
    certainty: Certainty::Even,
    goodput: None,
};

/// How fast: id, pace.
#[must_use]
pub const fn paces(family: Family) -> &'static [(&'static str, Pace)] {
    match family {
        Family::Serving => &SERVED,
        Family::Batch => &[
            ("day", Pace::Hours(24.0)),
            ("night", Pace::Hours(8.0)),
            ("hour", Pace::Hours(1.0)),
        ],
        Family::Tuning => &[
            ("day", Pace::Days(Some(1.0))),
            ("week", Pace::Days(Some(7.0))),
            ("month", Pace::Days(Some(30.0))),
            ("whenever", Pace::Days(None)),
        ],
        Family::Training => &[
            ("week", Pace::Days(Some(7.0))),
            ("month", Pace::Days(Some(30.0))),
            ("quarter", Pace::Days(Some(90.0))),
            ("whenever", Pace::Days(None)),
        ],
    }
}

/// Where it runs and which price counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Its id.
    pub id: &'static str,
    /// Sellers to consider; none for all.
    pub sellers: &'static [&'static str],
    /// Where.
    pub area: Area,
    /// Which price.
    pub basis: PriceBasis,
}

/// Every place: the lowest price by the hour, that of a year, the three largest clouds,
/// Europe.
pub const PLACES: [Place; 4] = [
    Place {
        id: "price",
        sellers: &[],
        area: Area::Any,
        basis: PriceBasis::OnDemand,
    },
    Place {
        id: "year",
        sellers: &[],
        area: Area::Any,
        basis: PriceBasis::Reserved1y,
    },
    Place {
        id: "cloud",
        sellers: &["aws", "azure", "gcp"],
        area: Area::Any,
        basis: PriceBasis::OnDemand,
    },
    Place {
        id: "europe",
        sellers: &[],
        area: Area::Europe,
        basis: PriceBasis::OnDemand,
    },
];

//! Why a number is what it is: each opens to its formula, with this scenario's
//! values in it and the sources of its constants.
//!
//! Formulas are language-neutral; the page names each [`DerivationId`] and each
//! symbol in the reader's language. They are exact: a test puts the values into
//! every formula and gets the result. Latencies are explained as they are
//! shown, at the SLA's percentile: those of the crowd that arrivals form then.

mod memory;
mod money;
mod speed;

use crate::band::Band;
use crate::parameters::{self, Parameters};
use crate::replica::{Point, Replica};
use crate::report::{Performance, Sizing};
use crate::scenario::{Offer, Scenario};
use crate::speed::load::Outcome;
use crate::workload::Load;
use serde::Serialize;

/// A number that can be explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DerivationId {
    /// Weights on the most loaded rank.
    Weights,
    /// Cached bytes of a token.
    KvPerToken,
    /// Space for the cache.
    KvPool,
    /// Requests that fit.
    Concurrency,
    /// Requests in a replica at the percentile.
    Crowd,
    /// One decoding step.
    Step,
    /// Time per output token.
    Tpot,
    /// Time to first token.
    Ttft,
    /// Output tokens a second of the fleet.
    Throughput,
    /// Replicas that carry the load.
    Replicas,
    /// Price per hour.
    CostPerHour,
    /// Price per million output tokens.
    CostPerMillion,
    /// Performance per dollar.
    TokensPerDollar,
}

/// The unit of a value in a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A plain number.
    Count,
    /// A share, 0 to 1.
    Share,
    /// Bytes.
    Bytes,
    /// Bytes a second.
    BytesPerSecond,
    /// Seconds.
    Seconds,
    /// Tokens.
    Tokens,
    /// Tokens a second.
    TokensPerSecond,
    /// Requests a second.
    RequestsPerSecond,
    /// US dollars.
    Usd,
    /// US dollars an hour.
    UsdPerHour,
    /// Operations a second.
    FlopsPerSecond,
}

/// One symbol of a formula and its value here.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Term {
    /// As the formula writes it.
    pub symbol: &'static str,
    /// Its value, in SI units.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
}

/// A constant of a formula and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Constant {
    /// The symbol and its value.
    pub term: Term,
    /// Where it comes from.
    pub source: Source,
}

/// Where a constant comes from; the page puts it into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Fitted on 1,140 public rows of time per output token and 945 of time to
    /// first token, checked on 1,792 held-out rows.
    Fit,
    /// Scaled from Hopper's fit by kernel tables of ai-dynamo/aiconfigurator and
    /// matrix products measured in stas00/ml-engineering.
    Kernels,
    /// The format's own block layout: OCP Microscaling v1.0, ggml, GPTQ, AWQ.
    BlockLayout,
    /// The engine's default: vLLM `gpu_memory_utilization`, SGLang
    /// `mem_fraction_static`, TensorRT-LLM `free_gpu_memory_fraction`.
    EngineDefault,
    /// The user's own setting.
    Setting,
}

/// One explained number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Derivation {
    /// Which number.
    pub id: DerivationId,
    /// How it is computed.
    pub formula: String,
    /// The rule behind its parts, where they follow one.
    pub rule: Option<&'static str>,
    /// The values that go in.
    pub terms: Vec<Term>,
    /// The constants that go in.
    pub constants: Vec<Constant>,
    /// What comes out.
    pub result: Term,
    /// How far the truth may lie from it.
    pub band: Option<Band>,
}

fn term(symbol: &'static str, value: f64, unit: Unit) -> Term {
    Term {
        symbol,
        value,
        unit,
    }
}

/// Explains every number of `sizing`. Empty where the sizing holds no speed,
/// or is not one of this scenario and offer.
#[must_use]
pub fn explain(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Vec<Derivation> {
    let counted = parameters::count(&scenario.model);
    let chip = &offer.accelerator;
    let placement = sizing.estimate.placement;
    let (Some(performance), Some(replica)) = (
        &sizing.estimate.performance,
        Replica::new(scenario, &counted, chip, placement),
    ) else {
        return Vec::new();
    };
    let open = matches!(scenario.workload.load, Load::Poisson(_));
    let point = replica.at(performance.concurrency, open);
    let case = Case {
        scenario,
        offer,
        sizing,
        performance,
        counted: &counted,
        crowd: replica.closed(point.users_at_percentile).outcome,
        replica: &replica,
        point: &point,
    };
    let mut all = vec![
        case.weights(),
        case.kv_per_token(),
        case.kv_pool(),
        case.concurrency(),
        case.crowd(),
        case.step(),
        case.tpot(),
        case.ttft(),
        case.throughput(),
        case.replicas(),
    ];
    all.extend(case.money());
    all
}

/// A sizing with everything its derivations read.
struct Case<'a> {
    scenario: &'a Scenario,
    offer: &'a Offer,
    sizing: &'a Sizing,
    performance: &'a Performance,
    counted: &'a Parameters,
    replica: &'a Replica,
    /// The mean.
    point: &'a Point,
    /// What the crowd at the percentile makes of it.
    crowd: Outcome,
}

impl Case<'_> {
    /// Replicas that carry load.
    fn working(&self) -> f64 {
        let sizing = self.sizing;
        f64::from(sizing.replicas.saturating_sub(sizing.spare_replicas))
    }
}

/// A derivation without constants or band.
fn derivation(
    id: DerivationId,
    formula: impl Into<String>,
    terms: Vec<Term>,
    result: Term,
) -> Derivation {
    Derivation {
        id,
        formula: formula.into(),
        rule: None,
        terms,
        constants: Vec::new(),
        result,
        band: None,
    }
}

//! The parts of a derivation.

use crate::band::Band;
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
    /// Tokens for a US dollar.
    TokensPerUsd,
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
    /// Fitted on public rows ([`crate::serving::speed::Constants::FITTED_ON`]), judged with a model or
    /// an accelerator left out.
    Fit,
    /// Scaled from Hopper's fit by kernel tables of ai-dynamo/aiconfigurator and
    /// matrix products measured in stas00/ml-engineering.
    Kernels,
    /// Fitted on published rows of this engine, or of this chip, alone.
    Rows,
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
    /// The result.
    pub result: Term,
    /// How far the truth may lie from it.
    pub band: Option<Band>,
}

/// A derivation without constants or band.
pub(super) fn derivation(
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

/// A symbol with its value.
pub(super) fn term(symbol: &'static str, value: f64, unit: Unit) -> Term {
    Term {
        symbol,
        value,
        unit,
    }
}

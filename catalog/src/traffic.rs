//! Kinds of traffic: lengths, shared prefixes and arrivals of published traces.

/// How far requests spread where nobody says: 95th percentile over mean. Of prompts the
/// published traces (`data/traffic`) have 1.5, 1.5, 3.5 and 3.6, of answers 2.1, 2.4, 2.5
/// and 3.2: the medians are 2.5 and 2.4.
pub const TYPICAL_SPREAD: f64 = 2.5;

/// What requests of one kind look like; `None` where the trace does not say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kind {
    /// Its id, `chat`.
    pub id: &'static str,
    /// Mean prompt length, tokens.
    pub input: f64,
    /// Prompt length that 19 in 20 stay below.
    pub input_p95: Option<f64>,
    /// Mean answer length, tokens.
    pub output: f64,
    /// Answer length that 19 in 20 stay below.
    pub output_p95: Option<f64>,
    /// Share of prompt tokens that earlier prompts began with, in a cache without limits.
    pub prefix: Option<f64>,
    /// Squared coefficient of variation of the time between arrivals.
    pub burstiness: Option<f64>,
    /// The trace.
    pub source: &'static str,
}

static KINDS: &[Kind] = include!(concat!(env!("OUT_DIR"), "/traffic.rs"));

/// All kinds, in the order of their ids.
#[must_use]
pub fn kinds() -> &'static [Kind] {
    KINDS
}

/// The kind with an id.
#[must_use]
pub fn kind(id: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.id == id)
}

//! Kinds of traffic: lengths, shared prefixes and arrivals of published traces; and how
//! demand goes over a day in them.

use estimator::serving::plan::demand;
use estimator::serving::question::{Day, Growth};

/// How far requests spread where nobody says: 95th percentile over mean. Of prompts the
/// published traces (`data/traffic`) have 1.5, 1.5, 3.5 and 3.6, of answers 2.1, 2.4, 2.5
/// and 3.2: the medians are 2.5 and 2.4.
pub const TYPICAL_SPREAD: f64 = 2.5;

/// Requests of one kind; `None` where the trace does not say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kind {
    /// Its id, `chat`.
    pub id: &'static str,
    /// Mean prompt length, tokens.
    pub input: f64,
    /// Prompt length, tokens, that 19 in 20 stay below.
    pub input_p95: Option<f64>,
    /// Mean answer length, tokens.
    pub output: f64,
    /// Answer length, tokens, that 19 in 20 stay below.
    pub output_p95: Option<f64>,
    /// Share of prompt tokens that earlier prompts began with, in a cache without limits.
    pub prefix: Option<f64>,
    /// Squared coefficient of variation of the time between arrivals.
    pub burstiness: Option<f64>,
    /// How much of it people with access ask, where it is people who do.
    pub habits: Option<Habits>,
    /// The trace.
    pub source: &'static str,
}

/// How much people with access ask in the busiest hour. Assumptions mostly; each record says
/// from where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habits {
    /// Share of them who are at it, 0 to 1.
    pub active: Range,
    /// Requests an hour of each who is.
    pub each: Range,
}

/// A figure that is known roughly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The least that is likely.
    pub least: f64,
    /// The figure to begin with.
    pub usual: f64,
    /// The most that is likely.
    pub most: f64,
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

/// Demand over a day, as a trace has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    /// Its id, `office`.
    pub id: &'static str,
    /// Requests of each hour over the mean hour's, by the local time of those who ask: a trace
    /// in UTC is moved to it.
    pub hours: [f64; 24],
    /// Requests of a weekend's day over a working day's, where the trace tells them apart.
    pub weekend: Option<f64>,
    /// The trace.
    pub source: &'static str,
}

static PROFILES: &[Profile] = include!(concat!(env!("OUT_DIR"), "/demand.rs"));

/// All profiles, in the order of their ids.
#[must_use]
pub fn profiles() -> &'static [Profile] {
    PROFILES
}

/// Hour by hour, the demand of a day in a unit of its own, of a drawn week its busiest day;
/// `None` for a profile that is not known.
#[must_use]
pub fn hours(day: &Day) -> Option<[f64; 24]> {
    match day {
        Day::Even => Some([1.0; 24]),
        Day::Like(id) => profile(id).map(|profile| profile.hours),
        Day::Drawn(percent) => Some(percent.map(f64::from)),
        Day::Week(percent) => Some(demand::busiest(percent.map(f64::from))),
    }
}

/// Hour by hour from Monday's first, the demand of a week in a unit of its own; `None` for a
/// profile that is not known.
#[must_use]
pub fn week(growth: &Growth) -> Option<[f64; demand::WEEK]> {
    if let Day::Week(percent) = &growth.day {
        return Some(percent.map(f64::from));
    }
    let weekend = growth.weekend.unwrap_or_else(|| weekend(&growth.day));
    Some(demand::week(hours(&growth.day)?, weekend))
}

/// Demand of a day of the weekend over that of a working day where nobody says: the ratio of the
/// day's trace, or one.
#[must_use]
pub fn weekend(day: &Day) -> f64 {
    let traced = match day {
        Day::Like(id) => profile(id).and_then(|profile| profile.weekend),
        _ => None,
    };
    traced.unwrap_or(1.0)
}

/// The profile with an id.
#[must_use]
pub fn profile(id: &str) -> Option<&'static Profile> {
    PROFILES.iter().find(|profile| profile.id == id)
}

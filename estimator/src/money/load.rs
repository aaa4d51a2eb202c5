//! The cost of a million tokens at other loads, with the replicas that each takes.
//!
//! ```text
//! per million = bill of a month for the replicas of the load / tokens of that month
//! ```
//!
//! Tokens are input and output in the traffic's own mix. Within a replica the price falls
//! as the load rises; a further replica, or node, lifts it again. Where one begins there are two
//! points of one load: the end of a step, and the beginning of the next.

use super::api;
use super::case::Case;
use super::input::Values;
use super::ownership::Ownership;
use crate::quantity::{RequestsPerSecond, Usd};
use crate::rental::HOURS_PER_MONTH;
use crate::serving::plan::Replicas;
use serde::Serialize;

/// Doublings below and above today's load.
const DOUBLINGS: i32 = 4;

/// Points of a doubling, beside those where a replica begins.
const POINTS: i32 = 4;

/// Most replicas that begin between two points; more are too fine to be told apart.
const MOST_STEPS: u32 = 4;

/// The cost of a million tokens at one load.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// The load over today's.
    pub load: f64,
    /// Requests a second, the mean of the week.
    pub requests: RequestsPerSecond,
    /// Replicas that it takes.
    pub replicas: u32,
    /// Rented at the price asked.
    pub rented: Option<Usd>,
    /// Owned.
    pub owned: Option<Usd>,
    /// At the API.
    pub api: Option<Usd>,
}

/// Loads from a sixteenth of today's to sixteen times that.
pub(super) fn loads(case: &Case<'_>, owner: Option<&Ownership>, values: &Values) -> Vec<Point> {
    let Some(rates) = case.rates() else {
        return Vec::new();
    };
    let workload = &case.scenario.workload;
    let answer = rates.output.get() / rates.requests.get();
    let tokens = workload.input_tokens + answer;
    let hits = workload.prefix_hit_rate;
    let asked = api::per_request(values, workload.input_tokens, hits, answer);
    let api = asked.map(|asked| asked * (1e6 / tokens));
    let mean = rates.requests * case.mean_share(values);
    let rent = case.terms.rents.first();
    let renting = rent.map(|rent| case.renting(rent, values));
    let utilization = case.utilization(values);
    let point = |(load, replicas): (f64, u32)| {
        let millions = mean.get() * load * 3600.0 * HOURS_PER_MONTH * tokens / 1e6;
        Point {
            load,
            requests: mean * load,
            replicas,
            rented: renting
                .as_ref()
                .map(|renting| renting.month(case.load(replicas)) / millions),
            owned: owner.map(|owner| case.owned_month(owner, replicas, utilization) / millions),
            api,
        }
    };
    places(&case.kind).into_iter().map(point).collect()
}

/// Loads, in units of today's, with the replicas that each takes, and the ends of the steps
/// between them.
fn places(kind: &Replicas) -> Vec<(f64, u32)> {
    let mut places: Vec<(f64, u32)> = Vec::new();
    for step in -DOUBLINGS * POINTS..=DOUBLINGS * POINTS {
        let load = (f64::from(step) / f64::from(POINTS)).exp2();
        let next = (load, kind.at(load));
        if let Some(last) = places.last().copied() {
            places.extend(ends(kind, last, next));
        }
        places.push(next);
    }
    places
}

/// The ends of the steps between two loads with their replicas, each with the beginning of the
/// next step.
fn ends(kind: &Replicas, (low, fewer): (f64, u32), (high, more): (f64, u32)) -> Vec<(f64, u32)> {
    let mut ends = Vec::new();
    if more.saturating_sub(fewer) > MOST_STEPS {
        return ends;
    }
    let mut last = low;
    for replicas in fewer..more {
        let end = kind.carry(replicas).max(last);
        if end >= high {
            break;
        }
        if end > last {
            ends.push((end, replicas));
        }
        ends.push((end, replicas.saturating_add(1)));
        last = end;
    }
    ends
}

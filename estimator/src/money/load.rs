//! The cost of a million tokens at other loads, with the replicas that each takes.
//!
//! ```text
//! per million = bill of a month for the replicas of the load / tokens of that month
//! ```
//!
//! Tokens are input and output in the traffic's own mix. Within a replica the price falls
//! as the load rises; a further replica, or node, lifts it again.

use super::api;
use super::case::Case;
use super::input::Values;
use super::ownership::Ownership;
use crate::quantity::{RequestsPerSecond, Usd};
use crate::rental::HOURS_PER_MONTH;
use serde::Serialize;

/// Doublings below and above today's load.
const DOUBLINGS: i32 = 4;

/// Points of a doubling.
const STEPS: i32 = 8;

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
    let steps = -DOUBLINGS * STEPS..=DOUBLINGS * STEPS;
    steps
        .map(|step| {
            let load = (f64::from(step) / f64::from(STEPS)).exp2();
            let replicas = case.kind.at(load);
            let millions = mean.get() * load * 3600.0 * HOURS_PER_MONTH * tokens / 1e6;
            Point {
                load,
                requests: mean * load,
                replicas,
                rented: renting
                    .as_ref()
                    .map(|renting| renting.month(case.load(replicas)) / millions),
                owned: owner.map(|owner| case.owned_month(owner, replicas, values) / millions),
                api,
            }
        })
        .collect()
}

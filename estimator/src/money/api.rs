//! Serving oneself against an API.
//!
//! ```text
//! cost of a request = (input * (1 - hits) * price + input * hits * cached price
//!                      + output * output price) / 10^6
//! ```
//!
//! with the traffic's own lengths and prefix hits. An API is paid by the request; a fleet
//! by its replicas, which are whole; those that are rented by the hour, while they work.
//! Over the load its bill is a stair: `n` replicas carry the loads up to `carry(n)`. Serving
//! oneself wins at the first load where the API's line reaches the stair, and for good above
//! the last step that the line begins below.

use super::case::Case;
use super::horizon::Way;
use super::input::{Input, Values};
use super::ownership::Ownership;
use super::stair::{Place, Stair};
use crate::quantity::{RequestsPerSecond, Usd};
use crate::rental::HOURS_PER_MONTH;
use serde::Serialize;

/// Replicas up to which a load is looked for.
const MOST_REPLICAS: u32 = 10_000;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// An API against the fleet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AgainstApi {
    /// The cost of a request there.
    pub per_request: Usd,
    /// The cost of the month's requests there.
    pub per_month: Usd,
    /// The same per user who shares the bill, where their number was told.
    pub per_user: Option<Usd>,
    /// The cost of the months looked ahead there, each at its largest load.
    pub net: Usd,
    /// Paid by the end of each month; the first entry is the first day.
    pub paid: Vec<Usd>,
    /// Against each way of serving oneself.
    pub contests: Vec<Contest>,
}

/// One way of serving oneself against the API.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Contest {
    /// Which way.
    pub way: Way,
    /// The cost of a month of the week's demand.
    pub per_month: Usd,
    /// The cost of a request of that month: over the week, not in its busiest hour.
    pub per_request: Usd,
    /// The smallest load at which it costs no more than the API; `None` where no load up
    /// to ten thousand replicas does.
    pub wins_from: Option<Break>,
    /// The load from which on it never costs more; `None` where a larger one always does.
    pub wins_for_good: Option<Break>,
}

/// A load at which two bills meet.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Break {
    /// Requests a second, the mean of the week.
    pub requests: RequestsPerSecond,
    /// Input and output tokens a day.
    pub tokens_per_day: f64,
    /// Replicas that carry it.
    pub replicas: u32,
}

/// The cost of one request at an API of these prices; `None` without them.
#[must_use]
pub fn per_request(values: &Values, input: f64, hits: f64, output: f64) -> Option<Usd> {
    let fresh = values.get(Input::ApiInput)?;
    let cached = values.get(Input::ApiCached).unwrap_or(fresh);
    let answer = values.get(Input::ApiOutput)?;
    let dollars = input * (1.0 - hits) * fresh + input * hits * cached + output * answer;
    Some(Usd::new(dollars / 1e6))
}

/// Holds the fleet against the API; `None` without its prices or the fleet's speed.
pub(super) fn against(
    case: &Case<'_>,
    owner: Option<&Ownership>,
    values: &Values,
) -> Option<AgainstApi> {
    let rates = case.rates()?;
    let workload = &case.scenario.workload;
    let answer = rates.output.get() / rates.requests.get();
    let hits = workload.prefix_hit_rate;
    let per_request = per_request(values, workload.input_tokens, hits, answer)?;
    let mean = rates.requests * case.mean_share(values);
    let monthly = mean.get() * 3600.0 * HOURS_PER_MONTH;
    let tokens = workload.input_tokens + answer;
    // The API's price for a month of today's load.
    let line = Usd::new(per_request.get() * monthly);
    let contest = |way, bill: &dyn Fn(u32) -> f64| {
        let place = |load: f64, replicas| Break {
            requests: mean * load,
            tokens_per_day: mean.get() * load * DAY * tokens,
            replicas,
        };
        // Of the same replicas as a month of the horizon.
        let per_month = bill(case.week.replicas);
        let (first, good) = meet(line.get(), bill, case);
        Contest {
            way,
            per_month: Usd::new(per_month),
            per_request: Usd::new(per_month / monthly),
            wins_from: first.map(|(load, replicas)| place(load, replicas)),
            wins_for_good: good.map(|(load, replicas)| place(load, replicas)),
        }
    };
    let mut contests = Vec::new();
    if let Some(rent) = case.terms.rents.first() {
        let renting = case.renting(rent, values);
        let bill = |replicas: u32| renting.month(case.load(replicas)).get();
        contests.push(contest(Way::Rented(rent.basis), &bill));
    }
    if let Some(owner) = owner {
        let utilization = case.utilization(values);
        let bill = |replicas: u32| case.owned_month(owner, replicas, utilization).get();
        contests.push(contest(Way::Owned, &bill));
    }
    let mut sum = Usd::ZERO;
    let months = case.loads.iter().map(|load| {
        sum += line * *load;
        sum
    });
    let paid: Vec<Usd> = std::iter::once(Usd::ZERO).chain(months).collect();
    Some(AgainstApi {
        per_request,
        per_month: line,
        per_user: values.get(Input::Users).map(|users| line / users),
        net: paid.last().copied().unwrap_or_default(),
        paid,
        contests,
    })
}

/// Where the line `load * line` reaches the stair of `bill` first, and where for good.
fn meet(line: f64, bill: &dyn Fn(u32) -> f64, case: &Case<'_>) -> (Option<Place>, Option<Place>) {
    let kind = &case.kind;
    let most = kind.spares.saturating_add(MOST_REPLICAS);
    let top = |replicas| kind.carry(replicas);
    let steps = kind.spares.saturating_add(1)..=most;
    let met = Stair {
        bill,
        top: &top,
        steps,
    }
    .met(line);
    // The cost of the next node or instance is lost again, if it is so at the last one counted.
    let whole = case.largest() / kind.each.max(1);
    let next = bill(most.saturating_add(whole.max(1)));
    let (first, good) = met.unzip();
    (first, good.filter(|_| next <= line * top(most)))
}

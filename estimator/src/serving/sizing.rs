//! How many replicas of one placement carry the load.
//!
//! The most requests a replica may hold, `B*`, is the largest population whose latencies keep both
//! SLAs and whose crowd fits in memory; latencies rise with the population, so it is found by
//! bisection. Replicas are the load over what one carries at `B*`, rounded up; headroom is the
//! load that the working replicas could carry beyond the one asked for.

mod cells;
mod draft;
mod further;
mod margin;

pub(crate) use draft::{Draft, MOST_REPLICAS, Total, better, draft, full, relaxed, whole};
pub(crate) use further::{Filling, Further, more_would_help, most_of, told_apart};
pub(crate) use margin::{GRAIN, keeping, needed};

use crate::offer::Offer;
use crate::quantity::{Bytes, Seconds, TokensPerSecond};
use crate::rental::cheapest_rented;
use crate::serving::cost::cost;
use crate::serving::estimate::performance;
use crate::serving::replica::{Point, Replica};
use crate::serving::report::{Demand, Estimate, Miss, Sizing};
use crate::serving::scenario::Scenario;
use crate::workload::{Certainty, Sla};
use margin::standing;

/// Fills in a draft: the operating point, memory, cost and misses.
pub(crate) fn complete(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    draft: &Draft,
) -> Sizing {
    let even = most_evenly(scenario, replica, draft);
    complete_with(scenario, offer, replica, (draft, &even))
}

/// [`complete`], where a replica carries as much as `even` at even chances.
fn complete_with(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    (draft, even): (&Draft, &Point),
) -> Sizing {
    let point = match &draft.pools {
        Some(pools) => replica.apart(scenario.workload.load, pools),
        None => standing(scenario, replica, draft, f64::from(draft.replicas)),
    };
    complete_at(scenario, offer, replica, (draft, even), &point)
}

/// The most that a replica of `draft` carries at even chances, whatever certainty is asked for.
pub(crate) fn most_evenly(scenario: &Scenario, replica: &Replica, drafted: &Draft) -> Point {
    let sla = &scenario.sla;
    if sla.certainty == Certainty::Even {
        return drafted.at_most;
    }
    match &drafted.pools {
        Some(pools) => replica.most_apart(&sla.evenly(), pools),
        None => draft(replica, scenario.workload.load, &sla.evenly()).at_most,
    }
}

/// The load that so many `working` replicas carry beyond the one asked for, a share of it, each as
/// much as `most`.
fn headroom(total: Total, replica: &Replica, working: f64, most: &Point) -> f64 {
    let carried = match total {
        Total::Rate(rate) => most.rate * working / rate,
        Total::Users(users) => replica.population(most.users, most.rate) * working / users,
        Total::Anything => 1.0,
    };
    (carried - 1.0).max(0.0)
}

/// [`complete`], where further replicas work as far as that ends doubts about the sizing
/// ([`Further`]): the fewest that end them for less than the doubts weigh; where none do, those that
/// accelerators hold which are paid for anyway.
pub(crate) fn filled(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    draft: &Draft,
) -> Sizing {
    let even = most_evenly(scenario, replica, draft);
    let with = |replicas: u32| {
        let draft = Draft { replicas, ..*draft };
        complete_with(scenario, offer, replica, (&draft, &even))
    };
    let sizing = with(draft.replicas);
    let Some(further) = Further::of(scenario, offer, &sizing) else {
        return sizing;
    };
    let few = draft.replicas;
    further
        .fill(few, with, |sizing| more_would_help(scenario, offer, sizing))
        .map_or(sizing, |(_, more)| told_apart(scenario, offer, few, more))
}

/// [`complete`] where each replica stands at `point`, and carries as much as `even` at even chances.
pub(crate) fn complete_at(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    (draft, even): (&Draft, &Point),
    point: &Point,
) -> Sizing {
    let total = Total::of(scenario.workload.load);
    let working = f64::from(draft.replicas);
    let spare = |most: &Point| headroom(total, replica, working, most);
    let within = spare(&draft.at_most);
    let spares = scenario.limits.spare_replicas;
    let replicas = draft.replicas.saturating_add(spares);
    let output = point.rate * replica.lengths.output * working;
    let input = point.rate * scenario.workload.input_tokens * working;
    let full = draft.at_most.rate * replica.lengths.output * working;
    let each = replica.placement.accelerators();
    let node = scenario.limits.node(&offer.accelerator);
    let misses = misses(replica, point, &scenario.sla);
    // What was simulated and keeps the demands may lie above what the closed form allows.
    let here = if misses.is_empty() { point.users } else { 0.0 };
    let most = draft.most.max(draft.at_most.users_at_percentile);
    Sizing {
        replicas,
        spare_replicas: spares,
        extra_replicas: 0,
        margin_replicas: 0,
        estimate: Estimate {
            placement: replica.placement,
            memory: replica.memory(point.users_at_percentile),
            performance: Some(performance(replica, point)),
        },
        max_concurrency: most.max(here),
        headroom: within,
        // What is kept more surely is kept.
        even_headroom: spare(even).max(within),
        full_output: TokensPerSecond::new(full),
        chance: Some(replica.chance(point, &scenario.sla)),
        goodput: scenario.sla.goodput,
        cost: cheapest_rented(replicas, each, offer.prices(), node).map(|(price, bill)| {
            cost(
                bill,
                price,
                TokensPerSecond::new(output),
                TokensPerSecond::new(input),
                TokensPerSecond::new(full),
            )
        }),
        misses,
        pools: draft.pools,
        simulated: None,
    }
}

/// The demands missed, with the time that each takes as surely as the SLA asks.
fn misses(replica: &Replica, point: &Point, sla: &Sla) -> Vec<Miss> {
    // A tenth of a per mille: bisection's grain, not a miss.
    let over = |value: f64, limit: Seconds| value > limit.get() * 1.0001;
    let (ttft, tpot) = replica.margins(point, sla);
    let mut found = Vec::new();
    for (demand, value, limit) in [
        (Demand::Ttft, ttft * point.ttft_at_percentile, sla.ttft),
        (Demand::Tpot, tpot * point.tpot_at_percentile, sla.tpot),
    ] {
        if let Some(limit) = limit.filter(|limit| over(value, *limit)) {
            found.push(Miss {
                demand,
                value: Seconds::new(value),
                limit,
            });
        }
    }
    found
}

/// Whether the replica holds the model and one request.
pub(crate) fn holds(replica: &Replica) -> bool {
    replica.space.short() <= Bytes::ZERO
}

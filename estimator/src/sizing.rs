//! How many replicas of one placement carry the load.
//!
//! The most requests a replica may hold, `B*`, is the largest population whose
//! latencies keep both SLAs and whose crowd fits in memory; latencies rise with
//! the population, so it is found by bisection. Replicas are the load over what
//! one carries at `B*`, rounded up; headroom is what the working replicas could
//! carry beyond the load asked for.

mod draft;

pub(crate) use draft::{Draft, MOST_REPLICAS, Total, better, draft, whole};

use crate::cost::cost;
use crate::estimate::performance;
use crate::quantity::{Bytes, Seconds, TokensPerSecond};
use crate::replica::{Point, Replica};
use crate::report::{Demand, Estimate, Miss, Sizing};
use crate::scenario::{Offer, Scenario};
use crate::workload::Sla;

/// Fills in a draft: the operating point, memory, cost and misses.
pub(crate) fn complete(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    draft: &Draft,
) -> Sizing {
    let working = f64::from(draft.replicas);
    if let Some(pools) = &draft.pools {
        let point = replica.apart(scenario.workload.load, pools);
        return complete_at(scenario, offer, replica, draft, &point);
    }
    let point = match Total::of(scenario.workload.load) {
        Total::Rate(rate) => {
            let users = replica
                .users_at_rate(rate / working, draft.most)
                .unwrap_or(draft.most);
            replica.crowded(users, true)
        }
        Total::Users(users) if replica.thinks() => {
            let waiting = replica.users_of_population(users / working, draft.most);
            replica.at(waiting, false)
        }
        Total::Users(users) => replica.at((users / working).ceil().max(1.0), false),
        Total::Anything => draft.at_most,
    };
    complete_at(scenario, offer, replica, draft, &point)
}

/// The same where each replica stands at `point`.
pub(crate) fn complete_at(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    draft: &Draft,
    point: &Point,
) -> Sizing {
    let total = Total::of(scenario.workload.load);
    let working = f64::from(draft.replicas);
    let headroom = match total {
        Total::Rate(rate) => draft.at_most.rate * working / rate - 1.0,
        Total::Users(users) => {
            replica.population(draft.at_most.users, draft.at_most.rate) * working / users - 1.0
        }
        Total::Anything => 0.0,
    };
    let spares = scenario.limits.spare_replicas;
    let replicas = draft.replicas.saturating_add(spares);
    let accelerators = f64::from(replicas) * f64::from(replica.placement.accelerators());
    let output = point.rate * replica.lengths.output * working;
    let input = point.rate * scenario.workload.input_tokens * working;
    let full = draft.at_most.rate * replica.lengths.output * working;
    Sizing {
        replicas,
        spare_replicas: spares,
        estimate: Estimate {
            placement: replica.placement,
            memory: replica.memory(point.users_at_percentile),
            performance: Some(performance(replica, point, scenario, &offer.accelerator)),
        },
        max_concurrency: draft.most.max(draft.at_most.users_at_percentile),
        headroom: headroom.max(0.0),
        full_output: TokensPerSecond::new(full),
        cost: offer.price.as_ref().map(|price| {
            cost(
                price.per_accelerator,
                accelerators,
                TokensPerSecond::new(output),
                TokensPerSecond::new(input),
                TokensPerSecond::new(full),
            )
        }),
        misses: misses(point, &scenario.sla),
        pools: draft.pools,
        simulated: None,
    }
}

fn misses(point: &Point, sla: &Sla) -> Vec<Miss> {
    // A tenth of a per mille: bisection's grain, not a miss.
    let over = |value: f64, limit: Seconds| value > limit.get() * 1.0001;
    let mut found = Vec::new();
    for (demand, value, limit) in [
        (Demand::Ttft, point.ttft_at_percentile, sla.ttft),
        (Demand::Tpot, point.tpot_at_percentile, sla.tpot),
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

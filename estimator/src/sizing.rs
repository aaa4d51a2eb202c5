//! How many replicas of one placement carry the load.
//!
//! The most requests a replica may hold, `B*`, is the largest population whose
//! latencies keep both SLAs and whose crowd fits in memory; latencies rise with
//! the population, so it is found by bisection. Replicas are the load over what
//! one carries at `B*`, rounded up; headroom is what the working replicas could
//! carry beyond the load asked for.

use crate::cost::cost;
use crate::estimate::performance;
use crate::quantity::{Bytes, Seconds, TokensPerSecond};
use crate::replica::disaggregated::Pools;
use crate::replica::{Point, Replica};
use crate::report::{Demand, Estimate, Miss, Sizing};
use crate::scenario::{Offer, Scenario};
use crate::workload::{Load, Sla};

/// Halvings of the logarithmic interval in which `B*` is sought: to 1 % of
/// it over four decades.
const HALVINGS: u32 = 10;

/// What the fleet as a whole must carry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Total {
    /// Requests a second.
    Rate(f64),
    /// Users at once.
    Users(f64),
    /// As much as it can: one replica.
    Anything,
}

impl Total {
    pub(crate) const fn of(load: Load) -> Self {
        match load {
            Load::Poisson(rate) => Self::Rate(rate),
            Load::Steady(users)
            | Load::Closed(users)
            | Load::Lockstep(users)
            | Load::Burst(users) => Self::Users(users),
            Load::Saturated => Self::Anything,
        }
    }

    const fn is_open(self) -> bool {
        matches!(self, Self::Rate(_))
    }
}

/// A placement and the population it may hold, before the details are filled
/// in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Draft {
    /// Most requests at once in one replica.
    pub most: f64,
    /// What one replica does then.
    pub at_most: Point,
    /// Replicas that carry the load.
    pub replicas: u32,
    /// Over the demands by this factor at the least load; 1 or less where they
    /// are kept.
    pub excess: f64,
    /// Of them, where prefill and decode are apart.
    pub pools: Option<Pools>,
}

/// Relaxes both demands by `factor`.
pub(crate) fn relaxed(sla: &Sla, factor: f64) -> Sla {
    Sla {
        ttft: sla.ttft.map(|limit| limit * factor),
        tpot: sla.tpot.map(|limit| limit * factor),
        ..*sla
    }
}

/// The least load a replica can be asked about: one request now and then.
fn least(open: bool) -> f64 {
    if open { 0.05 } else { 1.0 }
}

/// Sizes `replica` for the scenario's load under `sla`. `None` where even one
/// request breaks it or the load has no size.
pub(crate) fn draft(replica: &Replica, load: Load, sla: &Sla) -> Draft {
    if replica.is_disaggregated() {
        return replica.draft_apart(load, sla);
    }
    let total = Total::of(load);
    let open = total.is_open();
    let least = least(open);
    let lightest = replica.at(least, open);
    let lightest_excess = lightest.excess(sla);
    // A closed population larger than the load asks for is of no use.
    let wanted = match total {
        Total::Users(users) => users.max(1.0),
        Total::Rate(_) | Total::Anything => f64::INFINITY,
    };
    let most = if lightest_excess > 1.0 {
        least
    } else {
        let room = replica.capacity().max(1.0);
        let most = if open {
            replica.mean_of_crowd(room)
        } else {
            room
        };
        largest(replica, open, sla, least, wanted.min(most))
    };
    // Users who wait are whole people.
    let whole_users = !open && !replica.thinks();
    let most = if whole_users {
        most.floor().max(1.0)
    } else {
        most
    };
    let at_most = replica.at(most, open);
    let needed = match total {
        Total::Rate(rate) => rate / at_most.rate,
        Total::Users(users) => users / replica.population(&at_most),
        Total::Anything => 1.0,
    };
    Draft {
        most,
        at_most,
        replicas: whole(needed - 1e-9),
        excess: lightest_excess,
        pools: None,
    }
}

/// The most replicas that are counted.
pub(crate) const MOST_REPLICAS: f64 = 1e9;

/// Rounds a number of replicas up, within what a fleet can be.
pub(crate) fn whole(needed: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // In range by the clamp; NaN becomes 1.
    let replicas = needed.ceil().clamp(1.0, MOST_REPLICAS) as u32;
    replicas
}

/// The largest population up to `most` whose latencies keep `sla`.
fn largest(replica: &Replica, open: bool, sla: &Sla, least: f64, most: f64) -> f64 {
    let fits = |users: f64| replica.keeps(sla, users, open);
    if fits(most) {
        return most;
    }
    // Populations span four decades: halve the logarithm.
    let (mut low, mut high) = (least, most.max(least));
    for _ in 0..HALVINGS {
        let middle = (low * high).sqrt();
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

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
        Total::Users(users) => replica.population(&draft.at_most) * working / users - 1.0,
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

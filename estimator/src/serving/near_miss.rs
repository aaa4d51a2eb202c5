//! A sizing that costs less and almost keeps the demands: one worth a conversation about the
//! demands.
//!
//! One replica fewer of every accelerator that would then cost less than the
//! recommended one, and every accelerator that is a little too slow; of those
//! that miss a demand by a quarter at the most, the one that misses it least.
//! Where what is recommended has no price, the one with a price that misses a demand
//! least, and where nothing is recommended, of all the one that does, by however much.

use crate::offer::Offer;
use crate::parameters::Parameters;
use crate::serving::replica::Replica;
use crate::serving::report::{Candidate, NearMiss, Sizing};
use crate::serving::scenario::Scenario;
use crate::serving::search::worst_miss;
use crate::serving::sizing::{Draft, complete, draft};

/// How far a sizing may miss a demand and still "just miss" it.
const NEAR: f64 = 0.25;

fn price(sizing: &Sizing) -> Option<f64> {
    sizing.cost.map(|cost| cost.per_hour.get())
}

/// The near miss among `candidates`, given the recommended one.
pub(crate) fn near_miss(
    scenario: &Scenario,
    counted: &Parameters,
    offers: &[Offer],
    candidates: &[Candidate],
    best: Option<usize>,
) -> Option<NearMiss> {
    let limit = best
        .and_then(|index| candidates.get(index))
        .and_then(|candidate| candidate.best.as_ref())
        .and_then(price);
    let mut nearest: Option<NearMiss> = None;
    for (index, candidate) in candidates.iter().enumerate() {
        let (Some(sizing), Some(offer)) = (&candidate.best, offers.get(candidate.offer)) else {
            continue;
        };
        let found = if candidate.meets() {
            limit.and_then(|limit| fewer(scenario, counted, offer, sizing, limit))
        } else {
            Some((sizing.clone(), 0.0))
        };
        let Some((sizing, would_carry)) = found else {
            continue;
        };
        let miss = worst_miss(&sizing);
        // Where something that has a price is good enough, a near miss must be near and cheaper.
        let eligible = match (best, limit) {
            (None, _) => true,
            (Some(_), None) => price(&sizing).is_some() && !sizing.is_overrun(),
            (Some(_), Some(limit)) => {
                miss <= NEAR && price(&sizing).is_some_and(|cost| cost < limit)
            }
        };
        let nearer = nearest
            .as_ref()
            .is_none_or(|other| miss < worst_miss(&other.sizing));
        if eligible && nearer && !sizing.misses.is_empty() {
            nearest = Some(NearMiss {
                candidate: index,
                sizing,
                would_carry,
            });
        }
    }
    nearest
}

/// `sizing` with one replica fewer, and the share of the load it carries
/// within the demands; `None` where that costs no less than `limit` or cannot
/// carry the load at all.
fn fewer(
    scenario: &Scenario,
    counted: &Parameters,
    offer: &Offer,
    sizing: &Sizing,
    limit: f64,
) -> Option<(Sizing, f64)> {
    // Of two kinds of replicas neither is the one to leave out.
    if sizing.pools.is_some() {
        return None;
    }
    let working = sizing.replicas.checked_sub(sizing.spare_replicas)?;
    let left = working.checked_sub(1).filter(|left| *left > 0)?;
    let replica = Replica::new(
        scenario,
        counted,
        &offer.accelerator,
        sizing.estimate.placement,
    )?;
    let within = draft(&replica, scenario.workload.load, &scenario.sla);
    let most = replica.capacity();
    let smaller = complete(
        scenario,
        offer,
        &replica,
        &Draft {
            replicas: left,
            most,
            ..within
        },
    );
    if price(&smaller)? >= limit {
        return None;
    }
    let would_carry = (1.0 + sizing.headroom) * f64::from(left) / f64::from(working);
    Some((smaller, would_carry.min(1.0)))
}

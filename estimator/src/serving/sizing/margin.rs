//! How many working replicas a load needs, not rounded: as many as leave the margin that today's
//! do.
//!
//! ```text
//! keeps the demands   w = working / (1 + headroom)
//! with a margin       the least w with headroom(w) >= 5 % at even chances and chance(w) >= 0.9
//! ```
//!
//! A sizing whose margin is thin has nothing sounder for what that weighs, and is counted by its
//! demands alone. Where more replicas work than keep the demands, one fewer leaves a thin margin:
//! that is found, and no closed form overrules it.

use super::{Draft, Total, draft, more_would_help};
use crate::offer::Offer;
use crate::parameters;
use crate::serving::replica::{Point, Replica};
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::soundness::{LIKELY_KEPT, LITTLE_HEADROOM};

/// Halvings in which the replicas are sought: to a hundredth of the range.
const HALVINGS: u32 = 7;

/// A load that takes a replica more, at the least: the error that rounding may add up to.
pub(crate) const GRAIN: f64 = 1e-9;

/// Working replicas, not rounded, that today's load needs of the kind of `sizing` for the margin
/// that these leave.
pub(crate) fn needed(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> f64 {
    let keeping = keeping(sizing);
    if !sizing.keeps() || more_would_help(scenario, offer, sizing) {
        return keeping;
    }
    let working = f64::from(sizing.working().max(1));
    let found = if beyond(sizing) > 0 {
        above(working)
    } else {
        0.0
    };
    let roomy = carried(sizing, sizing.even_headroom) * (1.0 + LITTLE_HEADROOM);
    let least = keeping.max(roomy).max(found);
    likely(scenario, offer, sizing, (least.min(working), working))
}

/// Working replicas, not rounded, with which today's load just keeps its demands.
pub(crate) fn keeping(sizing: &Sizing) -> f64 {
    let fewest = sizing.working().max(1).saturating_sub(beyond(sizing));
    carried(sizing, sizing.headroom).max(above(f64::from(fewest)))
}

/// The same by a headroom alone.
fn carried(sizing: &Sizing, headroom: f64) -> f64 {
    f64::from(sizing.working().max(1)) / (1.0 + headroom.max(0.0))
}

/// Replicas that work beyond the fewest that keep the demands.
fn beyond(sizing: &Sizing) -> u32 {
    sizing.extra_replicas.saturating_add(sizing.margin_replicas)
}

/// More than one fewer than so many.
fn above(found: f64) -> f64 {
    found - 1.0 + 2.0 * GRAIN
}

/// The least of a range of working replicas, not rounded, with which the closed form finds the
/// limits likely to be kept; its end where none are.
fn likely(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    (mut low, mut high): (f64, f64),
) -> f64 {
    let counted = parameters::count(&scenario.model);
    let placement = sizing.estimate.placement;
    let Some(replica) = Replica::new(scenario, &counted, &offer.accelerator, placement) else {
        return high;
    };
    let draft = draft(&replica, scenario.workload.load, &scenario.sla);
    let is_likely = |working: f64| {
        let point = standing(scenario, &replica, &draft, working);
        replica.chance(&point, &scenario.sla) >= LIKELY_KEPT
    };
    if is_likely(low) {
        return low;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if is_likely(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Where each of so many `working` replicas, whole or not, stands by the closed form.
pub(super) fn standing(
    scenario: &Scenario,
    replica: &Replica,
    draft: &Draft,
    working: f64,
) -> Point {
    match Total::of(scenario.workload.load) {
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
    }
}

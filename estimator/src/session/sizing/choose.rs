//! The long part of a search: for an offer the cheapest placement times replicas that holds the
//! sessions within the promise and before the cliff.
//!
//! Placements are those of the serving search, the best of every count and way to split a replica
//! at the hits of a warm cache. The number of replicas follows from what one bears
//! ([`super::borne`]). What was found is a few numbers, so that it can be sought in a worker; the
//! answer is made of them by [`super::search`].

use super::borne::{Borne, MOST_SPREAD, least, many};
use super::chosen::Chosen;
use super::scenario::Scenario;
use super::sized::sizing;
use crate::band::Evidence;
use crate::offer::Offer;
use crate::placement::Placement;
use crate::serving::search::placements_of;
use crate::serving::sizing::whole;
use crate::serving::soundness::least_weighed;
use crate::session::{Population, Routing};

/// Looks for the cheapest placement and number of replicas on an offer; `None` where none can be
/// placed.
#[must_use]
pub fn choose(scenario: &Scenario, offer: &Offer) -> Option<Chosen> {
    let placements = placements_of(&warm(scenario), &scenario.counted, offer).ok()?;
    cheapest(scenario, offer, &placements, None)
        .map(|(chosen, _)| chosen)
        .or_else(|| nearest(scenario, offer, &placements))
}

/// The cheapest of some placements that holds the sessions by the closed form, and stands before
/// `below`; `None` where none does.
pub(super) fn cheapest(
    scenario: &Scenario,
    offer: &Offer,
    placements: &[Placement],
    below: Option<Place>,
) -> Option<(Chosen, Place)> {
    let mut best: Option<(Chosen, Place)> = None;
    for placement in placements {
        let borne = Borne {
            scenario,
            chip: &offer.accelerator,
            placement: *placement,
        };
        let below = best.as_ref().map(|(_, place)| *place).or(below);
        if let Some(chosen) = replicas(&borne, offer, below)
            && let Some(place) = Place::of(&borne, offer, &chosen)
            && below.is_none_or(|below| place.is_before(&below))
        {
            best = Some((chosen, place));
        }
    }
    best
}

/// The calculator's scenario at the hits of a warm cache, by which placements are told apart.
pub(super) fn warm(scenario: &Scenario) -> crate::serving::scenario::Scenario {
    let load = &scenario.question.load;
    let found = scenario.limit();
    let mut warm = scenario.serving.clone();
    let input = warm.workload.input_tokens.max(1.0);
    let common = (load.shared / input).min(found);
    warm.workload.prefix_hit_rate = common;
    warm.serving.restored = found - common;
    warm
}

/// Where a sizing stands among others of its offer: by its weighed bill, of equal ones by its
/// stages, which gain nothing there, then by its accelerators.
#[derive(Clone, Copy)]
pub(super) struct Place {
    weighed: f64,
    stages: u32,
    accelerators: u32,
}

impl Place {
    /// That of what was chosen; `None` where the chip lacks a rate.
    pub(super) fn of(borne: &Borne<'_>, offer: &Offer, chosen: &Chosen) -> Option<Self> {
        let sizing = sizing(borne, offer, chosen)?;
        Some(Self {
            weighed: sizing.weighed(borne.scenario, offer),
            stages: sizing.estimate.placement.pipeline,
            accelerators: sizing.accelerators(),
        })
    }

    pub(super) fn is_before(&self, other: &Self) -> bool {
        let rest = (self.stages, self.accelerators) < (other.stages, other.accelerators);
        self.weighed < other.weighed || (self.weighed <= other.weighed && rest)
    }
}

/// The fewest replicas of a placement; `None` where none bear the load, or where they cannot stand
/// before `below`.
fn replicas(borne: &Borne<'_>, offer: &Offer, below: Option<Place>) -> Option<Chosen> {
    let scenario = borne.scenario;
    let placement = borne.placement;
    let each = placement.accelerators();
    let spares = scenario.question.asked.limits.spare_replicas;
    // Whatever its evidence is, it weighs no less.
    let is_behind = |replicas: u32| {
        let replicas = replicas.saturating_add(spares);
        let measured = Evidence::Measured;
        let least = Place {
            weighed: least_weighed(&scenario.serving, offer, (replicas, each), measured),
            stages: placement.pipeline,
            accelerators: replicas.saturating_mul(each),
        };
        below.is_some_and(|below| below.is_before(&least))
    };
    if is_behind(1) {
        return None;
    }
    let population = scenario.question.load.population;
    let asked = many(population);
    // As many as may stand before what was found: where these do not bear it, fewer do not, unless
    // turns are spread over all of them, where each finds the less the more there are.
    let may_be_judged = below.is_some() && scenario.question.routing != Routing::None;
    if may_be_judged
        && let Some(behind) = least(2, MOST_SPREAD, is_behind)
        && !borne.may_hold(behind - 1, asked)
    {
        return None;
    }
    let first = borne.fewest(asked, |replicas| borne.within_promise(replicas))?;
    if is_behind(first) {
        return None;
    }
    let chosen = |working: u32| {
        let (many, cliff) = borne.bears(working);
        Chosen {
            placement,
            working,
            bears: Some(many),
            cliff,
            met: None,
        }
    };
    let least = chosen(first);
    if least.bears >= Some(asked) {
        return Some(least);
    }
    let more = borne.fewest(asked, |working| borne.bears(working).0)?;
    Some(chosen(more))
}

/// Where no number of replicas keeps the promise: the placement that comes nearest with few
/// sessions a replica.
pub(super) fn nearest(
    scenario: &Scenario,
    offer: &Offer,
    placements: &[Placement],
) -> Option<Chosen> {
    let population = scenario.question.load.population;
    let present = match population {
        Population::AtOnce(many) => many,
        Population::PerHour(_) => scenario.question.load.present(0.0),
    };
    let mut best: Option<(Chosen, f64)> = None;
    for placement in placements {
        let borne = Borne {
            scenario,
            chip: &offer.accelerator,
            placement: *placement,
        };
        // A session a replica waits for nobody.
        let alone = Chosen {
            placement: *placement,
            working: whole(present),
            bears: None,
            cliff: None,
            met: None,
        };
        let Some(sizing) = sizing(&borne, offer, &alone) else {
            continue;
        };
        let over = sizing.misses.iter().map(|miss| miss.value / miss.limit);
        let over = over.fold(1.0, f64::max);
        if best.as_ref().is_none_or(|(_, known)| over < *known) {
            best = Some((alone, over));
        }
    }
    best.map(|(chosen, _)| chosen)
}

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
use crate::rental::cheapest_rented;
use crate::serving::search::placements_of;
use crate::serving::sizing::whole;
use crate::serving::soundness::{LITTLE_HEADROOM, least_weighed};
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

/// Where a sizing stands among others of its offer: by its weighed bill. At equal bills first those
/// with room for some more, then whose replicas stay inside a machine, whose accelerators all work,
/// that have the fewest stages, and that bear the most.
#[derive(Clone, Copy)]
pub(super) struct Place {
    weighed: f64,
    is_tight: bool,
    machines: u32,
    idle: u32,
    stages: u32,
    bears: f64,
    accelerators: u32,
}

impl Place {
    /// That of what was chosen; `None` where the chip lacks a rate.
    pub(super) fn of(borne: &Borne<'_>, offer: &Offer, chosen: &Chosen) -> Option<Self> {
        let sizing = sizing(borne, offer, chosen)?;
        let asked = many(borne.scenario.question.load.population);
        Some(Self {
            weighed: sizing.weighed(borne.scenario, offer),
            is_tight: sizing.bears < asked * (1.0 + LITTLE_HEADROOM),
            machines: machines(borne),
            idle: sizing.cost.map_or(0, |cost| cost.bill.stranded),
            stages: sizing.estimate.placement.pipeline,
            bears: sizing.bears,
            accelerators: sizing.accelerators(),
        })
    }

    /// The first place that so many working replicas may have, whatever they bear and whatever was
    /// measured.
    fn least(borne: &Borne<'_>, offer: &Offer, working: u32) -> Self {
        let scenario = borne.scenario;
        let each = borne.placement.accelerators();
        let replicas = working.saturating_add(scenario.question.asked.limits.spare_replicas);
        let measured = Evidence::Measured;
        Self {
            weighed: least_weighed(&scenario.serving, offer, (replicas, each), measured),
            is_tight: false,
            machines: machines(borne),
            idle: 0,
            stages: borne.placement.pipeline,
            bears: f64::INFINITY,
            accelerators: replicas.saturating_mul(each),
        }
    }

    pub(super) fn is_before(&self, other: &Self) -> bool {
        let shape = |of: &Self| (of.is_tight, of.machines, of.idle, of.stages);
        let order = self
            .weighed
            .total_cmp(&other.weighed)
            .then(shape(self).cmp(&shape(other)))
            .then(other.bears.total_cmp(&self.bears))
            .then(self.accelerators.cmp(&other.accelerators));
        order.is_lt()
    }
}

/// Machines that a replica spans.
fn machines(borne: &Borne<'_>) -> u32 {
    let node = borne.scenario.serving.limits.node(borne.chip);
    borne.placement.accelerators().div_ceil(node.max(1))
}

/// As many replicas as the bill of `working` ones pays for, where these bear more.
pub(super) fn paid(
    borne: &Borne<'_>,
    offer: &Offer,
    working: u32,
    bears: impl Fn(u32) -> f64,
) -> u32 {
    let spares = borne.scenario.question.asked.limits.spare_replicas;
    let each = borne.placement.accelerators();
    let node = borne.scenario.serving.limits.node(borne.chip);
    let all = working.saturating_add(spares);
    let rented = cheapest_rented(all, each, offer.prices(), node);
    let room = rented.map_or(0, |(_, rented)| rented.room(each));
    let more = working.max(room.saturating_sub(spares));
    if more > working && bears(more) > bears(working) {
        more
    } else {
        working
    }
}

/// The fewest replicas of a placement, and those that their bill pays for as well; `None` where
/// none bear the load, or where they cannot stand before `below`.
fn replicas(borne: &Borne<'_>, offer: &Offer, below: Option<Place>) -> Option<Chosen> {
    let scenario = borne.scenario;
    let placement = borne.placement;
    let is_behind = |replicas: u32| {
        below.is_some_and(|below| below.is_before(&Place::least(borne, offer, replicas)))
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
    let bears = |working| borne.bears(working).0;
    let fewest = if bears(first) >= asked {
        first
    } else {
        borne.fewest(asked, bears)?
    };
    Some(chosen(paid(borne, offer, fewest, bears)))
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

//! The same turn by turn: of an offer's placements, by the closed form the cheapest first, the one
//! whose drawn turns keep the promise for the least, until what is left is dearer by either.
//!
//! What is borne turn by turn is never more than by the closed form, so that what was looked at is
//! never cheaper than it seemed, and a wider choice never dearer.

use super::borne::{Borne, many};
use super::choose::{Place, cheapest, nearest, paid, warm};
use super::chosen::Chosen;
use super::drawn::Edge;
use super::scenario::Scenario;
use crate::offer::Offer;
use crate::serving::search::placements_of;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Looks for the cheapest placement and number of replicas on an offer whose single turns keep the
/// promise; the nearest where none do, `None` where none can be placed.
#[must_use]
pub fn confirm(scenario: &Scenario, offer: &Offer) -> Option<Chosen> {
    let placements = placements_of(&warm(scenario), &scenario.counted, offer).ok()?;
    let on = |placement| Borne {
        scenario,
        chip: &offer.accelerator,
        placement,
    };
    let mut left = placements.clone();
    let mut best: Option<(Chosen, Place)> = None;
    // By the closed form the cheapest of those that were not looked at.
    while let Some((draft, _)) = cheapest(scenario, offer, &left, best.map(|(_, place)| place)) {
        left.retain(|placement| *placement != draft.placement);
        let borne = on(draft.placement);
        if let Some(found) = met(&borne, offer)
            && let Some(place) = Place::of(&borne, offer, &found)
            && best.is_none_or(|(_, best)| place.is_before(&best))
        {
            best = Some((found, place));
        }
    }
    best.map(|(chosen, _)| chosen).or_else(|| {
        let nearest = nearest(scenario, offer, &placements)?;
        let met = on(nearest.placement).met(nearest.working);
        Some(Chosen {
            // Where its turns keep what averages do not, these say what is missed.
            met: met.filter(|met| !met.kept),
            ..nearest
        })
    })
}

/// The replicas of a placement whose single turns keep the promise, as many as their bill pays for;
/// `None` where no number of them do.
fn met(borne: &Borne<'_>, offer: &Offer) -> Option<Chosen> {
    let known = RefCell::new(BTreeMap::new());
    let edge = |working: u32| -> Option<Edge> {
        let one = if borne.is_alike() { 1 } else { working };
        let mut known = known.borrow_mut();
        let edge = known
            .entry(one)
            .or_insert_with(|| borne.edge(one, borne.bears(one).0));
        let times = f64::from(working) / f64::from(one);
        let edge = (*edge)?;
        Some(Edge {
            sessions: edge.sessions * times,
            ..edge
        })
    };
    let bears = |working| edge(working).map_or(0.0, |edge| edge.sessions);
    let asked = many(borne.scenario.question.load.population);
    let fewest = borne.fewest(asked, bears)?;
    let working = paid(borne, offer, fewest, bears);
    let edge = edge(working)?;
    // Fewer sessions never wait longer than the most that are borne: where a draw says so, theirs
    // counts.
    let met = borne.met(working).filter(|met| met.kept);
    Some(Chosen {
        placement: borne.placement,
        working,
        bears: Some(edge.sessions),
        cliff: borne.cliff(working),
        met: Some(met.unwrap_or(edge.met)),
    })
}

//! The same turn by turn: of an offer's placements, by the closed form the cheapest first, the one
//! whose drawn turns keep the promise for the least, until what is left is dearer by either.
//!
//! What is borne turn by turn is never more than by the closed form, so that what was looked at is
//! never cheaper than it seemed, and a wider choice never dearer.

use super::borne::{Borne, many};
use super::choose::{Place, cheapest, nearest, warm};
use super::chosen::Chosen;
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
        if let Some(found) = met(&borne)
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

/// The fewest replicas of a placement whose single turns keep the promise; `None` where no number
/// of them do.
fn met(borne: &Borne<'_>) -> Option<Chosen> {
    let asked = many(borne.scenario.question.load.population);
    let known = RefCell::new(BTreeMap::new());
    let bears = |working: u32| {
        let one = if borne.is_alike() { 1 } else { working };
        let mut known = known.borrow_mut();
        let many = known.entry(one).or_insert_with(|| {
            let most = borne.bears(one).0;
            borne.met_within(one, most)
        });
        *many * f64::from(working) / f64::from(one)
    };
    let fewest = borne.fewest(asked, bears)?;
    // What was asked may lie where one draw is late and those around it are not.
    let tried = fewest..=fewest.saturating_add(fewest / 4 + 1);
    let met = |working| {
        let met = borne.met(working).filter(|met| met.kept)?;
        Some((working, met))
    };
    let (working, met) = tried.into_iter().find_map(met)?;
    Some(Chosen {
        placement: borne.placement,
        working,
        bears: Some(bears(working)),
        cliff: borne.cliff(working),
        met: Some(met),
    })
}

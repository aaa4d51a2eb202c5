//! Every offer, ranked: of the placement and the replicas that were found for it
//! ([`super::choose`]) the sizing that they make ([`super::sized`]).

use super::borne::Borne;
use super::choose::{choose, warm};
use super::chosen::Chosen;
use super::report::{Candidate, Report, Sizing};
use super::scenario::Scenario;
use super::sized::sizing;
use crate::offer::Offer;
use crate::serving::report::Verdict;
use crate::serving::search::placements_of;

/// Sizes every offer and ranks them.
#[must_use]
pub fn search(scenario: &Scenario, offers: &[Offer]) -> Report {
    let places = 0..offers.len();
    let all = places.map(|place| candidate(scenario, offers, place));
    Report::ranked(all.collect())
}

/// The answer for one offer.
#[must_use]
pub fn candidate(scenario: &Scenario, offers: &[Offer], index: usize) -> Candidate {
    let chosen = offers.get(index).and_then(|offer| choose(scenario, offer));
    made(scenario, offers, index, chosen)
}

/// The answer for an offer of which [`choose`] found so much: one balance of its caches.
#[must_use]
pub fn made(
    scenario: &Scenario,
    offers: &[Offer],
    index: usize,
    chosen: Option<Chosen>,
) -> Candidate {
    let found = offers
        .get(index)
        .map(|offer| judged(scenario, offer, chosen));
    let (verdict, best, weighed) = found.unwrap_or((Verdict::Unknown, None, f64::INFINITY));
    Candidate {
        offer: index,
        verdict,
        best,
        weighed,
    }
}

fn judged(
    scenario: &Scenario,
    offer: &Offer,
    chosen: Option<Chosen>,
) -> (Verdict, Option<Sizing>, f64) {
    let Some(chosen) = chosen else {
        let placements = placements_of(&warm(scenario), &scenario.counted, offer);
        return (
            placements.err().unwrap_or(Verdict::Unknown),
            None,
            f64::INFINITY,
        );
    };
    let borne = Borne {
        scenario,
        chip: &offer.accelerator,
        placement: chosen.placement,
    };
    match sizing(&borne, offer, &chosen) {
        Some(sizing) if chosen.bears.is_some() => {
            let weighed = sizing.weighed(scenario, offer);
            (Verdict::Meets, Some(sizing), weighed)
        }
        Some(nearest) => (Verdict::Misses, Some(nearest), f64::INFINITY),
        None => (Verdict::Unknown, None, f64::INFINITY),
    }
}

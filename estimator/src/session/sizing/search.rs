//! Every offer, ranked: of the placement and the replicas that were found for it
//! ([`super::choose`], of the leading ones [`super::confirm`]) the sizing that they make
//! ([`super::sized`]).

use super::borne::Borne;
use super::choose::{choose, warm};
use super::chosen::Chosen;
use super::confirm::confirm;
use super::report::{Candidate, Report, Sizing, rank};
use super::scenario::Scenario;
use super::sized::sizing;
use crate::offer::Offer;
use crate::order::ascending;
use crate::serving::report::Verdict;
use crate::serving::search::placements_of;
use std::collections::{BTreeMap, BTreeSet};

/// The leading candidates that are met turn by turn.
const LEADING: usize = 3;

/// Sizes every offer and ranks them; the leading ones by drawn turns.
#[must_use]
pub fn search(scenario: &Scenario, offers: &[Offer]) -> Report {
    let mut search = Search::default();
    while search.advance(scenario, offers).is_some() {}
    search.into_report()
}

/// A search in steps: every offer by the closed form, then the leading ones turn by turn, until they
/// are among those that lead.
#[derive(Debug, Default)]
pub struct Search {
    /// What was made of offers, by their places.
    found: BTreeMap<usize, Candidate>,
    /// Places of those that were met turn by turn.
    met: BTreeSet<usize>,
}

impl Search {
    /// Takes a step: the place of an offer and what was found for it; `None` where nothing is left
    /// to do.
    pub fn advance(
        &mut self,
        scenario: &Scenario,
        offers: &[Offer],
    ) -> Option<(usize, Option<Chosen>)> {
        self.by_averages(scenario, offers).or_else(|| {
            let place = self.leading()?;
            let news = (place, confirm(scenario, offers.get(place)?));
            self.take(scenario, offers, news);
            Some(news)
        })
    }

    /// The same by the closed form alone, which needs no simulation.
    pub fn by_averages(
        &mut self,
        scenario: &Scenario,
        offers: &[Offer],
    ) -> Option<(usize, Option<Chosen>)> {
        let mut places = 0..offers.len();
        let place = places.find(|place| !self.found.contains_key(place))?;
        let news = (place, choose(scenario, offers.get(place)?));
        self.take(scenario, offers, news);
        Some(news)
    }

    /// Takes what another search found, in its order.
    pub fn take(
        &mut self,
        scenario: &Scenario,
        offers: &[Offer],
        (place, chosen): (usize, Option<Chosen>),
    ) {
        if place >= offers.len() {
            return;
        }
        let candidate = made(scenario, offers, place, chosen);
        if self.found.insert(place, candidate).is_some() {
            self.met.insert(place);
        }
    }

    /// The first of the leading that keep the promise and were not met turn by turn; where none keep
    /// it, of the nearest.
    fn leading(&self) -> Option<usize> {
        let leads = |counts: fn(&Candidate) -> bool| {
            let all = self.found.values().filter(|candidate| counts(candidate));
            let all = all.map(|candidate| (rank(candidate), candidate.offer));
            let all = ascending(all.collect(), |(rank, _)| *rank);
            let leading = all.into_iter().take(LEADING).map(|(_, place)| place);
            leading.collect::<Vec<_>>()
        };
        let mut leading = leads(Candidate::meets);
        if leading.is_empty() {
            leading = leads(|candidate| candidate.best.is_some());
        }
        let mut leading = leading.into_iter();
        leading.find(|place| !self.met.contains(place))
    }

    /// The answer.
    #[must_use]
    pub fn into_report(self) -> Report {
        Report::ranked(self.found.into_values().collect())
    }
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

//! After the recommended one: the rows that views show beside it, each with its accelerators'
//! cheapest sizing, as if nothing else were on offer.

use super::Confirmation;
use crate::placement::Placement;
use crate::serving::confirm::trial::Trial;
use crate::serving::confirm::{MOST, SHORTLIST};
use crate::serving::search::place;

impl Confirmation<'_> {
    /// What is simulated next of the rows, and the weighed bill it has to be below, where that is
    /// known: a row's own sizing, then the others of its accelerators that may be cheaper.
    pub(super) fn shown(&mut self) -> Option<(Trial, f64)> {
        self.rows().into_iter().find_map(|(one, weighed)| {
            if self.tried.contains(&one) {
                let cheaper = self.below(weighed, Some(one.0))?;
                Some((cheaper, weighed))
            } else {
                Some((self.untried(one)?, f64::INFINITY))
            }
        })
    }

    /// The rows that keep the demands: where each is placed, and its weighed bill.
    fn rows(&mut self) -> Vec<((usize, Placement), f64)> {
        self.found();
        let shown = self.found.iter().flat_map(|found| {
            let all = found.ranking.candidates.iter().take(SHORTLIST);
            all.filter(|candidate| candidate.meets())
        });
        shown
            .filter_map(|candidate| {
                let sizing = candidate.best.as_ref()?;
                let offer = self.offers.get(candidate.offer)?;
                let row = (candidate.offer, sizing.estimate.placement);
                Some((row, place(&self.scenario, offer, sizing)))
            })
            .collect()
    }

    /// The sizing of a row that was not simulated to its end.
    fn untried(&mut self, (offer, placement): (usize, Placement)) -> Option<Trial> {
        let is_it = |trial: &Trial| {
            let way = trial.way();
            (way.offer, way.replica.placement) == (offer, placement)
        };
        if let Some(index) = self.begun.iter().position(is_it) {
            return Some(self.begun.swap_remove(index));
        }
        if self.looked_at >= MOST {
            return None;
        }
        let asked = (&*self.scenario, &self.counted, &*self.offers);
        let way = self.hopeful.take((offer, placement), asked)?;
        self.begin(way)
    }
}

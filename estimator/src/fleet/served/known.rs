//! Sizings that were made before: a change of one load asks for its own alone, and every other way
//! to hold the same asks for none.

use super::{Choice, Fit, Served};
use crate::offer::Offer;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::search::search;
use std::sync::Arc;

/// Sizings by question and offer. A copy shares them until one of the two learns more.
#[derive(Debug, Clone, Default)]
pub struct Known(Vec<Arc<Row>>);

/// What is known of a question.
#[derive(Debug, Clone)]
struct Row {
    scenario: Scenario,
    single: Vec<Single>,
    spanning: Vec<Spanning>,
}

/// A question over all of some offers, and what Size recommends of them: its place, its sizing.
type Spanning = (Vec<Offer>, Option<(usize, Sizing)>);

/// A question on one GPU of an offer.
#[derive(Debug, Clone)]
struct Single {
    offer: Offer,
    fit: Option<Fit>,
    /// How many times as long steps may take, by the number of replicas.
    slowed: Vec<(u32, f64)>,
}

impl Known {
    /// Forgets questions that none of these is.
    pub fn keep(&mut self, scenarios: &[&Scenario]) {
        self.0.retain(|row| scenarios.contains(&&row.scenario));
    }

    fn row(&mut self, scenario: &Scenario) -> Option<&mut Row> {
        let place = self.0.iter().position(|row| row.scenario == *scenario);
        let place = place.unwrap_or_else(|| {
            self.0.push(Arc::new(Row {
                scenario: scenario.clone(),
                single: Vec::new(),
                spanning: Vec::new(),
            }));
            self.0.len() - 1
        });
        self.0.get_mut(place).map(Arc::make_mut)
    }

    fn single(&mut self, served: &Served, choice: &Choice) -> Option<&mut Single> {
        let row = self.row(served.scenario()?)?;
        let place = row.single.iter().position(|one| one.offer == choice.offer);
        let place = place.unwrap_or_else(|| {
            row.single.push(Single {
                offer: choice.offer.clone(),
                fit: Fit::of(served, choice),
                slowed: Vec::new(),
            });
            row.single.len() - 1
        });
        row.single.get_mut(place)
    }

    /// As [`Fit::of`].
    pub(in crate::fleet) fn fit(&mut self, served: &Served, choice: &Choice) -> Option<Fit> {
        if served.scenario().is_none() {
            return Fit::of(served, choice);
        }
        self.single(served, choice)?.fit.clone()
    }

    /// As [`Fit::slowdown_max`], of a question that fits.
    pub(super) fn slowdown_max(&mut self, served: &Served, choice: &Choice, replicas: u32) -> f64 {
        let Some(single) = self.single(served, choice) else {
            let fit = Fit::of(served, choice);
            return fit.map_or(1.0, |fit| fit.slowdown_max(served, &choice.offer, replicas));
        };
        let before = single.slowed.iter().find(|(many, _)| *many == replicas);
        if let Some((_, slowest)) = before {
            return *slowest;
        }
        let slowest = single
            .fit
            .as_ref()
            .map_or(1.0, |fit| fit.slowdown_max(served, &choice.offer, replicas));
        single.slowed.push((replicas, slowest));
        slowest
    }

    /// The recommendation of Size over these offers: its place, its sizing.
    pub(super) fn spanning(
        &mut self,
        scenario: &Scenario,
        offers: &[Offer],
    ) -> Option<(usize, Sizing)> {
        let row = self.row(scenario)?;
        let before = row.spanning.iter().find(|(known, _)| known == offers);
        if let Some((_, found)) = before {
            return found.clone();
        }
        let report = search(scenario, offers);
        let found = report
            .recommended()
            .and_then(|best| Some((best.offer, best.best.clone()?)));
        row.spanning.push((offers.to_vec(), found.clone()));
        found
    }
}

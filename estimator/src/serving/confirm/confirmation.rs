//! A report whose sizings are simulated one by one: which one is next, and what is left.

mod rows;

use super::hopeful::{Asked, Hopeful, Way, is_asked};
use super::trial::Trial;
use super::{Confirmed, MOST, apply, put, with_confirmed};
use crate::offer::Offer;
use crate::parameters::{self, Parameters};
use crate::placement::Placement;
use crate::serving::report::Report;
use crate::serving::scenario::Scenario;
use crate::serving::search::{place, ranked, search};
use crate::workload::Load;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// A report whose sizings are simulated one by one, a run at a time.
#[derive(Debug)]
pub struct Confirmation<'a> {
    scenario: Cow<'a, Scenario>,
    offers: Cow<'a, [Offer]>,
    counted: Parameters,
    /// The closed form's answer, once it is needed.
    found: Option<Found>,
    /// What may still be simulated.
    hopeful: Hopeful,
    confirmed: Vec<Confirmed>,
    /// The least weighed bill among them.
    least: f64,
    /// Sizings that are simulated to their end, with a result or without.
    tried: Vec<(usize, Placement)>,
    /// Those that are not.
    begun: Vec<Trial>,
    /// How many were begun with: all of those, and others that one run told to be dearer.
    looked_at: usize,
    /// Whether nothing that is left may be cheaper than what was found.
    is_settled: bool,
}

/// What a search found, and the same ranked with everything simulated so far.
#[derive(Debug)]
struct Found {
    bound: Report,
    ranking: Report,
}

impl<'a> Confirmation<'a> {
    /// Begins with nothing simulated.
    #[must_use]
    pub fn new(scenario: &'a Scenario, offers: &'a [Offer]) -> Self {
        Self::of(Cow::Borrowed(scenario), Cow::Borrowed(offers))
    }

    /// The same after a search, which left `bound`.
    #[must_use]
    pub fn after(scenario: &'a Scenario, offers: &'a [Offer], bound: Report) -> Self {
        Self {
            found: Some(Found {
                ranking: bound.clone(),
                bound,
            }),
            ..Self::new(scenario, offers)
        }
    }

    /// The same of a question that it keeps.
    pub(crate) fn kept(scenario: Scenario, offers: Vec<Offer>) -> Self {
        Self::of(Cow::Owned(scenario), Cow::Owned(offers))
    }

    fn of(scenario: Cow<'a, Scenario>, offers: Cow<'a, [Offer]>) -> Self {
        let counted = parameters::count(&scenario.model);
        // Loads of benchmarks and the offline maximum have no percentiles.
        let is_simulated = matches!(scenario.workload.load, Load::Poisson(_) | Load::Steady(_));
        let hopeful = if is_simulated {
            Hopeful::of(&scenario, &counted, &offers)
        } else {
            Hopeful::default()
        };
        Self {
            scenario,
            offers,
            counted,
            found: None,
            hopeful,
            confirmed: Vec::new(),
            least: f64::INFINITY,
            tried: Vec::new(),
            begun: Vec::new(),
            looked_at: 0,
            is_settled: false,
        }
    }

    /// Takes one run of a simulation more; false where none is left to do: all sizings whose bill may
    /// be below the least found are simulated, then the candidates that come next.
    pub fn advance(&mut self) -> bool {
        if self.is_settled {
            let Some((trial, least)) = self.shown() else {
                return false;
            };
            self.look_at(trial, least);
            return true;
        }
        match self.next() {
            Some(trial) => self.look_at(trial, self.least),
            None => self.is_settled = true,
        }
        true
    }

    /// Simulates a sizing, unless one run tells that its weighed bill is not below `least`.
    fn look_at(&mut self, mut trial: Trial, least: f64) {
        let offer = self.offers.get(trial.way().offer);
        if offer.is_some_and(|offer| trial.is_beaten(&self.scenario, offer, least)) {
            self.begun.push(trial);
        } else {
            self.run(trial);
        }
    }

    /// The sizing that is simulated next: the one with the least bound, as long as that is below the
    /// least bill found; then those that only the closed form puts no higher, since views show that of
    /// what is not simulated to its end.
    fn next(&mut self) -> Option<Trial> {
        self.below(self.least, None).or_else(|| {
            let promising = self.promising()?;
            Some(self.begun.swap_remove(promising))
        })
    }

    /// The sizing with the least bound, of the offer `alone` or of all, as long as that is below
    /// `least`.
    fn below(&mut self, least: f64, alone: Option<usize>) -> Option<Trial> {
        let begun = self.begun.iter().enumerate();
        let begun = begun.filter(|(_, trial)| is_asked(alone, trial.way().offer));
        let first = begun.min_by(|(_, one), (_, other)| one.way().before(other.way()));
        let first = first.map(|(index, trial)| (index, trial.way().bound()));
        let bound = first.map_or(f64::INFINITY, |(_, bound)| bound);
        let asked = (&*self.scenario, &self.counted, &*self.offers);
        if self.looked_at < MOST
            && let Some(way) = self.hopeful.below(least.min(bound), alone, asked)
        {
            return self.begin(way);
        }
        let (index, _) = first.filter(|_| bound < least)?;
        Some(self.begun.swap_remove(index))
    }

    /// Of those that are begun the one with the least bill by the closed form, unless that is above the
    /// least found: of equal ones the one that is not simulated may be shown first.
    fn promising(&self) -> Option<usize> {
        let begun = self.begun.iter().map(Trial::promised).enumerate();
        let promising = begun.filter(|(_, promised)| *promised <= self.least);
        let first = promising.min_by(|(_, one), (_, other)| one.total_cmp(other));
        first.map(|(index, _)| index)
    }

    /// Begins with a sizing.
    fn begin(&mut self, way: Way) -> Option<Trial> {
        self.looked_at += 1;
        let offer = self.offers.get(way.offer)?;
        Some(Trial::new(&self.scenario, offer, way))
    }

    /// Takes a run of a sizing's simulation, and puts it away until its turn comes again, or takes
    /// over what it came to.
    fn run(&mut self, mut trial: Trial) {
        let way = trial.way();
        let (place_of, placement) = (way.offer, way.replica.placement);
        let Some(offer) = self.offers.get(place_of) else {
            return;
        };
        let found = match trial.advance(&self.scenario, offer) {
            ControlFlow::Continue(()) => {
                self.begun.push(trial);
                return;
            }
            ControlFlow::Break(found) => found,
        };
        self.tried.push((place_of, placement));
        let Some(one) = found else {
            return;
        };
        self.confirmed.push(one);
        let Some(sizing) = trial.sized(&self.scenario, offer, &one) else {
            return;
        };
        self.least = self.least.min(place(&self.scenario, offer, &sizing));
        if let Some(Found { ranking, .. }) = &mut self.found {
            let mut candidates = std::mem::take(&mut ranking.candidates);
            let of_it = candidates.iter_mut().filter(|all| all.offer == place_of);
            for candidate in of_it {
                put(&self.scenario, offer, candidate, vec![sizing.clone()]);
            }
            *ranking = ranked(&self.scenario, &self.offers, candidates);
        }
    }

    /// What was simulated so far.
    #[must_use]
    pub fn confirmed(&self) -> &[Confirmed] {
        &self.confirmed
    }

    /// Whether the recommended one is among them: what is simulated from now on are those that views
    /// show beside it.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// The answer by the closed form alone.
    pub fn closed_form(&mut self) -> &Report {
        &self.found().bound
    }

    fn found(&mut self) -> &Found {
        let asked = (&*self.scenario, &self.counted, &*self.offers);
        let confirmed = &self.confirmed;
        self.found
            .get_or_insert_with(|| Found::of(asked, confirmed))
    }

    /// The report with all of it.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report()
    }

    /// The report with what was simulated so far.
    pub(crate) fn report(&self) -> Report {
        let (scenario, offers) = (&*self.scenario, &*self.offers);
        match &self.found {
            Some(Found { bound, .. }) => apply(scenario, offers, bound, &self.confirmed),
            None => apply(scenario, offers, &search(scenario, offers), &self.confirmed),
        }
    }
}

impl Found {
    fn of((scenario, counted, offers): Asked<'_>, confirmed: &[Confirmed]) -> Self {
        let bound = search(scenario, offers);
        let candidates = bound.candidates.clone();
        let candidates = with_confirmed(scenario, counted, offers, candidates, confirmed);
        Self {
            ranking: ranked(scenario, offers, candidates),
            bound,
        }
    }
}

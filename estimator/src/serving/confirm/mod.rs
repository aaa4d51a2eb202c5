//! The answer, held by simulation.
//!
//! A search goes by a closed form. Sizings are then met by single requests
//! ([`crate::serving::queue`]), the cheapest first: each with the fewest replicas that the closed
//! form leaves any hope for, then with more until the SLA is kept. What a simulation finds
//! replaces the closed form's latencies in the report, so that every view reads the same.
//!
//! A branch and bound over all accelerators, counts and ways to split: the closed form with
//! demands relaxed by a slack bounds each bill from below, and nothing is left out whose
//! bound is below the least weighed bill found. What is found of one sizing does not depend
//! on the others, so a wider choice never ends with a larger weighed bill.

mod apart;
mod hopeful;
mod trial;
mod wire;

pub use wire::LENGTH;

use crate::offer::Offer;
use crate::parameters::{self, Parameters};
use crate::placement::Placement;
use crate::quantity::Seconds;
use crate::serving::queue::Simulated;
use crate::serving::queue::replica::Arrivals;
use crate::serving::replica::disaggregated::{Pools, needing};
use crate::serving::replica::{Point, Replica};
use crate::serving::report::{Candidate, Report, Sizing};
use crate::serving::scenario::Scenario;
use crate::serving::search::{arrange, in_order, place, ranked, search, verdict_of};
use crate::serving::sizing::{Draft, Total, complete_at, draft, filled, told_apart};
use crate::workload::{Load, Sla, thinned};
use hopeful::{Asked, Hopeful, Way};
use std::borrow::Cow;
use std::ops::ControlFlow;
use trial::Trial;

/// Candidates of an answer that are simulated, the recommended one among them.
const SHORTLIST: usize = 4;

/// Sizings that are looked at by simulation at the most: a limit to the work of a question for
/// which the closed form is far off.
const MOST: usize = 96;

/// Requests a percentile is read from: the standard error of a 95th percentile is then
/// some 4 %.
const REQUESTS: u32 = 2_000;

/// One seed for all, so that candidates meet the same requests.
const SEED: u64 = 20_240_517;

/// Most numbers of replicas that are tried for one sizing.
const TRIALS: u32 = 8;

/// A sizing, simulated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confirmed {
    /// Index of its offer.
    pub offer: usize,
    /// How a replica is split.
    pub placement: Placement,
    /// The fewest working replicas that keep the SLA; those of the closed form where nothing
    /// does.
    pub needed: u32,
    /// Working replicas: those, and further ones that end a doubt.
    pub working: u32,
    /// Those of them that only read prompts; 0 where all do both.
    pub prefill: u32,
    /// One of them.
    pub simulated: Simulated,
}

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
    /// Sizings that are simulated, with a result or without.
    tried: Vec<(usize, Placement)>,
    /// How many were begun with: those, and others that one run told to be dearer.
    looked_at: usize,
    /// Whether nothing that is left may be cheaper than what was found.
    is_settled: bool,
    /// The one that is under way.
    trial: Option<Trial>,
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
            looked_at: 0,
            is_settled: false,
            trial: None,
        }
    }

    /// Takes one run of a simulation more; false where none is left to do: all sizings whose bill may
    /// be below the least found are simulated, then the candidates that come next.
    pub fn advance(&mut self) -> bool {
        let Some(mut trial) = self.trial.take() else {
            return self.begin();
        };
        let place_of = trial.way().offer;
        let Some(offer) = self.offers.get(place_of) else {
            return true;
        };
        match trial.advance(&self.scenario, offer) {
            ControlFlow::Continue(()) => self.trial = Some(trial),
            ControlFlow::Break(None) => {}
            ControlFlow::Break(Some(one)) => {
                self.confirmed.push(one);
                if let Some(sizing) = trial.sized(&self.scenario, offer, &one) {
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
            }
        }
        true
    }

    /// Begins with the next sizing; false where there is none.
    fn begin(&mut self) -> bool {
        if self.looked_at >= MOST {
            return false;
        }
        self.looked_at += 1;
        if !self.is_settled {
            let asked = (&*self.scenario, &self.counted, &*self.offers);
            match self.hopeful.below(self.least, asked) {
                Some(way) => self.look_at(way),
                None => self.is_settled = true,
            }
            return true;
        }
        let Some(way) = self.shown() else {
            return false;
        };
        self.simulate(Trial::new(&self.scenario, way));
        true
    }

    /// Simulates a sizing, unless one run tells that it is dearer than what was found.
    fn look_at(&mut self, way: Way) {
        let trial = Trial::new(&self.scenario, way);
        let offer = self.offers.get(trial.way().offer);
        if offer.is_some_and(|offer| trial.is_beaten(&self.scenario, offer, self.least)) {
            self.hopeful.put_back(trial.into_way());
        } else {
            self.simulate(trial);
        }
    }

    fn simulate(&mut self, trial: Trial) {
        let way = trial.way();
        self.tried.push((way.offer, way.replica.placement));
        self.trial = Some(trial);
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

    /// What views show beside the recommended one, and was not simulated.
    fn shown(&mut self) -> Option<Way> {
        let shown = self.found().ranking.candidates.iter().take(SHORTLIST);
        let shown: Vec<(usize, Placement)> = shown
            .filter(|candidate| candidate.meets())
            .filter_map(|candidate| {
                let sizing = candidate.best.as_ref()?;
                Some((candidate.offer, sizing.estimate.placement))
            })
            .collect();
        let untried = shown.into_iter().find(|one| !self.tried.contains(one));
        let (offer, placement) = untried?;
        let asked = (&*self.scenario, &self.counted, &*self.offers);
        self.hopeful.take((offer, placement), asked)
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

/// Puts what was simulated into the report, and arranges it anew.
#[must_use]
pub fn apply(
    scenario: &Scenario,
    offers: &[Offer],
    report: &Report,
    confirmed: &[Confirmed],
) -> Report {
    let counted = parameters::count(&scenario.model);
    let candidates = report.candidates.clone();
    let candidates = with_confirmed(scenario, &counted, offers, candidates, confirmed);
    arrange(scenario, &counted, offers, candidates)
}

/// Candidates with what was simulated of them in place of the closed form's.
fn with_confirmed(
    scenario: &Scenario,
    counted: &Parameters,
    offers: &[Offer],
    mut candidates: Vec<Candidate>,
    confirmed: &[Confirmed],
) -> Vec<Candidate> {
    for candidate in &mut candidates {
        let Some(offer) = offers.get(candidate.offer) else {
            continue;
        };
        let of_it = confirmed.iter().filter(|one| one.offer == candidate.offer);
        let mut sizings: Vec<Sizing> = Vec::new();
        for one in of_it {
            let replica = Replica::new(scenario, counted, &offer.accelerator, one.placement);
            sizings.extend(replica.and_then(|replica| {
                let closed_form = draft(&replica, scenario.workload.load, &scenario.sla);
                sized(scenario, offer, &replica, closed_form, one)
            }));
        }
        if !sizings.is_empty() {
            put(scenario, offer, candidate, sizings);
        }
    }
    candidates
}

/// Puts simulated `sizings` of an offer's candidate in place of the closed form's.
fn put(scenario: &Scenario, offer: &Offer, candidate: &mut Candidate, mut sizings: Vec<Sizing>) {
    let before = candidate.best.take().into_iter();
    for old in before.chain(std::mem::take(&mut candidate.alternatives)) {
        let placement = old.estimate.placement;
        let is_new = |new: &Sizing| new.estimate.placement != placement;
        if sizings.iter().all(is_new) {
            sizings.push(old);
        }
    }
    let mut sizings = in_order(scenario, offer, sizings).into_iter();
    if let Some(best) = sizings.next() {
        candidate.verdict = verdict_of(&best);
        candidate.best = Some(best);
    }
    candidate.alternatives = sizings.collect();
}

/// The whole answer, simulated: what a page shows once it rests.
#[must_use]
pub fn search_confirmed(scenario: &Scenario, offers: &[Offer]) -> Report {
    let mut confirmation = Confirmation::new(scenario, offers);
    while confirmation.advance() {}
    confirmation.into_report()
}

/// What one of `working` replicas meets.
fn share(scenario: &Scenario, replica: &Replica, working: u32) -> Option<Arrivals> {
    let work = &scenario.workload;
    let turn = replica.stay_alone() + work.think.get();
    let parts = f64::from(working);
    let variation = thinned(work.variation.arrivals, parts.recip());
    Arrivals::of(work.load.over(parts), variation, turn)
}

/// Whether a run on `replica` keeps `sla`, as sure as that asks.
fn keeps(replica: &Replica, load: Load, simulated: &Simulated, sla: &Sla) -> bool {
    let open = matches!(load, Load::Poisson(_));
    let point = replica.at(simulated.users.max(f64::MIN_POSITIVE), open);
    simulated.keeps(sla, simulated.within, replica.margins(&point, sla))
}

/// A sizing with the replicas and the latencies of its simulation. Where the run has no
/// latencies to give, it is the closed form's: of a line that never ends it says how long
/// the run was, and one that was given up says nothing against the closed form.
fn sized(
    scenario: &Scenario,
    offer: &Offer,
    replica: &Replica,
    closed_form: Draft,
    one: &Confirmed,
) -> Option<Sizing> {
    if one.simulated.given_up {
        let mut sizing = filled(scenario, offer, replica, &closed_form);
        sizing.simulated = Some(one.simulated);
        return Some(sizing);
    }
    let draft = match closed_form.pools {
        Some(_) => apart::redrafted(scenario, replica, closed_form, one),
        None => redrafted(scenario, replica, closed_form, one),
    };
    if !one.simulated.steady {
        let point = match &draft.pools {
            Some(pools) => replica.apart(scenario.workload.load, pools),
            None => {
                share(scenario, replica, one.working).map(|_| standing(scenario, replica, one))?
            }
        };
        let mut sizing = complete_at(scenario, offer, replica, &draft, &point);
        sizing.simulated = Some(one.simulated);
        sizing.estimate.performance = None;
        sizing.headroom = 0.0;
        sizing.chance = None;
        return Some(sizing);
    }
    let (point, tpot) = met(scenario, replica, one, draft.pools.as_ref());
    let mut new = complete_at(scenario, offer, replica, &draft, &point);
    if let Some(performance) = &mut new.estimate.performance {
        performance.tpot.mean = Seconds::new(tpot);
        performance.request_latency = Seconds::new(one.simulated.latency.mean);
    }
    new.simulated = Some(one.simulated);
    Some(told_apart(scenario, offer, one.needed, new))
}

/// Where one of the working replicas stands by the closed form.
fn standing(scenario: &Scenario, replica: &Replica, one: &Confirmed) -> Point {
    let working = f64::from(one.working.max(1));
    match scenario.workload.load {
        Load::Poisson(rate) => {
            let most = replica.capacity();
            let users = replica.users_at_rate(rate / working, most).unwrap_or(most);
            replica.at(users, true)
        }
        load => match Total::of(load) {
            Total::Users(users) if replica.thinks() => {
                let most = replica.capacity();
                replica.at(replica.users_of_population(users / working, most), false)
            }
            Total::Users(users) => replica.at((users / working).ceil().max(1.0), false),
            Total::Rate(_) | Total::Anything => replica.at(1.0, false),
        },
    }
}

/// A draft with the replicas of its simulation. What one carries within the demands is the
/// closed form's, as far as the fewest that keep them are not one too many or too few for
/// that.
fn redrafted(scenario: &Scenario, replica: &Replica, draft: Draft, one: &Confirmed) -> Draft {
    let needed = f64::from(one.needed.max(1));
    let most = draft.at_most;
    let (asked, carried) = match Total::of(scenario.workload.load) {
        Total::Rate(rate) => (rate, most.rate),
        Total::Users(users) => (users, replica.population(most.users, most.rate)),
        Total::Anything => return draft,
    };
    let fuller = needing(carried, asked, needed) / carried.max(f64::MIN_POSITIVE);
    Draft {
        replicas: one.working,
        most: draft.most * fuller,
        at_most: Point {
            users: most.users * fuller,
            rate: most.rate * fuller,
            ..most
        },
        ..draft
    }
}

/// Seconds that the mean request stays.
fn stay(replica: &Replica, one: &Confirmed) -> f64 {
    one.simulated.ttft.mean + replica.lengths.output * one.simulated.tpot.mean
}

/// Where the simulated replica stands, and its mean time per token. Requests at once are
/// as many as Little's law makes of the rate and the mean latencies, or the rate is what
/// it makes of the users who wait.
fn met(
    scenario: &Scenario,
    replica: &Replica,
    one: &Confirmed,
    pools: Option<&Pools>,
) -> (Point, f64) {
    let simulated = &one.simulated;
    let percentile = scenario.sla.percentile;
    let (ttft, tpot) = (simulated.ttft.mean, simulated.tpot.mean);
    let stay = stay(replica, one);
    let each = f64::from(one.working);
    let (users, rate, open) = match scenario.workload.load {
        Load::Poisson(rate) => (rate / each * stay, rate / each, true),
        Load::Steady(users) => {
            let turn = stay + scenario.workload.think.get();
            (users / each * stay / turn, users / each / turn, false)
        }
        // Nothing else is simulated.
        _ => (simulated.users, simulated.rate, false),
    };
    let point = Point {
        users,
        rate,
        ttft,
        ttft_at_percentile: simulated.ttft.at(percentile),
        tpot_at_percentile: simulated.tpot.at(percentile),
        ..match pools {
            Some(pools) => replica.apart(scenario.workload.load, pools),
            None => replica.at(users, open),
        }
    };
    (point, tpot)
}

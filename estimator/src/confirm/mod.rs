//! The shortlist, held by simulation.
//!
//! A search goes by a closed form. What it recommends, and what comes next, is then met
//! by single requests ([`crate::queue`]): with as many replicas as the closed form asks
//! for, then with fewer while the SLA is kept or with more until it is, some trials far.
//! What the simulation finds replaces the closed form's latencies in the report, so that
//! every view reads the same.

mod apart;
mod wire;

pub use wire::LENGTH;

use crate::parameters;
use crate::quantity::Seconds;
use crate::queue::replica::Arrivals;
use crate::queue::{Quantiles, Simulated};
use crate::replica::disaggregated::Pools;
use crate::replica::{Point, Replica};
use crate::report::{Candidate, Report, Sizing, Verdict};
use crate::scenario::{Offer, Scenario};
use crate::search::{arrange, ranked, search};
use crate::sizing::{Draft, complete_at, draft};
use crate::workload::{Load, Percentile, Sla, thinned};

/// Candidates that are simulated, the recommended one among them.
const SHORTLIST: usize = 4;

/// Most candidates that are simulated where the recommended ones fall out one after
/// another.
const MOST: usize = 6 * SHORTLIST;

/// Requests a percentile is read from: the standard error of a 95th percentile is then
/// some 4 %.
const REQUESTS: u32 = 2_000;

/// One seed for all, so that candidates meet the same requests.
const SEED: u64 = 20_240_517;

/// Most numbers of replicas that are tried for one candidate.
const TRIALS: u32 = 8;

/// A candidate of the shortlist, simulated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confirmed {
    /// Index of its offer.
    pub offer: usize,
    /// Working replicas that keep the SLA; those of the closed form where nothing does.
    pub working: u32,
    /// Those of them that only read prompts; 0 where all do both.
    pub prefill: u32,
    /// One of them.
    pub simulated: Simulated,
}

/// A report whose shortlist is simulated candidate by candidate.
#[derive(Debug)]
pub struct Confirmation<'a> {
    scenario: &'a Scenario,
    offers: &'a [Offer],
    /// As the search left it.
    bound: Report,
    /// Ranked with everything simulated so far.
    ranking: Report,
    confirmed: Vec<Confirmed>,
    /// Offers that were simulated, with a result or without.
    tried: Vec<usize>,
}

impl<'a> Confirmation<'a> {
    /// Begins with what a search found.
    #[must_use]
    pub fn new(scenario: &'a Scenario, offers: &'a [Offer], bound: Report) -> Self {
        Self {
            scenario,
            offers,
            ranking: bound.clone(),
            bound,
            confirmed: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Simulates one candidate more; false where none is left to do: the recommended one,
    /// the runner-up and the next cheapest that keep the SLA, also those that become so
    /// on the way.
    pub fn advance(&mut self) -> bool {
        let next = self.next();
        let Some(candidate) = next.and_then(|index| self.ranking.candidates.get(index)) else {
            return false;
        };
        self.tried.push(candidate.offer);
        if let Some(one) = confirm(self.scenario, self.offers, candidate) {
            self.confirmed.push(one);
            let candidates = std::mem::take(&mut self.ranking.candidates);
            let candidates = confirmed_candidates(self.scenario, self.offers, candidates, &[one]);
            self.ranking = ranked(self.offers, candidates);
        }
        true
    }

    /// What was simulated so far.
    #[must_use]
    pub fn confirmed(&self) -> &[Confirmed] {
        &self.confirmed
    }

    /// The report with all of it.
    #[must_use]
    pub fn into_report(self) -> Report {
        apply(self.scenario, self.offers, &self.bound, &self.confirmed)
    }

    /// The candidate to simulate next, an index into the report. None for loads of
    /// benchmarks and for the offline maximum, which have no percentiles.
    fn next(&self) -> Option<usize> {
        let load = self.scenario.workload.load;
        if !matches!(load, Load::Poisson(_) | Load::Steady(_)) || self.tried.len() >= MOST {
            return None;
        }
        let report = &self.ranking;
        let is_open = |index: &usize| {
            let candidate = report.candidates.get(*index);
            candidate.is_some_and(|one| !self.tried.contains(&one.offer))
        };
        let named = [report.best, report.runner_up].into_iter().flatten();
        if let Some(index) = named.clone().find(is_open) {
            return Some(index);
        }
        let meeting = report.candidates.iter().enumerate();
        let cheapest = meeting
            .filter(|(_, candidate)| candidate.meets())
            .map(|(index, _)| index)
            .take(SHORTLIST);
        // What falls out of the shortlist is not made up for beyond twice its length.
        let open = self.tried.len() < 2 * SHORTLIST;
        cheapest.into_iter().find(is_open).filter(|_| open)
    }
}

/// Simulates one candidate; `None` where it holds nothing that runs. Where no number of
/// replicas that is tried keeps the SLA, it is the closed form's that misses it.
fn confirm(scenario: &Scenario, offers: &[Offer], candidate: &Candidate) -> Option<Confirmed> {
    let offer = offers.get(candidate.offer)?;
    let sizing = candidate.best.as_ref()?;
    let replica = replica(scenario, offer, sizing)?;
    if let Some(pools) = &sizing.pools {
        return apart::confirm(scenario, &replica, candidate.offer, pools);
    }
    let first = sizing.replicas.saturating_sub(sizing.spare_replicas).max(1);
    let simulated = |working: u32| {
        let arrivals = share(scenario, &replica, working)?;
        Some(replica.simulate(&scenario.workload, arrivals, REQUESTS, SEED))
    };
    let confirmed = |working, simulated| Confirmed {
        offer: candidate.offer,
        working,
        prefill: 0,
        simulated,
    };
    let bound = simulated(first)?;
    // A run that takes too long says nothing.
    if bound.given_up {
        return Some(confirmed(first, bound));
    }
    // Large fleets go by hundredths.
    let step = (first / 50).max(1);
    if keeps(&bound, &scenario.sla) {
        let mut best = (first, bound);
        for _ in 1..TRIALS {
            let fewer = best.0.saturating_sub(step);
            if fewer == 0 {
                break;
            }
            let Some(got) = simulated(fewer).filter(|got| keeps(got, &scenario.sla)) else {
                break;
            };
            best = (fewer, got);
        }
        return Some(confirmed(best.0, best.1));
    }
    let mut more = first;
    for _ in 1..TRIALS {
        more = more.saturating_add(step);
        let Some(got) = simulated(more).filter(|got| !got.given_up) else {
            break;
        };
        if keeps(&got, &scenario.sla) {
            return Some(confirmed(more, got));
        }
    }
    Some(confirmed(first, bound))
}

/// Puts what was simulated into the report, and arranges it anew.
#[must_use]
pub fn apply(
    scenario: &Scenario,
    offers: &[Offer],
    report: &Report,
    confirmed: &[Confirmed],
) -> Report {
    let candidates = confirmed_candidates(scenario, offers, report.candidates.clone(), confirmed);
    let counted = parameters::count(&scenario.model);
    arrange(scenario, &counted, offers, candidates)
}

/// Candidates with what was simulated of them in place of the closed form's.
fn confirmed_candidates(
    scenario: &Scenario,
    offers: &[Offer],
    mut candidates: Vec<Candidate>,
    confirmed: &[Confirmed],
) -> Vec<Candidate> {
    for one in confirmed {
        let found = candidates
            .iter_mut()
            .find(|candidate| candidate.offer == one.offer);
        let (Some(candidate), Some(offer)) = (found, offers.get(one.offer)) else {
            continue;
        };
        let resized = candidate.best.as_ref().and_then(|sizing| {
            if one.simulated.steady {
                resized(scenario, offer, sizing, one)
            } else {
                Some(unsettled(sizing, one))
            }
        });
        if let Some(sizing) = resized {
            candidate.verdict = if sizing.keeps() {
                Verdict::Meets
            } else {
                Verdict::Misses
            };
            candidate.best = Some(sizing);
        }
    }
    candidates
}

/// The whole answer, shortlist simulated: what a page shows once it rests.
#[must_use]
pub fn search_confirmed(scenario: &Scenario, offers: &[Offer]) -> Report {
    let mut confirmation = Confirmation::new(scenario, offers, search(scenario, offers));
    while confirmation.advance() {}
    confirmation.into_report()
}

fn replica(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Option<Replica> {
    let counted = parameters::count(&scenario.model);
    Replica::new(
        scenario,
        &counted,
        &offer.accelerator,
        sizing.estimate.placement,
    )
}

/// What one of `working` replicas meets.
fn share(scenario: &Scenario, replica: &Replica, working: u32) -> Option<Arrivals> {
    let work = &scenario.workload;
    let turn = replica.stay_alone() + work.think.get();
    let parts = f64::from(working);
    let variation = thinned(work.variation.arrivals, parts.recip());
    Arrivals::of(work.load.over(parts), variation, turn)
}

/// A quantity at the percentile an SLA names.
fn at(quantiles: &Quantiles, percentile: Percentile) -> Seconds {
    Seconds::new(match percentile {
        Percentile::Mean => quantiles.mean,
        Percentile::P90 => quantiles.p90,
        Percentile::P95 => quantiles.p95,
        Percentile::P99 => quantiles.p99,
    })
}

fn keeps(simulated: &Simulated, sla: &Sla) -> bool {
    let within = |quantiles: &Quantiles, limit: Option<Seconds>| {
        limit.is_none_or(|limit| at(quantiles, sla.percentile) <= limit)
    };
    simulated.steady && within(&simulated.ttft, sla.ttft) && within(&simulated.tpot, sla.tpot)
}

/// A sizing whose run has no latencies to give: those of a line that never ends say how
/// long the run was, and one that was given up says nothing of the closed form's.
fn unsettled(sizing: &Sizing, one: &Confirmed) -> Sizing {
    let mut new = sizing.clone();
    new.simulated = Some(one.simulated);
    if !one.simulated.given_up {
        new.estimate.performance = None;
        new.headroom = 0.0;
    }
    new
}

/// A sizing with the replicas and the latencies of its simulation.
fn resized(scenario: &Scenario, offer: &Offer, sizing: &Sizing, one: &Confirmed) -> Option<Sizing> {
    let replica = replica(scenario, offer, sizing)?;
    let bound = draft(&replica, scenario.workload.load, &scenario.sla);
    // The fleet's headroom is the closed form's, whatever the number of replicas.
    let fuller = f64::from(bound.replicas) / f64::from(one.working);
    let alike = Draft {
        replicas: one.working,
        most: bound.most * fuller,
        at_most: Point {
            users: bound.at_most.users * fuller,
            rate: bound.at_most.rate * fuller,
            ..bound.at_most
        },
        ..bound
    };
    let draft = match bound.pools {
        Some(_) => apart::redrafted(scenario, &replica, bound, one),
        None => alike,
    };
    let (point, tpot) = met(scenario, &replica, one, draft.pools.as_ref());
    let mut new = complete_at(scenario, offer, &replica, &draft, &point);
    if let Some(performance) = &mut new.estimate.performance {
        performance.tpot.mean = Seconds::new(tpot);
        performance.request_latency = Seconds::new(one.simulated.latency.mean);
    }
    new.simulated = Some(one.simulated);
    Some(new)
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
        ttft_at_percentile: at(&simulated.ttft, percentile).get(),
        tpot_at_percentile: at(&simulated.tpot, percentile).get(),
        ..match pools {
            Some(pools) => replica.apart(scenario.workload.load, pools),
            None => replica.at(users, open),
        }
    };
    (point, tpot)
}

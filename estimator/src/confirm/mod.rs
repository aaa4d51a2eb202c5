//! The shortlist, held by simulation.
//!
//! A search goes by a closed form. What it recommends, and what comes next, is then met
//! by single requests ([`crate::queue`]): with as many replicas as the closed form asks
//! for, and with more or fewer until one replica less would break an SLA. What the
//! simulation finds replaces the closed form's latencies in the report, so that every
//! view reads the same.

mod wire;

pub use wire::LENGTH;

use crate::parameters;
use crate::quantity::Seconds;
use crate::queue::replica::Arrivals;
use crate::queue::{Quantiles, Simulated};
use crate::replica::Replica;
use crate::report::{Candidate, Report, Sizing, Verdict};
use crate::scenario::{Offer, Scenario};
use crate::search::{arrange, search};
use crate::sizing::{Draft, complete, demands, draft};
use crate::workload::{Load, Percentile, Sla};

/// Candidates that are simulated, the recommended one among them.
const SHORTLIST: usize = 4;

/// Most candidates that are simulated, where those of the shortlist fall out of it.
const MOST: usize = 2 * SHORTLIST;

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
    /// With everything simulated so far.
    report: Report,
    confirmed: Vec<Confirmed>,
}

impl<'a> Confirmation<'a> {
    /// Begins with what a search found.
    #[must_use]
    pub fn new(scenario: &'a Scenario, offers: &'a [Offer], bound: Report) -> Self {
        Self {
            scenario,
            offers,
            report: bound.clone(),
            bound,
            confirmed: Vec::new(),
        }
    }

    /// Simulates one candidate more; false where none is left to do: the recommended one,
    /// the runner-up and the next cheapest that keep the SLA, also those that become so
    /// on the way.
    pub fn advance(&mut self) -> bool {
        let Some(index) = self.next() else {
            return false;
        };
        let candidate = self.report.candidates.get(index);
        let Some(one) = candidate.and_then(|one| confirm(self.scenario, self.offers, one)) else {
            return false;
        };
        self.confirmed.push(one);
        self.report = apply(self.scenario, self.offers, &self.bound, &self.confirmed);
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
        self.report
    }

    /// The candidate to simulate next, an index into the report. None for loads of
    /// benchmarks and for the offline maximum, which have no percentiles.
    fn next(&self) -> Option<usize> {
        let load = self.scenario.workload.load;
        if !matches!(load, Load::Poisson(_) | Load::Steady(_)) || self.confirmed.len() >= MOST {
            return None;
        }
        let report = &self.report;
        let is_open = |index: &usize| {
            let sizing = report
                .candidates
                .get(*index)
                .and_then(|one| one.best.as_ref());
            sizing.is_some_and(|sizing| sizing.simulated.is_none())
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
        cheapest.into_iter().find(is_open)
    }
}

/// Simulates one candidate; `None` where it holds nothing that runs.
fn confirm(scenario: &Scenario, offers: &[Offer], candidate: &Candidate) -> Option<Confirmed> {
    let offer = offers.get(candidate.offer)?;
    let sizing = candidate.best.as_ref()?;
    let replica = replica(scenario, offer, sizing)?;
    let first = sizing.replicas.saturating_sub(sizing.spare_replicas).max(1);
    let simulated = |working: u32| {
        let arrivals = share(scenario.workload.load, working)?;
        Some(replica.simulate(&scenario.workload, arrivals, REQUESTS, SEED))
    };
    let confirmed = |working, simulated| Confirmed {
        offer: candidate.offer,
        working,
        simulated,
    };
    let bound = simulated(first)?;
    let mut best = (first, bound);
    // Large fleets go by hundredths.
    let step = (first / 50).max(1);
    if keeps(&bound, &scenario.sla) {
        for _ in 1..TRIALS {
            let fewer = best.0.saturating_sub(step);
            if fewer == 0 {
                break;
            }
            let got = simulated(fewer)?;
            if !keeps(&got, &scenario.sla) {
                break;
            }
            best = (fewer, got);
        }
        return Some(confirmed(best.0, best.1));
    }
    let mut more = first;
    for _ in 1..TRIALS {
        more = more.saturating_add(step);
        let got = simulated(more)?;
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
    let mut candidates = report.candidates.clone();
    for one in confirmed {
        let found = candidates
            .iter_mut()
            .find(|candidate| candidate.offer == one.offer);
        let (Some(candidate), Some(offer)) = (found, offers.get(one.offer)) else {
            continue;
        };
        let resized = candidate
            .best
            .as_ref()
            .and_then(|sizing| resized(scenario, offer, sizing, one));
        if let Some(sizing) = resized {
            candidate.verdict = if sizing.misses.is_empty() {
                Verdict::Meets
            } else {
                Verdict::Misses
            };
            candidate.best = Some(sizing);
        }
    }
    let counted = parameters::count(&scenario.model);
    arrange(scenario, &counted, offers, candidates)
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
fn share(load: Load, working: u32) -> Option<Arrivals> {
    let each = f64::from(working);
    match load {
        Load::Poisson(rate) => Some(Arrivals::Rate(rate / each)),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Bounded by the clamp.
        Load::Steady(users) => Some(Arrivals::Users((users / each).ceil().clamp(1.0, 1e6) as u32)),
        _ => None,
    }
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

/// A sizing with the replicas and the latencies of its simulation.
fn resized(scenario: &Scenario, offer: &Offer, sizing: &Sizing, one: &Confirmed) -> Option<Sizing> {
    let replica = replica(scenario, offer, sizing)?;
    let bound = draft(&replica, scenario.workload.load, &scenario.sla);
    // With fewer replicas than the closed form asks for, each holds more than it allows.
    let fuller = f64::from(bound.replicas) / f64::from(one.working);
    let draft = Draft {
        replicas: one.working,
        most: bound.most * fuller.max(1.0),
        ..bound
    };
    let mut new = complete(scenario, offer, &replica, &draft);
    let simulated = &one.simulated;
    let percentile = scenario.sla.percentile;
    if let Some(performance) = &mut new.estimate.performance {
        for (latency, quantiles) in [
            (&mut performance.ttft, &simulated.ttft),
            (&mut performance.tpot, &simulated.tpot),
        ] {
            latency.mean = Seconds::new(quantiles.mean);
            latency.at_percentile = at(quantiles, percentile);
        }
        performance.request_latency = Seconds::new(simulated.latency.mean);
        // By Little's law, as the derivation of the throughput has it.
        let stay = performance.ttft.mean + performance.tpot.mean * replica.lengths.output;
        performance.concurrency = performance.requests.get() * stay.get();
        new.misses = demands(
            performance.ttft.at_percentile,
            performance.tpot.at_percentile,
            &scenario.sla,
        );
    }
    new.simulated = Some(*simulated);
    Some(new)
}

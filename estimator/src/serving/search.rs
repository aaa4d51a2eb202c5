//! Every offer, every count of accelerators, every legal placement: the
//! cheapest sizing that keeps the SLA, and why the others do not.
//!
//! For one offer, count and way to split a replica the placement that carries the load on
//! the fewest accelerators wins (ties: the faster one); among ways and counts, the one of the
//! least bill, weighed by its doubts ([`crate::serving::soundness`]). Accelerators that are paid
//! for anyway work where that makes the answer sound. An accelerator that holds the
//! model but misses a demand is undersized, not adequate: it is sized at the least
//! latency it can reach, so that the miss can be named.
//!
//! ```
//! use estimator::serving::{question::Question, search::search};
//!
//! let (scenario, offers) = catalog::resolve(&Question::default()).expect("it is complete");
//! let report = search(&scenario, &offers);
//! // Those that keep every demand stand before those that fall short.
//! let met = report.candidates.iter().map(|candidate| candidate.meets());
//! assert!(met.clone().is_sorted_by(|one, next| one >= next));
//! assert!(met.clone().any(|met| met));
//! ```

mod attempts;

use crate::band::Evidence;
use crate::offer::Offer;
use crate::order::ascending;
use crate::parameters::{self, Parameters};
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::finding::findings;
use crate::serving::near_miss::near_miss;
use crate::serving::report::{Candidate, Report, Sizing, Verdict};
use crate::serving::scenario::Scenario;
use crate::serving::sizing::filled;
use crate::serving::soundness::{WITHOUT_PRICE, least_weighed, weighed};
use crate::support::{engine_reads, engine_runs, format_runs};
use attempts::{Attempts, Tried};
pub(crate) use attempts::{counts_sold, ways};

/// Accelerators of one replica that are tried.
pub const COUNTS: [u32; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 128, 256];

/// A miss beyond which another is no worse.
const WORST: f64 = 1e3;

/// Sizes every offer and ranks them.
#[must_use]
pub fn search(scenario: &Scenario, offers: &[Offer]) -> Report {
    let mut search = Search::new(scenario);
    while search.advance(scenario, offers) {}
    search.into_report(scenario, offers)
}

/// The same an offer at a time, for whoever must not be busy for long. Scenario and offers are the
/// same throughout.
#[derive(Debug)]
pub struct Search {
    counted: Parameters,
    /// Those of the first offers.
    candidates: Vec<Candidate>,
}

impl Search {
    /// Nothing sized yet.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            counted: parameters::count(&scenario.model),
            candidates: Vec::new(),
        }
    }

    /// Sizes the next offer; false where there is none.
    pub fn advance(&mut self, scenario: &Scenario, offers: &[Offer]) -> bool {
        let index = self.candidates.len();
        let next = offers.get(index);
        let sized = next.map(|offer| candidate(scenario, &self.counted, offer, index));
        let is_one = sized.is_some();
        self.candidates.extend(sized);
        is_one
    }

    /// Ranks what was sized.
    #[must_use]
    pub fn into_report(self, scenario: &Scenario, offers: &[Offer]) -> Report {
        arrange(scenario, &self.counted, offers, self.candidates)
    }
}

/// Ranks candidates, says which to take, and adds findings about that.
pub(crate) fn arrange(
    scenario: &Scenario,
    counted: &Parameters,
    offers: &[Offer],
    candidates: Vec<Candidate>,
) -> Report {
    let mut report = ranked(scenario, offers, candidates);
    let best = report.best;
    report.near_miss = near_miss(scenario, counted, offers, &report.candidates, best);
    report.findings = findings(scenario, offers, &report);
    report
}

/// Ranks candidates and says which to take, and no more.
pub(crate) fn ranked(
    scenario: &Scenario,
    offers: &[Offer],
    mut candidates: Vec<Candidate>,
) -> Report {
    score(&mut candidates);
    let candidates = ascending(candidates, |candidate| rank(scenario, offers, candidate));
    let mut meeting = candidates
        .iter()
        .enumerate()
        .filter(|(_, candidate)| candidate.meets())
        .map(|(index, _)| index);
    let (best, runner_up) = (meeting.next(), meeting.next());
    Report {
        candidates,
        best,
        runner_up,
        near_miss: None,
        findings: Vec::new(),
    }
}

/// Where a candidate stands in the answer: those that keep the SLA by their weighed bill,
/// those without a price, those that miss it by how far, the rest.
fn rank(scenario: &Scenario, offers: &[Offer], candidate: &Candidate) -> f64 {
    let best = candidate.best.as_ref();
    match &candidate.verdict {
        Verdict::Meets | Verdict::Misses => {
            let offer = offers.get(candidate.offer);
            let place = best
                .zip(offer)
                .map(|(best, offer)| place(scenario, offer, best));
            place.unwrap_or(WITHOUT_PRICE)
        }
        Verdict::TooLittleMemory { short, .. } => 1e21 + short.get(),
        _ => f64::INFINITY,
    }
}

/// Where a sizing stands among others of its offer, and candidates among each other, the
/// least first: its weighed bill, or, where it misses a demand, by how far.
pub(crate) fn place(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> f64 {
    if sizing.keeps() {
        weighed(scenario, offer, sizing).unwrap_or(WITHOUT_PRICE)
    } else {
        1e16 * (1.0 + worst_miss(sizing))
    }
}

/// By how much of a demand it is missed, at the most [`WORST`]; a sizing that does not keep up
/// with arrivals misses by that.
pub(crate) fn worst_miss(sizing: &Sizing) -> f64 {
    if sizing.is_overrun() {
        return WORST;
    }
    sizing
        .misses
        .iter()
        .map(|miss| miss.value / miss.limit - 1.0)
        .fold(0.0, f64::max)
        .min(WORST)
}

/// Performance per dollar, 100 for the best that keeps the SLA. A candidate
/// that misses it has no score: it is never ranked above one that keeps it.
fn score(candidates: &mut [Candidate]) {
    let value = |candidate: &Candidate| {
        candidate
            .best
            .as_ref()
            .filter(|_| candidate.meets())
            .and_then(|sizing| sizing.cost)
            .map(|cost| cost.tokens_per_dollar)
    };
    let best = candidates.iter().filter_map(value).fold(0.0, f64::max);
    for candidate in candidates {
        candidate.score = value(candidate).map(|tokens| 100.0 * tokens / best);
    }
}

/// Why an offer is left out before anything is placed on it.
pub(crate) fn left_out(scenario: &Scenario, offer: &Offer) -> Option<Verdict> {
    let chip = &offer.accelerator;
    let engine = scenario.engine.engine;
    let format = scenario.weights;
    if !engine_runs(engine, chip) {
        return Some(Verdict::EngineUnsupported { engine });
    }
    if !engine_reads(engine, format) || !format_runs(format, chip) {
        return Some(Verdict::Unsupported { format });
    }
    let known = chip.bandwidth.is_valid() && chip.bandwidth.get() > 0.0;
    (!known || chip.memory <= Bytes::ZERO).then_some(Verdict::Unknown)
}

/// The answer of one offer, by its place.
pub(crate) fn candidate(
    scenario: &Scenario,
    counted: &Parameters,
    offer: &Offer,
    index: usize,
) -> Candidate {
    let of = |verdict, best, alternatives| Candidate {
        offer: index,
        verdict,
        best,
        alternatives,
        score: None,
    };
    if let Some(verdict) = left_out(scenario, offer) {
        return of(verdict, None, Vec::new());
    }
    let tried = Attempts::all(scenario, counted, offer);
    let of_counts = tried.fitting.iter();
    let sizings: Vec<Sizing> = of_counts
        .filter_map(|ways| first(scenario, offer, ways))
        .collect();
    let mut sizings = in_order(scenario, offer, sizings).into_iter();
    let Some(best) = sizings.next() else {
        return of(tried.why_none(scenario, offer), None, Vec::new());
    };
    of(verdict_of(&best), Some(best), sizings.collect())
}

/// The placements of an offer that are worth a try, the best of every count and way to split a
/// replica, or the reason why there are none.
pub(crate) fn placements_of(
    scenario: &Scenario,
    counted: &Parameters,
    offer: &Offer,
) -> Result<Vec<Placement>, Verdict> {
    if let Some(verdict) = left_out(scenario, offer) {
        return Err(verdict);
    }
    let tried = Attempts::all(scenario, counted, offer);
    let fitting = tried.fitting.iter().flatten();
    let placements: Vec<Placement> = fitting.map(|tried| tried.replica.placement).collect();
    if placements.is_empty() {
        return Err(tried.why_none(scenario, offer));
    }
    Ok(placements)
}

/// The sizing to recommend of several ways to split a replica. Those whose least bill weighs
/// more than another one does are not worked out.
fn first(scenario: &Scenario, offer: &Offer, ways: &[Tried]) -> Option<Sizing> {
    let sized = |tried: &Tried| filled(scenario, offer, &tried.replica, &tried.draft);
    if let [only] = ways {
        return Some(sized(only));
    }
    let bound = |tried: &Tried| {
        let spares = scenario.limits.spare_replicas;
        let replicas = tried.draft.replicas.saturating_add(spares);
        let each = tried.replica.placement.accelerators();
        least_weighed(scenario, offer, (replicas, each), Evidence::Measured)
    };
    let bounds = ways.iter().enumerate();
    let bounds = bounds
        .map(|(index, way)| (index, way, bound(way)))
        .collect();
    let mut least = f64::INFINITY;
    let mut found = Vec::new();
    for (index, way, bound) in ascending(bounds, |(_, _, bound)| *bound) {
        if bound <= least {
            let sizing = sized(way);
            least = least.min(place(scenario, offer, &sizing));
            found.push((index, sizing));
        }
    }
    let found = ascending(found, |(index, _)| *index as f64);
    let found = found.into_iter().map(|(_, sizing)| sizing).collect();
    in_order(scenario, offer, found).into_iter().next()
}

/// Whether a sizing that runs keeps what is demanded.
pub(crate) fn verdict_of(sizing: &Sizing) -> Verdict {
    if sizing.keeps() {
        Verdict::Meets
    } else {
        Verdict::Misses
    }
}

/// Sizings of one offer, the one to recommend first; of equal bills the one with fewer
/// pipeline stages, then the one that works on fewer accelerators, then the one with more to
/// spare. Stages gain nothing where the bill is the same, and almost nobody serves with them: they
/// are the least measured.
pub(crate) fn in_order(scenario: &Scenario, offer: &Offer, sizings: Vec<Sizing>) -> Vec<Sizing> {
    // Nearly all are alone.
    if sizings.len() < 2 {
        return sizings;
    }
    let sizings = ascending(sizings, |sizing| -sizing.headroom);
    let sizings = ascending(sizings, |sizing| f64::from(sizing.accelerators()));
    let sizings = ascending(sizings, |sizing| {
        f64::from(sizing.estimate.placement.pipeline)
    });
    ascending(sizings, |sizing| place(scenario, offer, sizing))
}

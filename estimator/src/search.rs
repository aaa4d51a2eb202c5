//! Every offer, every count of accelerators, every legal placement: the
//! cheapest sizing that keeps the SLA, and why the others do not.
//!
//! For one offer and count the placement that carries the load on the fewest
//! accelerators wins (ties: the faster one); among counts, the cheapest. An
//! accelerator that holds the model but misses a demand is undersized, not
//! adequate: it is sized at the least latency it can reach, so that the miss
//! can be named.

use crate::finding::findings;
use crate::near_miss::near_miss;
use crate::order::ascending;
use crate::parameters::{self, Parameters};
use crate::placement::{Illegal, Placement};
use crate::quantity::Bytes;
use crate::replica::Replica;
use crate::report::{Candidate, Report, Sizing, Verdict};
use crate::scenario::{Offer, Scenario};
use crate::sizing::{Draft, better, complete, holds};
use crate::support::{engine_reads, engine_runs, format_runs};

/// Accelerators of one replica that are tried.
pub const COUNTS: [u32; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Most accelerators of a replica without experts: nobody cuts one finer.
const MOST_WITHOUT_EXPERTS: u32 = 32;

/// A miss beyond which another is no worse.
const WORST: f64 = 1e3;

/// Sizes every offer and ranks them.
#[must_use]
pub fn search(scenario: &Scenario, offers: &[Offer]) -> Report {
    let counted = parameters::count(&scenario.model);
    let candidates = offers
        .iter()
        .enumerate()
        .map(|(index, offer)| candidate(scenario, &counted, offer, index))
        .collect();
    arrange(scenario, &counted, offers, candidates)
}

/// Ranks candidates, says which to take, and what is worth saying about that.
pub(crate) fn arrange(
    scenario: &Scenario,
    counted: &Parameters,
    offers: &[Offer],
    candidates: Vec<Candidate>,
) -> Report {
    let mut report = ranked(offers, candidates);
    let best = report.best;
    report.near_miss = near_miss(scenario, counted, offers, &report.candidates, best);
    report.findings = findings(scenario, offers, &report);
    report
}

/// Ranks candidates and says which to take, and no more.
pub(crate) fn ranked(offers: &[Offer], mut candidates: Vec<Candidate>) -> Report {
    score(&mut candidates);
    let candidates = ascending(candidates, rank);
    let verified = |candidate: &Candidate| {
        offers
            .get(candidate.offer)
            .is_some_and(Offer::has_verified_price)
    };
    let meeting = |wanted: &dyn Fn(usize, &Candidate) -> bool| {
        candidates
            .iter()
            .enumerate()
            .find(|(index, other)| other.meets() && wanted(*index, other))
            .map(|(index, _)| index)
    };
    let best = meeting(&|_, other| verified(other)).or_else(|| meeting(&|_, _| true));
    let runner_up = meeting(&|index, _| Some(index) != best);
    Report {
        candidates,
        best,
        runner_up,
        near_miss: None,
        findings: Vec::new(),
    }
}

/// Cost of a candidate, in the order of the answer: those that keep the SLA by
/// price, those without a price, those that miss it by how far, the rest.
fn rank(candidate: &Candidate) -> f64 {
    let cost = candidate
        .best
        .as_ref()
        .and_then(|sizing| sizing.cost)
        .map(|cost| cost.per_hour.get());
    match (&candidate.verdict, cost) {
        (Verdict::Meets, Some(cost)) => cost,
        (Verdict::Meets, None) => 1e12,
        (Verdict::Misses, _) => 1e13 * (1.0 + candidate.best.as_ref().map_or(WORST, worst_miss)),
        (Verdict::TooLittleMemory { short, .. }, _) => 1e18 + short.get(),
        _ => f64::INFINITY,
    }
}

/// By how much of a demand it is missed, at the most [`WORST`]; what does not keep up with
/// what arrives misses by that.
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

/// A placement that was tried, with its size.
struct Tried {
    replica: Replica,
    draft: Draft,
}

fn candidate(scenario: &Scenario, counted: &Parameters, offer: &Offer, index: usize) -> Candidate {
    let chip = &offer.accelerator;
    let of = |verdict, best, alternatives| Candidate {
        offer: index,
        verdict,
        best,
        alternatives,
        score: None,
    };
    if !engine_runs(scenario.engine.engine, chip) {
        let engine = scenario.engine.engine;
        return of(Verdict::EngineUnsupported { engine }, None, Vec::new());
    }
    let read = engine_reads(scenario.engine.engine, scenario.weights);
    if !read || !format_runs(scenario.weights, chip) {
        let format = scenario.weights;
        return of(Verdict::Unsupported { format }, None, Vec::new());
    }
    if !chip.bandwidth.is_valid() || chip.bandwidth.get() <= 0.0 || chip.memory <= Bytes::ZERO {
        return of(Verdict::Unknown, None, Vec::new());
    }
    let node = scenario.limits.node(chip);
    let tried = Attempts::all(scenario, counted, offer, node);
    let sizings: Vec<(f64, Sizing)> = tried
        .fitting
        .iter()
        .map(|tried| {
            let sizing = complete(scenario, offer, &tried.replica, &tried.draft);
            (f64::from(sizing.accelerators()), sizing)
        })
        .collect();
    // Fewest accelerators first, which is the cheapest first: one chip has one
    // price. Those that miss come last, the nearest miss first.
    let sizings = ascending(sizings, |(size, sizing)| {
        if sizing.misses.is_empty() {
            *size
        } else {
            1e9 * (1.0 + worst_miss(sizing))
        }
    });
    let mut sizings = sizings.into_iter().map(|(_, sizing)| sizing);
    let Some(best) = sizings.next() else {
        return of(tried.why_none(scenario, offer, node), None, Vec::new());
    };
    let verdict = if best.misses.is_empty() {
        Verdict::Meets
    } else {
        Verdict::Misses
    };
    of(verdict, Some(best), sizings.collect())
}

/// The legal placements of `count` accelerators that are worth a try. A
/// pipeline is for crossing a slow link: inside the domain of the fast one it
/// only adds bubbles, and no engine's users run it there, so it is tried there
/// only where the model's heads leave no other way.
fn worthwhile(scenario: &Scenario, offer: &Offer, node: u32, count: u32) -> Vec<Placement> {
    let mut all = Placement::all(&scenario.model, node, count);
    let ways = scenario.serving.parallelism;
    all.retain(|placement| ways.allows(placement));
    let domain = offer.accelerator.link.domain.min(node).max(1);
    let needed = |placement: &Placement| {
        placement.pipeline == 1 || (count > domain && placement.stage_ranks() <= domain)
    };
    if all.iter().any(needed) {
        all.retain(needed);
    }
    all
}

/// What came of every count on one offer.
struct Attempts {
    /// The best placement of each count that holds the model.
    fitting: Vec<Tried>,
    /// The smallest lack of memory, and the accelerators it was with.
    short: Option<(Bytes, u32)>,
    /// A count had legal placements, but the chip lacks a rate.
    unknown: bool,
}

impl Attempts {
    fn all(scenario: &Scenario, counted: &Parameters, offer: &Offer, node: u32) -> Self {
        let mut found = Self {
            fitting: Vec::new(),
            short: None,
            unknown: false,
        };
        let chip = &offer.accelerator;
        let finest = if scenario.model.is_mixture() {
            u32::MAX
        } else {
            MOST_WITHOUT_EXPERTS
        };
        let most = scenario.limits.max_per_replica.min(finest);
        for count in COUNTS {
            // Clusters are built of boards with HBM; others end at the machine.
            if count > most || (count > node && !chip.hbm) {
                break;
            }
            let mut best: Option<Tried> = None;
            for placement in worthwhile(scenario, offer, node, count) {
                let Some(replica) = Replica::new(scenario, counted, chip, placement) else {
                    found.unknown = true;
                    continue;
                };
                if !holds(&replica) {
                    let short = replica.space.short();
                    if found.short.is_none_or(|(least, _)| short < least) {
                        found.short = Some((short, count));
                    }
                    continue;
                }
                let rival = best.as_ref().map(|tried| &tried.draft);
                let load = scenario.workload.load;
                if let Some(draft) = better(&replica, load, &scenario.sla, rival) {
                    best = Some(Tried { replica, draft });
                }
            }
            found.fitting.extend(best);
        }
        found
    }

    fn why_none(&self, scenario: &Scenario, offer: &Offer, node: u32) -> Verdict {
        if let Some((short, accelerators)) = self.short {
            let roomier = offer.accelerator.node_size;
            if scenario.limits.max_per_node.is_some() && node < roomier {
                return Verdict::NodeLimit { needed: roomier };
            }
            return Verdict::TooLittleMemory {
                short,
                accelerators,
            };
        }
        if self.unknown {
            return Verdict::Unknown;
        }
        let reason = Placement {
            tensor: node,
            ..Placement::SINGLE
        }
        .check(&scenario.model, node)
        .err()
        .unwrap_or(Illegal::Zero);
        Verdict::NoPlacement { reason }
    }
}

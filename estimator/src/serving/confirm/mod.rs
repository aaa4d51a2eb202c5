//! The answer, held by simulation.
//!
//! A search goes by a closed form. Sizings are then met by single requests
//! ([`crate::serving::queue`]), the cheapest first: each with the fewest replicas that the closed
//! form leaves any hope for, then with more until the SLA is kept. What a simulation finds
//! replaces the closed form's latencies in the report, so that every view reads the same.
//!
//! A branch and bound over all accelerators, counts and ways to split, the least bound first: the
//! closed form with demands relaxed by a slack bounds each bill from below, every run that misses
//! the SLA raises that, and nothing is left out whose bound is below the least weighed bill found.
//! What is found of one sizing does not depend on the others, so a wider choice never ends with a
//! larger weighed bill.

mod apart;
mod confirmation;
mod fewest;
mod hopeful;
mod sized;
mod trial;
mod wire;

pub use confirmation::Confirmation;
pub use wire::LENGTH;

use crate::offer::Offer;
use crate::parameters::{self, Parameters};
use crate::placement::Placement;
use crate::serving::queue::Simulated;
use crate::serving::replica::Replica;
use crate::serving::report::{Candidate, Report, Sizing};
use crate::serving::scenario::Scenario;
use crate::serving::search::{arrange, in_order, verdict_of};
use crate::serving::sizing::draft;
use sized::sized;

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
    /// The fewest that keep it at even chances, whatever certainty is asked for.
    pub even: u32,
    /// Working replicas: those, and further ones that end a doubt.
    pub working: u32,
    /// Those of them that only read prompts; 0 where all do both.
    pub prefill: u32,
    /// One of them.
    pub simulated: Simulated,
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

#[cfg(test)]
mod tests;

//! Which candidate is recommended, and in which order the others stand.
//!
//! As for serving, a price that has a second source is preferred to a cheaper one
//! without; candidates without a price follow those with one.

use crate::order::ascending;
use crate::quantity::Usd;
use crate::scenario::Offer;
use crate::training::question::Limits;
use crate::training::report::{Candidate, Report, Run, Verdict};

/// Ranks candidates and says which to take.
pub(super) fn ranked(limits: &Limits, offers: &[Offer], candidates: Vec<Candidate>) -> Report {
    let verified = |candidate: &Candidate| {
        let paid = offers.get(candidate.offer).and_then(|offer| {
            let run = candidate.best.as_ref()?;
            run.price(offer)
        });
        paid.is_some_and(|price| price.verified)
    };
    let candidates = ascending(candidates, rank);
    let least = |wanted: &dyn Fn(&Candidate) -> bool, key: &dyn Fn(&Candidate) -> Option<f64>| {
        candidates
            .iter()
            .enumerate()
            .filter(|(_, candidate)| wanted(candidate))
            .filter_map(|(index, candidate)| key(candidate).map(|key| (key, index)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, index)| index)
    };
    let any = |candidate: &Candidate| candidate.meets();
    let trusted = |candidate: &Candidate| candidate.meets() && verified(candidate);
    let in_time = |candidate: &Candidate| candidate.best.as_ref().map(price);
    let ever = |candidate: &Candidate| candidate.cheapest().map(price);
    let fewest = |candidate: &Candidate| {
        candidate
            .smallest(limits.deadline)
            .map(|run| f64::from(run.accelerators()))
    };
    let best = least(&trusted, &in_time).or_else(|| least(&any, &in_time));
    let cheapest = least(&verified, &ever).or_else(|| least(&|_| true, &ever));
    // Candidates stand by cost: the first of equally many is the cheapest.
    let smallest = least(&any, &fewest);
    arranged(candidates, best, smallest, cheapest)
}

/// The recommended candidate goes first.
fn arranged(
    mut candidates: Vec<Candidate>,
    best: Option<usize>,
    smallest: Option<usize>,
    cheapest: Option<usize>,
) -> Report {
    let first = best.unwrap_or(0);
    if first < candidates.len() {
        let recommended = candidates.remove(first);
        candidates.insert(0, recommended);
    }
    let moved = |index: usize| match index {
        index if index == first => 0,
        index if index < first => index + 1,
        index => index,
    };
    Report {
        candidates,
        best: best.map(moved),
        smallest: smallest.map(moved),
        cheapest: cheapest.map(moved),
        findings: Vec::new(),
    }
}

/// What a run costs; those without a price by accelerator-hours, behind all with one.
fn price(run: &Run) -> f64 {
    run.cost
        .map_or(1e15 + run.accelerator_hours.min(1e15), Usd::get)
}

/// In time by cost, too late by how long, too small by how much, the rest.
fn rank(candidate: &Candidate) -> f64 {
    match (&candidate.verdict, &candidate.best) {
        (Verdict::Meets, Some(run)) => price(run),
        (Verdict::Late { fastest }, _) => 1e18 + fastest.get().min(1e30),
        (Verdict::TooLittleMemory { short, .. } | Verdict::TooLittleHost { short, .. }, _) => {
            1e32 + 1e18 * short.get()
        }
        _ => f64::INFINITY,
    }
}

impl Report {
    /// The recommended candidate.
    #[must_use]
    pub fn recommended(&self) -> Option<&Candidate> {
        self.best.and_then(|index| self.candidates.get(index))
    }

    /// What the deadline costs: the recommended run's price less that of the cheapest
    /// with all the time in the world. `None` without prices.
    #[must_use]
    pub fn cost_of_deadline(&self) -> Option<Usd> {
        let now = self.recommended()?.best.as_ref()?.cost?;
        let ever = self.candidates.get(self.cheapest?)?.cheapest()?.cost?;
        Some((now - ever).max(Usd::ZERO))
    }
}

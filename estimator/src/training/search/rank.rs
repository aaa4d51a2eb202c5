//! Which candidate is recommended, and in which order the others stand.
//!
//! As for serving, a price counts whether it has a second source or not, and is marked where
//! it has none; candidates without a price follow those with one. What is recommended has the
//! least measure weighed by doubt ([`soundness`](crate::training::soundness)); the table stands by
//! the plain one.

use crate::order::ascending;
use crate::quantity::Usd;
use crate::training::question::Limits;
use crate::training::report::{Alternative, Better, Candidate, Report, Run, Verdict};

/// How many times the cost of the cheapest run a faster one may cost, where no budget says it: who
/// asks for no more than a price is offered one that is still of its order.
const WITHOUT_BUDGET: f64 = 2.0;
/// The most that an alternative is of the recommended run, a share of its time or money.
const WORTH_SAYING: f64 = 0.95;

/// Ranks candidates and says which to take.
pub(super) fn ranked(limits: &Limits, candidates: Vec<Candidate>) -> Report {
    let candidates = ordered(limits, candidates);
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
    let in_time = |candidate: &Candidate| {
        let best = candidate.best.as_ref()?;
        Some(best.weighed(measure(limits, best)))
    };
    let ever = |candidate: &Candidate| {
        let run = candidate.cheapest()?;
        Some(run.weighed(price(run)))
    };
    let fewest = |candidate: &Candidate| {
        candidate
            .smallest(limits)
            .map(|run| f64::from(run.accelerators()))
    };
    let best = least(&any, &in_time);
    let cheapest = least(&|_| true, &ever);
    // Candidates stand by cost: the first of equally many is the cheapest.
    let smallest = least(&any, &fewest);
    let mut report = arranged(candidates, best, smallest, cheapest);
    report.alternative = alternative(limits, &report);
    report
}

/// The run that is better in the measure the recommended one was not chosen by.
fn alternative(limits: &Limits, report: &Report) -> Option<Alternative> {
    let recommended = report.recommended()?;
    let best = recommended.best.as_ref()?;
    let paid = best.cost?.get();
    let (better, most, now) = if limits.wants_speed() {
        (Better::Cost, f64::INFINITY, paid)
    } else {
        let most = limits.budget.map_or(WITHOUT_BUDGET * paid, Usd::get);
        (Better::Time, most, best.wall.get())
    };
    let measure = |run: &Run| match better {
        Better::Time => Some(run.wall.get()),
        Better::Cost => run.cost.map(Usd::get),
    };
    let every = report.candidates.iter().enumerate();
    every
        .flat_map(|(candidate, entry)| {
            let runs = entry.scaling.iter().enumerate();
            runs.map(move |(run, one)| (candidate, entry, run, one))
        })
        .filter(|(.., run)| {
            let affords = run.cost.is_some_and(|cost| cost.get() <= most);
            limits.keeps(run) && affords
        })
        .filter_map(|(candidate, _, run, one)| {
            let value = measure(one).filter(|value| *value < WORTH_SAYING * now)?;
            Some((
                value,
                Alternative {
                    candidate,
                    run,
                    better,
                },
            ))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, alternative)| alternative)
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
        alternative: None,
        findings: Vec::new(),
    }
}

/// The cost of a run; those without a price by accelerator-hours, behind all with one.
fn price(run: &Run) -> f64 {
    run.cost
        .map_or(1e15 + run.accelerator_hours.min(1e15), Usd::get)
}

/// The measure that those that keep deadline and budget are compared by.
fn measure(limits: &Limits, run: &Run) -> f64 {
    if limits.wants_speed() {
        run.wall.get()
    } else {
        price(run)
    }
}

/// Candidates by their kind, and by the measure of their kind within it. The two are sorted one after
/// the other: a number for both would lose the cents of a cost behind the size of its kind.
fn ordered(limits: &Limits, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let within = ascending(candidates, |candidate| rank(limits, candidate).1);
    ascending(within, |candidate| f64::from(rank(limits, candidate).0))
}

/// In time by cost or speed, too dear by cost, too late by how long, too small by how much,
/// the rest: the kind, and the measure within it.
fn rank(limits: &Limits, candidate: &Candidate) -> (u8, f64) {
    match (&candidate.verdict, &candidate.best) {
        (Verdict::Meets, Some(run)) => (0, measure(limits, run)),
        (Verdict::OverBudget { .. }, Some(run)) => (1, price(run)),
        (Verdict::Late { fastest }, _) => (2, fastest.get()),
        (Verdict::TooLittleMemory { short, .. } | Verdict::TooLittleHost { short, .. }, _) => {
            (3, short.get())
        }
        _ => (4, 0.0),
    }
}

impl Report {
    /// The recommended candidate.
    #[must_use]
    pub fn recommended(&self) -> Option<&Candidate> {
        self.best.and_then(|index| self.candidates.get(index))
    }

    /// The candidate and the run of the alternative.
    #[must_use]
    pub fn alternative(&self) -> Option<(&Candidate, &Run)> {
        let Alternative { candidate, run, .. } = self.alternative?;
        let candidate = self.candidates.get(candidate)?;
        Some((candidate, candidate.scaling.get(run)?))
    }

    /// The cost of the cheapest run that is done in time, where a budget leaves none.
    #[must_use]
    pub fn least_over_budget(&self) -> Option<Usd> {
        if self.best.is_some() {
            return None;
        }
        let dear = self.candidates.iter().filter_map(|one| match one.verdict {
            Verdict::OverBudget { least } => least,
            _ => None,
        });
        dear.reduce(Usd::min)
    }

    /// The cost of the deadline: the recommended run's price less that of the cheapest with all
    /// the time in the world. `None` without prices.
    #[must_use]
    pub fn cost_of_deadline(&self) -> Option<Usd> {
        let now = self.recommended()?.best.as_ref()?.cost?;
        let ever = self.candidates.get(self.cheapest?)?.cheapest()?.cost?;
        Some((now - ever).max(Usd::ZERO))
    }
}

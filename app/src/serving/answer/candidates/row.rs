//! One accelerator as a row: the figures that are shown, sorted and filtered.

use super::age::Age;
use super::machine::{machine, seller};
use crate::serving::answer::Unproven;
use crate::serving::solve::Answer;
use estimator::calibration::matches;
use estimator::hardware::Vendor;
use estimator::quantity::Seconds;
use estimator::serving::backing::Backing;
use estimator::serving::report::{Candidate, Demand, Sizing, Verdict};
use estimator::serving::soundness::{Doubt, dearer, doubts};

/// How an accelerator does, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Keeps every demand.
    Meets,
    /// Runs, and is too slow.
    Misses,
    /// Does not run.
    Cannot,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// The accelerator's id.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    /// Who makes it.
    pub(super) vendor: Vendor,
    /// Who sells it, as they write themselves; empty where nobody else does.
    pub(super) seller: String,
    /// The machines that are rented: `3 × 1 GPU`.
    pub(super) machine: String,
    /// How old its price is.
    pub(super) age: Age,
    /// What backs its latencies.
    pub(super) backing: Option<Backing>,
    /// What lacks a proof: a fact of it, or its price.
    pub(super) unproven: Option<Unproven>,
    /// Why it stands lower than its bill; of a row that keeps every demand.
    pub(super) doubts: Vec<Doubt>,
    /// How many times its bill these doubts count, the age of the price aside.
    pub(super) dearer: f64,
    /// Whether its latencies go by what was measured of it.
    pub(super) calibrated: bool,
    /// Position in the report: the best first.
    pub(super) rank: usize,
    /// How it does.
    pub(super) standing: Standing,
    /// Whether it is the recommendation.
    pub(super) recommended: bool,
    /// Performance per dollar, 100 for the best.
    pub(super) score: Option<f64>,
    /// The figures of its sizing; `None` where nothing can be placed.
    pub(super) figures: Option<Figures>,
    /// The answer's candidate, for the reason and the other counts.
    pub(super) candidate: Candidate,
}

/// The figures of one sizing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Figures {
    /// All accelerators of replicas.
    pub(super) accelerators: u32,
    /// Accelerators that are paid for.
    pub(super) paid: Option<u32>,
    /// `2 × 4`.
    pub(super) count: String,
    /// `tp 4`.
    pub(super) split: String,
    /// Memory in use, as a share of one.
    pub(super) memory: f64,
    /// Seconds at the SLA's percentile.
    pub(super) ttft: Option<Seconds>,
    /// Seconds a token at the SLA's percentile.
    pub(super) tpot: Option<Seconds>,
    /// Output tokens a second of the fleet, as full as the SLA allows.
    pub(super) tokens: Option<f64>,
    /// Dollars an hour.
    pub(super) per_hour: Option<f64>,
    /// Dollars per million output tokens.
    pub(super) per_million: Option<f64>,
    /// The demands that are not kept.
    pub(super) missed: Vec<Demand>,
}

impl Figures {
    /// The figures of `sizing`.
    pub(super) fn of(sizing: &Sizing) -> Self {
        let memory = &sizing.estimate.memory;
        let performance = sizing.estimate.performance.as_ref();
        Self {
            accelerators: sizing.accelerators(),
            paid: sizing.cost.map(|cost| cost.bill.accelerators),
            count: crate::serving::answer::words::count(sizing),
            split: crate::serving::answer::words::split(sizing.estimate.placement),
            memory: memory.used() / memory.capacity,
            ttft: performance.map(|speed| speed.ttft.at_percentile),
            tpot: performance.map(|speed| speed.tpot.at_percentile),
            tokens: performance.map(|_| sizing.full_output.get()),
            per_hour: sizing.cost.map(|cost| cost.per_hour.get()),
            per_million: sizing.cost.map(|cost| cost.per_million_output.get()),
            missed: sizing.misses.iter().map(|miss| miss.demand).collect(),
        }
    }
}

impl Row {
    /// Every row of an answer, in the report's order.
    pub(super) fn all(answer: &Answer) -> Vec<Self> {
        let candidates = answer.report.candidates.iter().enumerate();
        candidates
            .filter_map(|(rank, candidate)| Self::of(answer, rank, candidate))
            .collect()
    }

    fn of(answer: &Answer, rank: usize, candidate: &Candidate) -> Option<Self> {
        let offer = answer.offer(candidate)?;
        let chip = &offer.accelerator;
        let sizing = candidate.best.as_ref();
        let keeping = sizing.filter(|_| candidate.meets());
        let price = candidate.price(offer);
        let doubts =
            keeping.map_or_else(Vec::new, |sizing| doubts(&answer.scenario, offer, sizing));
        Some(Self {
            id: chip.id.clone(),
            name: chip.name.clone(),
            vendor: chip.vendor,
            seller: price.map(seller).unwrap_or_default(),
            machine: machine(price, sizing),
            age: Age::of(price),
            backing: sizing.and_then(Sizing::backing),
            unproven: crate::serving::answer::words::unproven(offer, price),
            dearer: dearer(&doubts),
            doubts,
            calibrated: {
                let record = answer.scenario.calibration.as_deref();
                record.is_some_and(|record| matches(record, &answer.scenario, chip))
            },
            rank,
            standing: match candidate.verdict {
                Verdict::Meets => Standing::Meets,
                Verdict::Misses => Standing::Misses,
                _ => Standing::Cannot,
            },
            recommended: answer.report.best == Some(rank),
            score: candidate.score,
            figures: sizing.map(Figures::of),
            candidate: candidate.clone(),
        })
    }

    /// Its cost by the hour, in dollars.
    pub(super) fn per_hour(&self) -> Option<f64> {
        self.figures.as_ref()?.per_hour
    }
}

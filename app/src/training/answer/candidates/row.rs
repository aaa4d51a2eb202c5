//! One accelerator as a row: the figures that are shown, sorted and filtered.

use super::order::Column;
use super::reason::reason;
use crate::i18n::{integer, percent};
use crate::serving::answer::{Unproven, unproven};
use crate::training::solve::Answer;
use crate::training::words::{cost, degrees, duration};
use estimator::quantity::Usd;
use estimator::training::Job;
use estimator::training::report::{Candidate, Run, Verdict};

/// How an accelerator does, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Done in time.
    Meets,
    /// Trains it, and is late or too dear.
    Late,
    /// Does not train it.
    Cannot,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// The accelerator's id.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    /// What lacks a proof: a fact of it, or its price.
    pub(super) unproven: Option<Unproven>,
    /// Position in the report: the best first.
    pub(super) rank: usize,
    /// How it does.
    pub(super) standing: Standing,
    /// Whether it is the recommendation.
    pub(super) recommended: bool,
    /// The values its figures are sorted by, in the order of [`Column::FIGURES`].
    pub(super) values: [Option<f64>; Column::FIGURES],
    /// The figures in words, with the classes of their cells.
    pub(super) cells: [(&'static str, String); Column::FIGURES],
    /// The judgement in words.
    pub(super) reason: String,
    /// The answer's candidate, for the other counts.
    pub(super) candidate: Candidate,
}

/// The values that a run is sorted by.
fn values(run: &Run) -> [Option<f64>; Column::FIGURES] {
    let memory = &run.estimate.memory;
    let speed = run.estimate.speed.as_ref();
    [
        Some(f64::from(run.accelerators())),
        Some(run.wall.get()),
        run.cost.map(Usd::get),
        speed.map(|speed| speed.utilization),
        Some(memory.needed() / memory.capacity),
        None,
    ]
}

/// The figures of a run of `job`, with the classes of their cells.
pub(super) fn cells(run: Option<&Run>, job: &Job) -> [(&'static str, String); Column::FIGURES] {
    let Some(run) = run else {
        return std::array::from_fn(|_| ("figure", String::new()));
    };
    let memory = &run.estimate.memory;
    let speed = run.estimate.speed.as_ref();
    let mfu = speed.map(|speed| percent(speed.utilization));
    [
        ("figure", integer(f64::from(run.accelerators()))),
        ("figure", duration(run.wall)),
        ("figure", cost(run.cost)),
        ("figure", mfu.unwrap_or_default()),
        ("figure", percent(memory.needed() / memory.capacity)),
        ("words", degrees(&run.estimate.layout, job)),
    ]
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
        let best = candidate.best.as_ref();
        let price = best.map_or(offer.price.as_ref(), |run| run.price(offer));
        Some(Self {
            id: offer.accelerator.id.clone(),
            name: offer.accelerator.name.clone(),
            unproven: unproven(offer, price),
            rank,
            standing: match candidate.verdict {
                Verdict::Meets => Standing::Meets,
                Verdict::Late { .. } | Verdict::OverBudget { .. } => Standing::Late,
                _ => Standing::Cannot,
            },
            recommended: answer.report.best == Some(rank),
            values: best.map_or([None; Column::FIGURES], values),
            cells: cells(best, &answer.job),
            reason: reason(answer, candidate),
            candidate: candidate.clone(),
        })
    }
}

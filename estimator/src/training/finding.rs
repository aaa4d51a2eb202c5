//! Findings for the user beside the numbers of the recommended run: named, with the figures a
//! sentence about it needs. The page turns each into words.

use crate::hardware::Accelerator;
use crate::offer::Offer;
use crate::quantity::{Bytes, BytesPerSecond, Seconds, Usd};
use crate::training::job::Job;
use crate::training::method::Offload;
use crate::training::report::{Candidate, Report, Run, Verdict};
use crate::training::site::Site;
use crate::training::time::network;
use serde::{Deserialize, Serialize};

/// Something worth saying about the answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Finding {
    /// Nothing offered is done in time.
    NothingInTime {
        /// The time of the fastest.
        fastest: Seconds,
    },
    /// Nothing offered is done in time within the budget.
    NothingAffordable {
        /// The cost of the cheapest that is done in time.
        least: Usd,
    },
    /// Nothing offered holds the job.
    NothingFits,
    /// The memory is all but full: allocations the estimate leaves out may not fit.
    MemoryNearlyFull {
        /// Share of the memory that is taken.
        share: f64,
    },
    /// States leave the accelerator, since they would not fit.
    Offloaded {
        /// Host memory a node needs.
        host: Bytes,
    },
    /// There are few sequences for each accelerator in a step, so that they work below their
    /// speed.
    SmallBatch {
        /// Sequences of a step over accelerators.
        sequences: f64,
        /// Share of the dense peak that is reached.
        utilization: f64,
    },
    /// Stages wait for each other for much of a step.
    Bubble {
        /// Share of the step.
        share: f64,
    },
    /// Links and network take much of a step.
    Communication {
        /// Share of the step.
        share: f64,
        /// The network between nodes that was assumed, of one accelerator; `None` where
        /// the run stays in one.
        network: Option<BytesPerSecond>,
    },
    /// Short examples are padded: the share of the work that carries text.
    Padding {
        /// That share.
        packed: f64,
    },
    /// Checkpoints, failures and repeated work take much of the time.
    Interruptions {
        /// Share of the time.
        share: f64,
        /// Failures expected.
        failures: f64,
    },
    /// Reading samples is slower than a step.
    Loading {
        /// Share of the time spent waiting for them.
        share: f64,
    },
    /// Accelerators are paid for that do no work.
    Stranded {
        /// How many.
        idle: u32,
        /// Of how many.
        paid: u32,
    },
    /// The price has no second source.
    UnverifiedPrice,
    /// Its list names no region, and one part of the world is asked for.
    UnplacedPrice,
    /// No training run on this kind of accelerator backs the estimate.
    UnmeasuredHardware,
}

/// Share of a step above which its bubble is named.
const BUBBLE: f64 = 0.15;
/// Share of a step above which its communication is named.
const COMMUNICATION: f64 = 0.25;
/// Share of a run above which overheads are named.
const OVERHEAD: f64 = 0.03;
/// Sequences of a step for each accelerator, below which a batch is small where its
/// utilization is low too.
const FEW_SEQUENCES: f64 = 2.0;
/// Utilization called low where no other number of accelerators was tried.
const LOW: f64 = 0.3;
/// Share of the best utilization of any number of them, below which it is low.
const BELOW_BEST: f64 = 0.7;
/// Tokens that carry text, below which padding is named.
const PACKED: f64 = 0.8;

/// The findings on `report`, most important first: on the recommended run, or why there is none.
#[must_use]
pub(super) fn findings(job: &Job, site: &Site, offers: &[Offer], report: &Report) -> Vec<Finding> {
    let chosen = report.recommended().and_then(|candidate| {
        let offer = offers.get(candidate.offer)?;
        candidate.best.as_ref()?;
        Some(of_candidate(job, site, offer, candidate))
    });
    chosen.unwrap_or_else(|| {
        let dear = report.least_over_budget();
        let dear = dear.map(|least| Finding::NothingAffordable { least });
        vec![dear.unwrap_or_else(|| shortfall(&report.candidates))]
    })
}

/// The findings on the run of `candidate` of `offer`, recommended or not; none without a run.
#[must_use]
pub fn of_candidate(job: &Job, site: &Site, offer: &Offer, candidate: &Candidate) -> Vec<Finding> {
    let Some(run) = &candidate.best else {
        return Vec::new();
    };
    let scaling = candidate.scaling.as_slice();
    let mut found = of_memory(run);
    found.extend(of_speed(job, site, &offer.accelerator, (run, scaling)));
    found.extend(of_time(run));
    if job.packed < PACKED {
        found.push(Finding::Padding { packed: job.packed });
    }
    let (used, paid) = (run.accelerators(), run.paid);
    let idle = paid.saturating_sub(used);
    if idle > 0 {
        found.push(Finding::Stranded { idle, paid });
    }
    if run.price(offer).is_some_and(|price| !price.verified) {
        found.push(Finding::UnverifiedPrice);
    }
    if run.price(offer).is_some_and(|price| price.unplaced) {
        found.push(Finding::UnplacedPrice);
    }
    found
}

/// Why nothing is recommended.
fn shortfall(candidates: &[Candidate]) -> Finding {
    candidates
        .iter()
        .filter_map(|candidate| match candidate.verdict {
            Verdict::Late { fastest } => Some(fastest),
            _ => None,
        })
        .reduce(Seconds::min)
        .map_or(Finding::NothingFits, |fastest| Finding::NothingInTime {
            fastest,
        })
}

fn of_memory(run: &Run) -> Vec<Finding> {
    let memory = &run.estimate.memory;
    let mut found = Vec::new();
    if run.may_not_fit() {
        let share = run.memory_taken();
        found.push(Finding::MemoryNearlyFull { share });
    }
    if run.estimate.layout.offload != Offload::None {
        found.push(Finding::Offloaded { host: memory.host });
    }
    found
}

fn of_speed(
    job: &Job,
    site: &Site,
    chip: &Accelerator,
    (run, scaling): (&Run, &[Run]),
) -> Vec<Finding> {
    let Some(speed) = &run.estimate.speed else {
        return Vec::new();
    };
    let step = &speed.step;
    let layout = &run.estimate.layout;
    let mut found = Vec::new();
    let sequences = f64::from(job.global_batch) / f64::from(layout.accelerators.max(1));
    if sequences < FEW_SEQUENCES && is_low(speed.utilization, scaling) {
        found.push(Finding::SmallBatch {
            sequences,
            utilization: speed.utilization,
        });
    }
    let bubble = step.bubble / step.total;
    if bubble > BUBBLE {
        found.push(Finding::Bubble { share: bubble });
    }
    let moved = step.exchange + step.tensor + step.context + step.sharding;
    let share = moved / step.total;
    if share > COMMUNICATION {
        let across = run.nodes > 1;
        let network = across.then(|| site.network.unwrap_or_else(|| network(chip)));
        found.push(Finding::Communication { share, network });
    }
    if run.is_unmeasured() {
        found.push(Finding::UnmeasuredHardware);
    }
    found
}

/// Whether other numbers of accelerators are used much better.
fn is_low(utilization: f64, scaling: &[Run]) -> bool {
    if scaling.len() < 2 {
        return utilization < LOW;
    }
    let best = scaling
        .iter()
        .filter_map(|run| run.estimate.speed.as_ref())
        .map(|speed| speed.utilization)
        .fold(0.0, f64::max);
    utilization < BELOW_BEST * best
}

fn of_time(run: &Run) -> Vec<Finding> {
    let mut found = Vec::new();
    let overheads = &run.overheads;
    let lost = (overheads.writing + overheads.lost) / run.wall;
    if lost > OVERHEAD {
        found.push(Finding::Interruptions {
            share: lost,
            failures: overheads.failures,
        });
    }
    let waiting = overheads.loading / run.wall;
    if waiting > OVERHEAD {
        found.push(Finding::Loading { share: waiting });
    }
    found
}

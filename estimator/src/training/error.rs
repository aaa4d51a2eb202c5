//! Problems of a training question, and where. Language-free: the page puts each problem into
//! words beside the field it names, with the nearest legal value.
//!
//! Apart from [`crate::error`], so that the calculator's first view does not carry problems it
//! never names; fields and problems of both questions come through as they are.

use crate::error;
use crate::quantity::Usd;
use crate::training::ability::Gap;
use crate::training::job::Job;
use crate::training::layout::{
    Illegal, Layout, largest_divisor, nearest_divisor, nearest_multiple,
};
use crate::training::method::Stack;
use serde::{Deserialize, Serialize};

/// A part of the training question that a user can fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// One that the calculator asks for too: model, fleet, the user's own prices and
    /// accelerator, accelerators of a node.
    Shared(error::Field),
    /// Rank of the adapters.
    Rank,
    /// Matrices that get an adapter.
    Targets,
    /// Tokens of a sequence.
    Sequence,
    /// Sequences of one optimizer step.
    GlobalBatch,
    /// Tokens of the data set.
    Tokens,
    /// Times the run goes over it.
    Epochs,
    /// Share of computed tokens that carry text.
    Packed,
    /// When it must be done.
    Deadline,
    /// The budget.
    Budget,
    /// The software.
    Stack,
    /// Accelerators in all.
    Accelerators,
    /// Tensor parallelism.
    Tensor,
    /// Pipeline parallelism.
    Pipeline,
    /// Context parallelism.
    Context,
    /// Expert parallelism.
    Expert,
    /// Chunks of layers of a stage.
    VirtualStages,
    /// Sequences of one forward pass.
    MicroBatch,
    /// The most accelerators of a run.
    MaxAccelerators,
    /// Network between nodes.
    Network,
    /// The storage that checkpoints are written to.
    Storage,
    /// The loading of samples.
    Loading,
    /// Mean time between failures.
    BetweenFailures,
    /// From a failure to the next step.
    Restart,
}

/// The limit that a count must not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Layers of the model.
    Layers,
    /// Width of the model.
    Width,
    /// The longest sequence the model was made for.
    Context,
    /// Accelerators of the largest node offered.
    Node,
}

/// The problem with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// One that any number, name or file can have.
    Shared(error::Problem),
    /// It divides `whole` nowhere: heads by `tp`, experts by `ep`, ranks by both.
    Divide {
        /// The number that it must divide.
        whole: u32,
        /// The nearest value that does.
        nearest: u32,
    },
    /// It is no multiple of the unit.
    Multiple {
        /// The unit.
        unit: u32,
        /// The nearest multiple.
        nearest: u32,
    },
    /// More than the model or the machines have.
    Above {
        /// The limit.
        limit: Limit,
        /// How many there are.
        most: u32,
        /// The nearest legal value.
        nearest: u32,
    },
    /// The model has no experts to spread: 1 alone.
    NoExperts,
    /// The model has none of the matrices.
    NoMatrices,
    /// The day has gone by.
    Past,
    /// Nothing on offer costs as little.
    Budget {
        /// The cost of the cheapest run that is done in time.
        least: Usd,
    },
    /// The software has no way to train so.
    Software {
        /// Which.
        stack: Stack,
        /// The gap of the software.
        gap: Gap,
        /// The first that can; `None` where none can with the fixed part of the layout, and every
        /// one that can train at all without.
        instead: Option<Stack>,
    },
}

/// One field and its problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldError {
    /// Where.
    pub field: Field,
    /// The problem.
    pub problem: Problem,
}

impl Problem {
    /// The legal value nearest to the given one, in the field's own unit.
    #[must_use]
    pub fn nearest(&self) -> Option<f64> {
        match self {
            Self::Shared(error::Problem::TooSmall { least }) => Some(*least),
            Self::Shared(error::Problem::TooLarge { most }) => Some(*most),
            Self::Divide { nearest, .. }
            | Self::Multiple { nearest, .. }
            | Self::Above { nearest, .. } => Some(f64::from(*nearest)),
            Self::NoExperts => Some(1.0),
            Self::Budget { least } => Some(least.get()),
            Self::Shared(_) | Self::NoMatrices | Self::Past | Self::Software { .. } => None,
        }
    }
}

impl From<error::FieldError> for FieldError {
    fn from(error: error::FieldError) -> Self {
        Self {
            field: Field::Shared(error.field),
            problem: Problem::Shared(error.problem),
        }
    }
}

impl FieldError {
    /// Where and how `layout` of `job` breaks a rule.
    #[must_use]
    pub fn illegal(reason: Illegal, layout: &Layout, job: &Job) -> Self {
        let (field, problem) = match reason {
            Illegal::Zero => (
                Field::Accelerators,
                Problem::Shared(error::Problem::TooSmall { least: 1.0 }),
            ),
            Illegal::Accelerators { multiple } => (
                Field::Accelerators,
                Problem::multiple(layout.accelerators, multiple),
            ),
            Illegal::Heads { heads, nearest } => {
                let whole = heads;
                (Field::Tensor, Problem::Divide { whole, nearest })
            }
            Illegal::AcrossNodes { node } => (
                Field::Tensor,
                Problem::Above {
                    limit: Limit::Node,
                    most: node,
                    nearest: largest_divisor(heads(job), node),
                },
            ),
            Illegal::Unstaged => (
                Field::VirtualStages,
                Problem::Shared(error::Problem::TooLarge { most: 1.0 }),
            ),
            Illegal::Stages { layers } => stages(layout, layers),
            Illegal::NoExperts => (Field::Expert, Problem::NoExperts),
            Illegal::Experts { experts, nearest } => {
                let whole = experts;
                (Field::Expert, Problem::Divide { whole, nearest })
            }
            Illegal::ExpertRanks { ranks } => {
                let routed = job.model.experts.map_or(1, |experts| experts.routed);
                let whole = ranks / layout.expert_tensor.max(1);
                let nearest = nearest_divisor(common_divisor(whole, routed), layout.expert);
                (Field::Expert, Problem::Divide { whole, nearest })
            }
            Illegal::GlobalBatch { multiple, nearest } => {
                let unit = multiple;
                (Field::GlobalBatch, Problem::Multiple { unit, nearest })
            }
            Illegal::Sequence { multiple } => {
                let problem = Problem::Multiple {
                    unit: multiple,
                    nearest: shorter_or_near(job, multiple),
                };
                (Field::Sequence, problem)
            }
            Illegal::MicroBatches { multiple } => {
                let round = layout.data().saturating_mul(layout.micro_batch);
                let unit = round.saturating_mul(multiple);
                (
                    Field::GlobalBatch,
                    Problem::multiple(job.global_batch, unit),
                )
            }
        };
        Self { field, problem }
    }
}

impl Problem {
    fn multiple(given: u32, unit: u32) -> Self {
        Self::Multiple {
            unit,
            nearest: nearest_multiple(given, unit),
        }
    }
}

/// The multiple of `unit` nearest to a job's sequence that its model can take.
fn shorter_or_near(job: &Job, unit: u32) -> u32 {
    let nearest = nearest_multiple(job.sequence, unit);
    match job.model.max_context {
        Some(most) if nearest > most => nearest.saturating_sub(unit).max(unit),
        _ => nearest,
    }
}

/// More stages than layers, or more chunks of them.
fn stages(layout: &Layout, layers: u32) -> (Field, Problem) {
    let fits = layout.pipeline <= layers;
    let nearest = if fits {
        layers / layout.pipeline.max(1)
    } else {
        (layers / layout.virtual_stages.max(1)).max(1)
    };
    let field = if fits {
        Field::VirtualStages
    } else {
        Field::Pipeline
    };
    let problem = Problem::Above {
        limit: Limit::Layers,
        most: layers,
        nearest,
    };
    (field, problem)
}

/// Query heads of a model; 1 without attention.
fn heads(job: &Job) -> u32 {
    let shape = job.model.attention();
    shape.map_or(1, |shape| shape.heads())
}

/// The greatest common divisor (Euclid).
const fn common_divisor(one: u32, other: u32) -> u32 {
    let (mut one, mut other) = (one, other);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    if one == 0 { 1 } else { one }
}

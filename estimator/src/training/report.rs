//! The results: one layout's estimate, an accelerator's best run, the whole answer.

use crate::band::Band;
use crate::quantity::{Bytes, Flops, Seconds, TokensPerSecond, Usd};
use crate::training::finding::Finding;
use crate::training::layout::{Illegal, Layout};
use crate::training::start::Start;
use crate::training::support::Barrier;
use serde::{Deserialize, Serialize};

/// A component of memory, on the most loaded rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Component {
    /// Weights as they are multiplied; a frozen base and a reference model included.
    Weights,
    /// fp32 copies that the optimizer changes.
    MasterWeights,
    /// Gradients.
    Gradients,
    /// Moments.
    Optimizer,
    /// Layers gathered from other ranks, and buckets of gradients under way.
    Gathered,
    /// Activations that layers keep for the backward pass.
    Activations,
    /// Logits, their fp32 copy and gradient.
    Logits,
    /// Scratch space of matrix products, and the widened copy of a 4-bit base.
    Workspace,
    /// The allocator's reserve beyond the memory used.
    Reserve,
    /// The driver's context and the buffers of collectives.
    Context,
}

impl Component {
    /// All, in the order a bar shows them.
    pub const ALL: [Self; 10] = [
        Self::Weights,
        Self::MasterWeights,
        Self::Gradients,
        Self::Optimizer,
        Self::Gathered,
        Self::Activations,
        Self::Logits,
        Self::Workspace,
        Self::Reserve,
        Self::Context,
    ];
}

/// Memory of the most loaded rank.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Memory {
    /// Usable memory as the driver reports it.
    pub capacity: Bytes,
    /// Bytes by component, in the order of [`Component::ALL`].
    pub parts: [Bytes; Component::ALL.len()],
    /// Between steps: the memory the framework counts as allocated.
    pub allocated: Bytes,
    /// At the fullest moment of a step, by the same count.
    pub peak: Bytes,
    /// The memory the allocator takes from the driver for it: running out follows this.
    pub reserved: Bytes,
    /// Host memory a node needs for offloaded states.
    pub host: Bytes,
    /// The stage of the pipeline that this rank belongs to, 0 first.
    pub stage: u32,
}

/// A step, in parts: each is the time of one optimizer step spent on it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct StepParts {
    /// Matrix products of attention's projections and dense feed-forward layers.
    pub linear: Seconds,
    /// Attention itself.
    pub attention: Seconds,
    /// Norms, residuals, activations, casts.
    pub elementwise: Seconds,
    /// Output head and loss.
    pub head: Seconds,
    /// Routed experts: products, permutation and dispatch.
    pub experts: Seconds,
    /// Exchange of tokens between experts' ranks.
    pub exchange: Seconds,
    /// All-reduces of tensor parallelism.
    pub tensor: Seconds,
    /// Sequence pieces that context parallelism passes round.
    pub context: Seconds,
    /// Weights gathered and gradients reduced that compute does not hide.
    pub sharding: Seconds,
    /// Stages that wait for each other.
    pub bubble: Seconds,
    /// The optimizer's pass.
    pub optimizer: Seconds,
    /// States that go to the host and back, beyond the hidden part.
    pub offload: Seconds,
    /// A frozen reference model's forward pass.
    pub reference: Seconds,
    /// Fixed cost of a step.
    pub fixed: Seconds,
    /// All of it.
    pub total: Seconds,
}

/// The part a step spends most of its time on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bottleneck {
    /// Arithmetic.
    Compute,
    /// Memory traffic.
    MemoryBandwidth,
    /// Links and network.
    Interconnect,
    /// Stages waiting, dispatch, fixed costs.
    Engine,
}

impl From<Bottleneck> for crate::serving::report::Bottleneck {
    fn from(bottleneck: Bottleneck) -> Self {
        match bottleneck {
            Bottleneck::Compute => Self::Compute,
            Bottleneck::MemoryBandwidth => Self::MemoryBandwidth,
            Bottleneck::Interconnect => Self::Interconnect,
            Bottleneck::Engine => Self::Engine,
        }
    }
}

/// How fast a layout trains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Speed {
    /// One optimizer step.
    pub step: StepParts,
    /// Tokens a second of one accelerator.
    pub tokens: TokensPerSecond,
    /// Floating-point work of one token that the model asks for; recomputation does not count.
    pub flops_per_token: Flops,
    /// That work over the dense peak of the format it is multiplied in, 0 to 1.
    pub utilization: f64,
    /// The same over the dense 16-bit peak, whatever format runs.
    pub utilization_sixteen: f64,
    /// The bottleneck.
    pub bottleneck: Bottleneck,
    /// Where four of five measurements of `tokens` would lie, as factors.
    pub band: Band,
}

/// One layout on one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimate {
    /// The layout.
    pub layout: Layout,
    /// Parameters that learn.
    pub trainable: f64,
    /// Its memory.
    pub memory: Memory,
    /// Whether it fits: reserved and context within the capacity.
    pub fits: bool,
    /// Its speed, also where it does not fit; `None` where the record lacks a rate that
    /// the format needs.
    pub speed: Option<Speed>,
}

/// The time of a run beyond its steps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Overheads {
    /// Time between checkpoints, by Young and Daly.
    pub checkpoint_every: Seconds,
    /// One checkpoint's bytes.
    pub checkpoint: Bytes,
    /// Time of the run spent writing them.
    pub writing: Seconds,
    /// Time waiting for samples.
    pub loading: Seconds,
    /// Failures expected in the run.
    pub failures: f64,
    /// Work done again and restarts.
    pub lost: Seconds,
}

/// A whole run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// Its layout, memory and speed.
    pub estimate: Estimate,
    /// Nodes it takes.
    pub nodes: u32,
    /// Optimizer steps.
    pub steps: f64,
    /// From asking for machines to the first step.
    pub start: Start,
    /// Time of the steps alone.
    pub compute: Seconds,
    /// The overheads on top.
    pub overheads: Overheads,
    /// From first to last, everything counted.
    pub wall: Seconds,
    /// The part of it that the seller bills.
    pub billed: Seconds,
    /// Accelerators paid for: whole instances as they are sold.
    pub paid: u32,
    /// Index of the price that is paid among those of the offer: of its `instances`, or 0
    /// for its `price` where it has none; `None` without a price.
    pub price: Option<usize>,
    /// Accelerators paid for over `billed`, in hours.
    pub accelerator_hours: f64,
    /// Energy of the accelerators, kilowatt-hours; `None` without a figure for power.
    pub energy_kwh: Option<f64>,
    /// Its cost; `None` without a price.
    pub cost: Option<Usd>,
}

/// The search's answer for one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// Index of the offer it answers for.
    pub offer: usize,
    /// The judgement.
    pub verdict: Verdict,
    /// The run that is recommended on it, or the fastest where the deadline is missed;
    /// `None` where nothing can be placed.
    pub best: Option<Run>,
    /// The best run of every count of accelerators that was tried, fewest first: the
    /// scaling curve.
    pub scaling: Vec<Run>,
}

/// The judgement on one accelerator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Done in time.
    Meets,
    /// Done in time, and dearer than the budget.
    OverBudget {
        /// The least cost; `None` where no price is known.
        least: Option<Usd>,
    },
    /// Fits, and is done too late however many are taken.
    Late {
        /// The time of the fastest.
        fastest: Seconds,
    },
    /// No legal layout fits.
    TooLittleMemory {
        /// The memory that the nearest lacks, per accelerator.
        short: Bytes,
        /// Accelerators of that layout.
        accelerators: u32,
    },
    /// Offloaded states find no room: layouts fit the accelerator, and none the memory of a
    /// machine it comes in.
    TooLittleHost {
        /// The memory that the nearest lacks, per node.
        short: Bytes,
        /// Accelerators of that layout.
        accelerators: u32,
    },
    /// No layout is legal.
    NoLayout {
        /// The rule broken.
        reason: Illegal,
    },
    /// The job does not run there at all.
    Unsupported {
        /// Why not.
        barrier: Barrier,
    },
    /// The record lacks a fact the estimate needs.
    Unknown,
}

/// The whole answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// One a distinct accelerator offered, the recommended first, then by cost, then
    /// those that fall short.
    pub candidates: Vec<Candidate>,
    /// Index of the cheapest that is done in time; of the fastest within the budget where
    /// there is one and no deadline; weighed by doubt, [`soundness`](super::soundness).
    pub best: Option<usize>,
    /// Index of the one that is done in time on the fewest accelerators.
    pub smallest: Option<usize>,
    /// Index of the cheapest with no deadline: the cost of the deadline is the difference.
    pub cheapest: Option<usize>,
    /// A run that may suit better than the recommended one.
    pub alternative: Option<Alternative>,
    /// Findings for the user, most important first.
    pub findings: Vec<Finding>,
}

/// A run that keeps deadline and budget too, and is better in the measure the recommended one was
/// not chosen by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Alternative {
    /// Index of the candidate.
    pub candidate: usize,
    /// Index into its scaling curve.
    pub run: usize,
    /// The measure it is better in.
    pub better: Better,
}

/// The measure an alternative is better in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// Done sooner than the cheapest: the fastest within the budget, or without one at no
    /// more than twice the cost.
    Time,
    /// Cheaper than the fastest within the budget: the cheapest of all.
    Cost,
}

//! The columns of a table of training candidates, and the cell of each.

use super::Document;
use crate::export::cell::{Cell, figure, gib, text};
use crate::offer::Offer;
use crate::precision::formats;
use crate::quantity::Usd;
use crate::training::layout::Layout;
use crate::training::report::{Bottleneck, Candidate, Component, Memory, Run, Speed, Verdict};
use serde::{Deserialize, Serialize};

formats!(
    /// A column; its id names the unit.
    Column {
        /// Place in the ranking, from 1.
        Rank = "rank",
        /// Id of the accelerator.
        Id = "accelerator_id",
        /// Name of the accelerator.
        Name = "accelerator",
        /// The judgement.
        Verdict = "verdict",
        /// The shortfall, or how long the fastest takes.
        Reason = "reason",
        /// Accelerators in all.
        Accelerators = "accelerators",
        /// Nodes.
        Nodes = "nodes",
        /// Tensor parallelism.
        Tensor = "tensor_parallel",
        /// Pipeline parallelism.
        Pipeline = "pipeline_parallel",
        /// Context parallelism.
        Context = "context_parallel",
        /// Copies of the model.
        Data = "data_parallel",
        /// Expert parallelism.
        Expert = "expert_parallel",
        /// Ranks that share an expert.
        ExpertTensor = "expert_tensor_parallel",
        /// Chunks of layers of a stage.
        VirtualStages = "virtual_pipeline",
        /// Sequences of one forward pass.
        MicroBatch = "micro_batch",
        /// The states cut over the copies.
        Sharding = "sharding",
        /// Recomputation.
        Recompute = "recompute",
        /// Whether norms are cut over tensor parallelism.
        SequenceParallel = "sequence_parallel",
        /// Where states go.
        Offload = "offload",
        /// Parameters that learn.
        Trainable = "trainable_parameters",
        /// Memory of one accelerator, as the driver reports it.
        Capacity = "memory_capacity_gib",
        /// The framework's count at the fullest moment.
        Peak = "memory_peak_gib",
        /// The memory its allocator takes for that.
        Reserved = "memory_reserved_gib",
        /// Weights.
        Weights = "weights_gib",
        /// fp32 copies.
        MasterWeights = "master_weights_gib",
        /// Gradients.
        Gradients = "gradients_gib",
        /// Moments.
        Optimizer = "optimizer_gib",
        /// Layers and buckets under way.
        Gathered = "gathered_gib",
        /// Activations that layers keep.
        Activations = "activations_gib",
        /// Logits.
        Logits = "logits_gib",
        /// Scratch space.
        Workspace = "workspace_gib",
        /// Context of the driver.
        Driver = "context_gib",
        /// Host memory of a node for offloaded states.
        Host = "host_memory_gib",
        /// One optimizer step.
        Step = "step_s",
        /// Tokens a second of one accelerator.
        Tokens = "tokens_per_s_per_accelerator",
        /// Work of the model over the peak.
        Utilization = "mfu",
        /// The bottleneck.
        Bottleneck = "bottleneck",
        /// Optimizer steps of the run.
        Steps = "steps",
        /// The whole run.
        Days = "days",
        /// Accelerators paid for, in hours.
        Hours = "accelerator_hours",
        /// Energy of the accelerators.
        Energy = "energy_kwh",
        /// The cost of the run.
        Cost = "usd_per_run",
        /// Time between checkpoints.
        CheckpointEvery = "checkpoint_every_s",
        /// Bytes of one.
        Checkpoint = "checkpoint_gib",
        /// Failures expected.
        Failures = "failures",
        /// From asking for machines to the first step, within the days.
        Start = "start_s",
        /// Who sells it, which instance, where.
        Price = "price_source",
        /// Day of the price.
        AsOf = "price_as_of",
        /// Whether the price has a second source.
        Verified = "price_verified",
    }
);

const DAY: f64 = 86_400.0;

/// One line: a candidate, and the offer it answers for.
pub(super) struct Line<'a> {
    rank: u32,
    candidate: &'a Candidate,
    offer: Option<&'a Offer>,
}

/// The lines in the report's order.
pub(super) fn lines<'a>(document: &Document<'a>) -> impl Iterator<Item = Line<'a>> {
    let offers = document.offers;
    (1..)
        .zip(&document.report.candidates)
        .map(move |(rank, candidate)| Line {
            rank,
            candidate,
            offer: offers.get(candidate.offer),
        })
}

impl Line<'_> {
    /// The cell of `column`.
    pub(super) fn cell(&self, column: Column) -> Cell {
        let whole = match column {
            Column::Rank => Some(Cell::Count(self.rank)),
            Column::Verdict => Some(Cell::Word(word(&self.candidate.verdict))),
            Column::Reason => reason(&self.candidate.verdict).map(Cell::Text),
            Column::Id => self.offer.map(|offer| text(&offer.accelerator.id)),
            Column::Name => self.offer.map(|offer| text(&offer.accelerator.name)),
            Column::Capacity => self.offer.map(|offer| gib(offer.accelerator.memory)),
            Column::Price | Column::AsOf | Column::Verified => self.price(column),
            _ => self
                .candidate
                .best
                .as_ref()
                .and_then(|run| of_run(run, column)),
        };
        whole.unwrap_or(Cell::Empty)
    }

    fn price(&self, column: Column) -> Option<Cell> {
        let offer = self.offer?;
        // The price of the run that is shown.
        let price = match &self.candidate.best {
            Some(run) => run.price(offer),
            None => offer.price.as_ref(),
        }?;
        Some(match column {
            Column::Price => text(&price.sourced()),
            Column::AsOf => text(&price.as_of),
            _ => Cell::Word(if price.verified { "yes" } else { "no" }),
        })
    }
}

fn of_run(run: &Run, column: Column) -> Option<Cell> {
    let overheads = &run.overheads;
    Some(match column {
        Column::Nodes => Cell::Count(run.nodes),
        Column::Trainable => Cell::Figure(run.estimate.trainable),
        Column::Steps => Cell::Figure(run.steps),
        Column::Days => Cell::Figure(run.wall.get() / DAY),
        Column::Hours => Cell::Figure(run.accelerator_hours),
        Column::Energy => Cell::Figure(run.energy_kwh?),
        Column::Cost => Cell::Figure(run.cost.map(Usd::get)?),
        Column::CheckpointEvery => Cell::Figure(overheads.checkpoint_every.get()),
        Column::Checkpoint => gib(overheads.checkpoint),
        Column::Failures => Cell::Figure(overheads.failures),
        Column::Start => Cell::Figure(run.start.total().get()),
        other => {
            return of_layout(&run.estimate.layout, other)
                .or_else(|| of_memory(&run.estimate.memory, other))
                .or_else(|| of_speed(run.estimate.speed.as_ref()?, other));
        }
    })
}

fn of_layout(layout: &Layout, column: Column) -> Option<Cell> {
    Some(match column {
        Column::Accelerators => Cell::Count(layout.accelerators),
        Column::Tensor => Cell::Count(layout.tensor),
        Column::Pipeline => Cell::Count(layout.pipeline),
        Column::Context => Cell::Count(layout.context),
        Column::Data => Cell::Count(layout.data()),
        Column::Expert => Cell::Count(layout.expert),
        Column::ExpertTensor => Cell::Count(layout.expert_tensor),
        Column::VirtualStages => Cell::Count(layout.virtual_stages),
        Column::MicroBatch => Cell::Count(layout.micro_batch),
        Column::Sharding => Cell::Word(layout.sharding.id()),
        Column::Recompute => Cell::Word(layout.recompute.id()),
        Column::Offload => Cell::Word(layout.offload.id()),
        Column::SequenceParallel => Cell::Word(if layout.sequence_parallel {
            "yes"
        } else {
            "no"
        }),
        _ => return None,
    })
}

fn of_memory(memory: &Memory, column: Column) -> Option<Cell> {
    let part = match column {
        Column::Peak => return Some(gib(memory.peak)),
        Column::Reserved => return Some(gib(memory.reserved)),
        Column::Host => return Some(gib(memory.host)),
        Column::Weights => Component::Weights,
        Column::MasterWeights => Component::MasterWeights,
        Column::Gradients => Component::Gradients,
        Column::Optimizer => Component::Optimizer,
        Column::Gathered => Component::Gathered,
        Column::Activations => Component::Activations,
        Column::Logits => Component::Logits,
        Column::Workspace => Component::Workspace,
        Column::Driver => Component::Context,
        _ => return None,
    };
    Some(gib(memory.part(part)))
}

fn of_speed(speed: &Speed, column: Column) -> Option<Cell> {
    Some(match column {
        Column::Step => Cell::Figure(speed.step.total.get()),
        Column::Tokens => Cell::Figure(speed.tokens.get()),
        Column::Utilization => Cell::Figure(speed.utilization),
        Column::Bottleneck => Cell::Word(match speed.bottleneck {
            Bottleneck::Compute => "compute",
            Bottleneck::MemoryBandwidth => "memory-bandwidth",
            Bottleneck::Interconnect => "interconnect",
            Bottleneck::Engine => "engine",
        }),
        _ => return None,
    })
}

/// The id of a verdict.
const fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Meets => "meets",
        Verdict::OverBudget { .. } => "over-budget",
        Verdict::Late { .. } => "late",
        Verdict::TooLittleMemory { .. } => "too-little-memory",
        Verdict::TooLittleHost { .. } => "too-little-host-memory",
        Verdict::NoLayout { .. } => "no-layout",
        Verdict::Unsupported { .. } => "unsupported",
        Verdict::Unknown => "unknown",
    }
}

/// The shortfall, in figures.
fn reason(verdict: &Verdict) -> Option<String> {
    Some(match verdict {
        Verdict::Meets | Verdict::Unknown => return None,
        Verdict::Unsupported { barrier } => barrier.id().to_owned(),
        Verdict::OverBudget { least } => least.map_or_else(String::new, |least| {
            format!("{} USD", figure(least.get(), 2))
        }),
        Verdict::Late { fastest } => format!("{} days", figure(fastest.get() / DAY, 3)),
        Verdict::TooLittleMemory {
            short,
            accelerators,
        } => {
            let short = figure(short.to_gib(), 3);
            format!("{short} GiB short on each of {accelerators}")
        }
        Verdict::TooLittleHost {
            short,
            accelerators,
        } => {
            let short = figure(short.to_gib(), 3);
            format!("{short} GiB of host memory short on each node of {accelerators} accelerators")
        }
        Verdict::NoLayout { reason } => serde_json::to_string(reason).unwrap_or_default(),
    })
}

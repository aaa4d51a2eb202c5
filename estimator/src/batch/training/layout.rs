//! The layout of a line, its defaults filled in.
//!
//! | left out | taken |
//! | --- | --- |
//! | degrees, `virtual_pipeline`, `micro_batch` | 1 |
//! | `accelerators` | the product of the degrees |
//! | `expert_tensor_parallel` | `tensor_parallel` in Megatron where the ranks allow it, else 1 |
//! | `sharding` | `none` on one accelerator; `distributed-optimizer` in Megatron, `zero3` elsewhere |
//! | `sequence_parallel` | with `tensor_parallel` in Megatron and torchtitan, where it divides the sequence |
//! | `recompute`, `offload` | `none` |

use crate::batch::input::BatchError;
use crate::batch::training::input::Line;
use crate::batch::training::words;
use crate::hardware::Accelerator;
use crate::training::error::FieldError;
use crate::training::layout::nearest_multiple;
use crate::training::method::{Offload, Recompute, Sharding, Stack};
use crate::training::question::Fixed;
use crate::training::time::pipeline::last_stage;
use crate::training::{Job, Layout};

/// The layout the line means on `chip`, and the job with a batch it can cut.
pub(super) fn layout(
    line: &Line,
    job: &Job,
    chip: &Accelerator,
) -> Result<(Layout, Job), BatchError> {
    let degree = |given: Option<u32>| given.unwrap_or(1);
    let tensor = degree(line.tensor_parallel);
    let copy = Layout {
        tensor,
        pipeline: degree(line.pipeline_parallel),
        context: degree(line.context_parallel),
        ..Layout::SINGLE
    };
    let accelerators = accelerators(line, copy.model_ranks())?;
    let megatron = job.stack == Stack::Megatron;
    let splits = megatron || job.stack == Stack::Torchtitan;
    let expert = degree(line.expert_parallel);
    let layout = Layout {
        accelerators,
        expert,
        expert_tensor: line
            .expert_tensor_parallel
            .unwrap_or_else(|| shared_experts(job, &copy, accelerators, expert)),
        virtual_stages: degree(line.virtual_pipeline),
        micro_batch: degree(line.micro_batch),
        sharding: sharding(line, job.stack, accelerators)?,
        recompute: recompute(line)?.unwrap_or(Recompute::None),
        sequence_parallel: line
            .sequence_parallel
            .unwrap_or_else(|| splits && tensor > 1 && job.sequence.is_multiple_of(tensor.max(1))),
        offload: offload(line)?.unwrap_or(Offload::None),
        ..copy
    };
    let mut job = job.clone();
    if line.global_batch.is_none() {
        let at_once = layout
            .data()
            .max(1)
            .saturating_mul(layout.micro_batch.max(1));
        let rounds = if layout.virtual_stages > 1 {
            layout.pipeline.max(1)
        } else {
            1
        };
        job.global_batch = nearest_multiple(job.global_batch, at_once.saturating_mul(rounds));
    }
    // A node as large as the line needs: measured systems exist as they are.
    layout
        .check(&job, chip.node_size.max(layout.tensor))
        .map_err(|reason| words::illegal(&FieldError::illegal(reason, &layout, &job)))?;
    Ok((layout, job))
}

/// `layout` as its speed was published: Megatron's tables come from recipes that deal layers
/// by hand, its logged test runs, which memory is held against, from even stages.
pub(super) fn dealt(job: &Job, layout: &Layout) -> Layout {
    Layout {
        last_stage: last_stage(job, layout.pipeline),
        ..*layout
    }
}

/// Ranks that share an expert where the line does not say: Megatron's own default is
/// `tp`, and a run whose ranks do not allow that was made with 1.
fn shared_experts(job: &Job, copy: &Layout, accelerators: u32, expert: u32) -> u32 {
    let ranks = accelerators / copy.pipeline.max(1);
    let both = expert.saturating_mul(copy.tensor).max(1);
    let megatron = job.stack == Stack::Megatron && job.model.experts.is_some();
    if megatron && ranks.is_multiple_of(both) {
        copy.tensor
    } else {
        1
    }
}

/// Accelerators in all: as named, or the product of the degrees.
fn accelerators(line: &Line, copy: u32) -> Result<u32, BatchError> {
    let made = line.data_parallel.map(|data| data.saturating_mul(copy));
    match (line.accelerators, made) {
        (Some(given), Some(made)) if given != made => Err(BatchError::new(
            "data_parallel",
            format!("tp x pp x cp x dp = {made} is not accelerators = {given}"),
        )),
        (given, made) => Ok(given.or(made).unwrap_or(copy)),
    }
}

fn sharding(line: &Line, stack: Stack, accelerators: u32) -> Result<Sharding, BatchError> {
    if let Some(value) = &line.sharding {
        return words::sharding(value);
    }
    Ok(match stack {
        _ if accelerators <= 1 || stack == Stack::Unsloth => Sharding::None,
        Stack::Megatron => Sharding::DistributedOptimizer,
        _ => Sharding::Zero3,
    })
}

fn recompute(line: &Line) -> Result<Option<Recompute>, BatchError> {
    line.recompute.as_ref().map(words::recompute).transpose()
}

fn offload(line: &Line) -> Result<Option<Offload>, BatchError> {
    line.offload.as_deref().map(words::offload).transpose()
}

/// The settings that a search keeps.
pub(super) fn fixed(line: &Line) -> Result<Fixed, BatchError> {
    Ok(Fixed {
        virtual_stages: line.virtual_pipeline,
        micro_batch: line.micro_batch,
        sharding: line.sharding.as_ref().map(words::sharding).transpose()?,
        recompute: recompute(line)?,
        offload: offload(line)?,
        ..Fixed::default()
    })
}

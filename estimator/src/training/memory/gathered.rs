//! Tensors on a rank only while a step runs, beside activations: weights gathered from other ranks
//! or cast, and gradients under way.
//!
//! - FSDP: two layers of 16-bit weights, the one that runs and the next, or one with its
//!   gradients, and the embedding: `2 * 2 * layer + 2 V h`
//! - `DeepSpeed` ZeRO-3: its largest module, weights and gradients: `4 * largest` (its
//!   `estimate_zero3_model_states_mem_needs`); and from ZeRO-1 on the rank's gradients
//!   widened to fp32 for the step, 2 bytes more each
//! - autocast without sharding: 16-bit casts of the weights, kept for the backward pass
//! - data parallelism of Hugging Face (`DistributedDataParallel`): a bucket for every
//!   gradient

use crate::hardware::Accelerator;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::lora;
use crate::training::memory::recipe::Recipe;
use crate::training::memory::shards::Shards;
use crate::training::memory::trained::Trained;
use crate::training::method::{Family, Method, Offload, Precision, Sharding};
use crate::training::parameters::RankParameters;
use crate::training::shape::Shape;

/// Bytes of a rank.
pub(super) fn gathered(
    job: &Job,
    chip: &Accelerator,
    layout: &Layout,
    shape: &Shape,
    (rank, trained): (&RankParameters, &Trained),
) -> f64 {
    let (dense, experts) = trained.parameters;
    let sharded = matches!(layout.sharding, Sharding::Zero3 | Sharding::Hybrid)
        || layout.offload == Offload::States;
    match job.stack.family() {
        Family::DeepSpeed => {
            let shards = Shards::of(chip, layout).optimizer;
            let widened = if layout.sharding == Sharding::None
                || layout.offload != Offload::None
                || Recipe::of(job).half
            {
                0.0
            } else {
                2.0 * (dense / shards.0 + experts / shards.1)
            };
            widened
                + if sharded {
                    module(job, layout, shape)
                } else {
                    0.0
                }
        }
        _ if sharded => layers(job, layout, shape),
        Family::HuggingFace => {
            let buckets = if layout.sharding == Sharding::None && layout.data() > 1 {
                Recipe::of(job).gradients * (dense + experts)
            } else {
                0.0
            };
            let autocast = matches!(job.method, Method::Full)
                && !matches!(job.precision, Precision::Bf16 | Precision::Fp32);
            let casts = if autocast {
                2.0 * (rank.linear + rank.experts + rank.embeddings)
            } else {
                0.0
            };
            buckets + casts
        }
        Family::Megatron | Family::Torchtitan => 0.0,
    }
}

/// Bytes of a weight as it is multiplied: one that is gathered, or a frozen copy's.
pub(super) fn wide(job: &Job) -> f64 {
    if job.precision == Precision::Fp32 {
        4.0
    } else {
        2.0
    }
}

/// Two layers and the embedding.
fn layers(job: &Job, layout: &Layout, shape: &Shape) -> f64 {
    let tensor = f64::from(layout.tensor.max(1));
    let experts = f64::from(layout.expert.max(1)) * f64::from(layout.expert_tensor.max(1));
    let dense = if shape.dense_layers > 0.0 {
        shape.feed_forward + shape.bias_split
    } else {
        0.0
    };
    let mixture = shape.shared + shape.routed * shape.expert * tensor / experts;
    let layer = (shape.attention + dense.max(mixture)) / tensor + shape.norms;
    wide(job) * (2.0 * layer + shape.vocabulary * shape.hidden / tensor)
}

/// The largest module with its gradient.
fn module(job: &Job, layout: &Layout, shape: &Shape) -> f64 {
    let largest = lora::largest(&job.model).max(shape.vocabulary * shape.hidden);
    2.0 * wide(job) * largest / f64::from(layout.tensor.max(1))
}

//! Activations that layers keep for the backward pass, on one stage of the pipeline.
//!
//! ```text
//! none          in flight * a              a: bytes of one micro-batch in a layer
//! full          in flight * 2 T h / r + a  inputs of layers, and one layer made again
//! in flight     pp = 1: L ; 1F1B: L' min(m, pp - i)
//!               interleaved: L'/v min(m v, 2 (pp - i - 1) + (v - 1) pp + 1)
//! ```
//!
//! `i` the stage, 0 first; `L'` its layers; `r` is `tp` with sequence parallelism, else 1.
//! torchtitan's selective recompute keeps every other matrix product: 0.57 of a layer, by
//! one published pair of runs. Megatron's drops attention's scores alone.
//!
//! Sources: Narayanan et al. 2021 (arXiv 2104.04473) for the schedules; Korthikanti et
//! al. 2022 (arXiv 2205.05198) for recompute. Layers: [`super::fused`], [`super::eager`].

use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::memory::{eager, fused};
use crate::training::method::{Family, Precision, Recompute};
use crate::training::parameters::{self, StageLayers};
use crate::training::shape::Shape;

/// Activations that a compiled layer keeps under selective recompute, as a share of those without.
const PER_OPERATOR: f64 = 0.57;

/// Bytes that one token leaves behind in a layer, on one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LayerBytes {
    /// Norms, residuals and attention, mean of the layers.
    pub common: f64,
    /// A dense feed-forward part.
    pub dense: f64,
    /// Experts, the shared ones included.
    pub experts: f64,
}

impl LayerBytes {
    /// Of a token in all of `layers`.
    #[must_use]
    pub fn of(&self, layers: StageLayers) -> f64 {
        self.common * layers.all + self.dense * layers.dense + self.experts * layers.experts
    }

    /// Of a token in the largest layer.
    #[must_use]
    pub fn largest(&self, layers: StageLayers) -> f64 {
        let dense = if layers.dense > 0.0 { self.dense } else { 0.0 };
        let experts = if layers.experts > 0.0 {
            self.experts
        } else {
            0.0
        };
        self.common + dense.max(experts)
    }
}

/// Bytes of a token in a layer, by the software.
#[must_use]
pub fn layer(job: &Job, layout: &Layout) -> LayerBytes {
    of_layer(job, layout, &Shape::of(&job.model))
}

pub(super) fn of_layer(job: &Job, layout: &Layout, shape: &Shape) -> LayerBytes {
    let bytes = match job.stack.family() {
        Family::Megatron => fused::layer(job, layout, shape),
        Family::Torchtitan | Family::HuggingFace | Family::DeepSpeed => {
            eager::layer(job, layout, shape)
        }
    };
    let wide = width(job);
    LayerBytes {
        common: wide * bytes.common,
        dense: wide * bytes.dense,
        experts: wide * bytes.experts,
    }
}

/// Size of an activation over 16 bits.
pub(super) fn width(job: &Job) -> f64 {
    if job.precision == Precision::Fp32 {
        2.0
    } else {
        1.0
    }
}

/// Ranks that norms and residuals are cut over, `r`.
pub(super) fn residual_ranks(layout: &Layout) -> f64 {
    if layout.sequence_parallel {
        f64::from(layout.tensor.max(1))
    } else {
        1.0
    }
}

/// Micro-batches of whole stages that stage `stage` holds at once.
#[must_use]
pub fn in_flight(job: &Job, layout: &Layout, stage: u32) -> f64 {
    let stages = f64::from(layout.pipeline.max(1));
    if layout.pipeline <= 1 {
        return 1.0;
    }
    let count = f64::from(layout.micro_batches(job));
    let left = (stages - f64::from(stage)).max(1.0);
    let chunks = f64::from(layout.virtual_stages.max(1));
    if chunks > 1.0 {
        (count * chunks).min(2.0 * (left - 1.0) + (chunks - 1.0) * stages + 1.0) / chunks
    } else {
        count.min(left)
    }
}

/// Tensors that an interleaved schedule still holds between steps: the input of each chunk and its
/// gradient, `2 v` tensors of `2 T h / r`. Read off Megatron's logs: 16 such tensors on a 7B model
/// of 8 chunks, 6 on small ones of 3.
pub(super) fn ends_of_chunks(job: &Job, layout: &Layout, shape: &Shape) -> f64 {
    if job.stack.family() != Family::Megatron || layout.pipeline <= 1 || layout.virtual_stages <= 1
    {
        return 0.0;
    }
    let each = 2.0 * width(job) * layout.tokens(job) * shape.hidden / residual_ranks(layout);
    2.0 * f64::from(layout.virtual_stages) * each
}

/// Bytes that stage `stage` with its `layers` keeps at its fullest, where a layer keeps
/// `bytes` of each token.
pub(super) fn activations(
    job: &Job,
    layout: &Layout,
    shape: &Shape,
    (stage, layers): (u32, StageLayers),
    bytes: LayerBytes,
) -> f64 {
    let tokens = layout.tokens(job);
    let residual = width(job) * shape.hidden / residual_ranks(layout);
    let flight = in_flight(job, layout, stage);
    let kept = match (layout.recompute, job.stack.family()) {
        (Recompute::Full, _) => {
            let inputs = flight * layers.all * 2.0 * residual;
            // With a single layer nothing is saved by making it again.
            (inputs + bytes.largest(layers)).min(flight * bytes.of(layers))
        }
        (Recompute::Selective, Family::Torchtitan | Family::HuggingFace | Family::DeepSpeed) => {
            PER_OPERATOR * flight * bytes.of(layers)
        }
        (Recompute::None | Recompute::Selective, _) => flight * bytes.of(layers),
    };
    let last = stage.saturating_add(1) >= layout.pipeline.max(1);
    let further = if last {
        let more = parameters::further_tokens(job, shape);
        more * bytes.largest(layers)
    } else {
        0.0
    };
    let mut bytes = tokens * (kept + further);
    if job.stack.family() == Family::Megatron {
        if last {
            bytes += tokens * 4.0 * residual;
        }
        if stage == 0 {
            let held = layout.micro_batches(job).min(layout.pipeline.max(1));
            bytes += tokens * residual * f64::from(held);
        }
    }
    bytes
}

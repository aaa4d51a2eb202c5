//! The parameters that one rank holds, by how they are split.
//!
//! ```text
//! split      = [ L_d' (A - A_r + F + B_s) + L_m' (A - A_r + S) + embeddings ] / tp
//! replicated = (L_d' + L_m') (N + A_r) + L_d' B_r + L_m' R + positions + final norm
//! experts    = L_m' E X / (ep etp)
//! ```
//!
//! `L'` are the layers of the rank's stage, the dense ones first. The first stage holds
//! the embedding and learned positions, the last the head: its own, or a second copy of
//! a tied embedding once `pp > 1`. Layers that predict further tokens stand on the last
//! stage with a projection of `2 h^2` each and, with `pp > 1`, a copy of the embedding.
//! Only Megatron trains them. Symbols: `shape.rs`.
//!
//! Source: Megatron-LM's layers (arXiv 1909.08053), held against the bytes its test runs
//! log.

use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::lora;
use crate::training::method::{Family, Method};
use crate::training::shape::Shape;

/// Layers of one stage of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StageLayers {
    /// All.
    pub all: f64,
    /// Of them with a dense feed-forward part.
    pub dense: f64,
    /// Of them with experts.
    pub experts: f64,
}

/// Parameters of one rank by the part of the model they belong to.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RankParameters {
    /// Matrices of attention, dense feed-forward layers and shared experts, this rank's
    /// part.
    pub linear: f64,
    /// The part of `linear` that every rank of tensor parallelism holds whole.
    pub linear_replicated: f64,
    /// Embedding and head, this rank's part.
    pub embeddings: f64,
    /// Biases that are split, this rank's part.
    pub bias_split: f64,
    /// Norms, routers, learned positions and biases: whole on every rank.
    pub small: f64,
    /// Parameters beside the decoder: whole, on the first stage.
    pub other: f64,
    /// Routed experts, this rank's part.
    pub experts: f64,
}

impl RankParameters {
    /// Parameters that tensor parallelism splits.
    #[must_use]
    pub fn split(&self) -> f64 {
        self.linear - self.linear_replicated + self.embeddings + self.bias_split
    }

    /// Parameters that every rank of a stage holds whole.
    #[must_use]
    pub fn replicated(&self) -> f64 {
        self.linear_replicated + self.small + self.other
    }

    /// Everything but routed experts: parameters sharded over `d = dp cp`.
    #[must_use]
    pub fn dense(&self) -> f64 {
        self.split() + self.replicated()
    }

    /// All.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.dense() + self.experts
    }
}

/// The parameters that `job` trains: all, or its adapters'. Exact.
#[must_use]
pub fn trainable(job: &Job) -> f64 {
    match job.method {
        Method::Full => {
            let shape = Shape::of(&job.model);
            let further = further_tokens(job, &shape);
            of_stage(&shape, &Layout::SINGLE, 0, further).total()
        }
        Method::Adapter(adapter) => lora::trainable(&job.model, adapter),
    }
}

/// The parameters of a rank of stage `stage`, 0 first.
#[must_use]
pub fn of_rank(job: &Job, layout: &Layout, stage: u32) -> RankParameters {
    let shape = Shape::of(&job.model);
    of_stage(&shape, layout, stage, further_tokens(job, &shape))
}

/// Layers that predict further tokens, where the software trains them.
pub(crate) fn further_tokens(job: &Job, shape: &Shape) -> f64 {
    if job.stack.family() == Family::Megatron {
        shape.further
    } else {
        0.0
    }
}

/// The layers of stage `stage`.
pub(crate) fn stage_layers(shape: &Shape, layout: &Layout, stage: u32) -> StageLayers {
    let (start, all) = layout.stage(shape.depth, stage);
    let (start, all) = (f64::from(start), f64::from(all));
    // One kind a layer: the dense ones come first. Both kinds in one layer, or neither,
    // means they are spread evenly.
    if (shape.dense_layers + shape.expert_layers - shape.layers).abs() < 0.5 {
        let dense = (shape.dense_layers - start).max(0.0).min(all);
        return StageLayers {
            all,
            dense,
            experts: all - dense,
        };
    }
    let share = all / shape.layers;
    StageLayers {
        all,
        dense: shape.dense_layers * share,
        experts: shape.expert_layers * share,
    }
}

/// The parameters of a rank of stage `stage`, `further` layers beyond the last included.
pub(crate) fn of_stage(shape: &Shape, layout: &Layout, stage: u32, further: f64) -> RankParameters {
    let tensor = f64::from(layout.tensor.max(1));
    let first = stage == 0;
    let last = stage.saturating_add(1) >= layout.pipeline.max(1);
    let mut layers = stage_layers(shape, layout, stage);
    let mut further_projections = 0.0;
    if last {
        layers.all += further;
        if shape.expert_layers > 0.0 {
            layers.experts += further;
        } else {
            layers.dense += further;
        }
        further_projections = further * 2.0 * shape.hidden * shape.hidden;
    }
    let linear_replicated = layers.all * shape.attention_replicated;
    let linear = layers.all * (shape.attention - shape.attention_replicated)
        + layers.dense * shape.feed_forward
        + layers.experts * shape.shared
        + further_projections;
    let vocabulary = shape.vocabulary * shape.hidden;
    let copies = copies_of_embedding(shape, first, last, further);
    let expert_ranks = f64::from(layout.expert.max(1)) * f64::from(layout.expert_tensor.max(1));
    RankParameters {
        linear: linear / tensor + linear_replicated,
        linear_replicated,
        embeddings: copies * vocabulary / tensor,
        bias_split: layers.dense * shape.bias_split / tensor,
        small: layers.all * shape.norms
            + layers.dense * shape.bias_replicated
            + layers.experts * shape.hidden * shape.routed
            + if first {
                shape.positions * shape.hidden
            } else {
                0.0
            }
            + if last { shape.norms / 2.0 } else { 0.0 },
        other: if first { shape.other } else { 0.0 },
        experts: layers.experts * shape.routed * shape.expert / expert_ranks,
    }
}

/// How many tensors as large as the embedding a stage holds.
fn copies_of_embedding(shape: &Shape, first: bool, last: bool, further: f64) -> f64 {
    let head = if shape.tied { 0.0 } else { 1.0 };
    let copy = if first || !(shape.tied || further > 0.0) {
        0.0
    } else {
        1.0
    };
    (if first { 1.0 } else { 0.0 }) + if last { head + copy } else { 0.0 }
}

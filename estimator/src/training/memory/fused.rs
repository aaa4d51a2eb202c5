//! Layers whose kernels are fused, as Megatron with Transformer Engine has them: bytes a
//! token leaves behind, counted tensor by tensor at 16 bits.
//!
//! ```text
//! inputs and outputs of the two norms  8 h / r
//! dropout's masks                      2 h / r
//! q, k, v and attention's output       2 (2 q + 2 kv) / t
//!   latent attention                   2 n_h (2 (d_n + d_r) + 2 d_v) / t + 2 (2 r_q + 2 r_kv + d_r) / r
//! softmax                              4 n_h / t with flash attention, else 4 (5) n_h s / t
//! feed-forward                         2 (3 gated | 2) f / t
//! experts                              4 h k / r + 2 (3|2) k f_e / r + 8 E / r + 2 (3|2) f_s / t
//! ```
//!
//! A frozen layer keeps the inputs of norms and of non-linear parts: `4 h` and the inputs of
//! adapters, and `2 (2|1) f` of the feed-forward part. Symbols: `shape.rs`; `t = tp`, `r` see
//! [`super::activations`]. Counted from the modules' saved tensors.

use crate::model::{Model, Recurrent};
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::memory::activations::{LayerBytes, residual_ranks};
use crate::training::memory::eager::{adapter_inputs, adapts_feed_forward};
use crate::training::method::Recompute;
use crate::training::shape::Shape;

/// Of one token in one layer.
pub(super) fn layer(job: &Job, layout: &Layout, shape: &Shape) -> LayerBytes {
    let tensor = f64::from(layout.tensor.max(1));
    let ranks = residual_ranks(layout);
    let hidden = shape.hidden;
    let frozen = job.method.adapter();
    let residual = match frozen {
        None => 8.0 * hidden,
        Some(adapter) => 4.0 * hidden * (1.0 + adapter_inputs(adapter.targets)),
    };
    let masks = if job.dropout { 2.0 * hidden } else { 0.0 };
    let matrices = if shape.gated { 3.0 } else { 2.0 };
    let kept = match frozen {
        None => matrices,
        Some(adapter) => matrices - 1.0 + adapts_feed_forward(adapter.targets),
    };
    LayerBytes {
        common: (residual + masks) / ranks + mixers(job, layout, shape, 0.0),
        dense: 2.0 * kept * shape.width / tensor,
        experts: (4.0 * hidden * shape.active
            + 2.0 * kept * shape.active * shape.expert_width
            + 8.0 * shape.routed)
            / ranks
            + 2.0 * kept * shape.shared_width / tensor,
    }
}

/// Attention and recurrent layers, mean of all layers; `extra` bytes a score beyond a
/// fused softmax.
pub(super) fn mixers(job: &Job, layout: &Layout, shape: &Shape, extra: f64) -> f64 {
    let model = &job.model;
    let attention = attention_layers(model) * attention(layout, shape);
    let scores = attention_layers(model) * scores(job, layout, shape, extra);
    (attention + scores + recurrent(model) / f64::from(layout.tensor.max(1))) / shape.layers
}

pub(super) fn attention_layers(model: &Model) -> f64 {
    model.full.map_or(0.0, |part| f64::from(part.layers))
        + model.window.map_or(0.0, |part| f64::from(part.layers))
}

/// Queries, keys, values and output of an attention layer.
pub(super) fn attention(layout: &Layout, shape: &Shape) -> f64 {
    let tensor = f64::from(layout.tensor.max(1));
    match shape.latent {
        None => 2.0 * (2.0 * shape.query + 2.0 * shape.key_value) / tensor,
        Some(latent) => {
            let heads = 2.0 * (latent.nope + latent.rope) + 2.0 * latent.value;
            let compressed = 2.0 * latent.query_rank + 2.0 * latent.kv_rank + latent.rope;
            2.0 * shape.heads * heads / tensor + 2.0 * compressed / residual_ranks(layout)
        }
    }
}

/// The softmax's kept values: a maximum and a sum a row, or all scores of the sequence.
fn scores(job: &Job, layout: &Layout, shape: &Shape, extra: f64) -> f64 {
    let heads = shape.heads / f64::from(layout.tensor.max(1));
    if job.flash {
        return 4.0 * heads;
    }
    if layout.recompute == Recompute::Selective {
        return 0.0;
    }
    let dropout = if job.dropout { 1.0 } else { 0.0 };
    (4.0 + dropout + extra) * heads * f64::from(job.sequence)
}

/// Recurrent layers of the whole model: the outputs of the input projection and of the
/// convolution, the output before and after its gate and norm, all at 16 bits.
pub(super) fn recurrent(model: &Model) -> f64 {
    model.recurrent.map_or(0.0, |layers| {
        let (projected, convolved, inner) = match layers.shape {
            Recurrent::Linear {
                key_heads,
                key_dim,
                value_heads,
                value_dim,
                ..
            } => {
                let keys = f64::from(key_heads) * f64::from(key_dim);
                let values = f64::from(value_heads) * f64::from(value_dim);
                (
                    2.0 * keys + 2.0 * values + 2.0 * f64::from(value_heads),
                    2.0 * keys + values,
                    values,
                )
            }
            Recurrent::Mamba1 { inner, state, .. } => {
                let inner = f64::from(inner);
                (2.0 * inner, inner + 2.0 * f64::from(state), inner)
            }
            Recurrent::Mamba2 {
                heads,
                head_dim,
                state,
                groups,
                ..
            } => {
                let inner = f64::from(heads) * f64::from(head_dim);
                let shared = 2.0 * f64::from(groups) * f64::from(state);
                (
                    2.0 * inner + shared + f64::from(heads),
                    inner + shared,
                    inner,
                )
            }
        };
        f64::from(layers.layers) * 2.0 * (projected + convolved + 2.0 * inner)
    })
}

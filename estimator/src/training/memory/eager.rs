//! Layers as frameworks write them, operator by operator (Hugging Face, PEFT, `LitGPT`)
//! or compiled (torchtitan): bytes a token leaves behind at 16 bits.
//!
//! | | all parameters learn | frozen base with adapters |
//! | --- | --- | --- |
//! | eager | `16 h + 4 q + 4 kv + 2 (q + kv) + [4 q if n_kv < n_h] + [6 (q + kv) if heads are normalised] + (8 gated, 4) f` | `8 h + 7 h g`, attention alike, `(6, 2) f + [2 f if adapted]` |
//! | compiled | `8 h + 4 q + 4 kv + (6, 4) f` | `4 h + 4 h g`, attention alike, `(4, 2) f + [2 f if adapted]` |
//!
//! `16 h`: two norms, each keeping an fp32 copy, the normalised value and the output. A
//! `LayerNorm` is one kernel, which keeps its input and its output: 8 h instead of 16, 4 instead
//! of 8 where the base is frozen. `2 (q + kv)`: rotary positions written anew, not where positions
//! are learned; `4 q`: keys and values repeated for all heads. `g` inputs of adapters: 1 for
//! queries and values, 2.5 for all linear layers. A magnitude (`DoRA`) keeps the outputs of base
//! and adapter: 6 bytes an output, 4 where adapters are at 16 bits. Products with a base in 4 bits
//! (bitsandbytes) keep their inputs, which frozen layers at 16 bits do not: `4 h + 2 f`. Scores
//! that are written: fp32 and 16 bits each, and dropout's mask. Experts: the feed-forward part at
//! `k f_e + f_s`, and each token copied to its experts and back.
//!
//! Held against whole-layer coefficients published for five models (55.5 of 56 bytes a
//! token and `h` for Llama-3.1-8B, 77 of 76 for Qwen3-4B).

use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::lora;
use crate::training::memory::activations::{LayerBytes, residual_ranks};
use crate::training::memory::fused;
use crate::training::method::{Base, Family};
use crate::training::shape::Shape;
use crate::training::target::{Matrix, Targets};

/// Inputs that adapters keep, over those of two of them on one tensor, `g`: half each of queries,
/// keys, values, gate and up. Attention's output is kept without one.
pub(super) fn adapter_inputs(targets: Targets) -> f64 {
    const OWN: [Matrix; 5] = [
        Matrix::Query,
        Matrix::Key,
        Matrix::Value,
        Matrix::Gate,
        Matrix::Up,
    ];
    targets.count(&OWN) / 2.0
}

/// 1 where the last matrix of feed-forward layers keeps its input for an adapter.
pub(super) fn adapts_feed_forward(targets: Targets) -> f64 {
    targets.count(&[Matrix::Down])
}

/// Of one token in one layer.
pub(super) fn layer(job: &Job, layout: &Layout, shape: &Shape) -> LayerBytes {
    let compiled = job.stack.family() == Family::Torchtitan;
    let tensor = f64::from(layout.tensor.max(1));
    let ranks = residual_ranks(layout);
    let hidden = shape.hidden;
    let norms = if job.model.block.layer_norm { 0.5 } else { 1.0 };
    let (residual, kept) = match (job.method.adapter(), compiled) {
        (None, false) => (16.0 * norms * hidden, if shape.gated { 8.0 } else { 4.0 }),
        (None, true) => (8.0 * hidden, if shape.gated { 6.0 } else { 4.0 }),
        (Some(adapter), compiled) => {
            let g = adapter_inputs(adapter.targets);
            let adapted = 2.0 * adapts_feed_forward(adapter.targets);
            if compiled {
                let kept = if shape.gated { 4.0 } else { 2.0 };
                (hidden * (4.0 + 4.0 * g), kept + adapted)
            } else {
                let kept = if shape.gated { 6.0 } else { 2.0 };
                let inputs = if is_four_bit(adapter.base) { 1.0 } else { 0.0 };
                (
                    hidden * (8.0 * norms + 7.0 * g + 4.0 * inputs),
                    kept + adapted + 2.0 * inputs,
                )
            }
        }
    };
    let masks = if job.dropout { 2.0 * hidden } else { 0.0 };
    LayerBytes {
        common: (residual + masks) / ranks
            + mixers(job, layout, shape, compiled)
            + magnitudes(job, shape) / tensor,
        dense: kept * shape.width / tensor,
        experts: (4.0 * hidden * shape.active
            + kept * shape.active * shape.expert_width
            + 8.0 * shape.routed)
            / ranks
            + kept * shape.shared_width / tensor,
    }
}

/// Whether bitsandbytes multiplies with a base kept so.
const fn is_four_bit(base: Base) -> bool {
    matches!(base, Base::Nf4 | Base::Nf4Double)
}

/// Bytes that learnt magnitudes keep, mean of all layers; a token passes through the adapters of
/// the experts it visits.
fn magnitudes(job: &Job, shape: &Shape) -> f64 {
    let Some(adapter) = job.method.adapter().filter(|adapter| adapter.magnitude) else {
        return 0.0;
    };
    let (dense, experts) = lora::outputs(&job.model, adapter);
    let visited = if shape.routed > 0.0 {
        shape.active / shape.routed
    } else {
        0.0
    };
    let each = if adapter.half { 4.0 } else { 6.0 };
    each * (dense + experts * visited) / shape.layers
}

/// Attention and recurrent layers, mean of all layers.
fn mixers(job: &Job, layout: &Layout, shape: &Shape, compiled: bool) -> f64 {
    let tensor = f64::from(layout.tensor.max(1));
    let mut attention = fused::attention(layout, shape);
    if !compiled {
        let (query, key_value) = (shape.query, shape.key_value);
        if job.model.block.learned_positions == 0 {
            attention += 2.0 * (query + key_value) / tensor;
        }
        if shape.latent.is_none() && key_value < query {
            attention += 4.0 * query / tensor;
        }
        if job.model.block.head_norm {
            attention += 6.0 * (query + key_value) / tensor;
        }
    }
    if !job.flash {
        let dropout = if job.dropout { 3.0 } else { 0.0 };
        attention += (6.0 + dropout) * shape.heads / tensor * f64::from(job.sequence);
    }
    let recurrent = fused::recurrent(&job.model) / tensor;
    (fused::attention_layers(&job.model) * attention + recurrent) / shape.layers
}

//! Weights on the most loaded rank.
//!
//! `w = (P_attn b_attn + P_ffn b_ffn) / tp + L_m E w_1 / n + (embedding + head) / tp`,
//! bits by tensor class; routers and norms are copied to every rank. A
//! pipeline gives the fullest stage `ceil(L / pp) / L` of the layers, and the
//! first stage the embedding or the last one the head, whichever is larger.
//!
//! Beside that split engines keep whole on every rank the matrices that compress a token for
//! latent attention, `d (r_q + r_kv + d_rope)` a layer (DeepSeek-R1 at tp 16: 40.32 GiB logged,
//! 39.36 without), and a table of rotary positions, `max_context d_rope` at 16 bit (Llama-3.1-8B
//! 32 MiB, Llama-3.2-1B 16 MiB). Kernels for 4-bit microscaled experts need each rank's width in
//! multiples of 256 (gpt-oss-120b, 2,880 wide: 64.4 GiB logged on one H100, 60.7 unpadded; some
//! kernels pad the hidden size, too: 66.0).

use crate::engine::Engine;
use crate::model::{Attention, Model};
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::precision::{TensorClass, WeightFormat};
use crate::quantity::Bytes;

/// Share of the layers the fullest pipeline stage holds.
#[must_use]
pub fn stage_share(model: &Model, placement: Placement) -> f64 {
    let layers = model.layers.max(1);
    f64::from(layers.div_ceil(placement.pipeline.max(1))) / f64::from(layers)
}

/// Bytes of the tensors every rank holds whole: routers and norms.
#[must_use]
pub fn copied(
    model: &Model,
    counted: &Parameters,
    format: WeightFormat,
    placement: Placement,
) -> Bytes {
    let bits = format.bits(TensorClass::Router, model.is_mixture());
    let stage = stage_share(model, placement);
    Bytes::new((counted.router + counted.norms) * bits / 8.0 * stage)
}

/// Bytes of weights on the most loaded rank.
#[must_use]
pub fn weights(
    model: &Model,
    counted: &Parameters,
    format: WeightFormat,
    placement: Placement,
) -> Bytes {
    let mixture = model.is_mixture();
    let bytes = |class, parameters: f64| parameters * format.bits(class, mixture) / 8.0;
    let tensor = f64::from(placement.tensor.max(1));
    let ranks = f64::from(placement.stage_ranks().max(1));
    let layers = (bytes(TensorClass::Attention, counted.attention)
        + bytes(TensorClass::FeedForward, counted.feed_forward))
        / tensor
        + bytes(TensorClass::Experts, counted.experts) / ranks;
    let embedding = bytes(TensorClass::Embedding, counted.embedding) / tensor;
    let head = if model.tied_embeddings {
        0.0
    } else {
        bytes(TensorClass::Head, counted.head) / tensor
    };
    let ends = if placement.pipeline > 1 {
        embedding.max(bytes(TensorClass::Head, counted.head) / tensor)
    } else {
        embedding + head
    };
    let other = bytes(TensorClass::Router, counted.other);
    copied(model, counted, format, placement)
        + Bytes::new(layers * stage_share(model, placement) + ends + other)
}

/// Widths that kernels for 4-bit microscaled experts work in.
const EXPERT_TILE: u32 = 256;

/// Bytes that a rank holds beyond its part of the weights: copies of the matrices that compress
/// tokens for latent attention, the table of rotary positions, and padding of experts.
#[must_use]
pub fn beside(model: &Model, format: WeightFormat, engine: Engine, placement: Placement) -> Bytes {
    // It computes positions as it goes, and reads the file as it is.
    if engine == Engine::LlamaCpp {
        return Bytes::ZERO;
    }
    let mixture = model.is_mixture();
    let stage = stage_share(model, placement);
    let tensor = f64::from(placement.tensor.max(1));
    let compressing = model.full.map_or(0.0, |part| match part.shape {
        Attention::Latent {
            query_rank,
            kv_rank,
            rope_dim,
            ..
        } => {
            let width = f64::from(query_rank) + f64::from(kv_rank) + f64::from(rope_dim);
            f64::from(model.hidden_size) * width * f64::from(part.layers)
        }
        Attention::Grouped { .. } => 0.0,
    });
    let copies = compressing * format.bits(TensorClass::Attention, mixture) / 8.0
        * (1.0 - 1.0 / tensor)
        * stage;
    let rotated = model.attention().map_or(0, |shape| match shape {
        Attention::Latent { rope_dim, .. } => rope_dim,
        Attention::Grouped { head_dim, .. } => head_dim,
    });
    let table = f64::from(model.max_context.unwrap_or(0)) * f64::from(rotated) * 2.0;
    let padding = model
        .experts
        .filter(|_| format == WeightFormat::Mxfp4)
        .map_or(0.0, |part| {
            // Experts are dealt out whole, or every one is split over the ranks.
            let ranks = placement.stage_ranks().max(1);
            let (experts, pieces) = if placement.expert > 1 {
                (f64::from(part.routed) / f64::from(ranks), 1)
            } else {
                (f64::from(part.routed), ranks)
            };
            let held = part.width.div_ceil(pieces);
            let missing = held.div_ceil(EXPERT_TILE) * EXPERT_TILE - held;
            let rows = 3.0 * f64::from(model.hidden_size) * f64::from(missing);
            let bits = format.bits(TensorClass::Experts, mixture);
            rows * experts * f64::from(part.layers) * bits / 8.0 * stage
        });
    Bytes::new(copies + table + padding)
}

#[cfg(test)]
mod tests;

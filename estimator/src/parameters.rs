//! Exact parameter counts by tensor class, because the class decides the
//! precision a tensor is kept in and how it is split over ranks.
//!
//! Per layer, in words:
//! - grouped attention: `d (n_h + n_kv) d_h + d n_kv d_v + n_h d_v d`, plus
//!   biases, plus `d n_h d_h` for an output gate
//! - latent attention: `d r_q + r_q n_h (d_nope + d_rope)` (or without `r_q`
//!   `d n_h (d_nope + d_rope)`), plus `d (r_kv + d_rope)`, plus
//!   `r_kv n_h (d_nope + d_v)`, plus `n_h d_v d`, plus the indexer's `r_q n_i d_i + d d_i + d n_i`
//! - a layer that borrows keys and values has no projection of them
//! - linear attention: `d (2 n_k h_k + 2 n_v h_v) + 2 d n_v` + convolution
//!   `(2 n_k h_k + n_v h_v) kernel` + output `n_v h_v d`
//! - Mamba-1: `2 d i + i kernel + i (r + 2 s) + r i + i s + i d`;
//!   Mamba-2: `d (2 i + 2 g s + n) + (i + 2 g s) kernel + i d`
//! - feed-forward: `3 d d_ff` with a gate, `2 d d_ff` without
//!
//! Sources: the published modelling code of each family; Dao & Gu 2024
//! (Mamba-2), DeepSeek-AI 2024 (latent attention). Held against the published
//! totals of every model in the catalogue, within 1 %.

use crate::model::{Attention, Model, Recurrent};
use serde::Serialize;

/// Parameters by tensor class, of the whole model, as numbers of them.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Parameters {
    /// Attention projections, recurrent layers included.
    pub attention: f64,
    /// Dense feed-forward layers and shared experts.
    pub feed_forward: f64,
    /// All routed experts.
    pub experts: f64,
    /// One routed expert of one layer.
    pub one_expert: f64,
    /// Routers.
    pub router: f64,
    /// Token embedding.
    pub embedding: f64,
    /// Output head: as large as the embedding even where they are tied, since
    /// it is multiplied all the same.
    pub head: f64,
    /// Norms: kept at 16 bit and copied to every rank.
    pub norms: f64,
    /// Everything beside the decoder (vision tower).
    pub other: f64,
    /// The total to hold against a published figure: tied tensors once.
    pub total: f64,
    /// Parameters one token passes through, embedding look-up left out.
    pub active: f64,
}

/// Counts `model`, exactly.
#[must_use]
pub fn count(model: &Model) -> Parameters {
    let d = f64::from(model.hidden_size);
    let full = model.full.map_or(0.0, |full| {
        f64::from(full.layers) * attention_layer(&full.shape, d)
            - f64::from(model.borrowing.full) * full.shape.key_value_weights(model.hidden_size)
    });
    let window = model.window.map_or(0.0, |window| {
        f64::from(window.layers) * attention_layer(&window.shape, d)
            - f64::from(model.borrowing.window) * window.shape.key_value_weights(model.hidden_size)
    });
    let recurrent = model.recurrent.map_or(0.0, |recurrent| {
        f64::from(recurrent.layers) * recurrent_layer(&recurrent.shape, d)
    });
    let dense: f64 = model
        .dense
        .iter()
        .map(|part| f64::from(part.layers) * d * f64::from(part.width) * matrices(part.gated))
        .sum();
    let head = f64::from(model.vocabulary) * d;
    let mut counted = Parameters {
        attention: full + window + recurrent,
        feed_forward: dense,
        embedding: head,
        head,
        // Two norms a layer and one at the end; the handful of head norms that
        // some families add is under 0.001 % of any model.
        norms: (2.0 * f64::from(model.layers) + 1.0) * d,
        #[allow(clippy::cast_precision_loss)]
        other: model.other_parameters as f64,
        ..Parameters::default()
    };
    let mut active_experts = 0.0;
    if let Some(experts) = model.experts {
        let layers = f64::from(experts.layers);
        counted.one_expert = d * f64::from(experts.width) * matrices(experts.gated);
        counted.experts = layers * f64::from(experts.routed) * counted.one_expert;
        counted.feed_forward +=
            layers * d * f64::from(experts.shared_width) * matrices(experts.gated);
        counted.router = layers * d * f64::from(experts.routed);
        active_experts = layers * f64::from(experts.active) * counted.one_expert;
    }
    let shared = counted.attention + counted.feed_forward + counted.router + counted.norms;
    let stored_head = if model.tied_embeddings { 0.0 } else { head };
    counted.total = shared + counted.experts + counted.embedding + stored_head + counted.other;
    counted.active = shared + active_experts + counted.head;
    counted
}

fn matrices(gated: bool) -> f64 {
    if gated { 3.0 } else { 2.0 }
}

fn attention_layer(shape: &Attention, d: f64) -> f64 {
    match *shape {
        Attention::Grouped {
            heads,
            kv_heads,
            head_dim,
            value_dim,
            bias,
            gated,
        } => {
            let (heads, kv_heads) = (f64::from(heads), f64::from(kv_heads));
            let key = f64::from(head_dim);
            // Where keys serve as values there is no value projection.
            let value = f64::from(value_dim);
            let output = if value_dim == 0 { key } else { value };
            let projected = (heads + kv_heads) * key + kv_heads * value;
            let biases = if bias { projected } else { 0.0 };
            let gate = if gated { d * heads * key } else { 0.0 };
            d * projected + biases + heads * output * d + gate
        }
        Attention::Latent {
            heads,
            query_rank,
            kv_rank,
            nope_dim,
            rope_dim,
            value_dim,
            indexer,
        } => {
            let heads = f64::from(heads);
            let (query_rank, kv_rank) = (f64::from(query_rank), f64::from(kv_rank));
            let (nope, rope) = (f64::from(nope_dim), f64::from(rope_dim));
            let value = f64::from(value_dim);
            let query = if query_rank > 0.0 {
                d * query_rank + query_rank * heads * (nope + rope)
            } else {
                d * heads * (nope + rope)
            };
            let index = indexer.map_or(0.0, |index| {
                let (n, size) = (f64::from(index.heads), f64::from(index.head_dim));
                query_rank * n * size + d * size + d * n
            });
            query
                + d * (kv_rank + rope)
                + kv_rank * heads * (nope + value)
                + heads * value * d
                + index
        }
    }
}

fn recurrent_layer(shape: &Recurrent, d: f64) -> f64 {
    match *shape {
        Recurrent::Linear {
            key_heads,
            key_dim,
            value_heads,
            value_dim,
            kernel,
        } => {
            let keys = f64::from(key_heads) * f64::from(key_dim);
            let values = f64::from(value_heads) * f64::from(value_dim);
            d * (2.0 * keys + 2.0 * values)
                + 2.0 * d * f64::from(value_heads)
                + (2.0 * keys + values) * f64::from(kernel)
                + values * d
        }
        Recurrent::Mamba1 {
            inner,
            state,
            dt_rank,
            kernel,
        } => {
            let (inner, state) = (f64::from(inner), f64::from(state));
            let rank = f64::from(dt_rank);
            2.0 * d * inner
                + inner * f64::from(kernel)
                + inner * (rank + 2.0 * state)
                + rank * inner
                + inner * state
                + inner * d
        }
        Recurrent::Mamba2 {
            heads,
            head_dim,
            state,
            groups,
            kernel,
        } => {
            let inner = f64::from(heads) * f64::from(head_dim);
            let shared = 2.0 * f64::from(groups) * f64::from(state);
            d * (2.0 * inner + shared + f64::from(heads))
                + (inner + shared) * f64::from(kernel)
                + inner * d
        }
    }
}

#[cfg(test)]
mod tests;

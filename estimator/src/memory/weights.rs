//! Weights on the most loaded rank.
//!
//! `w = (P_attn b_attn + P_ffn b_ffn) / tp + L_m E w_1 / n + (embedding + head) / tp`,
//! bits by tensor class; routers and norms are copied to every rank. A
//! pipeline gives the fullest stage `ceil(L / pp) / L` of the layers, and the
//! first stage the embedding or the last one the head, whichever is larger.

use crate::model::Model;
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

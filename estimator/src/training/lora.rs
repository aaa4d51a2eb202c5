//! Low-rank adapters: the parameters they add, exactly.
//!
//! An adapter of rank `r` beside a matrix of `i` inputs and `o` outputs has `r (i + o)`
//! parameters (`LoRA`, arXiv 2106.09685), and `o` more where a magnitude a column is learnt
//! (`DoRA`, arXiv 2402.09353). A matrix that fuses queries, keys and values counts as its
//! blocks. "All linear" means every matrix of attention, of recurrent layers, of
//! feed-forward layers and of experts, not the router and not the head.

use crate::model::{Attention, Model, Recurrent};
use crate::training::method::Adapter;
use crate::training::target::{Matrix, Targets};

/// Matrices of one shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Matrices {
    /// How many of them the model has.
    pub count: f64,
    /// Inputs, values.
    pub inputs: f64,
    /// Outputs, values.
    pub outputs: f64,
    /// The part they belong to.
    pub part: Part,
}

/// The part a matrix belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Attention, dense feed-forward layers and shared experts.
    Dense(Matrix),
    /// Recurrent layers.
    Recurrent,
    /// Routed experts.
    Expert(Matrix),
}

/// The parameters of `adapter` on `model`.
#[must_use]
pub fn trainable(model: &Model, adapter: Adapter) -> f64 {
    let (dense, experts) = by_part(model, adapter);
    dense + experts
}

/// The parameters of `adapter` beside everything but routed experts, and beside those.
pub(crate) fn by_part(model: &Model, adapter: Adapter) -> (f64, f64) {
    let rank = f64::from(adapter.rank);
    let magnitude = if adapter.magnitude { 1.0 } else { 0.0 };
    sum(model, |matrices| {
        if adapts(adapter.targets, matrices.part) {
            rank * (matrices.inputs + matrices.outputs) + magnitude * matrices.outputs
        } else {
            0.0
        }
    })
}

/// Rows and columns of everything `adapter` adds, or of every linear layer where there is none:
/// those that a factored second moment keeps. Routed experts apart.
pub(crate) fn rows_and_columns(model: &Model, adapter: Option<Adapter>) -> (f64, f64) {
    sum(model, |matrices| match adapter {
        None => matrices.inputs + matrices.outputs,
        Some(adapter) if adapts(adapter.targets, matrices.part) => {
            matrices.inputs + matrices.outputs + 2.0 * f64::from(adapter.rank)
        }
        Some(_) => 0.0,
    })
}

/// Summed outputs of everything `adapter` stands beside; routed experts apart.
pub(crate) fn outputs(model: &Model, adapter: Adapter) -> (f64, f64) {
    sum(model, |matrices| {
        if adapts(adapter.targets, matrices.part) {
            matrices.outputs
        } else {
            0.0
        }
    })
}

/// The most parameters that one linear layer has.
pub(crate) fn largest(model: &Model) -> f64 {
    let mut largest: f64 = 0.0;
    each(model, &mut |matrices| {
        largest = largest.max(matrices.inputs * matrices.outputs);
    });
    largest
}

/// Whether `targets` names a matrix of `part`.
pub(crate) fn adapts(targets: Targets, part: Part) -> bool {
    match part {
        Part::Dense(matrix) | Part::Expert(matrix) => targets.has(matrix),
        Part::Recurrent => targets == Targets::LINEAR,
    }
}

fn sum(model: &Model, value: impl Fn(Matrices) -> f64) -> (f64, f64) {
    let (mut dense, mut experts) = (0.0, 0.0);
    each(model, &mut |matrices| {
        let added = matrices.count * value(matrices);
        if matches!(matrices.part, Part::Expert(_)) {
            experts += added;
        } else {
            dense += added;
        }
    });
    (dense, experts)
}

/// Every linear layer of `model`, those of one shape at once.
fn each(model: &Model, visit: &mut impl FnMut(Matrices)) {
    let hidden = f64::from(model.hidden_size);
    if let Some(full) = model.full {
        attention(hidden, f64::from(full.layers), full.shape, visit);
    }
    if let Some(window) = model.window {
        attention(hidden, f64::from(window.layers), window.shape, visit);
    }
    if let Some(layers) = model.recurrent {
        recurrent(hidden, f64::from(layers.layers), layers.shape, visit);
    }
    for dense in &model.dense {
        let width = (f64::from(dense.layers), f64::from(dense.width));
        feed_forward(hidden, width, dense.gated, Part::Dense, visit);
    }
    if let Some(experts) = model.experts {
        let layers = f64::from(experts.layers);
        let routed = (layers * f64::from(experts.routed), f64::from(experts.width));
        feed_forward(hidden, routed, experts.gated, Part::Expert, visit);
        if experts.shared_width > 0 {
            let shared = (layers, f64::from(experts.shared_width));
            feed_forward(hidden, shared, experts.gated, Part::Dense, visit);
        }
    }
}

/// A feed-forward layer of `(count, width)`.
fn feed_forward(
    hidden: f64,
    (count, width): (f64, f64),
    gated: bool,
    part: fn(Matrix) -> Part,
    visit: &mut impl FnMut(Matrices),
) {
    let mut one = |matrix, inputs, outputs| {
        visit(Matrices {
            count,
            inputs,
            outputs,
            part: part(matrix),
        });
    };
    if gated {
        one(Matrix::Gate, hidden, width);
    }
    one(Matrix::Up, hidden, width);
    one(Matrix::Down, width, hidden);
}

fn attention(hidden: f64, count: f64, shape: Attention, visit: &mut impl FnMut(Matrices)) {
    let mut one = |matrix, inputs, outputs| {
        visit(Matrices {
            count,
            inputs,
            outputs,
            part: Part::Dense(matrix),
        });
    };
    match shape {
        Attention::Grouped {
            heads,
            kv_heads,
            head_dim,
            value_dim,
            gated,
            ..
        } => {
            let (heads, kv_heads) = (f64::from(heads), f64::from(kv_heads));
            let (size, value) = (f64::from(head_dim), f64::from(value_dim));
            let gate = if gated { 2.0 } else { 1.0 };
            one(Matrix::Query, hidden, gate * heads * size);
            one(Matrix::Key, hidden, kv_heads * size);
            if value > 0.0 {
                one(Matrix::Value, hidden, kv_heads * value);
            }
            let output = if value > 0.0 { value } else { size };
            one(Matrix::Output, heads * output, hidden);
        }
        Attention::Latent {
            heads,
            query_rank,
            kv_rank,
            nope_dim,
            rope_dim,
            value_dim,
            ..
        } => {
            let heads = f64::from(heads);
            let (query_rank, kv_rank) = (f64::from(query_rank), f64::from(kv_rank));
            let (nope, rope) = (f64::from(nope_dim), f64::from(rope_dim));
            let value = f64::from(value_dim);
            if query_rank > 0.0 {
                one(Matrix::Key, hidden, query_rank);
                one(Matrix::Query, query_rank, heads * (nope + rope));
            } else {
                one(Matrix::Query, hidden, heads * (nope + rope));
            }
            one(Matrix::Key, hidden, kv_rank + rope);
            one(Matrix::Value, kv_rank, heads * (nope + value));
            one(Matrix::Output, heads * value, hidden);
        }
    }
}

fn recurrent(hidden: f64, count: f64, shape: Recurrent, visit: &mut impl FnMut(Matrices)) {
    let mut one = |inputs, outputs| {
        visit(Matrices {
            count,
            inputs,
            outputs,
            part: Part::Recurrent,
        });
    };
    match shape {
        Recurrent::Linear {
            key_heads,
            key_dim,
            value_heads,
            value_dim,
            ..
        } => {
            let keys = f64::from(key_heads) * f64::from(key_dim);
            let values = f64::from(value_heads) * f64::from(value_dim);
            one(hidden, 2.0 * keys + 2.0 * values);
            one(hidden, 2.0 * f64::from(value_heads));
            one(values, hidden);
        }
        Recurrent::Mamba1 {
            inner,
            state,
            dt_rank,
            ..
        } => {
            let (inner, rank) = (f64::from(inner), f64::from(dt_rank));
            one(hidden, 2.0 * inner);
            one(inner, rank + 2.0 * f64::from(state));
            one(rank, inner);
            one(inner, hidden);
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
            one(hidden, 2.0 * inner + shared + f64::from(heads));
            one(inner, hidden);
        }
    }
}

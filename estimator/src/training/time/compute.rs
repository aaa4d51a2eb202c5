//! Arithmetic and memory traffic of one micro-batch, whole model, one rank of `tp`.
//!
//! ```text
//! linear      2 T n_p (L A + L_d F + L_m S) / (tp P_g)
//! attention   (3.5 + g [full recompute]) 2 T sum(w l) / (tp a P16 s/(s + s_h))
//! elementwise kappa (1 + r/3) (1 + q8 below 16 bit) 2 T (L 42 h + L 8 (q + 2 kv)
//!             + L_d (8 gated | 5) f + L_m 8 f_s) / (tp BW)
//!             + (2 + r) (bits/8 + 2) N / (tp x_q BW), a quantised base
//! head        6 h V T (1 + mtp) / (tp eta P16) + c_log 4 T V (1 + mtp) / (tp BW)
//! ```
//!
//! `w` is the width of queries (latent attention: half of keys' and values' together),
//! `l` the tokens a query sees twice the mean of: `s` causal, `2 s` in an encoder,
//! `min(2 W, s)` in a window. 3.5: forward 1, backward 2.5, as flash attention computes
//! its scores again (Dao 2023, arXiv 2307.08691). Elementwise passes are those of norms,
//! residuals, rotary positions and gates, forward and backward, at 2 bytes each. A base
//! kept below 16 bits is widened for every pass over it, at the share `x_q` of bandwidth.

use crate::model::{Attention, Model};
use crate::training::shape::Shape;
use crate::training::time::setting::{Setting, joined};

/// Forward passes' worth of attention in a step without recompute.
pub(super) const ATTENTION_PASSES: f64 = 3.5;

/// Seconds of the matrix products outside routed experts and head.
pub(super) fn linear(setting: &Setting) -> f64 {
    let shape = &setting.shape;
    let weights = shape.layers * shape.attention
        + shape.dense_layers * shape.feed_forward
        + shape.expert_layers * shape.shared
        + shape.further * joined(shape);
    2.0 * setting.tokens * setting.passes * weights / (setting.tensor * setting.rates.products)
}

/// Seconds of attention.
pub(super) fn attention(setting: &Setting) -> f64 {
    let again = if setting.recomputes_all() { 1.0 } else { 0.0 };
    let (tokens, sequence) = (setting.tokens, setting.sequence);
    let seen = seen(&setting.job.model, sequence, setting.shape.further);
    if setting.job.flash {
        let saturation = sequence / (sequence + setting.constants.attention_half);
        return (ATTENTION_PASSES + again * setting.constants.attention_again)
            * 2.0
            * tokens
            * seen
            / (setting.tensor * setting.rates.attention * saturation.max(f64::MIN_POSITIVE));
    }
    written(setting, again)
}

/// Seconds of attention that writes its scores: both halves of the square are
/// computed, and every score is written and read 4 times forward and 7 backward
/// (product, softmax, dropout, product; and their gradients), 2 bytes each. Counted,
/// not measured.
fn written(setting: &Setting, again: f64) -> f64 {
    let (tokens, sequence) = (setting.tokens, setting.sequence);
    let shape = &setting.shape;
    let square = full_width(&setting.job.model) * sequence * 2.0;
    let products = (3.0 + again) * 2.0 * tokens * square / (setting.tensor * setting.rates.sixteen);
    let scores = tokens * sequence * shape.heads * attending(&setting.job.model);
    let traffic = 2.0 * setting.width * (11.0 + 4.0 * again) * scores
        / (setting.tensor * setting.rates.bandwidth);
    products + traffic
}

/// Share of bandwidth that widening a quantised base reaches, `x_q`: one published pair,
/// adapters on Llama-3.1-8B on one RTX 4090, 3,083 tokens a second on a 16-bit base and
/// 2,413 on a 4-bit one, three passes over 4,096 tokens (torchtune, README).
const WIDENING: f64 = 0.14;

/// Seconds of norms, residuals, activations and casts, a quantised base's included.
pub(super) fn elementwise(setting: &Setting) -> f64 {
    let shape = &setting.shape;
    let constants = setting.constants;
    let traffic = if setting.is_fused() {
        constants.fused
    } else {
        constants.eager
    };
    let casts = if setting.rates.casts {
        1.0 + constants.casts
    } else {
        1.0
    };
    let gate = if shape.gated { 8.0 } else { 5.0 };
    let layer = 42.0 * shape.hidden + 8.0 * attended(shape);
    let values = shape.dense_layers * (layer + gate * shape.width)
        + shape.expert_layers * (layer + 8.0 * shape.shared_width);
    widened(setting)
        + traffic
            * (1.0 + setting.again / 3.0)
            * casts
            * 2.0
            * setting.width
            * setting.tokens
            * values
            / (setting.tensor * setting.rates.bandwidth)
}

/// Seconds of widening a base that is kept below 16 bits.
fn widened(setting: &Setting) -> f64 {
    let bits = setting.base_bits();
    if bits >= 16.0 {
        return 0.0;
    }
    let shape = &setting.shape;
    let expert = f64::from(setting.layout.expert.max(1));
    let weights = shape.layers * shape.attention
        + shape.dense_layers * shape.feed_forward
        + shape.expert_layers * shape.shared
        + setting.expert_parameters * setting.tensor / expert;
    (2.0 + setting.again) * (bits / 8.0 + 2.0) * weights
        / (setting.tensor * WIDENING * setting.rates.bandwidth)
}

/// Seconds of the output head and the loss. A frozen head gets no gradient.
pub(super) fn head(setting: &Setting) -> f64 {
    let shape = &setting.shape;
    // An encoder's head looks at one vector of a sequence (`memory/logits.rs`).
    if setting.job.model.block.bidirectional {
        return 0.0;
    }
    let words = setting.tokens * shape.vocabulary * setting.heads() / setting.tensor;
    let passes = if setting.is_frozen() { 4.0 } else { 6.0 };
    passes * shape.hidden * words / setting.rates.sixteen
        + setting.constants.logit_passes * 4.0 * words / setting.rates.bandwidth
}

/// `q + 2 kv`; of latent attention both sides of its heads' inputs.
fn attended(shape: &Shape) -> f64 {
    shape
        .latent
        .map_or(shape.query + 2.0 * shape.key_value, |latent| {
            2.0 * shape.heads * (latent.nope + latent.rope + latent.value)
        })
}

/// The width `w` of all heads, mean of keys and values: a quarter of the operations of a
/// query token against one token it sees, two for each of both products.
fn query_width(shape: &Attention) -> f64 {
    shape.prompt_flops() / 4.0
}

/// `sum(w l)` over all layers that attend, the `further` that predict further tokens
/// included.
pub(super) fn seen(model: &Model, sequence: f64, further: f64) -> f64 {
    let whole = if model.block.bidirectional {
        2.0 * sequence
    } else {
        sequence
    };
    let full = model.full.map_or(0.0, |part| {
        f64::from(part.layers) * query_width(&part.shape) * whole
    });
    let window = model.window.map_or(0.0, |part| {
        f64::from(part.layers)
            * query_width(&part.shape)
            * (2.0 * f64::from(part.tokens)).min(whole)
    });
    (full + window) * with_further(model, further)
}

/// Layers with those that predict further tokens, over layers.
fn with_further(model: &Model, further: f64) -> f64 {
    1.0 + further / f64::from(model.layers.max(1))
}

/// `sum(w)` over all layers that attend.
fn full_width(model: &Model) -> f64 {
    let full = model.full.map_or(0.0, |part| {
        f64::from(part.layers) * query_width(&part.shape)
    });
    let window = model.window.map_or(0.0, |part| {
        f64::from(part.layers) * query_width(&part.shape)
    });
    full + window
}

/// Layers that attend.
fn attending(model: &Model) -> f64 {
    model.full.map_or(0.0, |part| f64::from(part.layers))
        + model.window.map_or(0.0, |part| f64::from(part.layers))
}

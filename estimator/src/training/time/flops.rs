//! Floating-point work of a token that the model asks for.
//!
//! `6 N + 6 sum(w l)`: two operations forward and four backward of every weight a token meets
//! (head once, embedding never), and of attention's products at the causal count (an encoder's
//! full square). Recomputation does not count (Chowdhery et al. 2022, arXiv 2204.02311, appendix
//! B, which counts the full square of causal models too). A frozen weight asks for four operations
//! instead of six.

use crate::model::Model;
use crate::training::job::Job;
use crate::training::parameters::further_tokens;
use crate::training::shape::Shape;
use crate::training::time::compute;
use crate::training::time::setting::joined;

/// Work of one token of `model` in sequences of `sequence`, all weights learning, those
/// that predict further tokens included.
#[must_use]
pub fn of_model(model: &Model, sequence: u32) -> f64 {
    let further = f64::from(model.block.further_tokens);
    6.0 * (weights(model, further) + compute::seen(model, f64::from(sequence), further))
}

/// Work of one token of `job`.
#[must_use]
pub fn of_job(job: &Job) -> f64 {
    let products = if job.method.adapter().is_some() {
        4.0
    } else {
        6.0
    };
    let further = further_tokens(job, &Shape::of(&job.model));
    let seen = compute::seen(&job.model, f64::from(job.sequence), further);
    let weights = weights(&job.model, further);
    let learning = products * weights + 6.0 * seen;
    if job.reference {
        // The frozen copy's forward pass.
        learning + 2.0 * (weights + seen)
    } else {
        learning
    }
}

/// Layers of `model` whose work a token's output head is worth; 0 of an encoder, whose head
/// looks at one vector of a sequence.
#[must_use]
pub fn head_in_layers(model: &Model) -> f64 {
    let shape = Shape::of(model);
    let each = layers(&shape) / shape.layers;
    if each > 0.0 {
        head(model, &shape) / each
    } else {
        0.0
    }
}

/// Weights of matrix products that a token meets, with `further` layers that predict
/// further tokens.
fn weights(model: &Model, further: f64) -> f64 {
    let shape = Shape::of(model);
    let head = head(model, &shape);
    let last = if shape.expert_layers > 0.0 {
        sparse(&shape)
    } else {
        shape.feed_forward
    };
    // A layer that predicts a further token joins two streams first.
    let further = further * (shape.attention + last + joined(&shape) + head);
    layers(&shape) + head + further
}

/// Those of all layers.
fn layers(shape: &Shape) -> f64 {
    shape.layers * shape.attention
        + shape.dense_layers * shape.feed_forward
        + shape.expert_layers * sparse(shape)
}

/// Those of a layer's experts and their router.
fn sparse(shape: &Shape) -> f64 {
    shape.shared + shape.active * shape.expert + shape.hidden * shape.routed
}

/// Those of the output head.
fn head(model: &Model, shape: &Shape) -> f64 {
    if model.block.bidirectional {
        0.0
    } else {
        shape.hidden * shape.vocabulary
    }
}

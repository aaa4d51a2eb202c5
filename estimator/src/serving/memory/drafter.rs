//! The draft head of speculative decoding on the most loaded rank.
//!
//! One decoder layer and a product that joins its two inputs, `P_layer + 2 d^2`, split
//! like the model's own layers. Its attention and dense parts are kept at 16 bit, routed
//! experts as the model's are. It caches one layer more for every token.
//!
//! Checks: EAGLE's heads (Li et al. 2024, arXiv 2401.15077, section 4) are 0.24, 0.37 and
//! 0.99 billion parameters for 7, 13 and 70 billion; DeepSeek-V3's module has 11.5 of its
//! own (model card).

use crate::model::Model;
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::precision::{TensorClass, WeightFormat};
use crate::quantity::Bytes;

/// Bytes of a parameter that is kept at 16 bit.
const SIXTEEN: f64 = 2.0;

/// Parameters of the head: of attention and dense layers, and of routed experts.
#[must_use]
pub fn parameters(model: &Model, counted: &Parameters) -> (f64, f64) {
    let d = f64::from(model.hidden_size);
    let layers = f64::from(model.layers.max(1));
    let experts = model
        .experts
        .map_or(0.0, |part| counted.experts / f64::from(part.layers.max(1)));
    // A layer with experts has no dense part but the shared one, which is counted there.
    let dense = (counted.attention + counted.feed_forward) / layers + 2.0 * d * d;
    (dense, experts)
}

/// Bytes of the head on the most loaded rank; it stands on the last stage of a pipeline.
#[must_use]
pub fn drafter(
    model: &Model,
    counted: &Parameters,
    format: WeightFormat,
    placement: Placement,
) -> Bytes {
    let (dense, experts) = parameters(model, counted);
    let bits = format.bits(TensorClass::Experts, model.is_mixture());
    let tensor = f64::from(placement.tensor.max(1));
    let ranks = f64::from(placement.stage_ranks().max(1));
    Bytes::new(dense * SIXTEEN / tensor + experts * bits / 8.0 / ranks)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::count;
    use crate::published::{assert_near, deepseek_v3, llama_2_7b};

    /// EAGLE's head for 7 billion has 0.24: a layer of Llama-2-7B, 4 x 4096^2 + 3 x 4096 x
    /// 11,008, and 2 x 4096^2 that join its inputs: 235,929,600. At 16 bit twice the bytes,
    /// shared by the ranks, whatever format the model is in.
    #[test]
    fn a_dense_head() {
        let model = llama_2_7b();
        let counted = count(&model);
        let (dense, experts) = parameters(&model, &counted);
        assert_near(dense, 235_929_600.0);
        assert_near(experts, 0.0);
        let two = Placement {
            tensor: 2,
            ..Placement::SINGLE
        };
        let of = |placement| drafter(&model, &counted, WeightFormat::Q4_0, placement).get();
        assert_near(of(Placement::SINGLE), 471_859_200.0);
        assert_near(of(two), 235_929_600.0);
    }

    /// DeepSeek-V3's module has 11.5 billion: 256 experts of 44,040,192, and of 61 layers'
    /// 11,413,422,080 of attention and 3,743,416,320 of dense and shared parts one, with
    /// 2 x 7168^2. On two copies of attention over eight ranks the experts are over 16.
    #[test]
    fn a_head_with_experts() {
        let model = deepseek_v3(None);
        let counted = count(&model);
        let (dense, experts) = parameters(&model, &counted);
        let layer = 15_156_838_400.0 / 61.0 + 102_760_448.0;
        assert_near(dense, layer);
        assert_near(experts, 11_274_289_152.0);
        assert!(((dense + experts) / 11.5e9 - 1.0).abs() < 0.02);
        let placement = Placement {
            tensor: 8,
            pipeline: 1,
            expert: 16,
            data: 2,
        };
        let found = drafter(&model, &counted, WeightFormat::Fp8Block, placement).get();
        let expected = layer * 2.0 / 8.0 + 11_274_289_152.0 * 8.002 / 8.0 / 16.0;
        assert_near(found, expected);
    }
}

//! Adapters on the most loaded rank.
//!
//! An adapter of rank `r` adds `r (d_in + d_out)` parameters at 16 bit to every
//! projection of attention and of dense feed-forward layers, shared experts included;
//! routed experts are left as they are. Engines copy the side that faces the hidden size
//! to every rank and split the other one: `r (d + x/tp)` for a projection between `d` and
//! `x` (vLLM without `fully_sharded_loras`: `lora_a` whole for column-parallel layers,
//! `lora_b` for row-parallel ones).
//!
//! Check: rank 64 on every projection of Llama-2-7B is 159,907,840 parameters, as
//! published runs of QLoRA print.

use crate::model::{Attention, Model};
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::memory::weights::stage_share;
use crate::serving::options::Adapters;

/// The bytes that adapters add to one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AdapterShare {
    /// Parameters of one adapter on the rank, whole depth.
    pub parameters: f64,
    /// Projections it is added to, all layers.
    pub projections: f64,
}

/// One adapter of rank 1 of a projection between the hidden size and `width`.
fn pair(hidden: f64, width: f64, tensor: f64) -> f64 {
    hidden + width / tensor
}

/// One adapter's share of a rank.
#[must_use]
pub fn share(model: &Model, adapters: Adapters, placement: Placement) -> AdapterShare {
    let d = f64::from(model.hidden_size);
    let tensor = f64::from(placement.tensor.max(1));
    let mut share = AdapterShare::default();
    let mut add = |layers: u32, widths: &[f64]| {
        let layers = f64::from(layers);
        let one: f64 = widths.iter().map(|width| pair(d, *width, tensor)).sum();
        share.parameters += f64::from(adapters.rank) * layers * one;
        #[allow(clippy::cast_precision_loss)] // A handful.
        let count = widths.len() as f64;
        share.projections += layers * count;
    };
    let attention = [
        model.full.map(|part| (part.layers, part.shape)),
        model.window.map(|part| (part.layers, part.shape)),
    ];
    for (layers, shape) in attention.into_iter().flatten() {
        match shape {
            Attention::Grouped {
                heads,
                kv_heads,
                head_dim,
                value_dim,
                ..
            } => {
                let wide = |heads: u32, dim: u32| f64::from(heads) * f64::from(dim);
                add(
                    layers,
                    &[
                        wide(heads, head_dim),
                        wide(kv_heads, head_dim),
                        wide(kv_heads, value_dim),
                        wide(heads, value_dim),
                    ],
                );
            }
            Attention::Latent {
                heads,
                query_rank,
                kv_rank,
                rope_dim,
                value_dim,
                ..
            } => {
                let compressed = f64::from(kv_rank) + f64::from(rope_dim);
                let out = f64::from(heads) * f64::from(value_dim);
                add(layers, &[f64::from(query_rank), compressed, out]);
            }
        }
    }
    for part in &model.dense {
        let widths = [f64::from(part.width); 3];
        let ungated = usize::from(!part.gated);
        add(part.layers, widths.get(ungated..).unwrap_or_default());
    }
    if let Some(part) = model.experts.filter(|part| part.shared_width > 0) {
        add(part.layers, &[f64::from(part.shared_width); 3]);
    }
    share
}

/// Bytes of all adapters on the most loaded rank.
#[must_use]
pub fn adapters(model: &Model, adapters: Adapters, placement: Placement) -> Bytes {
    let one = share(model, adapters, placement).parameters;
    Bytes::new(2.0 * one * f64::from(adapters.count) * stage_share(model, placement))
}

#[cfg(test)]
mod tests {
    use super::{adapters, share};
    use crate::model::{DenseLayers, Model};
    use crate::placement::Placement;
    use crate::published::{assert_near, bare, deepseek_v3, gpt_oss_120b, llama_2_7b};
    use crate::serving::options::Adapters;

    /// The count that every QLoRA run of rank 64 on this model prints (Dettmers et al.
    /// 2023, arXiv 2305.14314, and its published logs).
    #[test]
    fn a_published_adapter_has_its_published_size() {
        let adapters = Adapters { count: 1, rank: 64 };
        let share = share(&llama_2_7b(), adapters, Placement::SINGLE);
        assert!((share.parameters - 159_907_840.0).abs() < 0.5);
        assert!((share.projections - 224.0).abs() < 0.5);
    }

    /// Splitting a layer never makes a rank's part larger, nor halves it: one side is
    /// copied.
    #[test]
    fn splitting_copies_one_side() {
        let adapters = Adapters { count: 4, rank: 16 };
        let model = llama_2_7b();
        let whole = share(&model, adapters, Placement::SINGLE).parameters;
        let split = Placement {
            tensor: 2,
            ..Placement::SINGLE
        };
        let half = share(&model, adapters, split).parameters;
        assert!(half < whole && half > whole / 2.0);
    }

    /// Bytes of four adapters of rank 16 on half of the depth: `2 x 4 x` a quarter of the
    /// 159,907,840 parameters of rank 64, over two.
    #[test]
    fn all_adapters_are_kept() {
        let many = Adapters { count: 4, rank: 16 };
        let stages = Placement {
            pipeline: 2,
            ..Placement::SINGLE
        };
        let bytes = adapters(&llama_2_7b(), many, stages).get();
        assert_near(bytes, 2.0 * 4.0 * 159_907_840.0 / 4.0 / 2.0);
    }

    /// Rank 1 of DeepSeek-V3 on four ranks, each pair 7168 whole and a quarter of the other
    /// side: 1536, 512 + 64 and 128 x 128 wide in 61 layers of attention, 18,432 thrice in
    /// three dense layers, 2048 thrice in 58 shared experts; 183 + 9 + 174 projections.
    #[test]
    fn latent_attention_and_shared_experts() {
        let four = Placement {
            tensor: 4,
            ..Placement::SINGLE
        };
        let one = Adapters { count: 1, rank: 1 };
        let found = share(&deepseek_v3(None), one, four);
        let attention = 61.0 * (3.0 * 7168.0 + (1536.0 + 576.0 + 16_384.0) / 4.0);
        let dense = 9.0 * (7168.0 + 18_432.0 / 4.0);
        let shared = 174.0 * (7168.0 + 2048.0 / 4.0);
        assert_near(found.parameters, attention + dense + shared);
        assert_near(found.projections, 366.0);
    }

    /// Window layers have them, routed experts do not: gpt-oss-120b, 36 layers of 64 x 64,
    /// 8 x 64 twice, and 64 x 64.
    #[test]
    fn windows_and_routed_experts() {
        let one = Adapters { count: 1, rank: 1 };
        let found = share(&gpt_oss_120b(), one, Placement::SINGLE);
        let layer = 4.0 * 2880.0 + 4096.0 + 512.0 + 512.0 + 4096.0;
        assert_near(found.parameters, 36.0 * layer);
        assert_near(found.projections, 144.0);
    }

    /// A layer without a gate has two projections: 2 (10 + 7) in each of three.
    #[test]
    fn layers_without_a_gate() {
        let model = Model {
            dense: vec![DenseLayers {
                layers: 3,
                width: 7,
                gated: false,
            }],
            ..bare(3, 10, 0)
        };
        let one = Adapters { count: 1, rank: 1 };
        let found = share(&model, one, Placement::SINGLE);
        assert_near(found.parameters, 102.0);
        assert_near(found.projections, 6.0);
    }
}

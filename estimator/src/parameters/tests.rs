//! Counts by hand against those the models' own files print, each kind of layer once.

use super::{Parameters, count};
use crate::model::{
    Attention, AttentionLayers, Block, DenseLayers, ExpertLayers, Model, Recurrent,
    RecurrentLayers, WindowLayers,
};
use crate::published::{
    INDEXER, bare, deepseek_v2_lite, deepseek_v3, gpt_oss_120b, grouped, llama_3_8b,
    qwen_2_5_half_b, qwen_3_next,
};
use proptest::prelude::*;

/// Counts are whole numbers below 2^53: exact.
#[track_caller]
fn assert_count(counted: f64, expected: u64) {
    #[allow(clippy::cast_precision_loss)]
    let expected = expected as f64;
    assert!(
        (counted - expected).abs() < 0.5,
        "{counted}, not {expected}"
    );
}

/// Llama-3.1-8B has 8,030,261,248 parameters, as its files do:
/// - attention: 4096 (4096 + 1024 + 1024 + 4096) = 41,943,040 a layer, 32 of them
/// - feed-forward: 3 x 4096 x 14,336 = 176,160,768 a layer
/// - embedding and head: 128,256 x 4096 = 525,336,576 each
/// - norms: (2 x 32 + 1) x 4096 = 266,240
///
/// A token passes through all of it but the embedding.
#[test]
fn a_dense_model() {
    let counted = count(&llama_3_8b());
    assert_count(counted.attention, 1_342_177_280);
    assert_count(counted.feed_forward, 5_637_144_576);
    assert_count(counted.embedding, 525_336_576);
    assert_count(counted.head, 525_336_576);
    assert_count(counted.norms, 266_240);
    assert_count(counted.total, 8_030_261_248);
    assert_count(counted.active, 8_030_261_248 - 525_336_576);
    for none in [
        counted.experts,
        counted.one_expert,
        counted.router,
        counted.other,
    ] {
        assert_count(none, 0);
    }
}

/// Qwen2.5-0.5B has 494,032,768: the head is the embedding, 151,936 x 896 = 136,134,656, and
/// counts once; q, k and v carry 896 + 128 + 128 biases, so that attention takes
/// 896 (896 + 128 + 128 + 896) + 1,152 = 1,836,160 a layer, 24 of them.
#[test]
fn a_tied_model_with_biases() {
    let counted = count(&qwen_2_5_half_b());
    assert_count(counted.attention, 24 * 1_836_160);
    assert_count(counted.head, 136_134_656);
    assert_count(counted.total, 494_032_768);
    // The head is multiplied, not the look-up.
    assert_count(counted.active, 494_032_768);
}

/// DeepSeek-V3 has 671,026,419,200 with 124,928 in norms of compressed vectors and 14,848
/// that balance experts, which are not counted here. Attention of a layer:
/// 7168 x 1536 + 1536 x 128 x 192 + 7168 x 576 + 512 x 128 x 256 + 128 x 128 x 7168
/// = 11,010,048 + 37,748,736 + 4,128,768 + 16,777,216 + 117,440,512 = 187,105,280.
/// One expert: 3 x 7168 x 2048 = 44,040,192; of 256 in 58 layers a token visits 8.
#[test]
fn latent_attention_and_experts() {
    let counted = count(&deepseek_v3(None));
    assert_count(counted.attention, 61 * 187_105_280);
    assert_count(counted.one_expert, 44_040_192);
    assert_count(counted.experts, 58 * 256 * 44_040_192);
    // Three dense layers of 3 x 7168 x 18,432, and the shared expert of the others.
    let shared = 3 * 396_361_728 + 58 * 44_040_192;
    assert_count(counted.feed_forward, shared);
    assert_count(counted.router, 58 * 7168 * 256);
    assert_count(counted.total, 671_026_419_200 - 124_928 - 14_848);
    // The model card: 37 B a token, look-up included.
    let active = 61 * 187_105_280
        + shared
        + 58 * 8 * 44_040_192
        + 58 * 7168 * 256
        + 123 * 7168
        + 129_280 * 7168;
    assert_count(counted.active, active);
    assert!((counted.active / 37e9 - 1.0).abs() < 0.02);
}

/// V3.2 adds an indexer to each of 61 layers: keys of its own from 1536 compressed values,
/// 1536 x 64 x 128 = 12,582,912; one key from the stream, 7168 x 128 = 917,504; a weight a
/// head, 7168 x 64 = 458,752.
#[test]
fn a_sparse_indexer() {
    let plain = count(&deepseek_v3(None));
    let sparse = count(&deepseek_v3(Some(INDEXER)));
    let indexers = 61 * (12_582_912 + 917_504 + 458_752);
    assert_count(sparse.attention - plain.attention, indexers);
    assert_count(sparse.total - plain.total, indexers);
}

/// DeepSeek-V2-Lite has 15,706,484,224, of which 27 x 512 in norms that are not counted here:
/// queries come straight from the stream, 2048 x 16 x 192.
#[test]
fn queries_that_are_not_compressed() {
    let counted = count(&deepseek_v2_lite());
    let layer = 2048 * 16 * 192 + 2048 * 576 + 512 * 16 * 256 + 16 * 128 * 2048;
    assert_count(counted.attention, 27 * layer);
    assert_count(counted.total, 15_706_484_224 - 27 * 512);
}

/// gpt-oss-120b has 116,829,156,672, of which 39,813,120 biases of experts, 103,680 of
/// outputs, 4,608 of routers and 2,304 sinks are not counted here. Full and window layers are
/// alike: 2880 x (64 + 8 + 8) x 64 + 5,120 biases + 64 x 64 x 2880 = 26,547,200.
#[test]
fn window_layers_are_attention() {
    let counted = count(&gpt_oss_120b());
    assert_count(counted.attention, 36 * 26_547_200);
    let left_out = 39_813_120 + 103_680 + 4_608 + 2_304;
    assert_count(counted.total, 116_829_156_672 - left_out);
}

/// Qwen3-Next-80B-A3B has 79,674,391,296, of which 98,304 gates of the shared expert, 6,912
/// decays and norms of linear layers and 6,144 norms of heads are not counted here.
/// - a linear layer: keys 16 x 128 = 2048 wide, values 32 x 128 = 4096:
///   2048 (2 x 2048 + 2 x 4096) + 2 x 2048 x 32 + (2 x 2048 + 4096) x 4 + 4096 x 2048
/// - a gated full layer: twice the queries, 2 x 2048 x 4096, keys and values
///   2048 x 2 x 512, output 4096 x 2048
#[test]
fn linear_and_gated_attention() {
    let counted = count(&qwen_3_next());
    let linear = 25_165_824 + 131_072 + 32_768 + 8_388_608;
    let full = 16_777_216 + 2_097_152 + 8_388_608;
    assert_count(counted.attention, 36 * linear + 12 * full);
    assert_count(counted.total, 79_674_391_296 - 98_304 - 6_912 - 6_144);
}

fn recurrent(shape: Recurrent, vocabulary: u32) -> Model {
    Model {
        tied_embeddings: true,
        recurrent: Some(RecurrentLayers { layers: 64, shape }),
        ..bare(64, 2560, vocabulary)
    }
}

/// `state-spaces/mamba-2.8b` has 2,768,345,600. Of a layer 2 x 5120 biases, 5120 skips and
/// 2560 of a norm are not counted, but two norms are. By its code: into the layer
/// 2560 x 10,240, convolution 5120 x 4, to step size and states 5120 x (160 + 32), steps
/// 160 x 5120, decays 5120 x 16, out 5120 x 2560.
#[test]
fn mamba_1() {
    let shape = Recurrent::Mamba1 {
        inner: 5120,
        state: 16,
        dt_rank: 160,
        kernel: 4,
    };
    let counted = count(&recurrent(shape, 50_280));
    let layer = 26_214_400 + 20_480 + 983_040 + 819_200 + 81_920 + 13_107_200;
    assert_count(counted.attention, 64 * layer);
    let left_out = 64 * (3 * 5120);
    let second_norms = 64 * 2560;
    assert_count(counted.total, 2_768_345_600 - left_out + second_norms);
}

/// `state-spaces/mamba2-2.7b` has 2,702,599,680. Of a layer 5376 biases of the convolution,
/// 3 x 80 scalars of heads and the inner norm of 5120 are not counted, but a second norm is.
/// Into the layer 2560 x (2 x 5120 + 2 x 128 + 80), convolution (5120 + 2 x 128) x 4, out
/// 5120 x 2560.
#[test]
fn mamba_2() {
    let shape = Recurrent::Mamba2 {
        heads: 80,
        head_dim: 64,
        state: 128,
        groups: 1,
        kernel: 4,
    };
    let counted = count(&recurrent(shape, 50_288));
    let layer = 27_074_560 + 21_504 + 13_107_200;
    assert_count(counted.attention, 64 * layer);
    let left_out = 64 * (5376 + 240 + 5120);
    let second_norms = 64 * 2560;
    assert_count(counted.total, 2_702_599_680 - left_out + second_norms);
    // Groups have B and C of their own: 2 x 7 x 128 more columns, and their convolution.
    let eight = Recurrent::Mamba2 {
        heads: 80,
        head_dim: 64,
        state: 128,
        groups: 8,
        kernel: 4,
    };
    let more = count(&recurrent(eight, 50_288)).attention - counted.attention;
    assert_count(more, 64 * (2560 + 4) * 2 * 7 * 128);
}

/// GPT-2 has 124,439,808: a learned vector for each of 1024 positions stands outside the
/// decoder's layers, a feed-forward layer has two matrices. Biases beyond those of q, k and v
/// (768 of the output, 3072 + 768 of the feed-forward layer) and the shifts of 25 norms are
/// not counted here.
#[test]
fn layers_without_a_gate() {
    let model = Model {
        tied_embeddings: true,
        full: Some(AttentionLayers {
            layers: 12,
            shape: Attention::Grouped {
                heads: 12,
                kv_heads: 12,
                head_dim: 64,
                value_dim: 64,
                bias: true,
                gated: false,
            },
        }),
        dense: vec![DenseLayers {
            layers: 12,
            width: 3072,
            gated: false,
        }],
        other_parameters: 1024 * 768,
        block: Block::default(),
        ..bare(12, 768, 50_257)
    };
    let counted = count(&model);
    assert_count(counted.feed_forward, 12 * 2 * 768 * 3072);
    assert_count(counted.other, 786_432);
    let left_out = 12 * (768 + 3072 + 768) + 25 * 768;
    assert_count(counted.total, 124_439_808 - left_out);
}

/// Small numbers: keys that serve as values have no projection of theirs, and the output is
/// as wide as the heads; values of a width of their own have both.
#[test]
fn values_of_a_width_of_their_own() {
    let attention = |value_dim: u32| {
        let shape = Attention::Grouped {
            heads: 6,
            kv_heads: 2,
            head_dim: 10,
            value_dim,
            bias: false,
            gated: false,
        };
        let full = Some(AttentionLayers { layers: 1, shape });
        count(&Model {
            full,
            ..bare(1, 100, 0)
        })
        .attention
    };
    // 100 (6 + 2) 10, and 6 x 10 x 100.
    assert_count(attention(0), 8_000 + 6_000);
    // 100 (6 + 2) 10 + 100 x 2 x 7, and 6 x 7 x 100.
    assert_count(attention(7), 9_400 + 4_200);
}

/// Experts and their shared part without a gate have two matrices.
#[test]
fn experts_without_a_gate() {
    let model = Model {
        experts: Some(ExpertLayers {
            layers: 3,
            routed: 5,
            active: 2,
            width: 7,
            shared_width: 11,
            gated: false,
        }),
        ..bare(4, 10, 0)
    };
    let counted = count(&model);
    assert_count(counted.one_expert, 2 * 10 * 7);
    assert_count(counted.experts, 3 * 5 * 140);
    assert_count(counted.feed_forward, 3 * 2 * 10 * 11);
    assert_count(counted.router, 3 * 10 * 5);
    // Shared 660, router 150, norms 9 x 10, two experts of three layers.
    assert_count(counted.active, 660 + 150 + 90 + 3 * 2 * 140);
}

fn models() -> impl Strategy<Value = Model> {
    let attention = (1..65_u32, 1..9_u32, 1..257_u32).prop_map(|(heads, kv, dim)| {
        // Query heads come in whole groups.
        grouped(heads * kv, kv, dim)
    });
    let experts = (
        1..40_u32,
        1..129_u32,
        1..4097_u32,
        0..4097_u32,
        any::<bool>(),
    );
    (
        (1..65_u32, 1..8193_u32, 1..200_000_u32, any::<bool>()),
        attention,
        (0..65_u32, 1..4097_u32),
        (1..30_000_u32, any::<bool>()),
        proptest::option::of(experts),
        0..1_000_000_u64,
    )
        .prop_map(|(size, shape, window, ffn, experts, other_parameters)| {
            let (layers, hidden, vocabulary, tied_embeddings) = size;
            Model {
                tied_embeddings,
                full: Some(AttentionLayers { layers, shape }),
                window: (window.0 > 0).then_some(WindowLayers {
                    layers: window.0,
                    tokens: window.1,
                    shape,
                }),
                dense: vec![DenseLayers {
                    layers,
                    width: ffn.0,
                    gated: ffn.1,
                }],
                experts: experts.map(
                    |(layers, routed, width, shared_width, gated)| ExpertLayers {
                        layers,
                        routed,
                        active: routed.div_ceil(2),
                        width,
                        shared_width,
                        gated,
                    },
                ),
                other_parameters,
                ..bare(layers + window.0, hidden, vocabulary)
            }
        })
}

/// All classes of tensor together, the tied head once.
fn sum(model: &Model, counted: &Parameters) -> f64 {
    let head = if model.tied_embeddings {
        0.0
    } else {
        counted.head
    };
    counted.attention
        + counted.feed_forward
        + counted.experts
        + counted.router
        + counted.embedding
        + head
        + counted.norms
        + counted.other
}

proptest! {
    /// The total is the sum of the classes, whatever the model.
    #[test]
    fn classes_add_up(model in models()) {
        let counted = count(&model);
        let sum = sum(&model, &counted);
        prop_assert!((sum / counted.total - 1.0).abs() < 1e-12, "{} of {}", sum, counted.total);
    }

    /// A token passes through all but the look-up, the experts that it does not visit and parts
    /// that are no decoder.
    #[test]
    fn a_token_skips_the_other_experts(model in models()) {
        let counted = count(&model);
        let visited = model.experts.map_or(0.0, |part| {
            counted.experts * f64::from(part.active) / f64::from(part.routed)
        });
        let expected = counted.attention
            + counted.feed_forward
            + counted.router
            + counted.norms
            + counted.head
            + visited;
        prop_assert!((expected / counted.active - 1.0).abs() < 1e-12);
    }

    /// Twice the layers are twice their parameters, and no wider ends.
    #[test]
    fn layers_are_alike(model in models()) {
        let mut deeper = model.clone();
        deeper.full.as_mut().unwrap().layers *= 2;
        deeper.dense.iter_mut().for_each(|part| part.layers *= 2);
        if let Some(part) = &mut deeper.window {
            part.layers *= 2;
        }
        if let Some(part) = &mut deeper.experts {
            part.layers *= 2;
        }
        let (one, two) = (count(&model), count(&deeper));
        for (one, two) in [
            (one.attention, two.attention),
            (one.feed_forward, two.feed_forward),
            (one.experts, two.experts),
            (one.router, two.router),
        ] {
            prop_assert!((two - 2.0 * one).abs() <= 1e-12 * two, "{} and {}", one, two);
        }
        prop_assert_eq!(one.head.to_bits(), two.head.to_bits());
    }
}

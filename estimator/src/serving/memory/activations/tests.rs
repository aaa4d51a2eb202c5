//! Working memory by hand, of each engine.

use super::{activations, sequences, step_tokens};
use crate::engine::{Engine, EngineSettings};
use crate::hardware::{Accelerator, Architecture};
use crate::model::{DenseLayers, ExpertLayers, Model};
use crate::placement::Placement;
use crate::published::{assert_near, bare, deepseek_v3, gpt_oss_120b, h100, h100_of, llama_3_8b};
use crate::quantity::Bytes;
use proptest::prelude::*;

const fn tensor(tensor: u32) -> Placement {
    Placement {
        tensor,
        ..Placement::SINGLE
    }
}

const fn settings(engine: Engine) -> EngineSettings {
    EngineSettings::new(engine)
}

fn bytes(model: &Model, settings: &EngineSettings, placement: Placement) -> f64 {
    activations(model, settings, &h100(), placement).get()
}

/// vLLM takes 8,192 tokens and 1,024 sequences a step on cards of 70 GiB and more, but on no
/// A100; 2,048 and 256 on others. TensorRT-LLM takes 2,048 sequences on any.
#[test]
fn steps_by_card() {
    let ampere = Accelerator {
        architecture: Architecture::Ampere,
        ..h100()
    };
    let small = h100_of(69.9);
    let edge = h100_of(70.0);
    let vllm = settings(Engine::Vllm);
    for (chip, tokens, requests) in [
        (&h100(), 8192.0, 1024.0),
        (&edge, 8192.0, 1024.0),
        (&small, 2048.0, 256.0),
        (&ampere, 2048.0, 256.0),
    ] {
        assert_near(step_tokens(&vllm, chip), tokens);
        assert_near(sequences(&vllm, chip), requests);
        assert_near(sequences(&settings(Engine::TensorRtLlm), chip), 2048.0);
    }
    let set = EngineSettings {
        max_num_seqs: Some(7),
        max_num_batched_tokens: Some(4000),
        ..settings(Engine::TensorRtLlm)
    };
    assert_near(step_tokens(&set, &h100()), 4000.0);
    assert_near(sequences(&set, &h100()), 7.0);
    // llama.cpp has no more slots, whatever is asked for.
    for (asked, slots) in [(None, 256.0), (Some(300), 256.0), (Some(16), 16.0)] {
        let set = EngineSettings {
            max_num_seqs: asked,
            ..settings(Engine::LlamaCpp)
        };
        assert_near(sequences(&set, &h100()), slots);
    }
}

/// Llama-3.1-8B under vLLM on an H100: the sampler's warm-up, 39 x 1024 x 128,256 bytes,
/// however many ranks there are.
#[test]
fn the_sampler_warms_up() {
    let vllm = settings(Engine::Vllm);
    assert_near(bytes(&llama_3_8b(), &vllm, tensor(1)), 5_122_031_616.0);
    assert_near(
        bytes(&llama_3_8b(), &vllm, tensor(2)),
        39.0 * 1024.0 * 128_256.0,
    );
}

/// With 16 sequences it is the largest layer: 8192 x 2 (4 x 4096 + 3 x 14,336), where ranks
/// share the second term.
#[test]
fn a_dense_layer() {
    let few = EngineSettings {
        max_num_seqs: Some(16),
        ..settings(Engine::Vllm)
    };
    assert_near(bytes(&llama_3_8b(), &few, tensor(1)), 16_384.0 * 59_392.0);
    assert_near(bytes(&llama_3_8b(), &few, tensor(2)), 16_384.0 * 37_888.0);
    // SGLang warms no sampler.
    let sglang = settings(Engine::Sglang);
    assert_near(
        bytes(&llama_3_8b(), &sglang, tensor(1)),
        16_384.0 * 59_392.0,
    );
}

/// DeepSeek-V3 with steps of 32,768 tokens on 16 ranks: each token goes to eight experts and
/// back whole, and each rank has a sixteenth of their width:
/// 32,768 x 2 (4 x 7168 + 8 (2 x 7168 + 3 x 2048/16)) = 65,536 (28,672 + 8 x 14,720), 8.9 GiB.
#[test]
fn copies_for_experts() {
    let long = EngineSettings {
        max_num_batched_tokens: Some(32_768),
        ..settings(Engine::Vllm)
    };
    let expected = 65_536.0 * (28_672.0 + 8.0 * 14_720.0);
    let model = deepseek_v3(None);
    assert_near(bytes(&model, &long, tensor(16)), expected);
    assert!((Bytes::new(expected).to_gib() - 8.94).abs() < 0.01);
    // Copies of attention share the experts all the same.
    let copies = Placement {
        tensor: 2,
        data: 8,
        expert: 16,
        ..Placement::SINGLE
    };
    assert_near(bytes(&model, &long, copies), expected);
}

/// The widest of dense layers counts, shared experts among them, where it is wider than the
/// experts' part: here 100 (2 x 4 x 10 + 2 x 3 w) for steps of 100 tokens, 10 wide.
#[test]
fn the_widest_layer() {
    let layer = |width| DenseLayers {
        layers: 1,
        width,
        gated: true,
    };
    let few = EngineSettings {
        max_num_batched_tokens: Some(100),
        ..settings(Engine::Sglang)
    };
    let model = |shared_width, active| Model {
        dense: vec![layer(50), layer(200), layer(90)],
        experts: Some(ExpertLayers {
            layers: 1,
            routed: 8,
            active,
            width: 20,
            shared_width,
            gated: true,
        }),
        ..bare(4, 10, 0)
    };
    assert_near(bytes(&model(0, 1), &few, tensor(1)), 200.0 * (40.0 + 600.0));
    assert_near(
        bytes(&model(300, 1), &few, tensor(1)),
        200.0 * (40.0 + 900.0),
    );
    // Eight experts: 8 (2 x 10 + 3 x 20) = 640, more than 3 x 200.
    assert_near(bytes(&model(0, 8), &few, tensor(1)), 200.0 * (40.0 + 640.0));
}

/// TensorRT-LLM: 2 x 8192 x 32 x 128 values, 10.5, 6.25 and 5 times by the ranks; twice that
/// for a mixture, here of 64 heads of 64; 70 MiB at the least.
#[test]
fn tensorrt_llm() {
    let engine = settings(Engine::TensorRtLlm);
    let of = |ranks| bytes(&llama_3_8b(), &engine, tensor(ranks));
    let values = 2.0 * 8192.0 * 4096.0;
    assert_near(of(1), values * 10.5);
    assert_near(of(2), values * 6.25);
    assert_near(of(4), values * 5.0);
    assert_near(of(8), values * 5.0);
    assert_near(bytes(&gpt_oss_120b(), &engine, tensor(1)), values * 21.0);
    let short = EngineSettings {
        max_num_batched_tokens: Some(64),
        ..engine
    };
    assert_near(bytes(&llama_3_8b(), &short, tensor(1)), 70.0 * 1_048_576.0);
}

/// llama.cpp: parts of a batch, of 512 tokens where nothing is said, four bytes for each of
/// 128,256 logits and 2 x 4096 values.
#[test]
fn llama_cpp() {
    let of = |tokens| {
        let settings = EngineSettings {
            max_num_batched_tokens: tokens,
            ..settings(Engine::LlamaCpp)
        };
        bytes(&llama_3_8b(), &settings, tensor(1))
    };
    let token = 4.0 * 136_448.0;
    assert_near(of(None), 512.0 * token);
    assert_near(of(Some(2048)), 2048.0 * token);
    assert_near(of(Some(128)), 128.0 * token);
}

proptest! {
    /// Longer steps and more sequences never take less, more ranks never more.
    #[test]
    fn steps_grow(
        tokens in 1..20_000_u32,
        requests in 1..4000_u32,
        ranks in 0..4_u32,
        engine in 0..4_usize,
        mixture in any::<bool>(),
    ) {
        let model = if mixture { deepseek_v3(None) } else { llama_3_8b() };
        let engine = *Engine::ALL.get(engine).unwrap();
        let of = |tokens, requests, ranks| {
            let set = EngineSettings {
                max_num_seqs: Some(requests),
                max_num_batched_tokens: Some(tokens),
                ..settings(engine)
            };
            bytes(&model, &set, tensor(1_u32 << ranks))
        };
        let some = of(tokens, requests, ranks);
        prop_assert!(some > 0.0);
        prop_assert!(of(2 * tokens, requests, ranks) >= some);
        prop_assert!(of(tokens, 2 * requests, ranks) >= some);
        prop_assert!(of(tokens, requests, ranks + 1) <= some);
    }
}

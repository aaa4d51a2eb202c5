//! What engines cannot be told.

use super::{Settings, plain, words};
use crate::engine::Engine;
use crate::placement::Placement;
use crate::precision::KvFormat;
use crate::script::Machines;
use crate::serving::command::Gap;
use crate::serving::command::gap::gaps;

/// What llama.cpp lacks stops a replica on two nodes; a share of memory is only told.
#[test]
fn gaps_are_told() {
    let one = Machines::of(2, 8);
    let two = Machines::of(16, 8);
    let of = |engine, settings: &Settings, machines, pools| gaps(engine, settings, machines, pools);
    let llama = Settings {
        memory: Some(0.8),
        ..plain(2)
    };
    let told = of(Engine::LlamaCpp, &llama, one, false);
    assert_eq!(told, [Gap::Memory]);
    assert!(!Gap::Memory.stops());
    assert_eq!(
        of(Engine::LlamaCpp, &plain(16), two, true)[..2],
        [Gap::Nodes, Gap::Pools]
    );
    assert_eq!(of(Engine::TensorRtLlm, &plain(16), two, true), [Gap::Pools]);
    assert_eq!(of(Engine::Vllm, &plain(16), two, true), []);
    assert!(Gap::ALL[..7].iter().all(|gap| gap.stops()));
}

/// An 8-bit or 4-bit cache is named where an engine has it, and stops the command where not.
#[test]
fn formats_of_the_cache() {
    let of = |engine, cache| {
        let set = Settings { cache, ..plain(1) };
        let gap = gaps(engine, &set, Machines::of(1, 8), false).contains(&Gap::Cache);
        let named = words(engine, &set)
            .into_iter()
            .find(|word| word.contains("cache"));
        (named, gap)
    };
    let said = |word: &str| (Some(word.to_owned()), false);
    let vllm = |cache| of(Engine::Vllm, cache);
    assert_eq!(vllm(KvFormat::Fp8), said("--kv-cache-dtype fp8"));
    assert_eq!(vllm(KvFormat::Nvfp4), said("--kv-cache-dtype nvfp4"));
    assert_eq!(
        vllm(KvFormat::Int8),
        said("--kv-cache-dtype int8_per_token_head")
    );
    assert_eq!(vllm(KvFormat::Q8_0), (None, true));
    let sglang = |cache| of(Engine::Sglang, cache);
    assert_eq!(sglang(KvFormat::Fp8), said("--kv-cache-dtype fp8_e4m3"));
    assert_eq!(sglang(KvFormat::Nvfp4), said("--kv-cache-dtype nvfp4"));
    assert_eq!(sglang(KvFormat::Int8), (None, true));
    for format in [KvFormat::Fp8, KvFormat::Int8, KvFormat::Nvfp4] {
        assert_eq!(of(Engine::LlamaCpp, format), (None, true), "{format:?}");
    }
    assert_eq!(
        of(Engine::LlamaCpp, KvFormat::Q8_0),
        said("--cache-type-k q8_0")
    );
    assert!(!of(Engine::LlamaCpp, KvFormat::Fp16).1);
    let tensorrt = |cache| {
        let set = Settings { cache, ..plain(1) };
        words(Engine::TensorRtLlm, &set).contains(&"--kv_cache_dtype nvfp4".to_owned())
    };
    assert!(tensorrt(KvFormat::Nvfp4));
    assert!(of(Engine::TensorRtLlm, KvFormat::Int8).1);
}

/// TensorRT-LLM gives every rank of a stage attention of its own, or none.
#[test]
fn attention_is_copied_to_all_ranks_or_none() {
    let of = |engine, tensor, data| {
        let placement = Placement {
            tensor,
            data,
            ..Placement::SINGLE
        };
        let set = Settings {
            placement,
            ..plain(1)
        };
        gaps(engine, &set, Machines::of(8, 8), false)
    };
    assert_eq!(of(Engine::TensorRtLlm, 4, 2), [Gap::Placement]);
    assert_eq!(of(Engine::TensorRtLlm, 1, 8), []);
    assert_eq!(of(Engine::TensorRtLlm, 8, 1), []);
    assert_eq!(of(Engine::Sglang, 4, 2), []);
}

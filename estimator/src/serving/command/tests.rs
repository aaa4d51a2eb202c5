//! Settings and commands by hand.

use super::{Argument, Draft, Gap, Pool, Settings, Value, arguments, gaps};
use crate::engine::Engine;
use crate::placement::Placement;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Bytes;
use crate::script::Machines;
use crate::serving::options::Adapters;

fn plain(tensor: u32) -> Settings {
    Settings {
        placement: Placement {
            tensor,
            ..Placement::SINGLE
        },
        weights: WeightFormat::Bf16,
        cache: KvFormat::Bf16,
        context: Some(32_768),
        sequences: Some(256),
        batched: Some(8192),
        memory: Some(0.92),
        prefix: false,
        draft: None,
        adapters: None,
        host: None,
        pool: None,
    }
}

fn words(engine: Engine, settings: &Settings) -> Vec<String> {
    let written = |Argument { option, value, .. }| match value {
        Value::None => option.to_owned(),
        Value::Text(value) | Value::Variable(value) => format!("{option} {value}"),
    };
    arguments(engine, settings)
        .into_iter()
        .map(written)
        .collect()
}

/// Two ranks, everything else by the engine: each engine says it in its own words.
#[test]
fn a_plain_replica() {
    assert_eq!(
        words(Engine::Vllm, &plain(2)),
        [
            "--tensor-parallel-size 2",
            "--max-model-len 32768",
            "--max-num-seqs 256",
            "--max-num-batched-tokens 8192",
            "--gpu-memory-utilization 0.92",
        ]
    );
    assert_eq!(
        words(Engine::Sglang, &plain(2)),
        [
            "--tp-size 2",
            "--context-length 32768",
            "--max-running-requests 256",
            "--chunked-prefill-size 8192",
            "--mem-fraction-static 0.92",
            "--enable-metrics",
        ]
    );
    assert_eq!(
        words(Engine::TensorRtLlm, &plain(2)),
        [
            "--tp_size 2",
            "--max_seq_len 32768",
            "--max_batch_size 256",
            "--max_num_tokens 8192",
            "--kv_cache_free_gpu_memory_fraction 0.92",
        ]
    );
    // 256 slots of 32,768 tokens.
    assert_eq!(
        words(Engine::LlamaCpp, &plain(2)),
        [
            "--ctx-size 8388608",
            "--parallel 256",
            "--batch-size 8192",
            "--n-gpu-layers 999",
            "--split-mode tensor",
            "--cache-type-k bf16",
            "--cache-type-v bf16",
            "--metrics",
        ]
    );
}

/// Sixteen ranks in two copies of the attention, experts over all: SGLang counts the copies
/// among its ranks, TensorRT-LLM says them in its file.
#[test]
fn copies_and_experts() {
    let spread = Settings {
        placement: Placement {
            tensor: 8,
            pipeline: 1,
            expert: 16,
            data: 2,
        },
        ..plain(8)
    };
    let vllm = words(Engine::Vllm, &spread);
    assert!(vllm.contains(&"--data-parallel-size 2".to_owned()));
    assert!(vllm.contains(&"--enable-expert-parallel".to_owned()));
    let sglang = words(Engine::Sglang, &spread);
    for wanted in ["--tp-size 16", "--attn-dp-size 2", "--ep-size 16"] {
        assert!(sglang.contains(&wanted.to_owned()), "{wanted}");
    }
    let tensorrt = words(Engine::TensorRtLlm, &spread);
    assert!(tensorrt.contains(&"--config config.yaml".to_owned()));
    let config = super::tensorrt::config(&spread).unwrap();
    assert_eq!(config, "enable_attention_dp: true\n");
}

/// Three drafts of a head, twelve adapters of rank 100, 10.5 GiB in the host, a pool that
/// decodes: ranks are rounded up to what vLLM has room for, memory to whole GiB.
#[test]
fn everything_else() {
    let full = Settings {
        prefix: true,
        draft: Some(Draft {
            own: false,
            tokens: 3,
        }),
        adapters: Some(Adapters {
            count: 12,
            rank: 100,
        }),
        host: Some(Bytes::gib(10.5)),
        pool: Some(Pool::Decode),
        ..plain(1)
    };
    let vllm = words(Engine::Vllm, &full);
    assert_eq!(
        vllm[5..],
        [
            "--enable-prefix-caching",
            r#"--speculative-config {\"method\":\"eagle3\",\"model\":\"$DRAFT\",\"num_speculative_tokens\":3}"#,
            "--enable-lora",
            "--max-loras 12",
            "--max-lora-rank 128",
            "--kv-offloading-size 11",
            r#"--kv-transfer-config {"kv_connector":"NixlConnector","kv_role":"kv_both"}"#,
        ]
    );
    let sglang = words(Engine::Sglang, &full);
    assert_eq!(
        sglang[5..],
        [
            "--speculative-algorithm EAGLE3",
            "--speculative-draft-model-path $DRAFT",
            "--speculative-num-steps 3",
            "--speculative-eagle-topk 1",
            "--speculative-num-draft-tokens 4",
            "--enable-lora",
            "--max-loras-per-batch 12",
            "--max-lora-rank 100",
            "--lora-target-modules all",
            "--enable-hierarchical-cache",
            "--hicache-size 11",
            "--disaggregation-mode decode",
            "--disaggregation-transfer-backend nixl",
            "--enable-metrics",
        ]
    );
    assert_eq!(
        super::tensorrt::config(&full).unwrap(),
        "speculative_config:\n  decoding_type: Eagle3\n  max_draft_len: 3\nenable_lora: true\n\
         lora_config:\n  max_loras: 12\n  max_lora_rank: 100\nkv_cache_config:\n  \
         host_cache_size: 11274289152\n"
    );
}

/// What llama.cpp lacks stops a replica on two nodes, and is told where it does not.
#[test]
fn gaps_are_told() {
    let one = Machines::of(2, 8);
    let two = Machines::of(16, 8);
    let of = |engine, settings: &Settings, machines, pools| gaps(engine, settings, machines, pools);
    let llama = Settings {
        cache: KvFormat::Fp8,
        memory: Some(0.8),
        host: Some(Bytes::gib(1.0)),
        ..plain(2)
    };
    let told = of(Engine::LlamaCpp, &llama, one, false);
    assert_eq!(told, [Gap::Cache, Gap::Host, Gap::Memory]);
    assert!(!told.iter().any(|gap| gap.stops()));
    assert_eq!(
        of(Engine::LlamaCpp, &plain(16), two, true)[..2],
        [Gap::Nodes, Gap::Pools]
    );
    assert_eq!(of(Engine::TensorRtLlm, &plain(16), two, true), [Gap::Pools]);
    assert_eq!(of(Engine::Vllm, &plain(16), two, true), []);
}

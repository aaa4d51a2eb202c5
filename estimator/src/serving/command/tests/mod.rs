//! Settings and commands by hand.

mod drafts;
mod gaps;

use super::gap::gaps;
use super::{Argument, Draft, Gap, Head, Pool, Settings, Value, arguments, tensorrt};
use crate::engine::Engine;
use crate::placement::Placement;
use crate::precision::KvFormat;
use crate::quantity::Bytes;
use crate::script::Machines;
use crate::serving::options::Adapters;

fn plain(tensor: u32) -> Settings {
    Settings {
        placement: Placement {
            tensor,
            ..Placement::SINGLE
        },
        quantized: false,
        cache: KvFormat::Bf16,
        context: Some(32_768),
        sequences: Some(256),
        batched: Some(8192),
        memory: Some(0.92),
        prefix: None,
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
            "--enable_chunked_prefill",
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
            "--ubatch-size 8192",
            "--n-gpu-layers 999",
            "--fit off",
            "--split-mode tensor",
            "--cache-type-k bf16",
            "--cache-type-v bf16",
            "--metrics",
        ]
    );
}

/// Sixteen ranks in two copies of the attention, experts over all: SGLang counts the copies
/// among its ranks, and deals sequences and tokens out to them; the others are told one copy's.
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
    // Of both copies together, where the settings are those of one.
    for wanted in [
        "--tp-size 16",
        "--attn-dp-size 2",
        "--ep-size 16",
        "--max-running-requests 512",
        "--chunked-prefill-size 16384",
    ] {
        assert!(sglang.contains(&wanted.to_owned()), "{wanted}");
    }
    assert!(vllm.contains(&"--max-num-seqs 256".to_owned()));
    let tensorrt = words(Engine::TensorRtLlm, &spread);
    assert!(tensorrt.contains(&"--enable_attention_dp".to_owned()));
    assert!(tensorrt.contains(&"--max_batch_size 256".to_owned()));
}

/// Three drafts of a head, twelve adapters of rank 100, 10.5 GiB (11.27 GB) in the host, a pool
/// that decodes: ranks are rounded up to what vLLM has room for, memory to whole GB. Both ways of
/// the cache go by one option of vLLM's, which takes the place of that for host memory.
#[test]
fn everything_else() {
    let full = Settings {
        prefix: Some(true),
        draft: Some(Draft {
            head: Head::Eagle3,
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
            r#"--speculative-config {\"method\":\"eagle3\",\"model\":\"${DRAFT:?}\",\"num_speculative_tokens\":3}"#,
            "--enable-lora",
            "--max-loras 12",
            "--max-lora-rank 128",
            concat!(
                r#"--kv-transfer-config {"kv_connector":"MultiConnector","kv_role":"kv_both","#,
                r#""kv_connector_extra_config":{"connectors":["#,
                r#"{"kv_connector":"NixlConnector","kv_role":"kv_both"},"#,
                r#"{"kv_connector":"OffloadingConnector","kv_role":"kv_both","#,
                r#""kv_connector_extra_config":{"cpu_bytes_to_use":11274289152}}]}}"#,
            ),
        ]
    );
    let sglang = words(Engine::Sglang, &full);
    assert_eq!(
        sglang[5..],
        [
            "--speculative-algorithm EAGLE3",
            "--speculative-draft-model-path ${DRAFT:?}",
            "--speculative-num-steps 3",
            "--speculative-eagle-topk 1",
            "--speculative-num-draft-tokens 4",
            "--enable-lora",
            "--max-loras-per-batch 12",
            "--max-lora-rank 100",
            "--lora-target-modules all",
            "--enable-hierarchical-cache",
            "--hicache-size 12",
            "--disaggregation-mode decode",
            "--disaggregation-transfer-backend nixl",
            "--enable-metrics",
        ]
    );
    assert_eq!(
        tensorrt::config(&full).unwrap(),
        "speculative_config:\n  decoding_type: Eagle3\n  speculative_model: ${DRAFT:?}\n  \
         max_draft_len: 3\nenable_lora: true\nlora_config:\n  max_loras: 12\n  \
         max_lora_rank: 100\nkv_cache_config:\n  host_cache_size: 11274289152\n  \
         free_gpu_memory_fraction: 0.92\n"
    );
}

/// 64 GiB in the host of a replica of eight ranks in two copies: vLLM counts a copy's ranks
/// together, the others each rank, in GB or bytes.
#[test]
fn host_memory_is_each_engines_share() {
    let kept = Settings {
        placement: Placement {
            tensor: 4,
            data: 2,
            ..Placement::SINGLE
        },
        host: Some(Bytes::gib(64.0)),
        ..plain(1)
    };
    let of = |engine| words(engine, &kept);
    assert!(of(Engine::Vllm).contains(&"--kv-offloading-size 32".to_owned()));
    assert!(of(Engine::Sglang).contains(&"--hicache-size 9".to_owned()));
    let config = tensorrt::config(&kept).unwrap();
    assert!(config.contains("host_cache_size: 8589934592\n"), "{config}");
    // MiB of its one process.
    assert!(of(Engine::LlamaCpp).contains(&"--cache-ram 65536".to_owned()));
}

/// Where no prompt was assumed to be found again, the engines' caches of prompts are off, which
/// are on by themselves.
#[test]
fn prompts_are_not_found_where_none_was_assumed() {
    let cold = Settings {
        prefix: Some(false),
        ..plain(1)
    };
    let of = |engine, flag: &str| words(engine, &cold).iter().any(|word| word == flag);
    assert!(of(Engine::Vllm, "--no-enable-prefix-caching"));
    assert!(of(Engine::Sglang, "--disable-radix-cache"));
    assert!(of(Engine::LlamaCpp, "--no-cache-prompt"));
    assert!(of(Engine::LlamaCpp, "--cache-ram 0"));
    assert!(of(Engine::TensorRtLlm, "--config config.yaml"));
    assert_eq!(
        tensorrt::config(&cold).unwrap(),
        "kv_cache_config:\n  enable_block_reuse: false\n  free_gpu_memory_fraction: 0.92\n"
    );
    let warm = Settings {
        prefix: Some(true),
        ..plain(1)
    };
    assert!(words(Engine::Vllm, &warm).contains(&"--enable-prefix-caching".to_owned()));
    for engine in [Engine::Sglang, Engine::TensorRtLlm, Engine::LlamaCpp] {
        assert_eq!(words(engine, &warm), words(engine, &plain(1)), "{engine:?}");
    }
}

/// vLLM has room for adapters of nine ranks, of which 512 is the highest; llama.cpp applies all
/// that it loads unless it is told not to.
#[test]
fn adapters_have_ranks() {
    let of = |rank| Settings {
        adapters: Some(Adapters { count: 2, rank }),
        ..plain(1)
    };
    let rank = |rank| words(Engine::Vllm, &of(rank))[7].clone();
    assert_eq!(rank(1), "--max-lora-rank 1");
    assert_eq!(rank(257), "--max-lora-rank 320");
    assert_eq!(rank(512), "--max-lora-rank 512");
    let gap = |engine, rank| gaps(engine, &of(rank), Machines::of(1, 8), false);
    assert_eq!(gap(Engine::Vllm, 512), []);
    assert_eq!(gap(Engine::Vllm, 513), [Gap::Rank]);
    assert_eq!(gap(Engine::Sglang, 513), []);
    let llama = words(Engine::LlamaCpp, &of(16)).join(" ");
    assert!(llama.contains("--lora ${ADAPTERS:?} --lora-init-without-apply"));
}

/// An engine is told to make fp8 of weights where their checkpoint is not.
#[test]
fn checkpoints_that_are_fp8_say_so() {
    let made = Settings {
        quantized: true,
        ..plain(1)
    };
    for engine in [Engine::Vllm, Engine::Sglang] {
        let said = |set| words(engine, set).contains(&"--quantization fp8".to_owned());
        assert!(said(&made) && !said(&plain(1)));
    }
}

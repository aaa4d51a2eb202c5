//! Settings and commands by hand.

use super::gap::gaps;
use super::{Argument, Draft, Gap, Head, Pool, Settings, Value, arguments};
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
/// that decodes: ranks are rounded up to what vLLM has room for, memory to whole GiB or GB.
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
            "--kv-offloading-size 11",
            r#"--kv-transfer-config {"kv_connector":"NixlConnector","kv_role":"kv_both"}"#,
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
        super::tensorrt::config(&full).unwrap(),
        "speculative_config:\n  decoding_type: Eagle3\n  speculative_model: ${DRAFT:?}\n  \
         max_draft_len: 3\nenable_lora: true\nlora_config:\n  max_loras: 12\n  \
         max_lora_rank: 100\nkv_cache_config:\n  host_cache_size: 11274289152\n  \
         free_gpu_memory_fraction: 0.92\n"
    );
}

/// What llama.cpp lacks stops a replica on two nodes; a share of memory is only told.
#[test]
fn gaps_are_told() {
    let one = Machines::of(2, 8);
    let two = Machines::of(16, 8);
    let of =
        |engine, settings: &Settings, machines, pools| gaps(engine, settings, machines, pools, 1.0);
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
    assert!(Gap::ALL[..8].iter().all(|gap| gap.stops()));
    // It has 256 slots, and no more.
    let full = |running| gaps(Engine::LlamaCpp, &plain(2), one, false, running);
    assert_eq!(full(256.0), [Gap::Memory]);
    assert_eq!(full(257.0), [Gap::Sequences, Gap::Memory]);
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
    let config = super::tensorrt::config(&kept).unwrap();
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
        super::tensorrt::config(&cold).unwrap(),
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

/// An 8-bit or 4-bit cache is named where an engine has it, and stops the command where not.
#[test]
fn formats_of_the_cache() {
    let of = |engine, cache| {
        let set = Settings { cache, ..plain(1) };
        let gap = gaps(engine, &set, Machines::of(1, 8), false, 1.0).contains(&Gap::Cache);
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
        gaps(engine, &set, Machines::of(8, 8), false, 1.0)
    };
    assert_eq!(of(Engine::TensorRtLlm, 4, 2), [Gap::Placement]);
    assert_eq!(of(Engine::TensorRtLlm, 1, 8), []);
    assert_eq!(of(Engine::TensorRtLlm, 8, 1), []);
    assert_eq!(of(Engine::Sglang, 4, 2), []);
}

/// Each kind of head goes by the engine's own name, or stops the command; five tokens.
#[test]
fn heads_by_their_kind() {
    let set = |head| Settings {
        draft: Some(Draft { head, tokens: 5 }),
        ..plain(1)
    };
    let words = |engine, head| words(engine, &set(head)).join(" ");
    let gap = |engine, head| gaps(engine, &set(head), Machines::of(1, 8), false, 1.0);
    for head in Head::ALL {
        let method = match head {
            Head::Mtp => "mtp",
            Head::Eagle => "eagle",
            Head::Eagle3 => "eagle3",
            Head::Dflash => "dflash",
            Head::Dspark => "dspark",
            Head::Model => "draft_model",
        };
        let vllm = words(Engine::Vllm, head);
        assert!(
            vllm.contains(&format!(r#"{{\"method\":\"{method}\","#)),
            "{vllm}"
        );
        assert_eq!(vllm.contains("${DRAFT:?}"), head != Head::Mtp, "{vllm}");
        assert_eq!(gap(Engine::Vllm, head), []);
        assert_eq!(Head::from_id(head.id()), Some(head));
    }
    assert_eq!(Head::from_id("medusa"), None);
    let sglang = |head| words(Engine::Sglang, head);
    assert!(sglang(Head::Mtp).contains("--speculative-algorithm NEXTN --speculative-num-steps 5"));
    assert!(sglang(Head::Eagle).contains("--speculative-algorithm EAGLE --"));
    // The block has the token before the drafts in it, or not.
    assert!(sglang(Head::Dflash).contains(
        "DFLASH --speculative-draft-model-path ${DRAFT:?} --speculative-num-draft-tokens 6 --en"
    ));
    assert!(sglang(Head::Dspark).contains(
        "DSPARK --speculative-draft-model-path ${DRAFT:?} --speculative-dspark-block-size 5 --en"
    ));
    assert_eq!(gap(Engine::Sglang, Head::Model), [Gap::Head]);
    let llama = |head| words(Engine::LlamaCpp, head);
    assert!(llama(Head::Mtp).contains("--spec-type draft-mtp --spec-draft-n-max 5"));
    assert!(
        llama(Head::Eagle3).contains(
            "--spec-type draft-eagle3 --spec-draft-model ${DRAFT:?} --spec-draft-n-max 5"
        )
    );
    assert!(gap(Engine::LlamaCpp, Head::Eagle).contains(&Gap::Head));
    let tensorrt = |head| super::tensorrt::config(&set(head)).unwrap_or_default();
    assert_eq!(
        tensorrt(Head::Mtp),
        "speculative_config:\n  decoding_type: MTP\n  max_draft_len: 5\n"
    );
    assert!(tensorrt(Head::Dflash).contains("DFlash\n  speculative_model: ${DRAFT:?}\n"));
    for head in [Head::Eagle, Head::Dspark, Head::Model] {
        assert_eq!(gap(Engine::TensorRtLlm, head), [Gap::Head]);
        assert_eq!(tensorrt(head), "");
    }
}

/// Drafts over two stages: by those engines and heads that do it.
#[test]
fn drafts_over_stages() {
    let of = |engine, head, data, pools| {
        let placement = Placement {
            pipeline: 2,
            data,
            ..Placement::SINGLE
        };
        let set = Settings {
            placement,
            draft: Some(Draft { head, tokens: 3 }),
            ..plain(1)
        };
        gaps(engine, &set, Machines::of(2, 8), pools, 1.0).contains(&Gap::Stages)
    };
    assert!(!of(Engine::Vllm, Head::Eagle3, 1, false));
    assert!(!of(Engine::Vllm, Head::Mtp, 1, false));
    assert!(of(Engine::Vllm, Head::Dflash, 1, false));
    assert!(!of(Engine::Sglang, Head::Mtp, 1, false));
    assert!(of(Engine::Sglang, Head::Mtp, 2, false));
    assert!(of(Engine::Sglang, Head::Mtp, 1, true));
    assert!(of(Engine::Sglang, Head::Eagle3, 1, false));
    assert!(of(Engine::TensorRtLlm, Head::Mtp, 1, false));
    let alone = Settings {
        draft: Some(Draft {
            head: Head::Mtp,
            tokens: 3,
        }),
        ..plain(2)
    };
    assert_eq!(
        gaps(Engine::TensorRtLlm, &alone, Machines::of(2, 8), false, 1.0),
        []
    );
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
    let gap = |engine, rank| gaps(engine, &of(rank), Machines::of(1, 8), false, 1.0);
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

/// 300 slots are asked for, and 256 are all that llama.cpp has: so many contexts.
#[test]
fn slots_are_256_at_most() {
    let many = Settings {
        sequences: Some(300),
        ..plain(1)
    };
    let of = words(Engine::LlamaCpp, &many);
    assert_eq!(of[..2], ["--ctx-size 8388608", "--parallel 256"]);
}

//! Commands written out by hand.

use super::*;

/// The text of every file under its name.
fn shown(launch: &Launch) -> String {
    let files = launch.files();
    let text = |file: &estimator::serving::command::File| format!("{}:\n{}", file.name, file.text);
    files.iter().map(text).collect()
}

/// vLLM on four of a node's eight: 1,024 sequences and 8,192 tokens a step are its defaults on a
/// large card, 0.92 its share; nothing is found in a cache.
#[test]
fn vllm_on_half_a_node() {
    let asked = question(MODELS[0], Engine::Vllm, WeightFormat::Fp8, KvFormat::Fp8);
    let launch = case(&asked, CHIPS[0], split(4, 1, 1, 1)).written();
    assert_eq!(
        shown(&launch),
        r"serve.sh:
# vllm 0.33.0
CUDA_VISIBLE_DEVICES=0,1,2,3 \
vllm serve nvidia/Llama-3.3-70B-Instruct-FP8 \
  --served-model-name meta-llama/Llama-3.3-70B-Instruct \
  --tensor-parallel-size 4 \
  --kv-cache-dtype fp8 \
  --max-model-len 131072 \
  --max-num-seqs 1024 \
  --max-num-batched-tokens 8192 \
  --enable-chunked-prefill \
  --gpu-memory-utilization 0.92 \
  --no-enable-prefix-caching \
  --host 0.0.0.0 \
  --port 8000
"
    );
}

/// `SGLang` over two nodes: 16 copies of the attention of 1,024 sequences and 8,192 tokens each.
/// Of 139.4 GiB that are free it keeps 512 + 1.5 x 8,192 + 1,024 / 8 + 2 x 256 = 13,440 MiB:
/// a share of 1 - 13,440 / 142,745.6 = 0.9058.
#[test]
fn sglang_on_two_nodes() {
    let asked = question(
        MODELS[1],
        Engine::Sglang,
        WeightFormat::Fp8Block,
        KvFormat::Bf16,
    );
    let launch = case(&asked, CHIPS[1], split(1, 1, 16, 16)).written();
    let node = |rank: u32| {
        format!(
            r#"serve-node-{rank}.sh:
# sglang 0.5.23
python3 -m sglang.launch_server \
  --model-path deepseek-ai/DeepSeek-V3 \
  --served-model-name deepseek-ai/DeepSeek-V3 \
  --tp-size 16 \
  --attn-dp-size 16 \
  --ep-size 16 \
  --kv-cache-dtype bfloat16 \
  --context-length 163840 \
  --max-running-requests 16384 \
  --chunked-prefill-size 131072 \
  --mem-fraction-static 0.9058 \
  --disable-radix-cache \
  --enable-metrics \
  --host 0.0.0.0 \
  --port 8000 \
  --nnodes 2 \
  --node-rank {rank} \
  --dist-init-addr "${{FIRST_NODE:?}}:20000"
"#
        )
    };
    assert_eq!(shown(&launch), node(0) + &node(1));
    assert_eq!(launch.remarks, [Remark::Yours]);
}

/// TensorRT-LLM drafts three tokens with a head of its own, and finds prompts in its cache; both
/// stand in its file of settings.
#[test]
fn tensorrt_drafts() {
    let mut asked = question(
        MODELS[0],
        Engine::TensorRtLlm,
        WeightFormat::Fp8,
        KvFormat::Fp8,
    );
    asked.prefix_hit_rate = 0.5;
    asked.serving.speculation = Some(Speculation {
        draft_tokens: 3,
        acceptance: 0.7,
    });
    let launch = case(&asked, CHIPS[1], split(8, 1, 1, 1)).written();
    assert_eq!(
        shown(&launch),
        r#"serve.sh:
# trt-llm 1.4
trtllm-serve serve nvidia/Llama-3.3-70B-Instruct-FP8 \
  --served_model_name meta-llama/Llama-3.3-70B-Instruct \
  --tensor_parallel_size 8 \
  --kv_cache_dtype fp8 \
  --max_seq_len 131072 \
  --max_batch_size 2048 \
  --max_num_tokens 8192 \
  --enable_chunked_prefill \
  --free_gpu_memory_fraction 0.9 \
  --config serve.yaml \
  --host 0.0.0.0 \
  --port 8000
serve.yaml:
kv_cache_config:
  enable_block_reuse: true
speculative_config:
  decoding_type: "Eagle3"
  max_draft_len: 3
  speculative_model: "lmsys/sglang-EAGLE3-LLaMA3.3-Instruct-70B"
"#
    );
}

/// llama.cpp on a small card: 256 sequences, 2,048 tokens a step, 512 of them at once, and as many
/// cached tokens as memory holds.
#[test]
fn llama_on_one_card() {
    let asked = question(
        MODELS[3],
        Engine::LlamaCpp,
        WeightFormat::Q4KM,
        KvFormat::Q8_0,
    );
    let case = case(&asked, CHIPS[3], Placement::SINGLE);
    let held = case.sizing.estimate.memory.kv_tokens.floor();
    let repository = case.names.published.expect("it is published");
    assert!(repository.ends_with("/Qwen3-8B-GGUF"), "{repository}");
    // 24 GiB less 5 of weights and 1 of what the driver keeps; 36 layers of 2 x 1,024 values at
    // 8.5 bits are 78,336 bytes a token.
    assert!((200_000.0..260_000.0).contains(&held), "{held}");
    assert_eq!(
        shown(&case.written()),
        format!(
            r"serve.sh:
# llama.cpp 0c1e57098
CUDA_VISIBLE_DEVICES=0 \
llama-server \
  --hf-repo {repository}:Q4_K_M \
  --alias Qwen/Qwen3-8B \
  --n-gpu-layers all \
  --split-mode none \
  --fit off \
  --cache-type-k q8_0 \
  --cache-type-v q8_0 \
  --flash-attn on \
  --ctx-size {held} \
  --kv-unified \
  --parallel 256 \
  --batch-size 2048 \
  --ubatch-size 512 \
  --no-cache-prompt \
  --cache-ram 0 \
  --metrics \
  --host 0.0.0.0 \
  --port 8000
"
        )
    );
}

/// vLLM with stages over two nodes: the first answers, the second has no server.
#[test]
fn vllm_on_two_nodes() {
    let asked = question(
        MODELS[0],
        Engine::Vllm,
        WeightFormat::Bf16,
        KvFormat::Bf16,
    );
    let launch = case(&asked, CHIPS[0], split(8, 2, 1, 1)).written();
    let node = |rank: u32, end: &str| {
        format!(
            r#"serve-node-{rank}.sh:
# vllm 0.33.0
vllm serve meta-llama/Llama-3.3-70B-Instruct \
  --served-model-name meta-llama/Llama-3.3-70B-Instruct \
  --tensor-parallel-size 8 \
  --pipeline-parallel-size 2 \
  --dtype bfloat16 \
  --kv-cache-dtype bfloat16 \
  --max-model-len 131072 \
  --max-num-seqs 1024 \
  --max-num-batched-tokens 8192 \
  --enable-chunked-prefill \
  --gpu-memory-utilization 0.92 \
  --no-enable-prefix-caching \
  --host 0.0.0.0 \
  --port 8000 \
  --nnodes 2 \
  --node-rank {rank} \
  --master-addr "${{FIRST_NODE:?}}"{end}
"#
        )
    };
    let both = node(0, "") + &node(1, " \\\n  --headless");
    assert_eq!(shown(&launch), both);
}

/// Separate pools of vLLM: two replicas read prompts, three decode; each says to the other kind
/// where it is.
#[test]
fn vllm_with_separate_pools() {
    let mut asked = question(MODELS[0], Engine::Vllm, WeightFormat::Fp8, KvFormat::Fp8);
    asked.serving.disaggregated = true;
    asked.prefix_hit_rate = 0.25;
    let launch = case(&asked, CHIPS[0], split(8, 1, 1, 1)).written();
    let pool = |role: &str, kind: &str| {
        format!(
            r#"{role}.sh:
# vllm 0.33.0
VLLM_NIXL_SIDE_CHANNEL_HOST="${{THIS_NODE:?}}" \
vllm serve nvidia/Llama-3.3-70B-Instruct-FP8 \
  --served-model-name meta-llama/Llama-3.3-70B-Instruct \
  --tensor-parallel-size 8 \
  --kv-cache-dtype fp8 \
  --max-model-len 131072 \
  --max-num-seqs 1024 \
  --max-num-batched-tokens 8192 \
  --enable-chunked-prefill \
  --gpu-memory-utilization 0.92 \
  --enable-prefix-caching \
  --kv-transfer-config '{{"kv_connector":"NixlConnector","kv_role":"{kind}"}}' \
  --host 0.0.0.0 \
  --port 8000
"#
        )
    };
    let both = pool("prefill", "kv_producer") + &pool("decode", "kv_consumer");
    assert_eq!(shown(&launch), both);
    let replicas: Vec<u32> = launch.processes.iter().map(|one| one.replicas).collect();
    assert_eq!(replicas, [2, 3]);
    assert_eq!(
        launch.remarks,
        [Remark::Yours, Remark::Router, Remark::Replicas]
    );
}

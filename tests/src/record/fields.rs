//! Fields of the batch estimator's lines, with values that they may have.

use super::draw::Draw;

/// A field, how often it is there, and how its value is drawn, as JSON.
pub(super) type Field = (&'static str, f64, fn(&mut Draw) -> String);

pub(super) fn quoted(draw: &mut Draw, all: &[&str]) -> String {
    format!("\"{}\"", draw.one(all))
}

fn number(draw: &mut Draw, least: f64, most: f64) -> String {
    draw.number(least, most).to_string()
}

fn raw(draw: &mut Draw, all: &[&str]) -> String {
    draw.one(all).to_owned()
}

const GPUS: [&str; 8] = [
    "nvidia-h100-sxm-80gb",
    "nvidia-h100-sxm-80gb",
    "nvidia-h200-sxm-141gb",
    "nvidia-b200-sxm",
    "nvidia-a100-sxm-80gb",
    "nvidia-l40s",
    "amd-mi300x",
    "amd-mi355x",
];

pub(super) const SERVING: [Field; 18] = [
    ("weights", 0.6, |draw| {
        quoted(
            draw,
            &[
                "bf16",
                "fp8",
                "fp8-block",
                "mxfp4",
                "awq-int4",
                "q4_k_m",
                "nf4",
            ],
        )
    }),
    ("kv_cache", 0.4, |draw| {
        quoted(draw, &["bf16", "fp8", "int8", "q8_0"])
    }),
    ("accelerator", 0.9, |draw| quoted(draw, &GPUS)),
    ("engine", 0.5, |draw| {
        quoted(draw, &["vllm", "sglang", "trt-llm", "llama.cpp"])
    }),
    ("usd_per_accelerator_hour", 0.2, |draw| {
        number(draw, 0.3, 12.0)
    }),
    ("max_model_len", 0.2, |draw| {
        draw.whole(4096, 131_072).to_string()
    }),
    ("max_num_seqs", 0.2, |draw| draw.whole(4, 1024).to_string()),
    ("max_num_batched_tokens", 0.2, |draw| {
        draw.whole(512, 32_768).to_string()
    }),
    ("memory_utilization", 0.2, |draw| number(draw, 0.5, 0.98)),
    ("concurrency", 0.4, |draw| draw.whole(1, 512).to_string()),
    ("request_rate", 0.3, |draw| number(draw, 0.05, 40.0)),
    ("input_tokens", 0.7, |draw| {
        draw.whole(10, 20_000).to_string()
    }),
    ("output_tokens", 0.7, |draw| draw.whole(2, 3000).to_string()),
    ("prefix_hit_rate", 0.2, |draw| number(draw, 0.01, 0.95)),
    ("draft_tokens", 0.15, |draw| draw.whole(0, 8).to_string()),
    ("draft_acceptance", 0.1, |draw| number(draw, 0.2, 0.95)),
    ("scheduler_poll_steps", 0.1, |draw| {
        draw.whole(1, 16).to_string()
    }),
    ("load", 0.15, |draw| {
        quoted(draw, &["steady", "closed", "lockstep", "burst", "poisson"])
    }),
];

/// How a line of serving is spread.
pub(super) const SPREAD: [Field; 5] = [
    ("accelerators", 0.6, |draw| {
        raw(draw, &["1", "2", "4", "8", "8", "16"])
    }),
    ("tensor_parallel", 0.5, |draw| {
        raw(draw, &["1", "2", "4", "8"])
    }),
    ("pipeline_parallel", 0.1, |draw| raw(draw, &["1", "2", "4"])),
    ("expert_parallel", 0.1, |draw| raw(draw, &["1", "2", "8"])),
    ("data_parallel", 0.1, |draw| raw(draw, &["1", "2", "8"])),
];

pub(super) const TRAINING: [Field; 21] = [
    ("accelerator", 0.97, |draw| quoted(draw, &GPUS)),
    ("usd_per_accelerator_hour", 0.2, |draw| {
        number(draw, 0.3, 12.0)
    }),
    ("method", 0.3, |draw| {
        quoted(draw, &["full", "full", "lora", "dora", "qlora"])
    }),
    ("weights", 0.1, |draw| {
        quoted(draw, &["bf16", "int8", "nf4", "nf4-dq"])
    }),
    ("lora_rank", 0.1, |draw| raw(draw, &["4", "16", "64"])),
    ("lora_targets", 0.1, |draw| {
        raw(
            draw,
            &["\"all-linear\"", "\"q,v\"", "[\"q_proj\",\"down_proj\"]"],
        )
    }),
    ("precision", 0.4, |draw| {
        quoted(
            draw,
            &[
                "bf16-mixed",
                "fp16-mixed",
                "bf16",
                "fp32",
                "fp8-mixed",
                "amp_bf16",
            ],
        )
    }),
    ("optimizer", 0.4, |draw| {
        quoted(draw, &["adamw", "adamw-8bit", "adafactor", "sgd", "muon"])
    }),
    ("framework", 0.4, |draw| {
        quoted(
            draw,
            &[
                "megatron",
                "torchtitan",
                "hf",
                "deepspeed",
                "unsloth",
                "axolotl",
            ],
        )
    }),
    ("sharding", 0.4, |draw| {
        raw(
            draw,
            &["\"none\"", "\"zero1\"", "2", "3", "\"fsdp\"", "\"hybrid\""],
        )
    }),
    ("sequence_length", 0.6, |draw| {
        raw(draw, &["512", "2048", "4096", "8192"])
    }),
    ("micro_batch", 0.4, |draw| raw(draw, &["1", "2", "4"])),
    ("global_batch", 0.4, |draw| {
        raw(draw, &["64", "128", "512", "1024"])
    }),
    ("recompute", 0.4, |draw| {
        raw(draw, &["\"none\"", "\"selective\"", "\"full\"", "true"])
    }),
    ("flash_attention", 0.1, |draw| raw(draw, &["true", "false"])),
    ("dropout", 0.1, |draw| raw(draw, &["true", "false"])),
    ("loss", 0.3, |draw| {
        quoted(draw, &["plain", "fused", "chunked"])
    }),
    ("offload", 0.1, |draw| {
        quoted(draw, &["none", "cpu", "cpu-all", "nvme"])
    }),
    ("purpose", 0.3, |draw| {
        quoted(draw, &["pretraining", "fine-tuning", "preference"])
    }),
    ("tokens", 0.3, |draw| number(draw, 1e6, 1e12)),
    ("packed", 0.2, |draw| number(draw, 0.3, 1.0)),
];

/// How a line of training is spread.
pub(super) const LAYOUT: [Field; 9] = [
    ("accelerators", 0.9, |draw| {
        raw(draw, &["1", "8", "16", "64", "256"])
    }),
    ("tensor_parallel", 0.3, |draw| {
        raw(draw, &["1", "2", "4", "8"])
    }),
    ("pipeline_parallel", 0.2, |draw| raw(draw, &["1", "2", "4"])),
    ("context_parallel", 0.1, |draw| raw(draw, &["1", "2"])),
    ("expert_parallel", 0.1, |draw| raw(draw, &["1", "2", "8"])),
    ("expert_tensor_parallel", 0.03, |draw| {
        raw(draw, &["1", "2"])
    }),
    ("virtual_pipeline", 0.05, |draw| raw(draw, &["1", "2"])),
    ("sequence_parallel", 0.1, |draw| {
        raw(draw, &["true", "false"])
    }),
    ("network_gbps_per_node", 0.2, |draw| {
        number(draw, 100.0, 3200.0)
    }),
];

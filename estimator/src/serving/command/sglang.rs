//! `SGLang` 0.5.23. It counts the copies of the attention among its tensor ranks
//! (`--attn-dp-size`, which took the place of `--dp-size` with `--enable-dp-attention`), and deals
//! the sequences and tokens of a step to the copies (`arg_groups/parallel_hook.py`,
//! `arg_groups/moe_hook.py`). Over stages it drafts with EAGLE's heads alone
//! (`arg_groups/validation_hook.py`).

use super::argument::{Arguments, Figure, Value};
use super::names::Checkpoint;
use super::problem::Problem;
use super::settings::{Role, Settings, whole};
use crate::precision::{KvFormat, WeightFormat};

/// The checkpoint; of GGUF a file, which nobody but the reader has.
pub(super) fn model(settings: &Settings<'_>) -> Value {
    if settings.weights.is_gguf() {
        Value::yours("MODEL")
    } else {
        settings.checkpoint.value()
    }
}

pub(super) fn figures(settings: &Settings<'_>, out: &mut Arguments) {
    let placed = settings.placement;
    let copies = placed.data.max(1);
    let of_all = |count: Option<u32>| count.map(|count| count.saturating_mul(copies));
    out.set(Figure::Tensor, "--tp-size", placed.stage_ranks());
    out.above_one(Figure::Pipeline, "--pp-size", placed.pipeline);
    out.above_one(Figure::Copies, "--attn-dp-size", placed.data);
    out.above_one(Figure::Experts, "--ep-size", placed.expert);
    weights(settings, out);
    cache(settings, out);
    out.count(Figure::Context, "--context-length", settings.context);
    let sequences = of_all(settings.sequences);
    out.count(Figure::Sequences, "--max-running-requests", sequences);
    let batched = of_all(settings.batched);
    out.count(Figure::Batched, "--chunked-prefill-size", batched);
    out.share("--mem-fraction-static", settings.memory_share);
    let none = settings.prefix_hits == Some(false);
    out.switch(Figure::PrefixHits, "--disable-radix-cache", none);
    drafts(settings, out);
    adapters(settings, out);
    if let Some(bytes) = settings.host_cache {
        // GB of one rank.
        let each = bytes.to_gb() / f64::from(placed.accelerators().max(1));
        let hierarchical = "--enable-hierarchical-cache";
        out.switch(Figure::HostCache, hierarchical, true);
        out.set(Figure::HostCache, "--hicache-size", whole(each.ceil()));
    }
    let role = match settings.role {
        Role::Serve => return,
        Role::Prefill => "prefill",
        Role::Decode => "decode",
    };
    out.set(Figure::Pools, "--disaggregation-mode", role);
    out.set(Figure::Pools, "--disaggregation-transfer-backend", "nixl");
}

fn weights(settings: &Settings<'_>, out: &mut Arguments) {
    if matches!(settings.checkpoint, Checkpoint::Wider(_)) {
        out.set(Figure::Weights, "--quantization", "fp8");
    }
    if settings.weights.is_gguf() {
        out.set(Figure::Weights, "--quantization", "gguf");
        out.set(Figure::Weights, "--load-format", "gguf");
    }
    let halves = settings.cache == Some(KvFormat::Fp16) && follows(settings.weights);
    let format = match settings.weights {
        WeightFormat::Bf16 => "bfloat16",
        WeightFormat::Fp16 => "float16",
        WeightFormat::Fp32 => "float32",
        _ if halves => "float16",
        _ => return,
    };
    out.set(Figure::Weights, "--dtype", format);
}

/// Whether what is computed with these weights may be fp16, whose format the cache then has.
const fn follows(weights: WeightFormat) -> bool {
    matches!(
        weights,
        WeightFormat::Fp16 | WeightFormat::AwqInt4 | WeightFormat::GptqInt4
    )
}

fn cache(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(cache) = settings.cache else {
        return;
    };
    let format = match cache {
        KvFormat::Bf16 => "bfloat16",
        KvFormat::Fp16 if follows(settings.weights) => "auto",
        KvFormat::Fp8 => "fp8_e4m3",
        KvFormat::Nvfp4 => "nvfp4",
        KvFormat::Fp16 | KvFormat::Int8 | KvFormat::Q8_0 | KvFormat::Q4_0 => {
            return out.problem(Problem::Cache(cache));
        }
    };
    out.set(Figure::Cache, "--kv-cache-dtype", format);
}

fn drafts(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(drafting) = &settings.drafting else {
        return;
    };
    let algorithm = match drafting.kind() {
        // A model's own layer is drafted with as EAGLE's are.
        "mtp" | "eagle" => "EAGLE",
        "eagle3" => "EAGLE3",
        _ => return out.problem(Problem::Draft),
    };
    if settings.placement.pipeline > 1 && algorithm != "EAGLE" {
        out.problem(Problem::DraftStages);
    }
    out.set(Figure::Draft, "--speculative-algorithm", algorithm);
    if let Some(checkpoint) = drafting.checkpoint() {
        let path = "--speculative-draft-model-path";
        out.set(Figure::Draft, path, checkpoint);
    }
    // One branch: as many steps as tokens are proposed, and the model's own beside them.
    let tokens = drafting.tokens;
    out.set(Figure::Draft, "--speculative-num-steps", tokens);
    out.set(Figure::Draft, "--speculative-eagle-topk", 1_u32);
    let checked = tokens.saturating_add(1);
    out.set(Figure::Draft, "--speculative-num-draft-tokens", checked);
}

fn adapters(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(adapters) = settings.adapters else {
        return;
    };
    out.switch(Figure::Adapters, "--enable-lora", true);
    out.set(Figure::Adapters, "--max-loras-per-batch", adapters.count);
    out.set(Figure::Adapters, "--max-loaded-loras", adapters.count);
    out.set(Figure::Adapters, "--max-lora-rank", adapters.rank);
    out.set(Figure::Adapters, "--lora-target-modules", "all");
}

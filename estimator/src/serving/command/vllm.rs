//! vLLM 0.33.0. Its sequences and tokens of a step are those of one copy of the attention; it
//! spreads experts over all ranks of a stage or none (`docs/serving/expert_parallel_deployment.md`),
//! and does not draft over stages (`docs/features/speculative_decoding`).

use super::argument::{Arguments, Figure, Value};
use super::names::{Checkpoint, marked};
use super::problem::Problem;
use super::settings::{Role, Settings};
use crate::decimal;
use crate::precision::{KvFormat, WeightFormat};

/// Ranks that adapters may have.
const RANKS: [u32; 9] = [1, 8, 16, 32, 64, 128, 256, 320, 512];

/// The checkpoint; of a repository of GGUF files the one in the format.
pub(super) fn model(settings: &Settings<'_>) -> Value {
    match settings.checkpoint {
        Checkpoint::Published(name) if settings.weights.is_gguf() => {
            marked(name, settings.weights).into()
        }
        other => other.value(),
    }
}

/// Files of GGUF are read with the tokenizer of the model that they were made of.
pub(super) fn tokenizer(settings: &Settings<'_>, out: &mut Arguments) {
    if let Some(released) = settings.released.filter(|_| settings.weights.is_gguf()) {
        out.set(Figure::Model, "--tokenizer", released);
    }
}

pub(super) fn figures(settings: &Settings<'_>, out: &mut Arguments) {
    let placed = settings.placement;
    out.set(Figure::Tensor, "--tensor-parallel-size", placed.tensor);
    let pipeline = "--pipeline-parallel-size";
    out.above_one(Figure::Pipeline, pipeline, placed.pipeline);
    out.above_one(Figure::Copies, "--data-parallel-size", placed.data);
    let spread = placed.expert > 1;
    out.switch(Figure::Experts, "--enable-expert-parallel", spread);
    if spread && placed.expert != placed.stage_ranks() {
        out.problem(Problem::Split);
    }
    weights(settings, out);
    cache(settings, out);
    out.count(Figure::Context, "--max-model-len", settings.context);
    out.count(Figure::Sequences, "--max-num-seqs", settings.sequences);
    let batched = "--max-num-batched-tokens";
    out.count(Figure::Batched, batched, settings.batched);
    let hits = settings.prefix_hits;
    // Told all, it is told this too: a step takes parts of prompts.
    let chunks = hits.is_some();
    out.switch(Figure::Batched, "--enable-chunked-prefill", chunks);
    out.share("--gpu-memory-utilization", settings.memory_share);
    let found = hits == Some(true);
    out.switch(Figure::PrefixHits, "--enable-prefix-caching", found);
    let none = hits == Some(false);
    out.switch(Figure::PrefixHits, "--no-enable-prefix-caching", none);
    drafts(settings, out);
    adapters(settings, out);
    if let Some(bytes) = settings.host_cache {
        // An engine a copy of the attention, each with its own; GiB of all its ranks.
        let each = bytes.to_gib() / f64::from(placed.data.max(1));
        let each = decimal::show((each * 100.0).ceil() / 100.0);
        out.set(Figure::HostCache, "--kv-offloading-size", each);
        out.set(Figure::HostCache, "--kv-offloading-backend", "native");
    }
    let transfers = match settings.role {
        Role::Serve => return,
        Role::Prefill => "kv_producer",
        Role::Decode => "kv_consumer",
    };
    let connector = format!(r#"{{"kv_connector":"NixlConnector","kv_role":"{transfers}"}}"#);
    out.set(Figure::Pools, "--kv-transfer-config", connector);
}

/// What is quantised says so itself; what is at 16 bits or more is loaded as it was asked about.
fn weights(settings: &Settings<'_>, out: &mut Arguments) {
    if matches!(settings.checkpoint, Checkpoint::Wider(_)) {
        out.set(Figure::Weights, "--quantization", "fp8");
    }
    let format = match settings.weights {
        WeightFormat::Bf16 => "bfloat16",
        WeightFormat::Fp16 => "float16",
        WeightFormat::Fp32 => "float32",
        _ => return,
    };
    out.set(Figure::Weights, "--dtype", format);
}

fn cache(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(cache) = settings.cache else {
        return;
    };
    let format = match cache {
        KvFormat::Bf16 => "bfloat16",
        KvFormat::Fp16 => "float16",
        KvFormat::Fp8 => "fp8",
        KvFormat::Int8 => "int8_per_token_head",
        KvFormat::Nvfp4 => "nvfp4",
        KvFormat::Q8_0 | KvFormat::Q4_0 => return out.problem(Problem::Cache(cache)),
    };
    out.set(Figure::Cache, "--kv-cache-dtype", format);
}

fn drafts(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(drafting) = &settings.drafting else {
        return;
    };
    if settings.placement.pipeline > 1 {
        out.problem(Problem::DraftStages);
    }
    let method = match drafting.kind() {
        "mtp" => "mtp",
        "eagle" => "eagle",
        "eagle3" => "eagle3",
        "dflash" => "dflash",
        _ => return out.problem(Problem::Draft),
    };
    out.set(Figure::Draft, "--spec-method", method);
    if let Some(checkpoint) = drafting.checkpoint() {
        out.set(Figure::Draft, "--spec-model", checkpoint);
    }
    out.set(Figure::Draft, "--spec-tokens", drafting.tokens);
}

fn adapters(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(adapters) = settings.adapters else {
        return;
    };
    let Some(rank) = RANKS.into_iter().find(|rank| *rank >= adapters.rank) else {
        let most = RANKS.into_iter().max().unwrap_or_default();
        return out.problem(Problem::AdapterRank { most });
    };
    out.switch(Figure::Adapters, "--enable-lora", true);
    out.set(Figure::Adapters, "--max-loras", adapters.count);
    out.set(Figure::Adapters, "--max-lora-rank", rank);
    out.set(Figure::Adapters, "--max-cpu-loras", adapters.count);
}

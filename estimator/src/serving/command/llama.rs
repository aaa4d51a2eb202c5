//! llama.cpp's `llama-server` at 0c1e57098, which serves on one node. Slots draw on one cache of
//! as many tokens as memory holds (`--kv-unified`); it has at most 256 of them
//! (`LLAMA_MAX_SEQ`, `src/llama-cparams.h`). Ranks share every layer or have whole layers each
//! (`--split-mode`), never both.

use super::argument::{Arguments, Figure, Value};
use super::names::{Checkpoint, marked};
use super::problem::Problem;
use super::settings::{Role, Settings, whole};
use crate::precision::KvFormat;

/// Slots at most.
pub(super) const MOST_SLOTS: u32 = 256;
/// Tokens that are computed at once, as the estimate has it.
const MICRO_BATCH: u32 = 512;

/// The checkpoint: a file, or a repository with the mark of the format.
pub(super) fn model(settings: &Settings<'_>, out: &mut Arguments) {
    match settings.checkpoint {
        Checkpoint::Published(name) | Checkpoint::Wider(name) if !name.starts_with('/') => {
            let name = if settings.weights.is_gguf() {
                marked(name, settings.weights)
            } else {
                name.to_owned()
            };
            out.set(Figure::Model, "--hf-repo", name);
        }
        file => out.set(Figure::Model, "--model", file.value()),
    }
}

pub(super) fn figures(settings: &Settings<'_>, out: &mut Arguments) {
    splits(settings, out);
    cache(settings, out);
    slots(settings, out);
    out.count(Figure::Batched, "--batch-size", settings.batched);
    let together = settings.batched.map(|batched| batched.min(MICRO_BATCH));
    out.count(Figure::Batched, "--ubatch-size", together);
    let (found, none) = (settings.prefix_hits == Some(true), settings.prefix_hits == Some(false));
    out.switch(Figure::PrefixHits, "--cache-prompt", found);
    out.switch(Figure::PrefixHits, "--no-cache-prompt", none);
    drafts(settings, out);
    if settings.adapters.is_some() {
        out.set(Figure::Adapters, "--lora", Value::yours("ADAPTERS"));
        // Requests choose among them.
        let unapplied = "--lora-init-without-apply";
        out.switch(Figure::Adapters, unapplied, true);
    }
    if settings.prefix_hits.is_some() {
        let kept = settings.host_cache.map_or(0.0, |bytes| bytes.to_gib() * 1024.0);
        out.set(Figure::HostCache, "--cache-ram", whole(kept.ceil()));
    }
    if settings.role != Role::Serve {
        out.problem(Problem::Pools);
    }
}

/// How layers are dealt; all of them are on accelerators.
fn splits(settings: &Settings<'_>, out: &mut Arguments) {
    let placed = settings.placement;
    out.set(Figure::Tensor, "--n-gpu-layers", "all");
    let (tensor, pipeline) = (placed.tensor > 1, placed.pipeline > 1);
    let most = placed.tensor.max(placed.pipeline);
    if placed.data > 1 || placed.expert > 1 || tensor && pipeline || most > MOST_PARTS {
        out.problem(Problem::Split);
    }
    let (figure, mode, parts) = if tensor {
        (Figure::Tensor, "tensor", placed.tensor)
    } else if pipeline {
        (Figure::Pipeline, "layer", placed.pipeline)
    } else {
        (Figure::Tensor, "none", 1)
    };
    out.set(figure, "--split-mode", mode);
    if parts > 1 {
        let equal: Vec<&str> = (0..parts.min(MOST_PARTS)).map(|_| "1").collect();
        out.set(figure, "--tensor-split", equal.join(","));
    }
    if settings.pool.is_some() {
        // It would change what is not said.
        out.set(Figure::MemoryShare, "--fit", "off");
    }
}

/// Devices at most (`LLAMA_MAX_DEVICES` of its build for GPUs, `ggml/include/ggml-backend.h`).
const MOST_PARTS: u32 = 16;

fn cache(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(cache) = settings.cache else {
        return;
    };
    let format = match cache {
        KvFormat::Bf16 => "bf16",
        KvFormat::Fp16 => "f16",
        KvFormat::Q8_0 => "q8_0",
        KvFormat::Q4_0 => "q4_0",
        KvFormat::Fp8 | KvFormat::Int8 | KvFormat::Nvfp4 => {
            return out.problem(Problem::Cache(cache));
        }
    };
    out.set(Figure::Cache, "--cache-type-k", format);
    out.set(Figure::Cache, "--cache-type-v", format);
    // Quantised values need it, and the estimate has it.
    out.set(Figure::Cache, "--flash-attn", "on");
}

/// Tokens of all slots together, and how many there are.
fn slots(settings: &Settings<'_>, out: &mut Arguments) {
    let sequences = settings.sequences;
    if let Some(pool) = settings.pool {
        out.set(Figure::Context, "--ctx-size", pool);
        out.switch(Figure::Context, "--kv-unified", true);
    } else {
        let each = sequences.unwrap_or(1);
        let whole = settings.context.map(|one| one.saturating_mul(each));
        out.count(Figure::Context, "--ctx-size", whole);
    }
    out.count(Figure::Sequences, "--parallel", sequences);
}

fn drafts(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(drafting) = &settings.drafting else {
        return;
    };
    let kind = match drafting.kind() {
        "mtp" => "draft-mtp",
        "eagle3" => "draft-eagle3",
        _ => return out.problem(Problem::Draft),
    };
    out.set(Figure::Draft, "--spec-type", kind);
    if kind != "draft-mtp" {
        // Published heads are not in its own files.
        out.set(Figure::Draft, "--spec-draft-model", Value::yours("DRAFT"));
    }
    out.set(Figure::Draft, "--spec-draft-n-max", drafting.tokens);
}

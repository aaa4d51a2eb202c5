//! TensorRT-LLM 1.4: `trtllm-serve serve`, and a file of settings for what has no option. Copies
//! of the attention are all of a stage's ranks or none (`--enable_attention_dp`). Over several
//! nodes MPI starts a rank an accelerator (`docs/source/commands/trtllm-serve`); drafting as in
//! `docs/source/features/speculative-decoding`.

use super::argument::{Arguments, Figure, Value};
use super::problem::Problem;
use super::settings::{Role, Settings};
use crate::machines::Machines;
use crate::precision::KvFormat;

/// The file of settings.
pub(super) fn config_name(role: Role) -> &'static str {
    match role {
        Role::Serve => "serve.yaml",
        Role::Prefill => "prefill.yaml",
        Role::Decode => "decode.yaml",
    }
}

pub(super) fn program(settings: &Settings<'_>, machines: Machines) -> Vec<Value> {
    let mut words = Vec::new();
    if machines.nodes > 1 {
        let ranks = machines.nodes.saturating_mul(machines.each);
        let several = [
            "mpirun".into(),
            "-n".into(),
            ranks.into(),
            "--map-by".into(),
            format!("ppr:{}:node", machines.each).into(),
            "--hostfile".into(),
            Value::yours("HOSTFILE"),
            "trtllm-llmapi-launch".into(),
        ];
        words.extend(several);
    }
    words.extend(["trtllm-serve".into(), "serve".into(), settings.checkpoint.value()]);
    words
}

pub(super) fn figures(settings: &Settings<'_>, out: &mut Arguments) {
    let placed = settings.placement;
    out.set(Figure::Tensor, "--tensor_parallel_size", placed.stage_ranks());
    let pipeline = "--pipeline_parallel_size";
    out.above_one(Figure::Pipeline, pipeline, placed.pipeline);
    let experts = "--moe_expert_parallel_size";
    out.above_one(Figure::Experts, experts, placed.expert);
    let copied = placed.data > 1;
    out.switch(Figure::Copies, "--enable_attention_dp", copied);
    if copied && placed.tensor > 1 {
        out.problem(Problem::Split);
    }
    cache(settings, out);
    out.count(Figure::Context, "--max_seq_len", settings.context);
    out.count(Figure::Sequences, "--max_batch_size", settings.sequences);
    out.count(Figure::Batched, "--max_num_tokens", settings.batched);
    let chunks = settings.prefix_hits.is_some();
    out.switch(Figure::Batched, "--enable_chunked_prefill", chunks);
    out.share("--free_gpu_memory_fraction", settings.memory_share);
    if let Some(found) = settings.prefix_hits {
        let reuse = if found { "true" } else { "false" };
        let path = "kv_cache_config.enable_block_reuse";
        out.config(Figure::PrefixHits, path, reuse);
    }
    if let Some(bytes) = settings.host_cache {
        // Bytes of one rank.
        let each = bytes.get() / f64::from(placed.accelerators().max(1));
        let each = format!("{:.0}", each.ceil());
        out.config(Figure::HostCache, "kv_cache_config.host_cache_size", each);
    }
    drafts(settings, out);
    adapters(settings, out);
    if settings.role != Role::Serve {
        let backend = "cache_transceiver_config.backend";
        out.config(Figure::Pools, backend, "NIXL");
        if settings.role == Role::Prefill {
            // Workers that only read prompts have no next step to prepare.
            out.config(Figure::Pools, "disable_overlap_scheduler", "true");
        }
    }
    if !out.config.is_empty() {
        let figure = Figure::PrefixHits;
        out.set(figure, "--config", config_name(settings.role));
    }
}

/// It has no name for 16 bits: the cache then has the format of what is computed, or the one that
/// a quantised checkpoint asks for.
fn cache(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(cache) = settings.cache else {
        return;
    };
    let format = match cache {
        KvFormat::Bf16 | KvFormat::Fp16 => "auto",
        KvFormat::Fp8 => "fp8",
        KvFormat::Nvfp4 => "nvfp4",
        KvFormat::Int8 | KvFormat::Q8_0 | KvFormat::Q4_0 => {
            return out.problem(Problem::Cache(cache));
        }
    };
    out.set(Figure::Cache, "--kv_cache_dtype", format);
}

fn drafts(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(drafting) = &settings.drafting else {
        return;
    };
    let kind = match drafting.kind() {
        "mtp" => "MTP",
        "eagle3" => "Eagle3",
        _ => return out.problem(Problem::Draft),
    };
    out.config(Figure::Draft, "speculative_config.decoding_type", kind);
    let most = "speculative_config.max_draft_len";
    out.config(Figure::Draft, most, drafting.tokens);
    if let Some(checkpoint) = drafting.checkpoint() {
        let path = "speculative_config.speculative_model";
        out.config(Figure::Draft, path, checkpoint);
    }
}

fn adapters(settings: &Settings<'_>, out: &mut Arguments) {
    let Some(adapters) = settings.adapters else {
        return;
    };
    out.config(Figure::Adapters, "enable_lora", "true");
    let (rank, count) = (adapters.rank, adapters.count);
    out.config(Figure::Adapters, "lora_config.max_lora_rank", rank);
    out.config(Figure::Adapters, "lora_config.max_loras", count);
    out.config(Figure::Adapters, "lora_config.max_cpu_loras", count);
}

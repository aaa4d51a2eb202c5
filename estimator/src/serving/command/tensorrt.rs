//! TensorRT-LLM: `trtllm-serve serve MODEL`. What has no option stands in a YAML that
//! `--config` names.

use super::settings::{
    Arguments, BATCHED, CONTEXT, EXPERTS, PIPELINE, SEQUENCES, Settings, TENSOR,
};
use crate::decimal;
use crate::precision::KvFormat;
use std::fmt::Write as _;

/// The name of that YAML.
pub(super) const CONFIG: &str = "config.yaml";

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let placed = set.placement;
    out.count("--tp_size", Some(placed.stage_ranks()), TENSOR);
    out.above_one("--pp_size", placed.pipeline, PIPELINE);
    out.above_one("--ep_size", placed.expert, EXPERTS);
    if set.cache == KvFormat::Fp8 {
        out.set("--kv_cache_dtype", "fp8");
    }
    out.count("--max_seq_len", set.context, CONTEXT);
    out.count("--max_batch_size", set.sequences, SEQUENCES);
    out.count("--max_num_tokens", set.batched, BATCHED);
    out.share("--kv_cache_free_gpu_memory_fraction", set.memory);
    if config(set).is_some() {
        out.set("--config", CONFIG);
    }
}

/// The YAML, where something has no option.
pub(super) fn config(set: &Settings) -> Option<String> {
    let mut text = String::new();
    if set.placement.data > 1 {
        text.push_str("enable_attention_dp: true\n");
    }
    if let Some(draft) = set.draft {
        let kind = if draft.own { "MTP" } else { "Eagle3" };
        let _ = writeln!(text, "speculative_config:\n  decoding_type: {kind}");
        let _ = writeln!(text, "  max_draft_len: {}", draft.tokens);
    }
    if let Some(adapters) = set.adapters {
        text.push_str("enable_lora: true\nlora_config:\n");
        let _ = writeln!(text, "  max_loras: {}", adapters.count);
        let _ = writeln!(text, "  max_lora_rank: {}", adapters.rank);
    }
    if let Some(host) = set.host {
        let bytes = decimal::fixed(host.get().max(1.0).ceil(), 0);
        let _ = writeln!(text, "kv_cache_config:\n  host_cache_size: {bytes}");
    }
    (!text.is_empty()).then_some(text)
}

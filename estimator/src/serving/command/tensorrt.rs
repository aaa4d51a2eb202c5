//! TensorRT-LLM: `trtllm-serve serve MODEL`. What has no option stands in a YAML that
//! `--config` names, which the script writes first: a head's name is a variable in it.

use super::draft::Head;
use super::gap::cache;
use super::settings::{
    Arguments, BATCHED, CONTEXT, EXPERTS, PIPELINE, SEQUENCES, Settings, TENSOR,
};
use super::vllm::whole;
use crate::decimal;
use crate::engine::Engine;
use std::fmt::Write as _;

/// The name of that YAML.
const CONFIG: &str = "config.yaml";

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let placed = set.placement;
    out.count("--tp_size", Some(placed.stage_ranks()), TENSOR);
    out.above_one("--pp_size", placed.pipeline, PIPELINE);
    out.above_one("--ep_size", placed.expert, EXPERTS);
    out.flag(placed.data > 1, "--enable_attention_dp");
    if let Some(format) = cache(Engine::TensorRtLlm, set.cache) {
        out.set("--kv_cache_dtype", format);
    }
    out.count("--max_seq_len", set.context, CONTEXT);
    out.count("--max_batch_size", set.sequences, SEQUENCES);
    out.count("--max_num_tokens", set.batched, BATCHED);
    // A prompt that is longer than a step would be refused.
    out.flag(set.context > set.batched, "--enable_chunked_prefill");
    out.share("--kv_cache_free_gpu_memory_fraction", set.memory);
    if config(set).is_some() {
        out.set("--config", CONFIG);
    }
}

/// What writes the YAML, where something has no option.
pub(super) fn written(set: &Settings) -> String {
    let mut text = String::new();
    if let Some(config) = config(set) {
        text.push_str("cat > ");
        text.push_str(CONFIG);
        text.push_str(" <<END\n");
        text.push_str(&config);
        text.push_str("END\n");
    }
    text
}

/// The YAML, where something has no option.
pub(super) fn config(set: &Settings) -> Option<String> {
    let mut text = String::new();
    if let Some((draft, kind)) = set.draft.and_then(|it| Some((it, decoding(it.head)?))) {
        let _ = writeln!(text, "speculative_config:\n  decoding_type: {kind}");
        if draft.head != Head::Mtp {
            text.push_str("  speculative_model: ${DRAFT:?}\n");
        }
        let _ = writeln!(text, "  max_draft_len: {}", draft.tokens);
    }
    if let Some(adapters) = set.adapters {
        text.push_str("enable_lora: true\nlora_config:\n");
        let _ = writeln!(text, "  max_loras: {}", adapters.count);
        let _ = writeln!(text, "  max_lora_rank: {}", adapters.rank);
    }
    let unfound = set.prefix == Some(false);
    if unfound || set.host.is_some() {
        kept(&mut text, set, unfound);
    }
    (!text.is_empty()).then_some(text)
}

/// Settings of the cache, those that have options, too: a section of the file takes the place
/// of what options say.
fn kept(text: &mut String, set: &Settings, unfound: bool) {
    text.push_str("kv_cache_config:\n");
    if unfound {
        text.push_str("  enable_block_reuse: false\n");
    }
    if let Some(host) = set.host {
        // Bytes of one rank.
        let each = host.get() / f64::from(set.placement.accelerators().max(1));
        let _ = writeln!(text, "  host_cache_size: {}", whole(each));
    }
    if let Some(share) = set.memory {
        let share = decimal::show(decimal::round(share, 4));
        let _ = writeln!(text, "  free_gpu_memory_fraction: {share}");
    }
    if let Some(format) = cache(Engine::TensorRtLlm, set.cache) {
        let _ = writeln!(text, "  dtype: {format}");
    }
}

/// Its name of a kind of head; `None` where it has none. Heads of EAGLE before the third version
/// are not its own.
pub(super) const fn decoding(head: Head) -> Option<&'static str> {
    match head {
        Head::Mtp => Some("MTP"),
        Head::Eagle3 => Some("Eagle3"),
        Head::Dflash => Some("DFlash"),
        Head::Eagle | Head::Dspark | Head::Model => None,
    }
}

//! `SGLang`: `python3 -m sglang.launch_server`. It counts the copies of the attention among its
//! tensor ranks, and deals sequences and tokens of a step out to them
//! (`arg_groups/parallel_hook.py`, `model_executor/pool_configurator.py`).

use super::draft::{Draft, Head};
use super::gap::cache;
use super::settings::{
    Arguments, BATCHED, CONTEXT, COPIES, EXPERTS, PIPELINE, Pool, SEQUENCES, Settings, TENSOR,
};
use super::vllm::whole;
use crate::engine::Engine;

/// What lets it draft over stages (`arg_groups/validation_hook.py`).
pub(crate) const OVER_STAGES: &str = "SGLANG_ENABLE_PP_SPEC";

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let placed = set.placement;
    let copies = placed.data;
    out.count("--tp-size", Some(placed.stage_ranks()), TENSOR);
    out.above_one("--pp-size", placed.pipeline, PIPELINE);
    out.above_one("--attn-dp-size", copies, COPIES);
    out.above_one("--ep-size", placed.expert, EXPERTS);
    if set.quantized {
        out.set("--quantization", "fp8");
    }
    if let Some(format) = cache(Engine::Sglang, set.cache) {
        out.set("--kv-cache-dtype", format);
    }
    out.count("--context-length", set.context, CONTEXT);
    out.of_all("--max-running-requests", set.sequences, copies, SEQUENCES);
    out.of_all("--chunked-prefill-size", set.batched, copies, BATCHED);
    out.share("--mem-fraction-static", set.memory);
    out.flag(set.prefix == Some(false), "--disable-radix-cache");
    if let Some(draft) = set.draft {
        drafts(out, draft, copies);
    }
    if let Some(adapters) = set.adapters {
        out.flag(true, "--enable-lora");
        out.count("--max-loras-per-batch", Some(adapters.count), "");
        out.count("--max-lora-rank", Some(adapters.rank), "");
        out.set("--lora-target-modules", "all");
    }
    if let Some(host) = set.host {
        out.flag(true, "--enable-hierarchical-cache");
        // GB of one rank (`mem_cache/pool_host/base.py`).
        let each = host.to_gb() / f64::from(placed.accelerators().max(1));
        out.set("--hicache-size", &whole(each));
    }
    if let Some(pool) = set.pool {
        let mode = match pool {
            Pool::Prefill => "prefill",
            Pool::Decode => "decode",
        };
        out.set("--disaggregation-mode", mode);
        out.set("--disaggregation-transfer-backend", "nixl");
    }
    out.flag(true, "--enable-metrics");
}

/// How it drafts with a head; nothing where it has no such kind.
fn drafts(out: &mut Arguments, draft: Draft, copies: u32) {
    let Some(algorithm) = algorithm(draft.head) else {
        return;
    };
    out.set("--speculative-algorithm", algorithm);
    if draft.head != Head::Mtp {
        out.variable("--speculative-draft-model-path", "${DRAFT:?}");
    }
    // The token that the model itself adds is counted, too.
    let all = Some(draft.tokens.saturating_add(1));
    match draft.head {
        Head::Dspark => {
            out.count("--speculative-dspark-block-size", Some(draft.tokens), "");
        }
        Head::Dflash => out.count("--speculative-num-draft-tokens", all, ""),
        Head::Mtp | Head::Eagle | Head::Eagle3 | Head::Model => {
            out.count("--speculative-num-steps", Some(draft.tokens), "");
            out.set("--speculative-eagle-topk", "1");
            out.count("--speculative-num-draft-tokens", all, "");
        }
    }
    let block = matches!(draft.head, Head::Dflash | Head::Dspark);
    out.flag(block && copies > 1, "--enable-dp-lm-head");
}

/// Its name of a kind of head; `None` where it has none.
pub(super) const fn algorithm(head: Head) -> Option<&'static str> {
    match head {
        Head::Mtp => Some("NEXTN"),
        Head::Eagle => Some("EAGLE"),
        Head::Eagle3 => Some("EAGLE3"),
        Head::Dflash => Some("DFLASH"),
        Head::Dspark => Some("DSPARK"),
        // Which of two it takes is the model's: its own for Gemma's assistants, or another.
        Head::Model => None,
    }
}

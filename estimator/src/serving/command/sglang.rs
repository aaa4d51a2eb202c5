//! `SGLang`: `python3 -m sglang.launch_server`. It counts the copies of the attention among its
//! tensor ranks.

use super::settings::{
    Arguments, BATCHED, CONTEXT, COPIES, EXPERTS, PIPELINE, Pool, SEQUENCES, Settings, TENSOR,
};
use super::vllm::whole_gib;
use crate::precision::{KvFormat, WeightFormat};

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let placed = set.placement;
    out.count("--tp-size", Some(placed.stage_ranks()), TENSOR);
    out.above_one("--pp-size", placed.pipeline, PIPELINE);
    out.above_one("--attn-dp-size", placed.data, COPIES);
    out.above_one("--ep-size", placed.expert, EXPERTS);
    if set.weights == WeightFormat::Fp8 {
        out.set("--quantization", "fp8");
    }
    if set.cache == KvFormat::Fp8 {
        out.set("--kv-cache-dtype", "fp8_e4m3");
    }
    out.count("--context-length", set.context, CONTEXT);
    out.count("--max-running-requests", set.sequences, SEQUENCES);
    out.count("--chunked-prefill-size", set.batched, BATCHED);
    out.share("--mem-fraction-static", set.memory);
    if let Some(draft) = set.draft {
        if draft.own {
            out.set("--speculative-algorithm", "NEXTN");
        } else {
            out.set("--speculative-algorithm", "EAGLE3");
            out.variable("--speculative-draft-model-path", "$DRAFT");
        }
        out.count("--speculative-num-steps", Some(draft.tokens), "");
        out.set("--speculative-eagle-topk", "1");
        // The token that the model itself adds is counted, too.
        let all = draft.tokens.saturating_add(1);
        out.count("--speculative-num-draft-tokens", Some(all), "");
    }
    if let Some(adapters) = set.adapters {
        out.flag(true, "--enable-lora");
        out.count("--max-loras-per-batch", Some(adapters.count), "");
        out.count("--max-lora-rank", Some(adapters.rank), "");
        out.set("--lora-target-modules", "all");
    }
    if let Some(host) = set.host {
        out.flag(true, "--enable-hierarchical-cache");
        out.set("--hicache-size", &whole_gib(host));
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

//! vLLM: `vllm serve MODEL`. Over several nodes every node runs the same command with its own
//! rank, all but the first without an API.

use super::settings::{Arguments, BATCHED, CONTEXT, COPIES, PIPELINE, SEQUENCES, Settings, TENSOR};
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Bytes;

/// The ranks of adapters that it makes room for.
const RANKS: [u32; 9] = [1, 8, 16, 32, 64, 128, 256, 320, 512];

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let placed = set.placement;
    out.count("--tensor-parallel-size", Some(placed.tensor), TENSOR);
    out.above_one("--pipeline-parallel-size", placed.pipeline, PIPELINE);
    out.above_one("--data-parallel-size", placed.data, COPIES);
    out.flag(placed.expert > 1, "--enable-expert-parallel");
    if set.weights == WeightFormat::Fp8 {
        out.set("--quantization", "fp8");
    }
    if set.cache == KvFormat::Fp8 {
        out.set("--kv-cache-dtype", "fp8");
    }
    out.count("--max-model-len", set.context, CONTEXT);
    out.count("--max-num-seqs", set.sequences, SEQUENCES);
    out.count("--max-num-batched-tokens", set.batched, BATCHED);
    out.share("--gpu-memory-utilization", set.memory);
    out.flag(set.prefix, "--enable-prefix-caching");
    if let Some(draft) = set.draft {
        let tokens = draft.tokens;
        if draft.own {
            let value = format!(r#"{{"method":"mtp","num_speculative_tokens":{tokens}}}"#);
            out.set("--speculative-config", &value);
        } else {
            let value = format!(
                r#"{{\"method\":\"eagle3\",\"model\":\"$DRAFT\",\"num_speculative_tokens\":{tokens}}}"#
            );
            out.variable("--speculative-config", &value);
        }
    }
    if let Some(adapters) = set.adapters {
        out.flag(true, "--enable-lora");
        out.count("--max-loras", Some(adapters.count), "");
        let rank = RANKS.into_iter().find(|rank| *rank >= adapters.rank);
        out.count("--max-lora-rank", rank.or(Some(adapters.rank)), "");
    }
    if let Some(host) = set.host {
        out.set("--kv-offloading-size", &whole_gib(host));
    }
    if set.pool.is_some() {
        let value = r#"{"kv_connector":"NixlConnector","kv_role":"kv_both"}"#;
        out.set("--kv-transfer-config", value);
    }
}

/// Whole GiB, at least one.
pub(super) fn whole_gib(bytes: Bytes) -> String {
    crate::decimal::fixed(bytes.to_gib().max(1.0).ceil(), 0)
}

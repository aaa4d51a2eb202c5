//! vLLM: `vllm serve MODEL`. Over several nodes every node runs the same command with its own
//! rank, all but the first without an API; of a rank it works out which copies of the attention
//! stand on that node (`EngineArgs.create_engine_config`).

use super::draft::Head;
use super::gap::cache;
use super::settings::{Arguments, BATCHED, CONTEXT, COPIES, PIPELINE, SEQUENCES, Settings, TENSOR};
use crate::decimal;
use crate::engine::Engine;
use crate::quantity::Bytes;

/// The ranks of adapters that it makes room for.
pub(super) const RANKS: [u32; 9] = [1, 8, 16, 32, 64, 128, 256, 320, 512];

pub(super) fn settings(out: &mut Arguments, set: &Settings) {
    let placed = set.placement;
    out.count("--tensor-parallel-size", Some(placed.tensor), TENSOR);
    out.above_one("--pipeline-parallel-size", placed.pipeline, PIPELINE);
    out.above_one("--data-parallel-size", placed.data, COPIES);
    out.flag(placed.expert > 1, "--enable-expert-parallel");
    if set.quantized {
        out.set("--quantization", "fp8");
    }
    if let Some(format) = cache(Engine::Vllm, set.cache) {
        out.set("--kv-cache-dtype", format);
    }
    out.count("--max-model-len", set.context, CONTEXT);
    out.count("--max-num-seqs", set.sequences, SEQUENCES);
    out.count("--max-num-batched-tokens", set.batched, BATCHED);
    out.share("--gpu-memory-utilization", set.memory);
    if let Some(found) = set.prefix {
        out.flag(found, "--enable-prefix-caching");
        out.flag(!found, "--no-enable-prefix-caching");
    }
    if let Some(draft) = set.draft {
        // Between double quotes, as a variable may stand in it.
        let mut value = r#"{\"method\":\""#.to_owned();
        value.push_str(method(draft.head));
        if draft.head != Head::Mtp {
            value.push_str(r#"\",\"model\":\"${DRAFT:?}"#);
        }
        value.push_str(r#"\",\"num_speculative_tokens\":"#);
        value.push_str(&draft.tokens.to_string());
        value.push('}');
        out.variable("--speculative-config", &value);
    }
    if let Some(adapters) = set.adapters {
        out.flag(true, "--enable-lora");
        out.count("--max-loras", Some(adapters.count), "");
        let rank = RANKS.into_iter().find(|rank| *rank >= adapters.rank);
        out.count("--max-lora-rank", rank, "");
    }
    // All ranks of an engine together; each copy of the attention is one.
    let host = set.host.map(|host| host / f64::from(placed.data.max(1)));
    match (set.pool, host) {
        (None, None) => {}
        (None, Some(host)) => out.set("--kv-offloading-size", &whole(host.to_gib())),
        (Some(_), None) => out.set("--kv-transfer-config", NIXL),
        // That option would take the other's place.
        (Some(_), Some(host)) => out.set("--kv-transfer-config", &both(host)),
    }
}

/// What hands the cache from pool to pool.
const NIXL: &str = r#"{"kv_connector":"NixlConnector","kv_role":"kv_both"}"#;

/// That, and so many bytes of host memory.
fn both(host: Bytes) -> String {
    let mut value = r#"{"kv_connector":"MultiConnector","kv_role":"kv_both","#.to_owned();
    value.push_str(r#""kv_connector_extra_config":{"connectors":["#);
    value.push_str(NIXL);
    value.push_str(r#",{"kv_connector":"OffloadingConnector","kv_role":"kv_both","#);
    value.push_str(r#""kv_connector_extra_config":{"cpu_bytes_to_use":"#);
    value.push_str(&whole(host.get()));
    value.push_str("}}]}}");
    value
}

/// Its name of a kind of head; it has them all.
pub(super) const fn method(head: Head) -> &'static str {
    match head {
        Head::Mtp => "mtp",
        Head::Eagle => "eagle",
        Head::Eagle3 => "eagle3",
        Head::Dflash => "dflash",
        Head::Dspark => "dspark",
        // It tells an assistant of Gemma's from other models by itself.
        Head::Model => "draft_model",
    }
}

/// A size in whole units, at least one.
pub(super) fn whole(size: f64) -> String {
    decimal::fixed(size.max(1.0).ceil(), 0)
}

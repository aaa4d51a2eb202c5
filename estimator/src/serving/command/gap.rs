//! What an estimate assumed and an engine cannot be told.

use super::draft::over_stages;
use super::settings::Settings;
use super::{llama, sglang, tensorrt, vllm};
use crate::engine::Engine;
use crate::precision::KvFormat;
use crate::script::Machines;
use crate::support::{engine_spans, engine_splits};

/// Something that the estimate assumed and the engine has no option for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gap {
    /// A replica on several nodes.
    Nodes,
    /// Prefill and decode in pools of their own.
    Pools,
    /// Stages, copies of the attention or experts spread over ranks.
    Placement,
    /// The kind of head that drafts.
    Head,
    /// Drafting over stages.
    Stages,
    /// The format of the cache.
    Cache,
    /// Adapters of so high a rank.
    Rank,
    /// The share of memory.
    Memory,
}

impl Gap {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 8] = [
        Self::Nodes,
        Self::Pools,
        Self::Placement,
        Self::Head,
        Self::Stages,
        Self::Cache,
        Self::Rank,
        Self::Memory,
    ];

    /// Whether another replica would run without it, so that there are no files.
    #[must_use]
    pub const fn stops(self) -> bool {
        !matches!(self, Self::Memory)
    }
}

/// The gaps between `engine` and a replica that is set so.
pub(super) fn gaps(engine: Engine, set: &Settings, machines: Machines, pools: bool) -> Vec<Gap> {
    let placed = set.placement;
    let missing = |gap: &Gap| match gap {
        Gap::Nodes => !engine_spans(engine) && machines.nodes > 1,
        Gap::Pools => pools && matches!(engine, Engine::LlamaCpp | Engine::TensorRtLlm),
        Gap::Placement => !engine_splits(engine, placed),
        Gap::Head => set.draft.is_some_and(|draft| {
            let known = match engine {
                Engine::Vllm => Some(vllm::method(draft.head)),
                Engine::Sglang => sglang::algorithm(draft.head),
                Engine::TensorRtLlm => tensorrt::decoding(draft.head),
                Engine::LlamaCpp => llama::speculation(draft.head),
            };
            known.is_none()
        }),
        Gap::Stages => {
            let over = |head| over_stages(engine, head, placed, pools);
            placed.pipeline > 1 && set.draft.is_some_and(|draft| !over(draft.head))
        }
        Gap::Cache => !engine_caches(engine, set.cache),
        Gap::Rank => {
            let most = vllm::RANKS.into_iter().max().unwrap_or_default();
            engine == Engine::Vllm && set.adapters.is_some_and(|adapters| adapters.rank > most)
        }
        Gap::Memory => engine == Engine::LlamaCpp && set.memory.is_some(),
    };
    Gap::ALL.into_iter().filter(missing).collect()
}

/// Whether `engine` keeps its cache in `format`: in 16 bits, as each does by default, or in one
/// that it has an option for.
#[must_use]
pub const fn engine_caches(engine: Engine, format: KvFormat) -> bool {
    matches!(format, KvFormat::Bf16 | KvFormat::Fp16) || cache(engine, format).is_some()
}

/// An engine's name of a format of the cache; `None` where it has none, or that is its default.
pub(super) const fn cache(engine: Engine, format: KvFormat) -> Option<&'static str> {
    match (engine, format) {
        (Engine::Vllm | Engine::TensorRtLlm, KvFormat::Fp8) => Some("fp8"),
        (Engine::Sglang, KvFormat::Fp8) => Some("fp8_e4m3"),
        (Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm, KvFormat::Nvfp4) => Some("nvfp4"),
        (Engine::Vllm, KvFormat::Int8) => Some("int8_per_token_head"),
        (Engine::LlamaCpp, KvFormat::Bf16) => Some("bf16"),
        (Engine::LlamaCpp, KvFormat::Q8_0) => Some("q8_0"),
        (Engine::LlamaCpp, KvFormat::Q4_0) => Some("q4_0"),
        _ => None,
    }
}

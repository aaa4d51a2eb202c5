//! How much of an accelerator each engine leaves for the cache.
//!
//! - vLLM: `utilisation * M - weights - activations - runtime`, `M` the memory programs see;
//!   utilisation 0.92 (the default since 0.22)
//! - SGLang: static share of the memory free at the start, less the weights; by default the free
//!   memory less a reserve of MB `512 + 1.5 chunk + tp pp / 8 * 1024 + 2 graph batch`, at least
//!   10,240 above 60 GiB
//! - TensorRT-LLM: 0.90 of the memory free after everything else
//! - llama.cpp: all that is free
//!
//! TensorRT-LLM's cache holds every token in every layer, those with a window, too, unless
//! `max_attention_window` is set: its examples for Gemma 3 set it, and a change that would have
//! set it by the model's own windows was closed (NVIDIA/TensorRT-LLM, 5722). The others free
//! tokens that have left the window.
//!
//! Checks: SGLang, H200, share 0.8718, Llama-3-8B holds 871,371 tokens (ours
//! 873,000); vLLM 0.4 to 0.8, opt-125m at 0.90, 2,047,632 on A100 and 3,581,232
//! on H200 (ours within 1 %).
//!
//! Published benchmark rows do not print their settings. For their loads one
//! fitted reserve an engine stands in for activations and runtime (vLLM 4 GB
//! at 0.92, SGLang 3 GB at 0.90, TensorRT-LLM 8 GB at 0.90): part of the fit
//! that reproduces them.

use crate::engine::{Engine, EngineSettings};
use crate::hardware::Accelerator;
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::memory::driver;

/// The memory taken before the cache gets any.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Taken {
    /// Weights.
    pub weights: Bytes,
    /// The draft head of speculative decoding.
    pub drafter: Bytes,
    /// Adapters.
    pub adapters: Bytes,
    /// Working memory.
    pub activations: Bytes,
    /// Buffers, graphs.
    pub runtime: Bytes,
    /// Driver and context.
    pub driver: Bytes,
}

impl Taken {
    /// The memory loaded that stays: weights, and the parts beside them.
    #[must_use]
    pub fn loaded(&self) -> Bytes {
        self.weights + self.drafter + self.adapters
    }

    /// All of it.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.loaded() + self.activations + self.runtime + self.driver
    }
}

/// The memory taken, and the rest that the engine leaves for the cache.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allotment {
    /// Before the cache.
    pub taken: Taken,
    /// For the cache; negative where the rest does not fit.
    pub pool: Bytes,
}

/// The share of memory an engine takes by default.
#[must_use]
pub const fn default_utilization(engine: Engine) -> f64 {
    match engine {
        Engine::Vllm => 0.92,
        Engine::Sglang | Engine::TensorRtLlm => 0.90,
        Engine::LlamaCpp => 1.0,
    }
}

/// The share of memory that sizes the cache where the settings name none: `published` says
/// whether a load is sized as published benchmarks are. `None` where SGLang keeps a reserve
/// instead of a share.
#[must_use]
pub const fn assumed_utilization(engine: Engine, published: bool) -> Option<f64> {
    match (engine, published) {
        (Engine::Vllm | Engine::LlamaCpp, true) => Some(PUBLISHED_VLLM),
        (Engine::Sglang | Engine::TensorRtLlm, true) => Some(PUBLISHED_OTHERS),
        (Engine::Sglang, false) => None,
        (engine, false) => Some(default_utilization(engine)),
    }
}

/// The shares of memory with which published benchmarks are reproduced: vLLM's, whose
/// stands for llama.cpp too.
const PUBLISHED_VLLM: f64 = 0.92;
/// The same of the others.
const PUBLISHED_OTHERS: f64 = 0.90;

/// Whether an engine keeps tokens that have left a layer's window.
#[must_use]
pub const fn keeps_windows_whole(engine: Engine) -> bool {
    matches!(engine, Engine::TensorRtLlm)
}

/// Whether the settings leave memory at its defaults.
#[must_use]
pub const fn memory_untouched(settings: &EngineSettings) -> bool {
    settings.memory_utilization.is_none()
        && settings.max_model_len.is_none()
        && settings.max_num_seqs.is_none()
        && settings.max_num_batched_tokens.is_none()
}

/// By the engine's own rules.
#[must_use]
pub fn allot(
    settings: &EngineSettings,
    placement: Placement,
    chip: &Accelerator,
    taken: Taken,
) -> Allotment {
    let share = settings
        .memory_utilization
        .unwrap_or_else(|| default_utilization(settings.engine));
    let rest = chip.memory - taken.total();
    let pool = match settings.engine {
        Engine::Vllm | Engine::LlamaCpp => {
            let budget = shared_memory(settings.engine, chip) * share;
            (budget - taken.loaded() - taken.activations - taken.runtime).min(rest)
        }
        Engine::Sglang => {
            let free = shared_memory(Engine::Sglang, chip);
            let fixed = settings.memory_utilization.map_or_else(
                || free - sglang_reserve(settings, placement, chip.memory),
                |share| free * share,
            );
            (fixed - taken.loaded()).min(rest)
        }
        Engine::TensorRtLlm => rest * share,
    };
    Allotment { taken, pool }
}

/// The memory that an engine takes its share of: vLLM of all that programs see, the others of the
/// memory free when they start.
#[must_use]
pub fn shared_memory(engine: Engine, chip: &Accelerator) -> Bytes {
    match engine {
        Engine::Vllm => driver::visible(chip),
        Engine::Sglang | Engine::TensorRtLlm | Engine::LlamaCpp => chip.memory - driver::kept(chip),
    }
}

/// The share of the memory free at its start that `SGLang`'s reserve leaves, 0 to 1: the one
/// with which [`allot`] gives the same cache.
#[must_use]
pub fn static_share(settings: &EngineSettings, placement: Placement, chip: &Accelerator) -> f64 {
    let free = shared_memory(Engine::Sglang, chip);
    let reserve = sglang_reserve(settings, placement, chip.memory);
    (1.0 - reserve / free).clamp(0.0, 1.0)
}

fn sglang_reserve(settings: &EngineSettings, placement: Placement, capacity: Bytes) -> Bytes {
    let chunk = f64::from(settings.max_num_batched_tokens.unwrap_or(8192));
    let graph_batch = f64::from(settings.max_num_seqs.unwrap_or(256).min(512));
    let ranks = f64::from(placement.tensor) * f64::from(placement.pipeline);
    let reserve = Bytes::mib(512.0 + 1.5 * chunk + ranks / 8.0 * 1024.0 + 2.0 * graph_batch);
    // Small cards cannot give a fixed amount: at most an eighth of them.
    if capacity > Bytes::gib(60.0) {
        reserve.max(Bytes::mib(10_240.0))
    } else {
        reserve.min(capacity / 8.0)
    }
}

/// As fitted on published benchmarks, whose settings are not known: the
/// reserve, which covers the tensors copied to every rank too, is split into
/// activations and runtime as the engine's own rules would. `split` are the
/// weights that are split over the ranks.
#[must_use]
pub fn allot_as_published(
    engine: Engine,
    capacity: Bytes,
    split: Bytes,
    taken: Taken,
) -> Allotment {
    let (pool, reserve) = match engine {
        Engine::Vllm | Engine::LlamaCpp => {
            let reserve = Bytes::gb(4.0);
            (capacity * PUBLISHED_VLLM - split - reserve, reserve)
        }
        Engine::Sglang => {
            let reserve = Bytes::gb(3.0);
            (capacity * PUBLISHED_OTHERS - split - reserve, reserve)
        }
        Engine::TensorRtLlm => {
            let reserve = Bytes::gb(8.0);
            ((capacity - split - reserve) * PUBLISHED_OTHERS, reserve)
        }
    };
    let total = taken.activations + taken.runtime;
    let share = if total > Bytes::ZERO {
        taken.activations / total
    } else {
        0.5
    };
    let taken = Taken {
        weights: taken.weights,
        drafter: Bytes::ZERO,
        adapters: Bytes::ZERO,
        activations: reserve * share,
        runtime: reserve * (1.0 - share),
        driver: Bytes::ZERO,
    };
    Allotment { taken, pool }
}

#[cfg(test)]
mod tests;

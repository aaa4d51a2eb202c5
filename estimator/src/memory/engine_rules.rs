//! How much of an accelerator each engine leaves for the cache.
//!
//! - vLLM: `utilisation * M - weights - activations - runtime`; utilisation
//!   0.92 (the default since 0.22)
//! - SGLang: static share `(M - reserved)/M`, reserved MB = `512 + 1.5 chunk +
//!   tp pp / 8 * 1024 + 2 graph batch`, at least 10,240 above 60 GiB
//! - TensorRT-LLM: 0.90 of what is free after everything else
//! - llama.cpp: all that is free
//!
//! Published benchmark rows do not print their settings. For their loads one
//! fitted reserve an engine stands in for activations and runtime (vLLM 4 GB
//! at 0.92, SGLang 3 GB at 0.90, TensorRT-LLM 8 GB at 0.90): part of the fit
//! that reproduces them.

use crate::engine::{Engine, EngineSettings};
use crate::placement::Placement;
use crate::quantity::Bytes;

/// What an engine holds back, and what it leaves for the cache.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allotment {
    /// Working memory.
    pub activations: Bytes,
    /// Context, buffers, graphs.
    pub runtime: Bytes,
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
    capacity: Bytes,
    weights: Bytes,
    activations: Bytes,
    runtime: Bytes,
) -> Allotment {
    let share = settings
        .memory_utilization
        .unwrap_or_else(|| default_utilization(settings.engine));
    let rest = capacity - weights - activations - runtime;
    let pool = match settings.engine {
        Engine::Vllm | Engine::LlamaCpp => capacity * share - weights - activations - runtime,
        Engine::Sglang => {
            let fixed = settings.memory_utilization.map_or_else(
                || capacity - sglang_reserve(settings, placement, capacity),
                |share| capacity * share,
            );
            (fixed - weights).min(rest)
        }
        Engine::TensorRtLlm => rest * share,
    };
    Allotment {
        activations,
        runtime,
        pool,
    }
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
/// activations and runtime as the engine's own rules would. `weights` are
/// those that are split over the ranks.
#[must_use]
pub fn allot_as_published(
    engine: Engine,
    capacity: Bytes,
    weights: Bytes,
    activations: Bytes,
    runtime: Bytes,
) -> Allotment {
    let (pool, reserve) = match engine {
        Engine::Vllm | Engine::LlamaCpp => {
            let reserve = Bytes::gb(4.0);
            (capacity * 0.92 - weights - reserve, reserve)
        }
        Engine::Sglang => {
            let reserve = Bytes::gb(3.0);
            (capacity * 0.90 - weights - reserve, reserve)
        }
        Engine::TensorRtLlm => {
            let reserve = Bytes::gb(8.0);
            ((capacity - weights - reserve) * 0.90, reserve)
        }
    };
    let total = activations + runtime;
    let share = if total > Bytes::ZERO {
        activations / total
    } else {
        0.5
    };
    Allotment {
        activations: reserve * share,
        runtime: reserve * (1.0 - share),
        pool,
    }
}

//! Working memory of the largest step.
//!
//! - vLLM: `max(39 B R V, T 2 B (4 d + max(3 d_ff / tp, k (2 d + 3 d_e / n))))`,
//!   `R` sequences, `T` tokens a step; the first term is the sampler's warm-up,
//!   which tensor parallelism does not divide, and 32 of 38 logged runs fall
//!   within 7 %. A mixture copies each token to its `k` experts and back, whole
//!   on every rank (DeepSeek-R1 and Kimi-K2.6 with steps of 32,768 tokens: 10.4
//!   and 7.0 GiB taken beside weights, cache and buffers; ours 8.9 and 9.1).
//! - TensorRT-LLM: `max(70 MiB, 2 T n_h d_h c)`, `c` 10.5 on one rank, 6.25 on
//!   two, 5 on more; twice that for mixtures.
//! - SGLang sets aside a fixed share instead; see [`super::engine_rules`].
//! - llama.cpp: `n_ubatch 4 B (V + 2 d)` with flash attention, 512 tokens by default.

use crate::engine::{Engine, EngineSettings};
use crate::hardware::{Accelerator, Architecture};
use crate::model::Model;
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::speed::overhead::chunk;

/// Bytes the sampler's warm-up takes per sequence and vocabulary entry.
const SAMPLER: f64 = 39.0;

/// Whether vLLM counts the card among the large ones, whose step takes more:
/// at least 70 GiB and not an A100.
fn is_large(chip: &Accelerator) -> bool {
    chip.memory >= Bytes::gib(70.0) && chip.architecture != Architecture::Ampere
}

/// Slots of llama.cpp at most (`LLAMA_MAX_SEQ`, `src/llama-cparams.h`).
const MOST_SLOTS: u32 = 256;

/// Most sequences of a step.
#[must_use]
pub fn sequences(settings: &EngineSettings, chip: &Accelerator) -> f64 {
    let asked = settings.max_num_seqs;
    let most = match settings.engine {
        Engine::LlamaCpp => asked.map_or(MOST_SLOTS, |asked| asked.min(MOST_SLOTS)),
        Engine::TensorRtLlm => asked.unwrap_or(2048),
        Engine::Vllm | Engine::Sglang if is_large(chip) => asked.unwrap_or(1024),
        Engine::Vllm | Engine::Sglang => asked.unwrap_or(256),
    };
    f64::from(most)
}

/// Most tokens of a step.
#[must_use]
pub fn step_tokens(settings: &EngineSettings, chip: &Accelerator) -> f64 {
    let default = match settings.engine {
        Engine::LlamaCpp => chunk(Engine::LlamaCpp),
        Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm if is_large(chip) => 8192.0,
        Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => 2048.0,
    };
    settings.max_num_batched_tokens.map_or(default, f64::from)
}

/// Bytes of activations on one rank.
#[must_use]
pub fn activations(
    model: &Model,
    settings: &EngineSettings,
    chip: &Accelerator,
    placement: Placement,
) -> Bytes {
    let tensor = f64::from(placement.tensor.max(1));
    let ranks = f64::from(placement.stage_ranks().max(1));
    let d = f64::from(model.hidden_size);
    let vocabulary = f64::from(model.vocabulary);
    let tokens = step_tokens(settings, chip);
    let dense = model.dense.iter().map(|part| part.width).max().unwrap_or(0);
    let shared = model.experts.map_or(0, |part| part.shared_width);
    let width = f64::from(dense.max(shared));
    let experts = model.experts.map_or(0.0, |part| {
        f64::from(part.active) * (2.0 * d + 3.0 * f64::from(part.width) / ranks)
    });
    let layer = tokens * 2.0 * (4.0 * d + experts.max(3.0 * width / tensor));
    match settings.engine {
        Engine::Vllm => {
            let sampler = SAMPLER * sequences(settings, chip) * vocabulary;
            Bytes::new(sampler.max(layer))
        }
        Engine::Sglang => Bytes::new(layer),
        Engine::TensorRtLlm => {
            let heads = model.attention().map_or(0.0, |shape| {
                f64::from(shape.heads()) * f64::from(shape.head_dim())
            });
            let factor = match placement.tensor {
                0 | 1 => 10.5,
                2 => 6.25,
                _ => 5.0,
            } * if model.is_mixture() { 2.0 } else { 1.0 };
            Bytes::new(2.0 * tokens * heads * factor).max(Bytes::mib(70.0))
        }
        Engine::LlamaCpp => {
            let micro_batch = step_tokens(settings, chip);
            Bytes::new(micro_batch * 4.0 * (vocabulary + 2.0 * d))
        }
    }
}

#[cfg(test)]
mod tests;

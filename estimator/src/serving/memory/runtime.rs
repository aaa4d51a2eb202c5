//! What an engine takes before any token is read: communication buffers,
//! captured graphs. The driver's context is counted apart (see
//! [`super::driver`]).
//!
//! Logged by vLLM: outside the allocator 0.1 GiB on one rank, 0.45 on two and
//! more; graphs of versions since 0.8 0.13 to 0.42 GiB on one rank, 0.45 to 1.12
//! on four and eight (61 and 62 layers): about `L (2 + 2 tp)` MiB; older ones
//! took more. TensorRT-LLM: NCCL 342 MB on two ranks, 392 on more, and 3.5 GiB
//! beside, a context among them. SGLang: graphs 2.5 to 4 GiB and a request
//! table. llama.cpp: nothing beyond its compute buffer.

use crate::engine::{Engine, EngineSettings};
use crate::hardware::Accelerator;
use crate::model::Model;
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::memory::activations::sequences;

/// Bytes set aside on one rank before weights and cache.
#[must_use]
pub fn runtime(
    model: &Model,
    settings: &EngineSettings,
    chip: &Accelerator,
    placement: Placement,
) -> Bytes {
    let tensor = f64::from(placement.tensor.max(1));
    let depth = f64::from(model.layers.div_ceil(placement.pipeline.max(1)));
    let graphs = Bytes::mib(depth * (2.0 + 2.0 * tensor));
    match settings.engine {
        Engine::Vllm => {
            let communication = if placement.tensor > 1 { 0.45 } else { 0.1 };
            Bytes::gib(communication) + graphs
        }
        Engine::Sglang => {
            let longest = settings
                .max_model_len
                .or(model.max_context)
                .map_or(32_768.0, f64::from);
            let table = Bytes::new(sequences(settings, chip).min(256.0) * longest * 4.0);
            Bytes::gib(2.5) + table
        }
        Engine::TensorRtLlm => {
            let communication = match placement.tensor {
                0 | 1 => 0.0,
                2 => 0.342,
                _ => 0.392,
            };
            Bytes::gib(2.5) + Bytes::gb(communication)
        }
        Engine::LlamaCpp => Bytes::ZERO,
    }
}

//! What is taken before any token is read: the driver's context, communication
//! buffers, captured graphs.
//!
//! Logged by vLLM: context about 0.6 GiB (H100: 78.57 of 79.18 GiB free at
//! start), outside the allocator 0.1 GiB on one rank, 0.4 on two and more;
//! graphs 0.06 to 1.3 GiB up to 32B, 2.65 (72B, tp 4), 4.95 (405B, tp 4):
//! about `L (10 + 5 tp)` MiB. TensorRT-LLM: NCCL 342 MB on two ranks, 392 on
//! more, and 3.5 GiB beside. SGLang: graphs 2.5 to 4 GiB and a request table.
//! llama.cpp: the context.

use crate::engine::{Engine, EngineSettings};
use crate::hardware::Accelerator;
use crate::memory::activations::sequences;
use crate::model::Model;
use crate::placement::Placement;
use crate::quantity::Bytes;

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
    let context = Bytes::gib(0.6);
    let graphs = Bytes::mib(depth * (10.0 + 5.0 * tensor));
    match settings.engine {
        Engine::Vllm => {
            let communication = if placement.tensor > 1 { 0.4 } else { 0.1 };
            context + Bytes::gib(communication) + graphs
        }
        Engine::Sglang => {
            let longest = settings
                .max_model_len
                .or(model.max_context)
                .map_or(32_768.0, f64::from);
            let table = Bytes::new(sequences(settings, chip).min(256.0) * longest * 4.0);
            context + Bytes::gib(2.5) + table
        }
        Engine::TensorRtLlm => {
            let communication = match placement.tensor {
                0 | 1 => 0.0,
                2 => 0.342,
                _ => 0.392,
            };
            Bytes::gib(3.5) + Bytes::gb(communication)
        }
        Engine::LlamaCpp => context,
    }
}

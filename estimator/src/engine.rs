//! The serving engine and its settings. Which engine runs decides the fixed
//! costs of a step and how much memory is set aside.

use crate::precision::formats;
use crate::serving::release::Release;
use serde::{Deserialize, Serialize};

formats!(
    /// A serving engine.
    Engine {
        /// vLLM.
        Vllm = "vllm",
        /// SGLang.
        Sglang = "sglang",
        /// TensorRT-LLM.
        TensorRtLlm = "trt-llm",
        /// llama.cpp.
        LlamaCpp = "llama.cpp",
    }
);

/// The settings that change memory or speed; `None` is the engine's default.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct EngineSettings {
    /// Which engine.
    pub engine: Engine,
    /// Share of the accelerator's memory the engine may take.
    pub memory_utilization: Option<f64>,
    /// Longest sequence it admits.
    pub max_model_len: Option<u32>,
    /// Most sequences in one step.
    pub max_num_seqs: Option<u32>,
    /// Most tokens in one step.
    pub max_num_batched_tokens: Option<u32>,
    /// How many steps the scheduler runs between looks at the queue.
    pub scheduler_poll_steps: u32,
    /// Its release and how it was started; today's by a recipe where nothing is said.
    #[serde(default, skip_serializing_if = "Release::is_settled")]
    pub release: Release,
}

impl EngineSettings {
    /// `engine` with every setting at its default.
    #[must_use]
    pub const fn new(engine: Engine) -> Self {
        Self {
            engine,
            memory_utilization: None,
            max_model_len: None,
            max_num_seqs: None,
            max_num_batched_tokens: None,
            scheduler_poll_steps: 1,
            release: Release::SETTLED,
        }
    }
}

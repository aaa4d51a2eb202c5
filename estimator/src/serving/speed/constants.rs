//! Every fitted constant of the speed model as one value, so that a fit can
//! change them and an estimate names the ones it was made with.

use crate::engine::Engine;
use crate::hardware::Architecture;
use crate::serving::speed::efficiency::{self, BLACKWELL, Efficiency, HOPPER};
use crate::serving::speed::link::{SWITCHED, Switched};
use crate::serving::speed::overhead::{
    self, LLAMA_CPP, Overhead, SGLANG, Shared, TENSORRT_LLM, VLLM,
};

/// A set of constants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constants {
    /// The costs that every engine and generation pays alike.
    pub shared: Shared,
    /// Hopper's shares of its data sheet; generations without a fit of their own
    /// are set against it.
    pub hopper: Efficiency,
    /// Blackwell's.
    pub blackwell: Efficiency,
    /// All-reduces over switched links.
    pub switched: Switched,
    /// Fixed costs of vLLM.
    pub vllm: Overhead,
    /// Of SGLang.
    pub sglang: Overhead,
    /// Of TensorRT-LLM.
    pub tensorrt_llm: Overhead,
    /// Of llama.cpp.
    pub llama_cpp: Overhead,
}

/// How many public rows constants were fitted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FittedOn {
    /// Times per output token.
    pub tpot: u32,
    /// Times to the first token.
    pub ttft: u32,
    /// Output of full batches.
    pub full_batches: u32,
}

impl Constants {
    /// The rows that [`Self::FITTED`] rests on: the rows without doubt, as
    /// `tests/tests/it/accuracy.rs` counts them.
    pub const FITTED_ON: FittedOn = FittedOn {
        tpot: 1092,
        ttft: 921,
        full_batches: 333,
    };

    /// The constants that the product estimates with.
    pub const FITTED: Self = Self {
        shared: overhead::SHARED,
        hopper: HOPPER,
        blackwell: BLACKWELL,
        switched: SWITCHED,
        vllm: VLLM,
        sglang: SGLANG,
        tensorrt_llm: TENSORRT_LLM,
        llama_cpp: LLAMA_CPP,
    };

    /// The shares of a generation.
    #[must_use]
    pub const fn efficiency(&self, architecture: Architecture) -> Efficiency {
        efficiency::of(architecture, self.hopper, self.blackwell)
    }

    /// The fixed costs of an engine.
    #[must_use]
    pub const fn overhead(&self, engine: Engine) -> Overhead {
        match engine {
            Engine::Vllm => self.vllm,
            Engine::Sglang => self.sglang,
            Engine::TensorRtLlm => self.tensorrt_llm,
            Engine::LlamaCpp => self.llama_cpp,
        }
    }
}

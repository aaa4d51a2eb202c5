//! Since when an engine has the kernels that a class of model needs, on which generation of
//! accelerators, and how much slower a step is while they are young.
//!
//! `age(t) = 1 + a exp(-t / 3.5)` on the time of a step, `t` in months from the latest of three
//! to the release: the generation's launch, the class's kernels in the engine, the model. `a` is
//! read off pairs of one configuration under several releases (SemiAnalysisAI/InferenceX, vLLM's
//! page of `ROCm`'s documentation at successive commits, TensorRT-LLM's performance overviews,
//! `MLPerf` inference v4.1 to v6.0, kernel tables of ai-dynamo/aiconfigurator): a mature class
//! moves by 0 to 1 % a month in steps of either sign, a young one by 3 to 8 % when a kernel
//! lands, and is then flat. It is set, not fitted: pairs scatter by 10 % around it.

use super::Month;
use crate::engine::Engine;
use crate::hardware::Architecture;
use crate::model::Model;
use crate::precision::WeightFormat;

/// The parts of a model that need kernels of their own, the youngest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernels {
    /// Latent attention whose indexer picks the tokens that are read.
    Sparse,
    /// Layers with a recurrent state.
    Recurrent,
    /// Experts that are 4-bit floats in blocks.
    FourBitExperts,
    /// Latent attention.
    Latent,
    /// Experts of 8 or 16 bits.
    Experts,
    /// Grouped attention and dense layers.
    Dense,
}

impl Kernels {
    /// The youngest that `model` needs with its weights in `weights`.
    #[must_use]
    pub fn of(model: &Model, weights: WeightFormat) -> Self {
        let of_four_bits = matches!(weights, WeightFormat::Mxfp4 | WeightFormat::Nvfp4);
        let indexed = |part: crate::model::AttentionLayers| part.shape.indexer().is_some();
        if model.full.is_some_and(indexed) {
            Self::Sparse
        } else if model.recurrent.is_some() {
            Self::Recurrent
        } else if model.is_mixture() && of_four_bits {
            Self::FourBitExperts
        } else if model.is_latent() {
            Self::Latent
        } else if model.is_mixture() {
            Self::Experts
        } else {
            Self::Dense
        }
    }

    /// How much slower a step is in the first month, as a share: `a`.
    #[must_use]
    pub const fn young(self) -> f64 {
        match self {
            Self::Dense => 0.05,
            Self::Experts | Self::FourBitExperts | Self::Recurrent => 0.20,
            Self::Latent | Self::Sparse => 0.30,
        }
    }

    /// The first release of `engine` that has them; `None` where none is known to. Months of
    /// releases by [`super::versions`]: vLLM 0.2.5 (Mixtral), 0.7.1 (latent attention), 0.10.1
    /// (gpt-oss), 0.10.2 (Qwen3-Next), 0.11.0 (DeepSeek V3.2); `SGLang` 0.3.0 (latent attention,
    /// its notes of 2024-09-04), 0.5.1, 0.5.2, 0.5.4 for the same models; TensorRT-LLM 0.8.0
    /// (Mixtral), 0.19.0, 1.1.0rc0, 1.2.0rc2; llama.cpp by its repository's history.
    #[must_use]
    pub const fn since(self, engine: Engine) -> Option<Month> {
        let (year, month) = match (engine, self) {
            (Engine::Vllm | Engine::LlamaCpp, Self::Dense) => (2023, 6),
            (Engine::Vllm | Engine::LlamaCpp, Self::Experts) => (2023, 12),
            (Engine::Vllm, Self::Latent) => (2025, 2),
            (Engine::Vllm | Engine::Sglang, Self::Recurrent) => (2025, 9),
            (Engine::Vllm | Engine::Sglang, Self::Sparse) => (2025, 10),
            (Engine::Sglang, Self::Dense | Self::Experts) => (2024, 1),
            (Engine::Sglang, Self::Latent) => (2024, 9),
            (Engine::TensorRtLlm, Self::Dense) => (2023, 10),
            (Engine::TensorRtLlm, Self::Experts) => (2024, 2),
            (Engine::TensorRtLlm | Engine::LlamaCpp, Self::Latent) => (2025, 5),
            (_, Self::FourBitExperts) => (2025, 8),
            (Engine::TensorRtLlm | Engine::LlamaCpp, Self::Recurrent)
            | (Engine::TensorRtLlm, Self::Sparse) => (2025, 11),
            (Engine::LlamaCpp, Self::Sparse) => return None,
        };
        Some(Month::new(year, month))
    }
}

/// The first release of an engine.
#[must_use]
pub const fn first(engine: Engine) -> Month {
    match engine {
        Engine::Vllm | Engine::LlamaCpp => Month::new(2023, 6),
        Engine::Sglang => Month::new(2024, 1),
        Engine::TensorRtLlm => Month::new(2023, 10),
    }
}

/// When the first servers of a generation could be rented or bought; `None` where a generation
/// spans years (Apple's, Google's, AWS') or nobody knows whose it is. From general knowledge;
/// the catalogue's years agree.
#[must_use]
pub const fn launched(architecture: Architecture) -> Option<Month> {
    let (year, month) = match architecture {
        Architecture::Pascal => (2016, 6),
        Architecture::Volta => (2017, 6),
        Architecture::Turing => (2018, 9),
        Architecture::Ampere | Architecture::AmpereGraphics => (2020, 9),
        Architecture::Ada | Architecture::Hopper => (2022, 11),
        Architecture::Blackwell | Architecture::BlackwellGraphics => (2025, 2),
        Architecture::Cdna1 => (2020, 11),
        Architecture::Cdna2 => (2021, 11),
        Architecture::Cdna3 => (2023, 12),
        Architecture::Cdna4 => (2025, 6),
        Architecture::Rubin
        | Architecture::Rdna
        | Architecture::Gaudi
        | Architecture::Xe
        | Architecture::Tpu
        | Architecture::Neuron
        | Architecture::Apple
        | Architecture::Other => return None,
    };
    Some(Month::new(year, month))
}

/// Since when llama.cpp launches the kernels of a decoding step together on a generation; `None`
/// where it does not. One CUDA graph: Ampere and newer, the month after ggml-org/llama.cpp#6766;
/// Volta and Turing by #25749. On Metal side by side: the month after #15929.
#[must_use]
pub const fn together_since(architecture: Architecture) -> Option<Month> {
    let (year, month) = match architecture {
        Architecture::Ampere
        | Architecture::AmpereGraphics
        | Architecture::Ada
        | Architecture::Hopper
        | Architecture::Blackwell
        | Architecture::BlackwellGraphics
        | Architecture::Rubin => (2024, 6),
        Architecture::Volta | Architecture::Turing => (2026, 8),
        Architecture::Apple => (2025, 10),
        Architecture::Pascal
        | Architecture::Cdna1
        | Architecture::Cdna2
        | Architecture::Cdna3
        | Architecture::Cdna4
        | Architecture::Rdna
        | Architecture::Gaudi
        | Architecture::Xe
        | Architecture::Tpu
        | Architecture::Neuron
        | Architecture::Other => return None,
    };
    Some(Month::new(year, month))
}

/// Since when llama.cpp attends by flash attention unless told otherwise: the month after
/// ggml-org/llama.cpp#15434.
pub const FLASH_SINCE: Month = Month::new(2025, 9);

/// Months in which the extra of young kernels falls to `1/e`.
const SETTLING: f64 = 3.5;

/// How much longer a step takes `months` after the latest of the kernels it needs came out.
#[must_use]
pub fn age(kernels: Kernels, months: f64) -> f64 {
    1.0 + kernels.young() * (-months.max(0.0) / SETTLING).exp()
}

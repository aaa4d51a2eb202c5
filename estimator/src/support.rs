//! Which engine runs on which chip, which weights it reads, and which formats there are
//! kernels for.
//!
//! Sources: the engines' own hardware and quantisation tables (vLLM "Supported
//! Hardware" of its quantisation guide; SGLang and TensorRT-LLM support
//! matrices; llama.cpp backends). In words: TensorRT-LLM is NVIDIA's, from
//! Ampere on; llama.cpp needs a GPU backend; Apple runs llama.cpp alone, and the first CDNA
//! (gfx908) too, since vLLM and SGLang are built for gfx90a and later. fp8
//! and fp4 weights run on chips without such units only where a kernel widens
//! them, which needs NVIDIA Ampere or later, or CDNA 3 for fp4.
//!
//! llama.cpp reads GGUF files alone, whose types are its own, floats of 16 and 32 bits, and
//! mxfp4 (ggml's list of types). vLLM (its plugin for GGUF) and SGLang (`gguf` in its table
//! of quantisation) read those too, and all other formats; TensorRT-LLM neither GGUF nor
//! bitsandbytes (its list of recipes).

use crate::engine::Engine;
use crate::hardware::{Accelerator, Architecture, Vendor};
use crate::precision::WeightFormat;

/// Whether `engine` runs on `chip` at all.
#[must_use]
pub const fn engine_runs(engine: Engine, chip: &Accelerator) -> bool {
    match engine {
        Engine::TensorRtLlm => {
            matches!(chip.vendor, Vendor::Nvidia | Vendor::Other) && !is_early(chip.architecture)
        }
        Engine::LlamaCpp => !matches!(
            chip.architecture,
            Architecture::Tpu | Architecture::Neuron | Architecture::Gaudi
        ),
        Engine::Vllm => !matches!(
            chip.architecture,
            Architecture::Apple | Architecture::Pascal | Architecture::Cdna1
        ),
        Engine::Sglang => !matches!(
            chip.architecture,
            Architecture::Apple
                | Architecture::Pascal
                | Architecture::Volta
                | Architecture::Cdna1
                | Architecture::Neuron
        ),
    }
}

/// Whether `engine` reads weights in `format`.
#[must_use]
pub const fn engine_reads(engine: Engine, format: WeightFormat) -> bool {
    match engine {
        Engine::Vllm | Engine::Sglang => true,
        Engine::TensorRtLlm => {
            !format.is_gguf() && !matches!(format, WeightFormat::Nf4 | WeightFormat::Nf4Dq)
        }
        Engine::LlamaCpp => {
            format.is_gguf()
                || matches!(
                    format,
                    WeightFormat::Fp32
                        | WeightFormat::Bf16
                        | WeightFormat::Fp16
                        | WeightFormat::Mxfp4
                )
        }
    }
}

/// Whether `format` can be computed on `chip`, natively or widened.
#[must_use]
pub fn format_runs(format: WeightFormat, chip: &Accelerator) -> bool {
    let fixed = matches!(
        chip.architecture,
        Architecture::Tpu | Architecture::Neuron | Architecture::Gaudi
    );
    match format {
        WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16 => true,
        WeightFormat::Fp8 | WeightFormat::Fp8Block | WeightFormat::Mxfp8 => {
            chip.peak.fp8.is_some() || widens(chip.architecture)
        }
        WeightFormat::Int8 => chip.peak.int8.is_some() || widens(chip.architecture),
        WeightFormat::Nvfp4 | WeightFormat::Mxfp4 => {
            chip.peak.four.is_some()
                || widens(chip.architecture)
                || matches!(chip.architecture, Architecture::Cdna3)
        }
        // Weight-only integers and GGUF: kernels exist for GPUs.
        _ => !fixed,
    }
}

/// NVIDIA before Ampere.
const fn is_early(architecture: Architecture) -> bool {
    matches!(
        architecture,
        Architecture::Pascal | Architecture::Volta | Architecture::Turing
    )
}

/// NVIDIA from Ampere on, whose kernels widen 8 and 4-bit weights as they
/// read them.
const fn widens(architecture: Architecture) -> bool {
    matches!(
        architecture,
        Architecture::Ampere
            | Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::Hopper
            | Architecture::Blackwell
            | Architecture::BlackwellGraphics
            | Architecture::Rubin
            | Architecture::Other
    )
}

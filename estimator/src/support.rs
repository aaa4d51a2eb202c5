//! Which engine runs on which chip, which weights it reads, and which formats there are
//! kernels for.
//!
//! Sources: the engines' own hardware and quantisation tables (vLLM "Supported
//! Hardware" of its quantisation guide; SGLang and TensorRT-LLM support
//! matrices; llama.cpp backends). In words: TensorRT-LLM is NVIDIA's, from
//! Ampere on; llama.cpp needs a GPU backend; Apple runs llama.cpp alone, and so does the first
//! CDNA (gfx908), since vLLM and SGLang are built for gfx90a and later. fp8
//! and fp4 weights run on chips without such units only where a kernel widens
//! them, which needs NVIDIA Ampere or later, or CDNA 3 for fp4.
//!
//! llama.cpp reads GGUF files alone, whose types are its own, floats of 16 and 32 bits, and
//! mxfp4 (ggml's list of types). vLLM (its plugin for GGUF) and SGLang (`gguf` in its table
//! of quantisation) read those too, and all other formats; TensorRT-LLM neither GGUF nor
//! bitsandbytes (its list of recipes).

use crate::engine::Engine;
use crate::hardware::{Accelerator, Vendor};
use crate::precision::WeightFormat;

/// Whether `engine` runs on `chip` at all.
#[must_use]
pub const fn engine_runs(engine: Engine, chip: &Accelerator) -> bool {
    let generation = chip.architecture.generation();
    match engine {
        Engine::TensorRtLlm => {
            matches!(chip.vendor, Vendor::Nvidia | Vendor::Other) && generation.bf16
        }
        Engine::LlamaCpp => generation.llama_cpp,
        Engine::Vllm => generation.vllm,
        Engine::Sglang => generation.sglang,
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
    let generation = chip.architecture.generation();
    match format {
        WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16 => true,
        WeightFormat::Fp8 | WeightFormat::Fp8Block | WeightFormat::Mxfp8 => {
            chip.peak.fp8.is_some() || generation.widens
        }
        WeightFormat::Int8 => chip.peak.int8.is_some() || generation.widens,
        WeightFormat::Nvfp4 | WeightFormat::Mxfp4 => {
            chip.peak.four.is_some() || generation.widens_fp4
        }
        // Weight-only integers and GGUF: kernels exist for GPUs.
        _ => generation.low_bit_weights,
    }
}

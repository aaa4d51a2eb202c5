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
use crate::model::Model;
use crate::placement::Placement;
use crate::precision::WeightFormat;
use crate::script::Machines;

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

/// Whether `engine` splits a replica so.
///
/// Sources: llama.cpp's `--split-mode`, which cuts layers or the depth; TensorRT-LLM's attention
/// data parallelism, by which every rank of a stage has attention of its own, or none has.
#[must_use]
pub const fn engine_splits(engine: Engine, placed: Placement) -> bool {
    match engine {
        Engine::LlamaCpp => {
            placed.data <= 1 && placed.expert <= 1 && (placed.tensor <= 1 || placed.pipeline <= 1)
        }
        Engine::TensorRtLlm => placed.data <= 1 || placed.tensor <= 1,
        Engine::Vllm | Engine::Sglang => true,
    }
}

/// Whether `engine` runs a replica on several nodes; `llama-server` is one process.
#[must_use]
pub const fn engine_spans(engine: Engine) -> bool {
    match engine {
        Engine::LlamaCpp => false,
        Engine::TensorRtLlm | Engine::Vllm | Engine::Sglang => true,
    }
}

/// The placements of `count` accelerators, `node` of which share a machine, that `engine` runs
/// and `model` allows: on no more machines than so many fill, since a copy of the attention with
/// all its stages is on one or has whole ones.
#[must_use]
pub fn placements(engine: Engine, model: &Model, node: u32, count: u32) -> Vec<Placement> {
    let mut all = if count <= node || engine_spans(engine) {
        Placement::all(model, node, count)
    } else {
        Vec::new()
    };
    let machines = count.div_ceil(node.max(1));
    all.retain(|placed| {
        engine_splits(engine, *placed) && Machines::of_replica(*placed, node).nodes <= machines
    });
    all
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

#[cfg(test)]
mod tests {
    use super::{engine_spans, engine_splits, placements};
    use crate::engine::Engine;
    use crate::placement::Placement;
    use crate::published::deepseek_v3;

    /// llama.cpp cuts layers or the depth of a mixture, not both, and within one machine;
    /// TensorRT-LLM copies the attention on every rank or on none.
    #[test]
    fn engines_split_as_they_can() {
        let model = deepseek_v3(None);
        let of = |engine, count| placements(engine, &model, 8, count);
        let [llama, tensorrt] = [Engine::LlamaCpp, Engine::TensorRtLlm].map(|it| of(it, 8));
        assert_eq!(llama.len(), 2);
        assert!(llama.iter().all(|it| it.expert == 1 && it.data == 1));
        assert!(tensorrt.iter().all(|it| it.data == 1 || it.tensor == 1));
        let all = Placement::all(&model, 8, 8);
        assert!(llama.len() < tensorrt.len() && tensorrt.len() < all.len());
        assert_eq!(of(Engine::Vllm, 8), all);
        // Three stages of eight copies leave two accelerators of each machine empty.
        let stages = |it: &Placement| it.pipeline == 3 && it.data == 8;
        assert!(Placement::all(&model, 8, 24).iter().any(stages));
        assert!(!of(Engine::Vllm, 24).iter().any(stages));
        assert!(of(Engine::Vllm, 24).iter().any(|it| it.pipeline == 3));
        assert!(of(Engine::LlamaCpp, 16).is_empty() && !of(Engine::TensorRtLlm, 16).is_empty());
        for engine in Engine::ALL {
            assert!(engine_splits(*engine, Placement::SINGLE));
            assert_eq!(engine_spans(*engine), *engine != Engine::LlamaCpp);
        }
    }
}

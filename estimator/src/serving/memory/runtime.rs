//! Memory that an engine takes before any token is read: communication buffers, captured graphs.
//! The driver's context is counted apart (see [`super::driver`]).
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

#[cfg(test)]
mod tests {
    use super::runtime;
    use crate::engine::{Engine, EngineSettings};
    use crate::model::Model;
    use crate::placement::Placement;
    use crate::published::{assert_near, h100, llama_3_8b};

    const fn split(tensor: u32, pipeline: u32) -> Placement {
        Placement {
            tensor,
            pipeline,
            ..Placement::SINGLE
        }
    }

    fn mib(settings: &EngineSettings, placement: Placement) -> f64 {
        runtime(&llama_3_8b(), settings, &h100(), placement).to_mib()
    }

    /// vLLM, 32 layers: 0.1 GiB and graphs of `32 (2 + 2)` MiB on one rank, 0.45 GiB and
    /// `32 (2 + 8)` on four; the fullest of three stages has 11 layers.
    #[test]
    fn vllm() {
        let settings = EngineSettings::new(Engine::Vllm);
        assert_near(mib(&settings, split(1, 1)), 102.4 + 128.0);
        assert_near(mib(&settings, split(4, 1)), 460.8 + 320.0);
        assert_near(mib(&settings, split(1, 3)), 102.4 + 44.0);
        assert_near(mib(&settings, split(0, 0)), 102.4 + 128.0);
    }

    /// SGLang: 2.5 GiB, and four bytes for each place of 256 sequences of 131,072 tokens,
    /// 128 MiB; of 8192 where that is the longest, of 32,768 where nobody says; of as many
    /// sequences as there may be, where those are fewer.
    #[test]
    fn sglang() {
        let settings = EngineSettings::new(Engine::Sglang);
        assert_near(mib(&settings, split(1, 1)), 2560.0 + 128.0);
        let short = EngineSettings {
            max_model_len: Some(8192),
            ..settings
        };
        assert_near(mib(&short, split(1, 1)), 2560.0 + 8.0);
        let few = EngineSettings {
            max_num_seqs: Some(16),
            ..settings
        };
        assert_near(mib(&few, split(1, 1)), 2560.0 + 8.0);
        let unknown = Model {
            max_context: None,
            ..llama_3_8b()
        };
        let found = runtime(&unknown, &settings, &h100(), split(1, 1));
        assert_near(found.to_mib(), 2560.0 + 32.0);
    }

    /// TensorRT-LLM: 2.5 GiB, with NCCL's 342 MB on two ranks and 392 on more; llama.cpp
    /// nothing.
    #[test]
    fn the_others() {
        let settings = EngineSettings::new(Engine::TensorRtLlm);
        let mb = 1e6 / 1_048_576.0;
        assert_near(mib(&settings, split(0, 1)), 2560.0);
        assert_near(mib(&settings, split(1, 1)), 2560.0);
        assert_near(mib(&settings, split(2, 1)), 2560.0 + 342.0 * mb);
        assert_near(mib(&settings, split(4, 1)), 2560.0 + 392.0 * mb);
        let none = mib(&EngineSettings::new(Engine::LlamaCpp), split(2, 1));
        assert_eq!(none.to_bits(), 0.0f64.to_bits());
    }
}

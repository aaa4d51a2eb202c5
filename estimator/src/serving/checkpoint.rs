//! The published checkpoint of a model: what is downloaded, stored on disks and read at a start.
//!
//! ```text
//! served in the format of its files = bytes of that format
//! fp8 made of bf16 while loading    = bytes of bf16, twice as many
//! ```

use crate::engine::Engine;
use crate::model::Model;
use crate::parameters;
use crate::placement::Placement;
use crate::precision::WeightFormat;
use crate::quantity::Bytes;
use crate::serving::memory::weights::weights;

/// Whether the engine makes its weights of the released ones while it loads: eight bits of sixteen,
/// which two engines do by an option.
#[must_use]
pub fn is_quantized(engine: Engine, served: WeightFormat, released: Option<WeightFormat>) -> bool {
    matches!(engine, Engine::Vllm | Engine::Sglang)
        && served == WeightFormat::Fp8
        && released == Some(WeightFormat::Bf16)
}

/// Bytes of the whole checkpoint, in the format of its files.
#[must_use]
pub fn bytes(
    model: &Model,
    engine: Engine,
    served: WeightFormat,
    released: Option<WeightFormat>,
) -> Bytes {
    let stored = released.filter(|_| is_quantized(engine, served, released));
    let counted = parameters::count(model);
    weights(model, &counted, stored.unwrap_or(served), Placement::SINGLE)
}

#[cfg(test)]
mod tests {
    use super::{bytes, is_quantized};
    use crate::engine::Engine::{self, LlamaCpp, Sglang, TensorRtLlm, Vllm};
    use crate::precision::WeightFormat::{self, Bf16, Fp8, Mxfp4};
    use crate::published::llama_3_8b;

    fn gb(engine: Engine, served: WeightFormat, released: Option<WeightFormat>) -> f64 {
        bytes(&llama_3_8b(), engine, served, released).to_gb()
    }

    /// Llama 3.1 8B has 8.03e9 parameters: 16.06 GB at 16 bits, also where eight are made of them.
    #[test]
    fn what_is_made_while_loading_is_downloaded_whole() {
        for engine in [Vllm, Sglang] {
            assert!(is_quantized(engine, Fp8, Some(Bf16)));
            assert!((gb(engine, Fp8, Some(Bf16)) - 16.06).abs() < 0.01);
        }
        assert!((gb(Vllm, Bf16, Some(Bf16)) - 16.06).abs() < 0.01);
    }

    /// A repository in the format itself is as large as what is served of it.
    #[test]
    fn a_checkpoint_of_the_format_is_read_as_it_is() {
        let eight = gb(Vllm, Fp8, Some(Fp8));
        assert!(eight < 10.0);
        for (engine, served, released) in [
            (Vllm, Fp8, None),
            (TensorRtLlm, Fp8, Some(Bf16)),
            (LlamaCpp, Fp8, Some(Bf16)),
        ] {
            assert!(!is_quantized(engine, served, released));
            assert!((gb(engine, served, released) - eight).abs() < 1e-9);
        }
        assert!(gb(Vllm, Mxfp4, Some(Mxfp4)) < eight);
    }
}

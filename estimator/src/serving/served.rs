//! A change of engine: formats that the new one does not read are changed with it, each to the
//! engine's own of about as many bits.

use crate::engine::Engine;
use crate::precision::{KvFormat, WeightFormat};
use crate::serving::command::engine_caches;
use crate::serving::question::Question;
use crate::support::engine_reads;

/// Bits of a weight above which 8 are nearest, of 8 and 4.
const BETWEEN: f64 = 6.0;

impl Question {
    /// Serves with `engine`: in the question's own formats where it reads them, otherwise in its
    /// nearest. Files of llama.cpp are left with it: others read them, but slowly.
    pub fn serve_with(&mut self, engine: Engine) {
        let left = self.engine.engine == Engine::LlamaCpp && engine != Engine::LlamaCpp;
        self.engine.engine = engine;
        if !engine_reads(engine, self.weights) || (left && self.weights.is_gguf()) {
            self.weights = nearest_weights(engine, self.weights);
        }
        if !engine_caches(engine, self.kv_cache) {
            self.kv_cache = nearest_cache(engine, self.kv_cache);
        }
    }
}

/// Weights of fewer than 16 bits that are usual with `engine`, that of 8 bits first.
#[must_use]
pub const fn usual_weights(engine: Engine) -> &'static [WeightFormat] {
    match engine {
        // It reads files of its own.
        Engine::LlamaCpp => &[WeightFormat::Q8_0, WeightFormat::Q4KM],
        Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => &[
            WeightFormat::Fp8,
            WeightFormat::AwqInt4,
            WeightFormat::Nvfp4,
        ],
    }
}

/// The weights of 8 or 4 bits that are usual with `engine`, whichever come nearer.
fn nearest_weights(engine: Engine, weights: WeightFormat) -> WeightFormat {
    let is_eight = |format: WeightFormat| format.bits_per_weight() > BETWEEN;
    let mut usual = usual_weights(engine).iter().copied();
    let found = usual.find(|format| is_eight(*format) == is_eight(weights));
    found.unwrap_or(weights)
}

/// The cache of 8 or 4 bits that `engine` has. Floats of 4 bits need units that few chips have:
/// only llama.cpp is handed 4 for 4.
const fn nearest_cache(engine: Engine, cache: KvFormat) -> KvFormat {
    match (engine, cache) {
        (Engine::LlamaCpp, KvFormat::Nvfp4) => KvFormat::Q4_0,
        _ => eight_bit_cache(engine),
    }
}

/// The cache of 8 bits that is usual with `engine`; llama.cpp has no 8-bit floats.
#[must_use]
pub const fn eight_bit_cache(engine: Engine) -> KvFormat {
    match engine {
        Engine::LlamaCpp => KvFormat::Q8_0,
        Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => KvFormat::Fp8,
    }
}

#[cfg(test)]
mod tests {
    use super::{KvFormat, WeightFormat, engine_caches, engine_reads};
    use crate::engine::Engine;
    use crate::serving::question::Question;

    fn served(engine: Engine, weights: WeightFormat, kv_cache: KvFormat) -> Question {
        let mut question = Question {
            weights,
            kv_cache,
            ..Question::default()
        };
        question.serve_with(engine);
        question
    }

    /// There and back again: formats of 8 and 4 bits come back as the usual ones.
    #[test]
    fn files_are_left_with_their_engine() {
        for weights in [
            WeightFormat::Fp8,
            WeightFormat::AwqInt4,
            WeightFormat::Mxfp4,
        ] {
            let mut question = served(Engine::LlamaCpp, weights, KvFormat::Fp8);
            question.serve_with(Engine::Vllm);
            assert_eq!(
                (question.weights, question.kv_cache),
                (weights, KvFormat::Fp8)
            );
        }
    }

    /// Whatever was asked, an engine is served in formats that it reads; those stay.
    #[test]
    fn every_engine_is_served_in_what_it_reads() {
        for engine in Engine::ALL {
            for weights in WeightFormat::ALL {
                for cache in KvFormat::ALL {
                    let question = served(*engine, *weights, *cache);
                    assert!(engine_reads(*engine, question.weights));
                    assert!(engine_caches(*engine, question.kv_cache));
                    let read = engine_reads(*engine, *weights);
                    assert_eq!(question.weights == *weights, read, "{engine:?}");
                    let kept = engine_caches(*engine, *cache);
                    assert_eq!(question.kv_cache == *cache, kept, "{engine:?}");
                    let mut again = question.clone();
                    again.serve_with(*engine);
                    assert_eq!(again, question);
                }
            }
        }
    }

    /// Eight bits lead to eight and four to four.
    #[test]
    fn the_nearest_has_about_as_many_bits() {
        use Engine::{LlamaCpp, TensorRtLlm, Vllm};
        let of = |engine, weights, cache| {
            let question = served(engine, weights, cache);
            (question.weights, question.kv_cache)
        };
        let eight = (WeightFormat::Q8_0, KvFormat::Q8_0);
        assert_eq!(of(LlamaCpp, WeightFormat::Fp8, KvFormat::Fp8), eight);
        let four = (WeightFormat::Q4KM, KvFormat::Q4_0);
        assert_eq!(of(LlamaCpp, WeightFormat::AwqInt4, KvFormat::Nvfp4), four);
        let back = (WeightFormat::Q8_0, KvFormat::Fp8);
        assert_eq!(of(Vllm, WeightFormat::Q8_0, KvFormat::Q8_0), back);
        let floats = (WeightFormat::AwqInt4, KvFormat::Fp8);
        assert_eq!(of(TensorRtLlm, WeightFormat::Q4KM, KvFormat::Q4_0), floats);
    }
}

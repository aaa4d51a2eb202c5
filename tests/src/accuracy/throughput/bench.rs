//! Settings of the runs that TensorRT-LLM publishes, which its benchmark works out where a
//! command line does not: `calc_engine_setting` and `finetune_setting` of
//! `tensorrt_llm/bench/build/tuning.py`, and `get_settings` beside them.
//!
//! ```text
//! R  = 0.95 (gpus M - bits P / 8) / (2 L max(tp, n_kv) d_h b_kv (s + o))    requests at once
//! bs = min(R, 4096) / pp, up to the next 32, 128 or 256, at least 64
//! nt = min(bs (1 + s/o), 32768), up to the next 256, 512 or 1024, at least 2048,
//!      and s + bs, because prompts are not cut
//! ```
//!
//! Formats it has no size for (mxfp4) keep the defaults of the engine. So do latent caches, which
//! it counts as 128 heads: R1 on four GB200 would run 64 sequences a rank with answers of 8,192
//! tokens, and the published run takes a step in 15 ms, when its weights alone are read for 14 at
//! the whole bandwidth.

use estimator::hardware::Accelerator;
use estimator::model::{Model, ModelClass};
use estimator::parameters::Parameters;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};

/// Sequences in the steps that a run captures, beside the most of its settings.
const CAPTURED: [f64; 14] = [
    1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 384.0, 512.0, 1024.0, 2048.0, 4096.0,
];

/// The most of a step, sequences of one copy of attention and tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Most {
    pub sequences: u32,
    pub tokens: u32,
}

/// Arguments of a run, and the facts it reads from the checkpoint.
pub(super) struct Run<'a> {
    pub model: &'a Model,
    pub counted: &'a Parameters,
    pub formats: (WeightFormat, KvFormat),
    pub chip: &'a Accelerator,
    pub placement: Placement,
    pub lengths: (f64, f64),
}

impl Run<'_> {
    /// The settings that the benchmark works out; `None` where it keeps the defaults, or they
    /// are not known.
    pub(super) fn most(&self) -> Option<Most> {
        let (prompt, answer) = self.lengths;
        let requests = self.requests()? / f64::from(self.placement.pipeline.max(1));
        let most = requests.min(4096.0);
        let tokens = (most * (1.0 + prompt / answer)).min(32_768.0);
        let sequences = match most {
            few if few < 256.0 => up(few, 32.0).max(64.0),
            some if some < 1024.0 => up(some, 128.0),
            many => up(many, 256.0),
        };
        let tokens = match tokens {
            few if few < 4096.0 => up(few, 256.0).max(2048.0),
            some if some < 8192.0 => up(some, 512.0),
            many => up(many, 1024.0),
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
        let whole = |value: f64| value as u32;
        Some(Most {
            sequences: whole(sequences),
            tokens: whole(tokens.max(prompt + sequences)),
        })
    }

    /// Requests that it takes to fit in the memory of all accelerators.
    fn requests(&self) -> Option<f64> {
        let (weights, cache) = self.formats;
        let bytes = match weights {
            WeightFormat::Nvfp4 => 0.5,
            WeightFormat::Fp8 | WeightFormat::Fp8Block => 1.0,
            WeightFormat::Bf16 | WeightFormat::Fp16 => 2.0,
            _ => return None,
        };
        if self.model.class() == ModelClass::Mla {
            return None;
        }
        let shape = self.model.attention()?;
        // Copies of attention are ranks of tensor parallelism to it.
        let tensor = self.placement.tensor * self.placement.data;
        let heads = f64::from(shape.cache_shards().max(tensor));
        let vector = f64::from(shape.head_dim());
        let token = f64::from(self.model.layers) * cache.bytes(2.0 * heads, vector);
        let memory = self.chip.memory.get() * f64::from(tensor * self.placement.pipeline);
        let (prompt, answer) = self.lengths;
        Some(0.95 * (memory - bytes * self.counted.total) / (token * (prompt + answer)))
    }
}

fn up(value: f64, step: f64) -> f64 {
    (value / step).ceil() * step
}

/// Places of the captured step in which `sequences` of one copy of attention run, of at most
/// `most`; larger batches are not captured.
pub(super) fn places(sequences: f64, most: f64) -> f64 {
    let next = CAPTURED.into_iter().find(|size| *size >= sequences);
    next.unwrap_or(sequences).min(most).max(sequences)
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn a_batch_runs_in_the_next_captured_step() {
        for (sequences, most, wanted) in [
            (128.0, 2048.0, 128.0),
            (129.0, 2048.0, 256.0),
            (700.0, 768.0, 768.0),
            (800.0, 768.0, 800.0),
            (5000.0, 8192.0, 5000.0),
        ] {
            let got = places(sequences, most);
            assert!((got - wanted).abs() < 1e-9, "{sequences} of {most}: {got}");
        }
    }
}

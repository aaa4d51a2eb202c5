//! Trained parameters of adapters, as published: `LitGPT`'s resource tables, `QLoRA`'s
//! recipe for Llama 2, PEFT's method comparison (one with magnitudes).

use estimator::training::lora;
use estimator::training::method::{Adapter, Base};
use estimator::training::target::Targets;

/// One published count.
#[derive(Debug, Clone, Copy)]
pub struct Count {
    /// The model's record.
    pub model: &'static str,
    /// The adapter trained.
    pub adapter: Adapter,
    /// Parameters.
    pub published: f64,
}

impl Count {
    const fn of(model: &'static str, rank: u32, targets: Targets, published: f64) -> Self {
        let adapter = Adapter {
            rank,
            targets,
            magnitude: false,
            base: Base::Sixteen,
            half: false,
        };
        Self {
            model,
            adapter,
            published,
        }
    }

    const fn with_magnitudes(mut self) -> Self {
        self.adapter.magnitude = true;
        self
    }

    /// The estimate over the published count; `None` where the catalogue lacks the model.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let model = catalog::model(self.model)?;
        Some(lora::trainable(&model, self.adapter) / self.published)
    }
}

/// The published counts.
pub const COUNTS: [Count; 8] = [
    Count::of("microsoft/phi-1_5", 8, Targets::QUERY_VALUE, 1_572_864.0),
    Count::of(
        "meta-llama/Llama-2-13b-hf",
        8,
        Targets::QUERY_VALUE,
        6_553_600.0,
    ),
    Count::of("tiiuae/falcon-40b", 8, Targets::QUERY_VALUE, 12_042_240.0),
    Count::of(
        "meta-llama/Llama-2-7b-hf",
        8,
        Targets::QUERY_VALUE,
        4_194_304.0,
    ),
    Count::of(
        "meta-llama/Llama-2-7b-hf",
        64,
        Targets::LINEAR,
        159_907_840.0,
    ),
    Count::of(
        "meta-llama/Llama-3.2-3B",
        32,
        Targets::QUERY_VALUE,
        9_175_040.0,
    ),
    Count::of(
        "meta-llama/Llama-3.2-3B",
        64,
        Targets::QUERY_VALUE,
        18_350_080.0,
    ),
    Count::of(
        "meta-llama/Llama-3.2-3B",
        32,
        Targets::QUERY_VALUE,
        9_289_728.0,
    )
    .with_magnitudes(),
];

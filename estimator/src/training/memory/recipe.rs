//! Weights, master weights and gradients: bytes a trained parameter, by the copies that the
//! software keeps.
//!
//! | recipe | weights | master | gradients | `AdamW`'s moments |
//! | --- | --- | --- | --- | --- |
//! | Megatron, bf16 products | 2 | 4 | 4 | 8 |
//! | Megatron, fp16 products | 2 | 4 | 2, and 4 in the optimizer | 8 |
//! | fp32; autocast and FSDP2 (weights kept at fp32) | 4 | | 4 | 8 |
//! | `DeepSpeed` | 2 | 4 | 2 | 8 |
//! | bf16 throughout | 2 | | 2 | 4 |
//!
//! 8-bit products keep the same: their copies are cast anew each time.

use crate::training::job::Job;
use crate::training::method::{Adapter, Family, Precision};

/// Bytes a trained parameter, moments apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Recipe {
    pub weights: f64,
    pub master: f64,
    pub gradients: f64,
    /// Gradients that the optimizer keeps beside, at fp32.
    pub optimizer_gradients: f64,
    /// Whether moments are at 16 bits with everything else.
    pub half: bool,
}

impl Recipe {
    const fn new(weights: f64, master: f64, gradients: f64) -> Self {
        Self {
            weights,
            master,
            gradients,
            optimizer_gradients: 0.0,
            half: false,
        }
    }

    /// The bytes that `job` keeps of a trained parameter of the model.
    pub(super) const fn of(job: &Job) -> Self {
        match (job.precision, job.stack.family()) {
            (Precision::Bf16, _) => Self::HALF,
            (Precision::Fp16Mixed, Family::Megatron) => Self {
                optimizer_gradients: 4.0,
                ..Self::new(2.0, 4.0, 2.0)
            },
            (Precision::Fp32, _) | (_, Family::HuggingFace | Family::Torchtitan) => {
                Self::new(4.0, 0.0, 4.0)
            }
            (_, Family::Megatron) => Self::new(2.0, 4.0, 4.0),
            (_, Family::DeepSpeed) => Self::new(2.0, 4.0, 2.0),
        }
    }

    /// The bytes that `job` keeps of a parameter of its adapters.
    pub(super) const fn of_adapter(job: &Job, adapter: Adapter) -> Self {
        if adapter.half {
            Self::HALF
        } else if matches!(job.stack.family(), Family::Megatron) {
            Self::of(job)
        } else {
            Self::new(4.0, 0.0, 4.0)
        }
    }

    pub(super) const HALF: Self = Self {
        half: true,
        ..Self::new(2.0, 0.0, 2.0)
    };
}

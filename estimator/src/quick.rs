//! The quick estimate of the field guides: bytes per parameter, and nothing
//! else. It stands beside the real one so that the two can be compared: no
//! cache, no activations, no fragmentation, one accelerator.

use crate::quantity::Bytes;
use serde::Serialize;

/// Training with Adam, by the rule of thumb.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct QuickTraining {
    /// The weights.
    pub weights: Bytes,
    /// The gradients.
    pub gradients: Bytes,
    /// Adam's two moments.
    pub optimizer: Bytes,
}

impl QuickTraining {
    /// The sum.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.weights + self.gradients + self.optimizer
    }
}

/// At 16 bit: 2 bytes of weights, 2 of gradients, 8 of Adam states for each
/// parameter (at 32 bit: 4, 4, 16).
#[must_use]
pub fn quick_training(parameters: f64, wide: bool) -> QuickTraining {
    let scale = if wide { 2.0 } else { 1.0 };
    QuickTraining {
        weights: Bytes::new(2.0 * scale * parameters),
        gradients: Bytes::new(2.0 * scale * parameters),
        optimizer: Bytes::new(8.0 * scale * parameters),
    }
}

/// Weights for inference at 16 bit: 2 bytes a parameter.
#[must_use]
pub fn quick_inference(parameters: f64) -> Bytes {
    Bytes::new(2.0 * parameters)
}

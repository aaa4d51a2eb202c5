//! The job of training: everything but where it runs.

use crate::model::Model;
use crate::training::method::{Loss, Method, Optimizer, Precision, Stack};
use serde::{Deserialize, Serialize};

/// A complete, validated job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of a job, each a switch of its software"
)]
pub struct Job {
    /// The model.
    pub model: Model,
    /// Which parameters learn.
    pub method: Method,
    /// Number formats.
    pub precision: Precision,
    /// Optimizer.
    pub optimizer: Optimizer,
    /// Software.
    pub stack: Stack,
    /// Tokens of a sequence, `s`; of an image for an encoder of images.
    pub sequence: u32,
    /// Sequences of one optimizer step, over all accelerators.
    pub global_batch: u32,
    /// Tokens the run goes over, epochs included.
    pub tokens: f64,
    /// How the loss is taken.
    pub loss: Loss,
    /// Whether attention never writes its scores (flash attention).
    pub flash: bool,
    /// Whether dropout's masks are kept.
    pub dropout: bool,
    /// Whether a frozen copy of the model judges beside the one that learns, as in
    /// preference tuning (DPO, arXiv 2305.18290): two sequences an example, and a
    /// forward pass of the copy over both.
    pub reference: bool,
    /// Whether weights begin at random: a model from nothing, not a published one.
    #[serde(default)]
    pub scratch: bool,
    /// Share of computed tokens that carry text: less than 1 where short examples are
    /// padded instead of packed.
    pub packed: f64,
}

impl Job {
    /// Tokens of one optimizer step.
    #[must_use]
    pub fn tokens_per_step(&self) -> f64 {
        f64::from(self.global_batch) * f64::from(self.sequence)
    }

    /// Optimizer steps of the run.
    #[must_use]
    pub fn steps(&self) -> f64 {
        (self.tokens / (self.tokens_per_step() * self.packed)).ceil()
    }
}

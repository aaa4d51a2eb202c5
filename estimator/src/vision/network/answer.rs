//! The answer to a question about a vision network.
//!
//! ```text
//! weights = params x 2 bytes, 6 under autocast ; activations = 1.25 x n alive
//! training: step = 3.85 forward + 16.2 grouped + 0.44 n x softmax/bw ; head alone: forward
//!         and a thirtieth
//! kept    = n x bytes kernels read, half of those they move (with recompute: alive and a
//!           tenth of it) ; gradients 4 bytes a trained parameter, states by the optimizer
//! ```
//!
//! Gradients of grouped convolutions' weights run outside the matrix units, and probabilities that
//! a softmax wrote are kept and read again; both fitted with the step on 222 published rows of
//! timm's training benchmark (RTX 3090, `PyTorch` 1.12), as far as they have any. No memory of
//! vision networks in training is published: bytes kept are counted, not fitted, and wide.

use super::question::{Method, Question, Training};
use super::time::Parts;
use crate::quantity::{Bytes, Seconds};
use crate::vision::Mode;
use crate::vision::rates::Task;

/// Memory of the allocator over that of live tensors.
const HELD: f64 = 1.25;
/// Training step in forward passes: backward is twice the work, and the optimizer's.
const STEP: f64 = 3.85;
/// Backward passes of grouped convolutions beyond that, of their forward pass.
const GROUPED_BACKWARD: f64 = 16.2;
/// Traffic of probabilities beyond that, of the bytes their softmax moves.
const PROBABILITIES: f64 = 0.44;
/// The last layer's own part of a step, of a forward pass.
const HEAD: f64 = 1.0 / 30.0;
/// Share of the bytes layers keep that remains with recompute: a layer's inputs.
const INPUTS: f64 = 0.1;
/// Bytes of a gradient.
const GRADIENT: f64 = 4.0;
/// Share of the parameters in the last layer of a classifier.
const LAST_LAYER: f64 = 0.03;

/// Bytes on one accelerator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Weights, under autocast with their 16-bit copies.
    pub weights: Bytes,
    /// Activations of a batch.
    pub activations: Bytes,
    /// Both.
    pub peak: Bytes,
}

/// Time and memory of training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainingAnswer {
    /// One step over the batch of an accelerator.
    pub step: Seconds,
    /// Images a second over all accelerators.
    pub images_per_second: f64,
    /// Gradients on one accelerator.
    pub gradients: Bytes,
    /// Optimizer states on one accelerator.
    pub optimizer: Bytes,
    /// Activations kept for the backward pass.
    pub kept: Bytes,
    /// Weights, gradients, states and kept activations.
    pub peak: Bytes,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// Where the time of a batch goes.
    pub parts: Parts,
    /// Images a second over all accelerators.
    pub images_per_second: f64,
    /// On one accelerator, for inference.
    pub memory: Memory,
    /// Time and memory of training, where it was asked.
    pub training: Option<TrainingAnswer>,
}

impl Question {
    /// Answers it. Ask [`Question::check`] first: out of bounds the answer means nothing, but
    /// there is one.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let parts = self.parts();
        let items = f64::from(self.accelerators) * f64::from(self.batch);
        Answer {
            parts,
            images_per_second: items / parts.latency.get(),
            memory: self.memory(),
            training: self.training.map(|training| self.trained(training, items)),
        }
    }

    fn memory(&self) -> Memory {
        let x = self.kept_width();
        let bytes = if self.precision.casts() { 6.0 } else { 2.0 * x };
        let weights = Bytes::new(self.network.parameters * bytes);
        let activations = self.network.most_alive() * (HELD * x * f64::from(self.batch));
        Memory {
            weights,
            activations,
            peak: weights + activations,
        }
    }

    fn kept_width(&self) -> f64 {
        let width = self
            .precision
            .on(self.board.accelerator.peak.fp8.is_some())
            .width();
        if self.software.mode() == Mode::Engine {
            width
        } else {
            width.max(1.0)
        }
    }

    fn trained(&self, training: Training, items: f64) -> TrainingAnswer {
        let parts = self.parts();
        let forward = parts.latency;
        let head = training.method == Method::Head;
        let moved = self.network.moved();
        let step = if head {
            forward * (1.0 + HEAD)
        } else {
            let again = if training.recompute { 1.0 } else { 0.0 };
            let bandwidth = self.board.rates(Task::Network).bandwidth;
            let kept = moved.softmax * self.kept_width() * f64::from(self.batch);
            forward * (STEP + again)
                + parts.grouped * GROUPED_BACKWARD
                + Bytes::new(PROBABILITIES * kept) / bandwidth
        };
        let trained = self.network.parameters * if head { LAST_LAYER } else { 1.0 };
        let gradients = Bytes::new(GRADIENT * trained);
        let optimizer = Bytes::new(f64::from(training.state_bytes) * trained);
        let memory = self.memory();
        let read = (moved.products
            + moved.depthwise
            + moved.grouped
            + moved.norm
            + moved.softmax
            + moved.batch_norm
            + moved.pointwise)
            / 2.0;
        let read = Bytes::new(read * self.kept_width() * f64::from(self.batch));
        let kept = if head {
            memory.activations
        } else if training.recompute {
            memory.activations + read * INPUTS
        } else {
            read.max(memory.activations)
        };
        TrainingAnswer {
            step,
            images_per_second: items / step.get(),
            gradients,
            optimizer,
            kept,
            peak: memory.weights + gradients + optimizer + kept,
        }
    }
}

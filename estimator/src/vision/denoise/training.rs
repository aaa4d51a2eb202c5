//! Time and memory of training a denoiser, on latents and prompts that were computed before.
//!
//! ```text
//! load  = W + encoders + decoder                   everything is loaded once
//! act   = batch (N + T) width (42 L | 2 L + 84 with recompute)
//! peak  = max( load , W + S + max(G, act) )        gradients grow as activations go
//! step  = passes * forward pass + 2 (W + G + S of what is trained)/bandwidth
//!         passes: forward 1, to inputs 1, to weights 1 (full), again 1 (recompute)
//! full: W 4, G 4, S 8 (8 bit 2) bytes a parameter
//! LoRA: W 2 and 4 a trained one, G 4, S 8 of the trained ones ; on the host: S = G = 0
//! ```
//!
//! Trained parameters of LoRA: `rank` rows and columns at the four products of attention, in
//! every block: `8 rank width L`. 42 bytes a token and width of a block: set on two published
//! rows of finetrainers, 53 others follow within .053 at the ninetieth percentile.

use super::{Model, Question};
use crate::quantity::{Bytes, Seconds};
use crate::vision::Board;
use crate::vision::problem::{Field, Problem, counted};
use crate::vision::rates::Task;

/// Bytes a token and width: of a block that is kept, of its inputs, of the one that is
/// computed again.
const KEPT: f64 = 42.0;
const INPUTS: f64 = 2.0;
const AGAIN: f64 = 84.0;
/// Rows and columns of adapters of a block's attention, in widths.
const ADAPTERS: f64 = 8.0;
/// Bytes of a trained parameter as it is kept.
const MASTER: f64 = 4.0;
const MOST_RANK: u32 = 4096;

/// The parts trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adapted {
    /// All of it.
    Full,
    /// Adapters of a rank.
    Lora(u32),
}

/// The question.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingQuestion {
    /// The pipeline and its training data: batch, resolution, frames, text tokens.
    pub generation: Question,
    /// The parts trained.
    pub adapted: Adapted,
    /// Bytes of optimizer states of a trained parameter: 8 `AdamW`, 2 of 8 bit.
    pub state_bytes: u32,
    /// Whether blocks are computed again in place of being kept.
    pub recompute: bool,
    /// Whether gradients and states are on the host.
    pub on_host: bool,
}

/// Bytes on an accelerator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainingMemory {
    /// Once everything is loaded.
    pub load: Bytes,
    /// Weights, with those of adapters.
    pub weights: Bytes,
    /// Gradients.
    pub gradients: Bytes,
    /// Optimizer states.
    pub optimizer: Bytes,
    /// Activations.
    pub activations: Bytes,
    /// The most.
    pub peak: Bytes,
    /// Tokens of a sequence.
    pub tokens: f64,
    /// Parameters that are trained.
    pub trained: f64,
}

impl TrainingQuestion {
    /// LoRA of rank 64 in bf16 as published recipes train, on one board.
    #[must_use]
    pub fn usual(model: Model, board: Board) -> Self {
        Self {
            generation: Question::released(model, board),
            adapted: Adapted::Lora(64),
            state_bytes: 8,
            recompute: true,
            on_host: false,
        }
    }

    /// Checks that it can be answered.
    ///
    /// # Errors
    /// The first field that is out of bounds.
    pub fn check(&self) -> Result<(), Problem> {
        if let Adapted::Lora(rank) = self.adapted {
            counted(Field::LoraRank, rank, 1, MOST_RANK)?;
        }
        self.generation.check()
    }

    /// Seconds of a step: a pass back costs as much to the inputs of products as the pass before,
    /// and as much again to their weights where these are trained; then states are read and written.
    #[must_use]
    pub fn step(&self) -> Seconds {
        let once = self.generation.parts(&self.generation.work()).step;
        let weights = if self.adapted == Adapted::Full {
            1.0
        } else {
            0.0
        };
        let again = if self.recompute { 1.0 } else { 0.0 };
        let memory = self.memory();
        let moved = Bytes::new(MASTER * memory.trained) + memory.gradients + memory.optimizer;
        let bandwidth = self.generation.board.rates(Task::Denoising).bandwidth;
        once * (2.0 + weights + again) + moved * 2.0 / bandwidth
    }

    /// Bytes.
    #[must_use]
    pub fn memory(&self) -> TrainingMemory {
        let model = &self.generation.model;
        let denoiser = &model.denoiser;
        let work = self.generation.work();
        let (width, blocks) = (denoiser.width(), denoiser.blocks());
        let (trained, weights) = match self.adapted {
            Adapted::Full => (denoiser.parameters, 4.0 * denoiser.parameters),
            Adapted::Lora(rank) => {
                let trained = ADAPTERS * f64::from(rank) * width * blocks;
                (trained, 2.0 * denoiser.parameters + 4.0 * trained)
            }
        };
        let kept = if self.recompute {
            INPUTS * blocks + AGAIN
        } else {
            KEPT * blocks
        };
        let tokens = work.tokens + work.text_tokens;
        let here = if self.on_host { 0.0 } else { trained };
        let weights = Bytes::new(weights);
        let gradients = Bytes::new(4.0 * here);
        let optimizer = Bytes::new(f64::from(self.state_bytes) * here);
        let batch = f64::from(self.generation.batch);
        let activations = Bytes::new(batch * tokens * width * kept);
        let [encoders, _, decoder] = self.generation.kept_bytes();
        let load = weights + encoders + decoder;
        let working = weights + optimizer + gradients.max(activations);
        TrainingMemory {
            load,
            weights,
            gradients,
            optimizer,
            activations,
            peak: load.max(working),
            tokens,
            trained,
        }
    }
}

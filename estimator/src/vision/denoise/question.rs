//! The output to draw, where and how.

use super::{Guiding, Model, Weights};
use crate::precision::formats;
use crate::vision::network::rated;
use crate::vision::problem::{Field, Kind, Problem, counted, within};
use crate::vision::rates::Kernels;
use crate::vision::{Board, Software};
use serde::{Deserialize, Serialize};

const MOST_BATCH: u32 = 4096;
const MOST_ACCELERATORS: u32 = 1_000_000;
const MOST_SIDE: u32 = 16_384;
const MOST_FRAMES: u32 = 10_000;
const MOST_STEPS: u32 = 10_000;
const MOST_TEXT: u32 = 65_536;
const MOST_SCALE: f64 = 1000.0;
const MOST_DEGREE: u32 = 1024;

formats!(
    /// The parts that wait on the host.
    Offload {
        /// Nothing.
        None = "none",
        /// Every part but the one that works.
        Model = "model",
        /// Every layer but the one that works.
        Sequential = "sequential",
        /// Blocks, streamed beside the computation.
        Group = "group",
    }
);

formats!(
    /// Where text encoders are.
    TextEncoders {
        /// On the device.
        Resident = "resident",
        /// On the device while they work.
        OnDemand = "on-demand",
        /// On the host.
        Cpu = "cpu",
    }
);

formats!(
    /// Whose code.
    Implementation {
        /// Hugging Face's library, and engines.
        Diffusers = "diffusers",
        /// The authors' repository: fp32 residuals, guidance pass by pass.
        Official = "official",
    }
);

/// How one generation is spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parallel {
    /// The sequence by heads.
    pub ulysses: u32,
    /// The sequence in blocks around a ring.
    pub ring: u32,
    /// The two branches of guidance apart.
    pub guidance: u32,
    /// Patches down a pipeline of blocks.
    pub pipefusion: u32,
    /// Heads and widths.
    pub tensor: u32,
}

impl Default for Parallel {
    fn default() -> Self {
        Self {
            ulysses: 1,
            ring: 1,
            guidance: 1,
            pipefusion: 1,
            tensor: 1,
        }
    }
}

impl Parallel {
    /// Parts of the sequence.
    #[must_use]
    pub fn sequence(&self) -> f64 {
        f64::from(self.ulysses) * f64::from(self.ring)
    }

    /// Accelerators of one branch.
    #[must_use]
    pub fn branch(&self) -> f64 {
        self.sequence() * f64::from(self.tensor) * f64::from(self.pipefusion)
    }

    /// Accelerators of one generation.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        [self.ring, self.guidance, self.pipefusion, self.tensor]
            .iter()
            .fold(self.ulysses, |product, degree| {
                product.saturating_mul(*degree)
            })
    }
}

/// The question.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The pipeline.
    pub model: Model,
    /// The accelerator.
    pub board: Board,
    /// How many of it: replicas of as many as [`Parallel::ranks`].
    pub accelerators: u32,
    /// The software that runs it.
    pub software: Software,
    /// The denoiser.
    pub weights: Weights,
    /// The format it is kept in, where that differs.
    pub kept: Option<Weights>,
    /// The text encoders.
    pub encoder_weights: Weights,
    /// Whether the decoder runs in fp32; `None`: as released.
    pub decoder_fp32: Option<bool>,
    /// Height and width, pixels.
    pub resolution: [u32; 2],
    /// Frames; 1 for an image.
    pub frames: u32,
    /// Denoising steps.
    pub steps: u32,
    /// Scale of guidance; `None`: as released. Up to 1 it is off.
    pub guidance: Option<f64>,
    /// Images or clips at once.
    pub batch: u32,
    /// Tokens of a prompt after padding.
    pub text_tokens: u32,
    /// How one generation is spread.
    pub parallel: Parallel,
    /// Whether denoiser and encoders are sharded over all ranks.
    pub sharded: bool,
    /// The parts that wait on the host.
    pub offload: Offload,
    /// Where text encoders are.
    pub encoders: TextEncoders,
    /// Whether the decoder works in tiles, one image at a time.
    pub tiling: bool,
    /// Whether the decoder is compiled, too.
    pub decoder_compiled: bool,
    /// Whose attention kernels.
    pub attention: Kernels,
    /// Whose code.
    pub implementation: Implementation,
}

impl Question {
    /// A generation as released, on one board.
    #[must_use]
    pub fn released(model: Model, board: Board) -> Self {
        Self {
            resolution: model.resolution,
            frames: model.frames,
            steps: model.steps,
            text_tokens: model.text_tokens,
            model,
            board,
            accelerators: 1,
            software: Software::Eager,
            weights: Weights::Bf16,
            kept: None,
            encoder_weights: Weights::Bf16,
            decoder_fp32: None,
            guidance: None,
            batch: 1,
            parallel: Parallel::default(),
            sharded: false,
            offload: Offload::None,
            encoders: TextEncoders::Resident,
            tiling: false,
            decoder_compiled: false,
            attention: Kernels::Torch,
            implementation: Implementation::Diffusers,
        }
    }

    /// Checks that it can be answered.
    ///
    /// # Errors
    /// The first field that is out of bounds or does not go with another, or an accelerator
    /// without rates.
    pub fn check(&self) -> Result<(), Problem> {
        let [height, width] = self.resolution;
        counted(Field::Resolution, height, 16, MOST_SIDE)?;
        counted(Field::Resolution, width, 16, MOST_SIDE)?;
        counted(Field::Frames, self.frames, 1, MOST_FRAMES)?;
        counted(Field::Steps, self.steps, 1, MOST_STEPS)?;
        counted(Field::Batch, self.batch, 1, MOST_BATCH)?;
        counted(Field::TextTokens, self.text_tokens, 0, MOST_TEXT)?;
        if let Some(scale) = self.guidance {
            within(Field::Guidance, scale, 0.0, MOST_SCALE)?;
        }
        self.spread()?;
        rated(&self.board)
    }

    fn spread(&self) -> Result<(), Problem> {
        let Parallel {
            ulysses,
            ring,
            guidance,
            pipefusion,
            tensor,
        } = self.parallel;
        for degree in [ulysses, ring, pipefusion, tensor] {
            counted(Field::Parallel, degree, 1, MOST_DEGREE)?;
        }
        counted(Field::Parallel, guidance, 1, 2)?;
        counted(Field::Accelerators, self.accelerators, 1, MOST_ACCELERATORS)?;
        if guidance == 2 && self.passes() < 2.0 {
            return Err(Problem::new(Field::Parallel, Kind::NoBranches));
        }
        let divides = Problem::new(Field::Parallel, Kind::DoesNotDivide);
        let heads = self.model.denoiser.heads;
        if heads.is_some_and(|heads| !heads.is_multiple_of(ulysses))
            || !self.accelerators.is_multiple_of(self.parallel.ranks())
        {
            return Err(divides);
        }
        Ok(())
    }

    /// Passes of a step: two with classifier-free guidance.
    #[must_use]
    pub fn passes(&self) -> f64 {
        let two = match self.guidance {
            None => self.model.guiding == Guiding::ClassifierFree,
            Some(scale) => scale > 1.0 && self.model.guiding != Guiding::Embedded,
        };
        if two { 2.0 } else { 1.0 }
    }
}

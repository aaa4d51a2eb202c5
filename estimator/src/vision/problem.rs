//! The problem of a question, and its field.

use crate::precision::formats;
use serde::{Deserialize, Serialize};
use std::fmt;

formats!(
    /// A field of a question, by its name in the batch contract.
    Field {
        /// The model.
        Model = "model",
        /// The accelerator.
        Accelerator = "accelerator",
        /// How many.
        Accelerators = "accelerators",
        /// The software that runs it.
        Engine = "engine",
        /// The format it is computed in.
        Precision = "precision",
        /// Items at once.
        Batch = "batch",
        /// Pixels.
        Resolution = "resolution",
        /// Tokens of a text.
        InputTokens = "input_tokens",
        /// Length that an engine pads to.
        PaddedTo = "padded_to",
        /// Pairs of a request.
        DocumentsPerRequest = "documents_per_request",
        /// Frames of a video.
        Frames = "frames",
        /// Denoising steps.
        Steps = "steps",
        /// Scale of guidance.
        Guidance = "guidance",
        /// Format of the denoiser.
        Weights = "weights",
        /// Format of the text encoders.
        TextEncoderWeights = "text_encoder_weights",
        /// Tokens of the prompt.
        TextTokens = "text_tokens",
        /// How it is spread.
        Parallel = "parallel",
        /// Where parts wait.
        Offload = "offload",
        /// The method of training.
        Method = "method",
        /// Width of adapters.
        LoraRank = "lora_rank",
        /// Optimizer.
        Optimizer = "optimizer",
        /// Recomputation.
        Recompute = "recompute",
        /// Items of a step over all accelerators.
        GlobalBatch = "global_batch",
        /// Seconds of sound in a window.
        AudioPerWindow = "audio_per_window_s",
        /// Beam width.
        Beam = "beam",
        /// Arrivals a second.
        RequestRate = "request_rate",
        /// The promise.
        LatencyLimit = "latency_limit_s",
        /// Of which requests.
        Percentile = "percentile",
    }
);

/// The kind of problem of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// It is needed.
    Missing,
    /// Not a number between these two.
    Outside(f64, f64),
    /// It does not divide the number it must; or nothing can be divided so.
    DoesNotDivide,
    /// The model has no two branches of guidance to compute apart.
    NoBranches,
    /// The chip's record lacks a rate that this needs.
    NoRate,
    /// It was not counted for this network.
    NotCounted,
    /// It does not go with this model.
    NotOfThisModel,
}

/// A problem, and its field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Problem {
    /// The field.
    pub field: Field,
    /// The kind of problem.
    pub kind: Kind,
}

impl Problem {
    /// `kind` at `field`.
    #[must_use]
    pub const fn new(field: Field, kind: Kind) -> Self {
        Self { field, kind }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Missing => write!(f, "it is needed"),
            Kind::Outside(least, most) => write!(f, "it must be from {least} to {most}"),
            Kind::DoesNotDivide => write!(f, "it does not divide evenly"),
            Kind::NoBranches => write!(f, "the model has no two branches of guidance"),
            Kind::NoRate => write!(f, "its record lacks a rate that this needs"),
            Kind::NotCounted => write!(f, "nothing was counted for it"),
            Kind::NotOfThisModel => write!(f, "it does not go with this model"),
        }
    }
}

impl std::error::Error for Problem {}

/// Checks that `value` is a number from `least` to `most`.
pub(super) fn within(field: Field, value: f64, least: f64, most: f64) -> Result<f64, Problem> {
    if value.is_finite() && value >= least && value <= most {
        Ok(value)
    } else {
        Err(Problem::new(field, Kind::Outside(least, most)))
    }
}

/// The same of a count.
pub(super) fn counted(field: Field, value: u32, least: u32, most: u32) -> Result<u32, Problem> {
    within(field, f64::from(value), f64::from(least), f64::from(most)).map(|_| value)
}

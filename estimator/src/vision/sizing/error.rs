//! Problems of a question of this room, and where. Language-free: the page puts each into words
//! beside its field.

use crate::error;
use serde::{Deserialize, Serialize};

/// A part of the question that a user can fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// One that other questions ask, too: model, fleet, prices, percentile, spare replicas.
    Shared(error::Field),
    /// Items a second.
    Rate,
    /// Cameras.
    Cameras,
    /// Frames a second of each.
    FrameRate,
    /// Items of a library.
    Items,
    /// How often training goes over them.
    Epochs,
    /// Rank of adapters.
    Rank,
    /// The time it may take.
    Within,
    /// Items or hours of sound a day.
    Daily,
    /// The busiest hour over the mean.
    Peak,
    /// Live streams.
    Streams,
    /// The promise.
    Limit,
    /// The most items at once.
    Batch,
    /// Side of the square image that a network reads.
    Side,
    /// Height in pixels.
    Height,
    /// Width in pixels.
    Width,
    /// Frames of a clip.
    Frames,
    /// Denoising steps.
    Steps,
    /// Scale of guidance.
    Guidance,
    /// Boards that share one generation.
    Split,
    /// Tokens of a query, or of a pair.
    Tokens,
    /// Tokens of a document.
    Document,
    /// Pairs of a query.
    Pairs,
    /// Seconds of sound in a window.
    Sound,
    /// Beam width.
    Beam,
    /// Images of a request.
    Images,
    /// Seconds of sound of a request.
    Audio,
    /// Tokens of text of a request.
    Prompt,
    /// Tokens of an answer.
    Answer,
    /// Time per output token.
    Pace,
    /// Share of images that were read before.
    Hits,
}

/// The problem with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// One that any number, name or file can have.
    Shared(error::Problem),
    /// The model cuts images into cells of so many pixels, which do not divide it.
    Multiple {
        /// The cell, pixels.
        unit: u32,
        /// The nearest multiple.
        nearest: u32,
    },
    /// It must divide the heads of the model's attention.
    Divide {
        /// The heads.
        whole: u32,
        /// The nearest value that does.
        nearest: u32,
    },
    /// The model draws without guidance: 1 alone.
    Unguided,
    /// The model does not hear: nothing alone.
    Deaf,
}

/// One field and its problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldError {
    /// Where.
    pub field: Field,
    /// The problem.
    pub problem: Problem,
}

impl From<error::FieldError> for FieldError {
    fn from(error: error::FieldError) -> Self {
        Self {
            field: Field::Shared(error.field),
            problem: Problem::Shared(error.problem),
        }
    }
}

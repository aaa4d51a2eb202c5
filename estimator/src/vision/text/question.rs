//! An encoder, where and how it runs.

use crate::quantity::{Bytes, Flops};
use crate::vision::network::rated;
use crate::vision::problem::{Field, Kind, Problem, counted, within};
use crate::vision::{Board, Precision, Software};

/// The most sequences at once.
const MOST_BATCH: u32 = 1_048_576;
const MOST_ACCELERATORS: u32 = 1_000_000;
/// The most tokens of a sequence: a million, beyond every published context.
const MOST_TOKENS: f64 = 1_048_576.0;

/// The counts of an encoder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encoder {
    /// Parameters.
    pub parameters: f64,
    /// Those of embeddings, which are looked up.
    pub embeddings: f64,
    /// Products, a token.
    pub linear: Flops,
    /// Attention, a token squared.
    pub attention: Flops,
    /// Whether a token attends only to those before it.
    pub causal: bool,
    /// Bytes moved beside products, a token.
    pub traffic: Bytes,
    /// The same, a token squared.
    pub square_traffic: Bytes,
    /// Kernels that eager `PyTorch` launches.
    pub kernels: u32,
    /// The most bytes alive, a token.
    pub alive: Bytes,
}

/// The question.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The encoder.
    pub encoder: Encoder,
    /// The accelerator.
    pub board: Board,
    /// How many of it, each with sequences of its own.
    pub accelerators: u32,
    /// The software that runs it.
    pub software: Software,
    /// The format it is computed in.
    pub precision: Precision,
    /// Sequences at once on one accelerator.
    pub batch: u32,
    /// Mean length of a sequence, tokens.
    pub tokens: f64,
    /// Length that the engine pads to, tokens; `None` where it packs.
    pub padded: Option<f64>,
}

impl Question {
    /// Checks that it can be answered.
    ///
    /// # Errors
    /// The first field that is out of bounds, or an accelerator without rates.
    pub fn check(&self) -> Result<(), Problem> {
        counted(Field::Accelerators, self.accelerators, 1, MOST_ACCELERATORS)?;
        counted(Field::Batch, self.batch, 1, MOST_BATCH)?;
        within(Field::InputTokens, self.tokens, 1.0, MOST_TOKENS)?;
        if let Some(padded) = self.padded {
            within(Field::PaddedTo, padded, 1.0, MOST_TOKENS)?;
            if padded < self.tokens {
                let kind = Kind::Outside(self.tokens, MOST_TOKENS);
                return Err(Problem::new(Field::PaddedTo, kind));
            }
        }
        rated(&self.board)
    }

    /// Tokens of a sequence that are computed.
    pub(super) fn computed(&self) -> f64 {
        self.padded.unwrap_or(self.tokens).max(self.tokens)
    }
}

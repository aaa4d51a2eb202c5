//! A model that hears, where and how it runs.

use crate::quantity::{Bytes, Flops};
use crate::vision::network::rated;
use crate::vision::problem::{Field, Problem, counted, within};
use crate::vision::{Board, Precision, Software};

const MOST_BATCH: u32 = 65_536;
const MOST_ACCELERATORS: u32 = 1_000_000;
const MOST_BEAM: u32 = 64;

/// The counts of an encoder, for a window of sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encoder {
    /// Products and convolutions.
    pub products: Flops,
    /// Attention.
    pub attention: Flops,
    /// Bytes moved beside products.
    pub traffic: Bytes,
    /// The most bytes alive.
    pub alive: Bytes,
    /// Seconds of a window.
    pub seconds: f64,
}

/// The counts of a decoder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decoder {
    /// Parameters.
    pub parameters: f64,
    /// Layers.
    pub layers: u32,
    /// Width.
    pub width: u32,
    /// Keys of a window that it attends to.
    pub cross_tokens: u32,
    /// Kernels that eager `PyTorch` launches a layer.
    pub kernels: u32,
}

/// A model that hears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Listener {
    /// Parameters.
    pub parameters: f64,
    /// Reads a window.
    pub encoder: Encoder,
    /// Writes tokens; `None` where the encoder's outputs are the text (CTC).
    pub decoder: Option<Decoder>,
}

/// The question.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The model.
    pub listener: Listener,
    /// The accelerator.
    pub board: Board,
    /// How many of it, each with windows of its own.
    pub accelerators: u32,
    /// The software that runs it.
    pub software: Software,
    /// The format it is computed in.
    pub precision: Precision,
    /// Windows at once on one accelerator.
    pub batch: u32,
    /// Seconds of sound in a window; the rest is padded.
    pub sound: f64,
    /// Whether recordings are cut by the pipeline, with its work on the host.
    pub long_form: bool,
    /// Beam width.
    pub beam: u32,
}

impl Question {
    /// Checks that it can be answered.
    ///
    /// # Errors
    /// The first field that is out of bounds, or an accelerator without rates.
    pub fn check(&self) -> Result<(), Problem> {
        counted(Field::Accelerators, self.accelerators, 1, MOST_ACCELERATORS)?;
        counted(Field::Batch, self.batch, 1, MOST_BATCH)?;
        counted(Field::Beam, self.beam, 1, MOST_BEAM)?;
        let window = self.listener.encoder.seconds;
        within(Field::AudioPerWindow, self.sound, 0.01, window)?;
        rated(&self.board)
    }
}

//! A vision network, where and how it runs.

use super::Network;
use crate::precision::formats;
use crate::vision::problem::{Field, Kind, Problem, counted};
use crate::vision::{Board, Precision, Software};
use serde::{Deserialize, Serialize};

/// The most images at once.
const MOST_BATCH: u32 = 65_536;
/// The most accelerators.
const MOST_ACCELERATORS: u32 = 1_000_000;
/// The largest side of an image, pixels.
const MOST_SIDE: u32 = 16_384;

formats!(
    /// The part of a network that is trained.
    Method {
        /// All of it.
        Full = "full",
        /// Its last layer, on features that are computed anew.
        Head = "head",
    }
);

/// How a network is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Training {
    /// The part trained.
    pub method: Method,
    /// Bytes of optimizer state of a trained parameter: 8 `AdamW`, 2 of 8 bit, 4 momentum.
    pub state_bytes: u32,
    /// Whether layers are computed again in place of being kept.
    pub recompute: bool,
}

/// The question.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The network at the resolution that is asked about.
    pub network: Network,
    /// The accelerator.
    pub board: Board,
    /// How many of it, each with images of its own.
    pub accelerators: u32,
    /// The software that runs it.
    pub software: Software,
    /// The format it is computed in.
    pub precision: Precision,
    /// Images at once on one accelerator.
    pub batch: u32,
    /// Whether eager convolutions keep the channels last.
    pub channels_last: bool,
    /// How it is trained; `None` for inference.
    pub training: Option<Training>,
}

impl Question {
    /// Checks that it can be answered.
    ///
    /// # Errors
    /// The first field that is out of bounds, or an accelerator without rates.
    pub fn check(&self) -> Result<(), Problem> {
        counted(Field::Accelerators, self.accelerators, 1, MOST_ACCELERATORS)?;
        counted(Field::Batch, self.batch, 1, MOST_BATCH)?;
        counted(Field::Resolution, self.network.resolution, 8, MOST_SIDE)?;
        rated(&self.board)
    }
}

/// Checks that a board has the rates that every law needs.
pub(in crate::vision) fn rated(board: &Board) -> Result<(), Problem> {
    let chip = &board.accelerator;
    let peak = chip.peak.sixteen.or(chip.peak.thirty_two);
    let fast = peak.is_some_and(|peak| peak.get() > 0.0 && peak.is_valid());
    if fast && chip.bandwidth.is_valid() && chip.bandwidth.get() > 0.0 {
        Ok(())
    } else {
        Err(Problem::new(Field::Accelerator, Kind::NoRate))
    }
}

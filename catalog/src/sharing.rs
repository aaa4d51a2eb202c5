//! Facts of GPUs that are shared: how boards are cut into MIG instances, and 531 published
//! measurements of 16 sources under MIG, MPS, time-slicing, vGPU, fractions and swaps of whole
//! models.
//!
//! The laws of `estimator::fleet::law` are held against the rows; nothing looks them up to
//! estimate. Profiles go into a packing through [`Board::cut`]. Nothing else refers to these
//! tables: a program that asks neither carries neither.

use estimator::fleet::board::{Board, Slice};

/// How the GPU of a row was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By one.
    Exclusive,
    /// By one on an instance; the profile is the detail.
    Mig,
    /// By clients of one server.
    Mps,
    /// In turns.
    TimeSlicing,
    /// By a guest that has the whole card.
    Vgpu,
    /// By fractions that a scheduler keeps; whose, and how large, is the detail.
    Fraction,
    /// By models whose weights wait in the host's memory.
    Sleep,
    /// By models whose weights are loaded again.
    DeepSleep,
    /// By whole jobs in turns: a vendor's claim.
    Broker,
    /// By models that are swapped between tokens: figures of a paper.
    TokenLevel,
    /// By a process that is started anew.
    Restart,
    /// By a copy over a link; which link is the detail.
    Link,
}

/// A published figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// How the GPU was used.
    pub way: Way,
    /// Details of that.
    pub detail: &'static str,
    /// How many shared it; 0 where it is not said.
    pub sharing: u16,
    /// The figure, in [`Self::unit`].
    pub value: f64,
    /// Who published it.
    pub source: &'static str,
    /// Where it was read.
    pub read_from: &'static str,
    /// The GPU, as printed.
    pub gpu: &'static str,
    /// The workload that ran.
    pub workload: &'static str,
    /// The quantity measured.
    pub metric: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Notes.
    pub notes: &'static str,
}

/// Every board whose instances are known.
#[must_use]
pub fn boards() -> &'static [Board] {
    BOARDS
}

/// The board of an accelerator by its id; `None` where it cannot be cut.
#[must_use]
pub fn board(accelerator: &str) -> Option<&'static Board> {
    let is = |board: &&Board| board.accelerators.contains(&accelerator);
    BOARDS.iter().find(is)
}

/// Where the boards were read.
#[must_use]
pub fn board_sources() -> &'static [&'static str] {
    BOARD_SOURCES
}

/// Every measured row.
#[must_use]
pub fn rows() -> &'static [Row] {
    ROWS
}

include!(concat!(env!("OUT_DIR"), "/boards.rs"));
include!(concat!(env!("OUT_DIR"), "/sharing.rs"));

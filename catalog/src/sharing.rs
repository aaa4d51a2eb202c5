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

/// A law of `estimator::fleet::law`, as it is held against the rows that can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Speed on an instance, from that of the whole board.
    Instances,
    /// The same of training.
    TrainedOnInstances,
    /// What all that share a GPU do together, between two edges.
    Totals,
    /// Seconds of a wake or a sleep of a whole model.
    Swaps,
}

/// How near a law comes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Held {
    /// Which.
    pub law: Law,
    /// Rows that can tell.
    pub rows: u32,
    /// Half of them are nearer, and nine in ten, in percent; `None` of a law with two edges.
    pub errors: Option<(f64, f64)>,
    /// Rows that the law is told to hold for: between its edges, or within its band; `None` where
    /// nothing was told before.
    pub inside: Option<u32>,
}

/// All laws that rows can tell of. The tests work them out anew.
pub const HELD: [Held; 4] = [
    Held {
        law: Law::Instances,
        rows: 135,
        errors: Some((2.7, 7.5)),
        inside: None,
    },
    Held {
        law: Law::TrainedOnInstances,
        rows: 16,
        errors: Some((9.5, 23.4)),
        inside: None,
    },
    Held {
        law: Law::Totals,
        rows: 18,
        errors: None,
        inside: Some(15),
    },
    Held {
        law: Law::Swaps,
        rows: 43,
        errors: Some((24.8, 90.5)),
        inside: Some(43),
    },
];

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

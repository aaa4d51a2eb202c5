//! Accelerators with the figures that these laws need, and five that measured rows were taken on.

use crate::accelerators::{AcceleratorRecord, accelerator, read};
use estimator::quantity::FlopsPerSecond;
use estimator::vision::Board;
use std::sync::LazyLock;

include!(concat!(env!("OUT_DIR"), "/vision_boards.rs"));

static TABLE: &str = include!(concat!(env!("OUT_DIR"), "/vision_accelerators.rs"));

static FURTHER: LazyLock<Vec<AcceleratorRecord>> = LazyLock::new(|| read(TABLE));

/// Accelerators that only these laws know: unverified, and nobody rents them.
#[must_use]
pub fn further_accelerators() -> &'static [AcceleratorRecord] {
    &FURTHER
}

/// The board of an accelerator's id.
#[must_use]
pub fn board(id: &str) -> Option<Board> {
    let id = id.trim();
    let further = || {
        let mut all = further_accelerators().iter();
        all.find(|record| record.accelerator.id.eq_ignore_ascii_case(id))
    };
    let record = accelerator(id).or_else(further)?;
    let mut facts = BOARDS.iter();
    let facts = facts.find(|(name, ..)| *name == record.accelerator.id);
    let (tf32, multiprocessors) = facts.map_or((None, None), |(_, tf32, processors)| {
        (tf32.map(FlopsPerSecond::tera), *processors)
    });
    Some(Board {
        accelerator: record.accelerator.clone(),
        tf32,
        multiprocessors,
    })
}

//! A promise kept by batches: with the batch and the number of a line, or the largest and the
//! fewest that keep it.

use super::read::wrong;
use crate::batch::BatchError;
use crate::vision::Field;
use crate::vision::queue::{self, Kept, Promise};

/// The batch and the number of accelerators that a line names.
pub(super) struct Named {
    pub batch: Option<u32>,
    pub accelerators: Option<u32>,
}

/// A promise kept, with the batch and the number that do.
pub(super) struct Batched {
    pub kept: Kept,
    pub batch: u32,
    pub accelerators: u32,
}

/// The batch and number that keep `promise`: those of `named` where it has any, else batches
/// up to `most`. `latency` is the seconds of a batch, which may lie between two whole ones.
pub(super) fn batched(
    promise: &Promise,
    named: &Named,
    most: u32,
    latency: impl Fn(f64) -> f64,
) -> Result<Batched, BatchError> {
    let most = named.batch.unwrap_or(most);
    let kept = queue::batched(promise, most, named.accelerators, latency)
        .ok_or_else(|| wrong(Field::LatencyLimit, "no number of accelerators keeps it"))?;
    Ok(Batched {
        batch: named
            .batch
            .unwrap_or_else(|| whole_batch(kept.batch.ceil(), most)),
        accelerators: named.accelerators.unwrap_or(kept.replicas),
        kept,
    })
}

/// A batch of at least one and at most `most`.
pub(super) fn whole_batch(batch: f64, most: u32) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 1 to a u32; casts of floats saturate"
    )]
    let whole = batch.clamp(1.0, f64::from(most.max(1))).floor() as u32;
    whole
}

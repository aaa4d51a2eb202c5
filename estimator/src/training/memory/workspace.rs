//! Scratch space, buckets, the allocator's reserve, and the memory outside its count.
//!
//! - matrix products: 75 MB on Ampere and older, 105 MB on Hopper and later, read off
//!   small Megatron runs: two workspaces of cuBLAS of 32 MiB each, and Transformer
//!   Engine's, 4 MiB or on Hopper and later 32
//! - products of all experts at once run on four streams, each with a workspace of
//!   Transformer Engine: 4 * 4 or 4 * 32 MiB
//! - a frozen base in few bits is widened matrix by matrix: `4 h f`, in both directions
//! - `DeepSpeed` reduces gradients in buckets of 5 * 10^8 values (`reduce_bucket_size`)
//! - allocator: 2 % of the peak, by torchtune's published pair (9.29 of 9.13 GB)
//! - context: the memory of the driver and a process (see [`crate::serving::memory::driver`]), and
//!   the buffers of NCCL, 0.39 GB as logged on more than two ranks

use crate::hardware::Accelerator;
use crate::quantity::Bytes;
use crate::serving::memory::driver;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::{Base, Family, Sharding};
use crate::training::shape::Shape;

/// The allocator's reserve beyond the peak, as a share of it.
const RESERVE: f64 = 0.02;
/// Buffers of collectives.
const COLLECTIVES: Bytes = Bytes::gb(0.39);
/// Values of one bucket of `DeepSpeed`.
const BUCKET: f64 = 5e8;

/// Streams that the products of experts run on.
const STREAMS: f64 = 4.0;
const MIB: f64 = 1_048_576.0;

/// Bytes held from the first step on.
pub(super) fn held(job: &Job, chip: &Accelerator) -> f64 {
    let (products, stream) = if chip.architecture.generation().small_workspaces {
        (75e6, 4.0 * MIB)
    } else {
        (105e6, 32.0 * MIB)
    };
    let grouped = if job.stack.family() == Family::Megatron && job.model.is_mixture() {
        STREAMS * stream
    } else {
        0.0
    };
    products + grouped
}

/// Bytes held while a step runs, of a rank that trains `trained` parameters.
pub(super) fn passing(job: &Job, layout: &Layout, shape: &Shape, trained: f64) -> f64 {
    let widened = match job.method.adapter().map(|adapter| adapter.base) {
        None | Some(Base::Sixteen) => 0.0,
        Some(Base::Eight | Base::Nf4 | Base::Nf4Double) => {
            let width = shape.width.max(shape.expert_width);
            4.0 * shape.hidden * width / f64::from(layout.tensor.max(1))
        }
    };
    let bucket = if job.stack.family() == Family::DeepSpeed && layout.sharding != Sharding::None {
        2.0 * trained.min(BUCKET)
    } else {
        0.0
    };
    widened + bucket
}

/// The allocator's reserve beyond `peak`.
pub(super) fn reserve(peak: Bytes) -> Bytes {
    peak * RESERVE
}

/// The memory outside the allocator's count.
pub(super) fn context(chip: &Accelerator, layout: &Layout) -> Bytes {
    let collectives = if layout.accelerators > 1 {
        COLLECTIVES
    } else {
        Bytes::ZERO
    };
    driver::kept(chip) + collectives
}

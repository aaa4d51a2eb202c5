//! One layout of a job on one accelerator: its memory, whether it fits, its speed.

use crate::hardware::Accelerator;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::report::Estimate;
use crate::training::site::Site;
use crate::training::{memory, parameters, time};

/// The memory that `layout` of `job` takes of each of `chip`'s accelerators, and how fast it then
/// trains. The layout must be legal ([`Layout::check`]); an illegal one gets an answer that means
/// nothing.
#[must_use]
pub fn estimate(job: &Job, site: &Site, chip: &Accelerator, layout: &Layout) -> Estimate {
    let memory = memory::memory(job, chip, layout);
    Estimate {
        layout: *layout,
        trainable: parameters::trainable(job),
        fits: memory.fits(),
        speed: time::speed(job, site, chip, layout),
        memory,
    }
}

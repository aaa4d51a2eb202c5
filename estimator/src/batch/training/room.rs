//! Whether a configuration as a line describes it has room, and how to make some.
//!
//! Tables rarely print how a run made room: layers computed again in part, a loss in chunks. Of
//! 295 published runs, which all ran, 46 % are estimated above the capacity as their tables
//! describe them, 2 % above [`MOST`] of it. So a line that lacks little is said to fit where the
//! same with every layer computed again would, and `reason` says so; its speed is that of the
//! settings it names.

use crate::decimal;
use crate::hardware::Accelerator;
use crate::training::method::{Loss, Recompute, Stack};
use crate::training::report::{Estimate, Memory};
use crate::training::{Job, Layout, Site, estimate, memory};

/// The most that memory as described may be of the capacity.
const MOST: f64 = 1.4;

/// How far estimates of peaks lie from logged ones at the 90th percentile, as a factor: a peak
/// above the capacity by less may fit all the same.
const ERROR: f64 = 1.1;

/// Whether there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// As described.
    Enough,
    /// With layers computed again in part.
    Recomputed,
    /// Within the error of the estimate.
    Close,
    /// No.
    None,
}

impl Room {
    /// The room that `layout` of `job` finds on `chip`, where it is estimated to take `memory`.
    pub(super) fn of(job: &Job, chip: &Accelerator, layout: &Layout, memory: &Memory) -> Self {
        let over = memory.needed() / memory.capacity;
        let again = Layout {
            recompute: Recompute::Full,
            ..*layout
        };
        if memory.fits() {
            Self::Enough
        } else if over <= MOST && memory::memory(job, chip, &again).fits() {
            Self::Recomputed
        } else if over <= ERROR {
            Self::Close
        } else {
            Self::None
        }
    }

    /// The measure it takes, or the lack; nothing where there is enough.
    pub(super) fn reason(self, memory: &Memory) -> Option<String> {
        let (what, but) = match self {
            Self::Enough => return None,
            Self::Recomputed => (
                "as described it",
                "; it fits with some layers computed again",
            ),
            Self::Close => ("it", ", less than the estimate's error"),
            Self::None => ("it", ""),
        };
        let short = decimal::fixed(memory.short().to_gib(), 2);
        Some(format!("{what} lacks {short} GiB per accelerator{but}"))
    }
}

/// The estimate of a line's configuration. A loss that the line leaves open is taken in
/// chunks where it does not fit otherwise, as eager stacks can (Liger, llm-foundry's fused
/// cross entropy, torchtune).
pub(super) fn settled(
    job: Job,
    site: &Site,
    chip: &Accelerator,
    layout: &Layout,
    open: bool,
) -> (Job, Estimate) {
    let described = estimate(&job, site, chip, layout);
    if described.fits || !open || job.stack == Stack::Megatron {
        return (job, described);
    }
    let chunked = Job {
        loss: Loss::Chunked,
        ..job.clone()
    };
    let estimate = estimate(&chunked, site, chip, layout);
    if estimate.fits {
        (chunked, estimate)
    } else {
        (job, described)
    }
}

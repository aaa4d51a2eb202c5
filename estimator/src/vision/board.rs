//! An accelerator with the facts that these laws need beyond other rooms.

use crate::hardware::{Accelerator, LinkKind};
use crate::quantity::{Bytes, BytesPerSecond, FlopsPerSecond};

/// Context and libraries beside a framework's allocations, and with collectives; defaults, not
/// fits.
const RUNTIME: Bytes = Bytes::gb(0.5);
const RUNTIME_WITH_COLLECTIVES: Bytes = Bytes::gb(0.9);

/// Bytes of context and libraries on each of so many accelerators that work together.
pub(super) const fn runtime(together: u32) -> Bytes {
    if together > 1 {
        RUNTIME_WITH_COLLECTIVES
    } else {
        RUNTIME
    }
}

/// An accelerator, and two facts that only products of these laws depend on.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// Memory, bandwidth, peaks, links.
    pub accelerator: Accelerator,
    /// Dense rate of 32-bit products that round to 19 bits; `None` without such units.
    pub tf32: Option<FlopsPerSecond>,
    /// Multiprocessors, or other makers' units of the kind; `None` where not known.
    pub multiprocessors: Option<u32>,
}

impl Board {
    /// An accelerator of which no more is known.
    #[must_use]
    pub const fn plain(accelerator: Accelerator) -> Self {
        Self {
            accelerator,
            tf32: None,
            multiprocessors: None,
        }
    }

    /// Bytes a second that a rank of `ranks` that work together sends, and whether by a fast link:
    /// PCI Express where there is none or it joins fewer.
    pub(super) fn link(&self, ranks: u32) -> (bool, BytesPerSecond) {
        let link = self.accelerator.link_for(ranks);
        let fast = link.kind != LinkKind::Pcie && link.per_direction.get() > 0.0;
        if fast {
            (true, link.per_direction)
        } else {
            (false, self.accelerator.host_path())
        }
    }
}

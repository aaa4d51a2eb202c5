//! The memory that the driver keeps of an accelerator before any engine starts.
//!
//! On NVIDIA's boards a program sees less than the driver reports: of H100, H200, A100, B200, RTX
//! 4090, A10, A40, A6000, L4, L40S and T4 the total that `cudaMemGetInfo` gives is 0.39 to 0.85
//! GiB, at the median 0.49 GiB, below the driver's. Of the visible memory the context of one
//! process takes 0.5 to 0.6 GiB: 78.57 of 79.18 GiB are free on an H100 at start, 0.47 to 0.92 GiB
//! are measured on an A100. Elsewhere nothing was measured: no reserve, and the same context.

use crate::hardware::{Accelerator, Vendor};
use crate::quantity::Bytes;

/// Reported by NVIDIA's driver, but out of reach of programs, GiB.
const RESERVED: f64 = 0.5;
/// Context of the process that serves, GiB.
const CONTEXT: f64 = 0.5;

fn reserved(chip: &Accelerator) -> Bytes {
    if chip.vendor == Vendor::Nvidia {
        Bytes::gib(RESERVED)
    } else {
        Bytes::ZERO
    }
}

/// Bytes that programs see.
#[must_use]
pub fn visible(chip: &Accelerator) -> Bytes {
    chip.memory - reserved(chip)
}

/// Bytes that are gone before the engine takes any.
#[must_use]
pub fn kept(chip: &Accelerator) -> Bytes {
    reserved(chip) + Bytes::gib(CONTEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::{assert_near, h100};

    /// Of 80 GiB on NVIDIA's boards half a GiB is out of reach, and a context takes another;
    /// elsewhere there is the context alone.
    #[test]
    fn the_driver_keeps_some() {
        let nvidia = h100();
        assert_near(visible(&nvidia).to_gib(), 79.5);
        assert_near(kept(&nvidia).to_gib(), 1.0);
        let amd = Accelerator {
            vendor: Vendor::Amd,
            ..nvidia
        };
        assert_near(visible(&amd).to_gib(), 80.0);
        assert_near(kept(&amd).to_gib(), 0.5);
    }
}

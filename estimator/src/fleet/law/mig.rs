//! An instance: the roofline with its shares.
//!
//! ```text
//! s = alpha / compute share + (1 - alpha) / bandwidth share
//! T = (F^q + (s G)^q)^(1/q)
//! ```
//!
//! with `F` the host's part of a step, `G` the GPU's, and `q` how sharply the longer one
//! decides: 12 of inference, where the host prepares ahead, 2 of training, where part of both
//! shows. Against 135 rows of `MIGPerf` (five encoders, three instances, from the whole board
//! alone, alpha 1/2): 2.7 % at the median, 7.5 % at nine in ten; 16 rows of training, without a
//! host's part: 9.5 % and 23 %.

/// Alpha, a share, where nothing was told of a workload's GPU time: half follows compute, half
/// bandwidth.
pub const ALPHA: f64 = 0.5;

/// How sharply the longer of host and GPU decides a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// Practically the longer alone.
    Inference,
    /// Part of both.
    Training,
}

impl Overlap {
    const fn exponent(self) -> f64 {
        match self {
            Self::Inference => 12.0,
            Self::Training => 2.0,
        }
    }
}

/// How many times as long GPU work takes on these shares of compute and bandwidth.
#[must_use]
pub fn stretch(alpha: f64, compute: f64, bandwidth: f64) -> f64 {
    alpha / compute + (1.0 - alpha) / bandwidth
}

/// How many times as long a step takes whose GPU part is the share `engine` of it: never less
/// than alone.
#[must_use]
pub fn slowdown(stretch: f64, engine: f64) -> f64 {
    (stretch * engine).max(1.0)
}

/// A step of `host` and `gpu` seconds whose GPU part is stretched so.
#[must_use]
pub fn step(host: f64, gpu: f64, stretch: f64, overlap: Overlap) -> f64 {
    let (gpu, q) = (stretch * gpu, overlap.exponent());
    let longer = host.max(gpu);
    if longer <= 0.0 {
        return 0.0;
    }
    // Over the longer, so that powers stay in range.
    longer * ((host / longer).powf(q) + (gpu / longer).powf(q)).powf(1.0 / q)
}

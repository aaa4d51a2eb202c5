//! What a user should know beside the numbers: named, with the figures that a
//! sentence about it needs. The page turns each into words.

use crate::precision::{ComputeType, WeightFormat};
use crate::report::Bottleneck;
use serde::{Deserialize, Serialize};

/// Something worth saying about the answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Finding {
    /// The smallest sizing carries far more than was asked for.
    OverProvisioned {
        /// Spare load, as a share of the load asked for.
        headroom: f64,
    },
    /// Nothing offered keeps every demand.
    Undersized,
    /// Tensor parallelism over PCI Express: the links dominate.
    PcieTensorParallelism {
        /// Ranks that share a layer.
        ranks: u32,
    },
    /// Decoding is limited by something other than memory bandwidth.
    Bound {
        /// What limits it.
        by: Bottleneck,
    },
    /// The chip lacks units for the format and widens it.
    Widened {
        /// The format asked for.
        format: WeightFormat,
        /// What it computes in.
        computed_as: ComputeType,
    },
    /// The vendor's headline counts structured sparsity; the dense rate is used.
    SparseHeadline {
        /// Printed over dense.
        factor: f64,
    },
    /// The memory the driver reports is less than the data sheet prints.
    MemoryBelowLabel {
        /// Reported GiB.
        usable_gib: f64,
        /// Printed GB.
        marketed_gb: f64,
    },
    /// The requests are longer than the model's published context.
    BeyondContext {
        /// Tokens of one request.
        tokens: f64,
        /// Published context.
        max_context: u32,
    },
    /// No measurement of this kind of accelerator backs the estimate.
    UnmeasuredHardware,
    /// The price has no second source.
    UnverifiedPrice,
    /// Experts leave the answer without this much of the band's certainty.
    Extrapolated,
}

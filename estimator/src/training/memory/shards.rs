//! Over how many ranks states are cut.
//!
//! The distributed optimizer and ZeRO-1 divide the optimizer's states by `d = dp cp`, ZeRO-2
//! gradients too, ZeRO-3 and FSDP weights too; routed experts by `edp` (arXiv 1910.02054). Hybrid
//! sharding divides all three over equal groups of ranks that reach each other without the
//! network.

use crate::hardware::Accelerator;
use crate::training::layout::{Layout, largest_divisor};
use crate::training::method::Sharding;

/// The divisors, numbers of ranks, of weights, gradients and moments of dense parameters and of
/// experts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shards {
    pub weights: (f64, f64),
    pub gradients: (f64, f64),
    pub optimizer: (f64, f64),
}

impl Shards {
    /// Of `layout` on `chip`.
    pub(super) fn of(chip: &Accelerator, layout: &Layout) -> Self {
        let one = (1.0, 1.0);
        let all = (
            f64::from(layout.shards().max(1)),
            f64::from(layout.expert_shards()),
        );
        match layout.sharding {
            Sharding::None => Self {
                weights: one,
                gradients: one,
                optimizer: one,
            },
            Sharding::DistributedOptimizer | Sharding::Zero1 => Self {
                weights: one,
                gradients: one,
                optimizer: all,
            },
            Sharding::Zero2 => Self {
                weights: one,
                gradients: all,
                optimizer: all,
            },
            Sharding::Zero3 => Self {
                weights: all,
                gradients: all,
                optimizer: all,
            },
            Sharding::Hybrid => {
                let near = chip.near();
                let expert = layout.expert.saturating_mul(layout.expert_tensor).max(1);
                let part = (
                    f64::from(layout.hybrid_shards(near)),
                    largest_divisor(layout.expert_shards(), near / expert).into(),
                );
                Self {
                    weights: part,
                    gradients: part,
                    optimizer: part,
                }
            }
        }
    }
}

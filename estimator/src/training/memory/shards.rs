//! Over how many ranks states are cut.
//!
//! The distributed optimizer and ZeRO-1 divide what the optimizer holds by `d = dp cp`,
//! ZeRO-2 gradients too, ZeRO-3 and FSDP weights too; routed experts by `edp` (arXiv
//! 1910.02054). Hybrid sharding divides all three over the ranks that reach each other
//! without the network: one link's domain, or a node where that is larger.

use crate::hardware::{Accelerator, LinkKind};
use crate::training::layout::Layout;
use crate::training::method::Sharding;

/// By what weights, gradients and moments of dense parameters and of experts are divided.
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
                let linked = if chip.link.kind == LinkKind::None {
                    1
                } else {
                    chip.link.domain
                };
                let near = f64::from(linked.max(chip.node_size).max(1));
                let inside = |degree: f64, ranks: u32| {
                    degree.min((near / f64::from(ranks.max(1))).floor().max(1.0))
                };
                let part = (
                    inside(all.0, layout.tensor),
                    inside(all.1, layout.expert.saturating_mul(layout.expert_tensor)),
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

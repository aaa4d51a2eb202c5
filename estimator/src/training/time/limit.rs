//! The part a step spends most of its time on.

use crate::training::report::{Bottleneck, StepParts};

/// The largest of four sums of parts. Experts count as arithmetic: their products and
/// dispatch are not told apart.
pub(super) fn bottleneck(step: &StepParts) -> Bottleneck {
    let compute = step.linear + step.attention + step.head + step.experts + step.reference;
    let memory = step.elementwise + step.optimizer;
    let links = step.exchange + step.tensor + step.context + step.sharding + step.offload;
    let waiting = step.bubble + step.fixed;
    let mut largest = (compute, Bottleneck::Compute);
    for other in [
        (memory, Bottleneck::MemoryBandwidth),
        (links, Bottleneck::Interconnect),
        (waiting, Bottleneck::Engine),
    ] {
        if other.0 > largest.0 {
            largest = other;
        }
    }
    largest.1
}

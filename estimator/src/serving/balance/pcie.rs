//! PCI Express of one accelerator: the larger of loading the weights and, where ranks
//! have no other link, `rate * (seconds on the link / seconds of work)` of a step.
//!
//! The second is the rate at which the links of a step would take no longer than its work, taken
//! from the parts of the step that [`crate::serving::speed`] gives, the worse of decoding and
//! reading a prompt; more than the rate there means that the step mostly waits for links. Latency
//! is counted as if it fell with the rate.

use super::cold_start;
use super::node::Node;
use crate::quantity::{BytesPerSecond, Seconds};
use crate::serving::speed::StepParts;

/// Exchanges between the ranks of a replica over PCI Express.
pub(super) struct Crossing {
    /// Seconds on the link over seconds of work, the worse of both kinds of step.
    ratio: f64,
    /// Share of that step.
    pub(super) share: f64,
}

impl Crossing {
    pub(super) fn of(node: &Node<'_, '_>) -> Self {
        let mut worst = Self {
            ratio: 0.0,
            share: 0.0,
        };
        let Some(performance) = node.performance.filter(|_| node.is_joined_by_pcie()) else {
            return worst;
        };
        for step in [&performance.step, &performance.prompt_step] {
            let crossing = crossing(node, step);
            let ratio = crossing / step.work();
            if ratio > worst.ratio {
                worst = Self {
                    ratio,
                    share: crossing / step.total,
                };
            }
        }
        worst
    }
}

/// Seconds of a step on links inside the node.
fn crossing(node: &Node<'_, '_>, step: &StepParts) -> Seconds {
    let mut inside = step.all_reduce;
    if node.placement.stage_ranks() <= node.domain {
        inside += step.all_to_all;
    }
    if node.placement.accelerators() <= node.domain {
        inside += step.pipeline;
    }
    inside
}

/// The need of one accelerator.
pub(super) fn needed(node: &Node<'_, '_>, link: &Crossing) -> BytesPerSecond {
    let loading = cold_start::rate(node) / f64::from(node.ranks);
    loading.max(available(node) * link.ratio)
}

/// The rate it has.
pub(super) fn available(node: &Node<'_, '_>) -> BytesPerSecond {
    node.pcie()
}

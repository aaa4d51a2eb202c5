//! Network of a node: `rate of a step's links beyond the node + keys and values sent`.
//!
//! - pipeline stages and experts across nodes: as in [`super::pcie`], the rate at which
//!   the step's links to other nodes take no longer than its work, for each rank that
//!   exchanges experts, and for one output a stage
//! - keys and values that go from nodes that read prompts to nodes that decode: the bytes a
//!   request moves, times the requests of the replicas on the node, of the kind that is rarer and
//!   so has more of them
//!
//! Requests and answers are text: 60 kB a second for 10 requests of 1,500 tokens, nothing
//! beside either.

use super::node::Node;
use crate::hardware::NODE_NETWORK;
use crate::quantity::BytesPerSecond;
use crate::serving::speed::StepParts;

/// The need of the node, one direction.
pub(super) fn needed(node: &Node<'_, '_>) -> BytesPerSecond {
    let steps = node.performance.map(|part| {
        let of = |step| exchanged(node, step);
        of(&part.step).max(of(&part.prompt_step))
    });
    steps.unwrap_or_default() + sent(node)
}

/// Keys and values sent or received by a node that holds as many replicas of the rarer
/// kind as fit; nothing where the whole fleet stands on one.
fn sent(node: &Node<'_, '_>) -> BytesPerSecond {
    let pools = node.pools.filter(|_| !node.is_alone);
    pools.map_or(BytesPerSecond::ZERO, |pools| {
        let rarer = pools.prefill.min(pools.decode).max(1);
        let here = f64::from(node.held.min(rarer)) / f64::from(rarer);
        BytesPerSecond::new(pools.moved.get() * pools.rate.get() * here * node.part())
    })
}

fn exchanged(node: &Node<'_, '_>, step: &StepParts) -> BytesPerSecond {
    let placement = node.placement;
    let at = |part| NODE_NETWORK * (part / step.work());
    let mut rate = BytesPerSecond::ZERO;
    if placement.stage_ranks() > node.domain {
        rate += at(step.all_to_all) * f64::from(node.ranks);
    }
    if placement.accelerators() > node.domain && placement.pipeline > 1 {
        rate += at(step.pipeline);
    }
    rate
}

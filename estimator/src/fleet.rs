//! Replicas on nodes: how many nodes a sizing fills, which accelerators they strand, and
//! what is left of it when one of them fails.
//!
//! A node holds as many whole replicas as fit; a replica larger than a node spans whole
//! ones. The load that the rest can carry is the working replicas' capacity, headroom
//! included, times the share of them that remains; spares step in first.

use crate::quantity::RequestsPerSecond;
use crate::report::Sizing;

/// A sizing on nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fleet {
    /// Nodes.
    pub nodes: u32,
    /// Accelerators of each.
    pub node: u32,
    /// Accelerators in them that no replica uses.
    pub stranded: u32,
    /// Replicas, spares included, that remain when the fullest node fails.
    pub left: u32,
    /// Share of the load that these carry within the demands, at most 1.
    pub carried: f64,
}

/// Nodes of `node` accelerators that so many replicas of `each` fill, and accelerators in
/// them that no replica uses.
pub(crate) fn on_nodes(replicas: u32, each: u32, node: u32) -> (u32, u32) {
    let (each, node, replicas) = (each.max(1), node.max(1), replicas.max(1));
    let nodes = if each <= node {
        replicas.div_ceil((node / each).max(1))
    } else {
        replicas.saturating_mul(each.div_ceil(node))
    };
    let used = replicas.saturating_mul(each);
    (nodes, nodes.saturating_mul(node).saturating_sub(used))
}

impl Sizing {
    /// This sizing on nodes of `node` accelerators.
    #[must_use]
    pub fn fleet(&self, node: u32) -> Fleet {
        let node = node.max(1);
        let each = self.estimate.placement.accelerators().max(1);
        let replicas = self.replicas.max(1);
        let (nodes, stranded) = on_nodes(replicas, each, node);
        let lost = (node / each).clamp(1, replicas);
        let left = replicas - lost;
        let working = replicas.saturating_sub(self.spare_replicas).max(1);
        let capacity = match &self.pools {
            // The worse of losing either kind; spares can become either.
            Some(pools) => {
                let of = |replicas: u32, most: RequestsPerSecond| {
                    let ready = replicas.saturating_add(self.spare_replicas);
                    f64::from(ready.saturating_sub(lost)) * (most / pools.rate)
                };
                of(pools.prefill, pools.prefill_most).min(of(pools.decode, pools.decode_most))
            }
            None => (1.0 + self.headroom) * f64::from(left) / f64::from(working),
        };
        Fleet {
            nodes,
            node,
            stranded,
            left,
            carried: capacity.min(1.0),
        }
    }
}

//! Replicas on nodes: how many nodes a sizing fills, which accelerators they strand, and
//! what is left of it when one of them fails.
//!
//! A node holds as many whole replicas as fit; a replica larger than a node spans whole
//! ones. The load that the rest can carry is the working replicas' capacity, headroom
//! included, times the share of them that remains; spares step in first.

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

impl Sizing {
    /// This sizing on nodes of `node` accelerators.
    #[must_use]
    pub fn fleet(&self, node: u32) -> Fleet {
        let node = node.max(1);
        let each = self.estimate.placement.accelerators().max(1);
        let replicas = self.replicas.max(1);
        let (nodes, lost) = if each <= node {
            let held = (node / each).max(1);
            (replicas.div_ceil(held), held.min(replicas))
        } else {
            (replicas.saturating_mul(each.div_ceil(node)), 1)
        };
        let left = replicas - lost;
        let working = replicas.saturating_sub(self.spare_replicas).max(1);
        let capacity = (1.0 + self.headroom) * f64::from(left) / f64::from(working);
        Fleet {
            nodes,
            node,
            stranded: nodes
                .saturating_mul(node)
                .saturating_sub(replicas.saturating_mul(each)),
            left,
            carried: capacity.min(1.0),
        }
    }
}

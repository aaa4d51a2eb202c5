//! Nodes, and accelerators on each: as few nodes as hold them in equal parts, since
//! every launcher starts as many processes on one node as on the next.

use crate::placement::Placement;

/// Equal nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Machines {
    /// Nodes.
    pub nodes: u32,
    /// Accelerators used on each.
    pub each: u32,
}

impl Machines {
    /// `accelerators` on nodes of `node`.
    pub(crate) fn of(accelerators: u32, node: u32) -> Self {
        let all = accelerators.max(1);
        let least = all.div_ceil(node.max(1));
        let nodes = (least..=all)
            .find(|nodes| all.is_multiple_of(*nodes))
            .unwrap_or(all);
        Self {
            nodes,
            each: all / nodes,
        }
    }

    /// A replica spread as `placed` says, on nodes of `node`. Ranks that share layers stand on one
    /// node, and so does a copy of the attention with all its stages, or it has whole nodes.
    pub(crate) fn of_replica(placed: Placement, node: u32) -> Self {
        let ranks = placed.tensor.max(1);
        let room = node / ranks;
        if room == 0 {
            return Self::of(placed.accelerators(), node);
        }
        let copy = Self::of(placed.pipeline, room);
        if copy.nodes > 1 {
            return Self {
                nodes: copy.nodes.saturating_mul(placed.data.max(1)),
                each: copy.each.saturating_mul(ranks),
            };
        }
        let all = Self::of(placed.data, room / copy.each);
        Self {
            nodes: all.nodes,
            each: all.each.saturating_mul(copy.each).saturating_mul(ranks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Machines;
    use crate::placement::Placement;

    /// Parts are equal, and none is larger than a node.
    #[test]
    fn nodes_are_equal() {
        let of = |all, node| {
            let machines = Machines::of(all, node);
            (machines.nodes, machines.each)
        };
        assert_eq!(of(1, 8), (1, 1));
        assert_eq!(of(8, 8), (1, 8));
        assert_eq!(of(64, 8), (8, 8));
        assert_eq!(of(12, 8), (2, 6));
        assert_eq!(of(9, 8), (3, 3));
        assert_eq!(of(7, 4), (7, 1));
    }
    /// Three copies of four ranks stand on three nodes of eight: on two equal ones a copy would be
    /// divided. A copy of sixteen ranks has two nodes of its own; two stages of three ranks each
    /// fit one node together.
    #[test]
    fn copies_stand_whole() {
        let of = |tensor, pipeline, data| {
            let placed = Placement {
                tensor,
                pipeline,
                data,
                expert: 1,
            };
            let machines = Machines::of_replica(placed, 8);
            (machines.nodes, machines.each)
        };
        assert_eq!(of(4, 1, 3), (3, 4));
        assert_eq!(of(1, 1, 16), (2, 8));
        assert_eq!(of(8, 2, 2), (4, 8));
        assert_eq!(of(3, 2, 1), (1, 6));
        assert_eq!(of(3, 2, 2), (2, 6));
        assert_eq!(of(4, 3, 1), (3, 4));
        assert_eq!(of(16, 1, 1), (2, 8));
    }
}

//! Nodes, and accelerators on each: as few nodes as hold them in equal parts, since
//! every launcher starts as many processes on one node as on the next.

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
}

#[cfg(test)]
mod tests {
    use super::Machines;

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
}

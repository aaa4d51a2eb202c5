//! Sockets: the ranks of a replica that share layers should sit on one.
//!
//! Between ranks joined by PCI Express alone, traffic from one socket to the other takes
//! the processors' own link ("SYS" in `nvidia-smi topo -m`), which NCCL ranks last among
//! its paths. So a replica without a fast link needs as many accelerators on one socket
//! as it has ranks that share a layer; with NVLink or the like it is indifferent. Accelerators are taken to
//! be split evenly over the sockets.

use super::node::Node;

/// Ranks that should share a socket; zero where it makes no difference.
pub(super) fn needed(node: &Node<'_, '_>) -> f64 {
    let sharing = node.placement.stage_ranks().min(node.ranks);
    if sharing > 1 && node.is_joined_by_pcie() {
        f64::from(sharing)
    } else {
        0.0
    }
}

/// Accelerators of one socket.
pub(super) fn available(node: &Node<'_, '_>) -> Option<f64> {
    let host = node.host?;
    let sockets = host.sockets?.max(1);
    Some(f64::from(host.accelerators.div_ceil(sockets)))
}

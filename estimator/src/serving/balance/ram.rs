//! Main memory: `weights + system + ranks * 4 GiB + 16 GB a replica joined by PCIe +
//! offloaded cache`.
//!
//! Loaders map the files of the weights, so the page cache holds them once for all
//! replicas of a node. NVIDIA's guide for its inference containers (NIM for LLMs 1.8,
//! "Prerequisites") asks for the weights, 5 to 10 GB for the system and other processes,
//! and 16 GB of shared memory where several GPUs have no NVLink. A rank pins 4 GiB: the
//! swap space a GPU that vLLM documents (`--swap-space`, default 4). Chips that share
//! their memory with the host hold the weights there already.
//!
//! Where prompts are restored from main memory, the cache of each is kept there for as
//! long as the question says: `requests a second * time * bytes of a prompt` (Little's law).

use super::node::Node;
use crate::quantity::Bytes;

/// The system and other processes.
const SYSTEM: Bytes = Bytes::gb(10.0);
/// Shared memory of a replica whose ranks exchange through it.
const SHARED: Bytes = Bytes::gb(16.0);
/// Pinned by one rank.
const RANK: Bytes = Bytes::gib(4.0);

/// Main memory of the node.
pub(super) fn needed(node: &Node<'_, '_>) -> Bytes {
    let held = f64::from(node.held);
    let mapped = if node.chip.unified {
        Bytes::ZERO
    } else {
        node.share()
    };
    let shared = if node.is_joined_by_pcie() {
        SHARED
    } else {
        Bytes::ZERO
    };
    mapped + SYSTEM + (RANK * f64::from(node.ranks) + shared + offloaded(node)) * held
}

/// Cached keys and values that the node's part of a replica keeps in main memory.
fn offloaded(node: &Node<'_, '_>) -> Bytes {
    of_replica(node) * node.part()
}

/// The same of a whole replica: those of a prompt stand on the ranks of one copy of the attention.
pub(super) fn of_replica(node: &Node<'_, '_>) -> Bytes {
    let serving = &node.scenario.serving;
    if serving.restored <= 0.0 {
        return Bytes::ZERO;
    }
    let placement = node.placement;
    let ranks = f64::from(placement.tensor.max(1)) * f64::from(placement.pipeline.max(1));
    let kept = node.prompts() * serving.kept.get();
    node.memory.kv_of_prompt * (kept * ranks)
}

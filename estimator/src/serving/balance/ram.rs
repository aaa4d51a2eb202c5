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
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::memory::MemoryBreakdown;
use crate::serving::replica::disaggregated::Pools;
use crate::serving::report::Performance;
use crate::serving::scenario::Scenario;

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

/// Cached keys and values that the node's part of a replica keeps in main memory: those of
/// a prompt stand on the ranks of one copy of the attention.
fn offloaded(node: &Node<'_, '_>) -> Bytes {
    let (scenario, placement) = (node.scenario, node.placement);
    kept_by_replica(scenario, placement, node.memory, node.prompts()) * node.part()
}

/// The same of a whole replica that reads `prompts` a second; none where nothing is restored.
pub(crate) fn kept_by_replica(
    scenario: &Scenario,
    placement: Placement,
    memory: &MemoryBreakdown,
    prompts: f64,
) -> Bytes {
    let serving = &scenario.serving;
    if serving.restored <= 0.0 {
        return Bytes::ZERO;
    }
    let ranks = f64::from(placement.tensor.max(1)) * f64::from(placement.pipeline.max(1));
    memory.kv_of_prompt * (prompts * serving.kept.get() * ranks)
}

/// Requests a second whose prompts one replica reads.
pub(crate) fn prompts(pools: Option<&Pools>, performance: Option<&Performance>) -> f64 {
    match (pools, performance) {
        (Some(pools), _) => pools.rate.get() / f64::from(pools.prefill.max(1)),
        (None, Some(performance)) => performance.requests.get(),
        (None, None) => 0.0,
    }
}

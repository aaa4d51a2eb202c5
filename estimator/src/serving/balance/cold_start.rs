//! Time to load: `launch + weights / min(ranks * loader, storage, ranks * PCIe) + warm-up`.
//!
//! Loading: fastsafetensors on H100, local drives, page cache evicted: 1.9 and 2.0 GB/s with
//! one rank, 3.9 with two, 5.9 to 6.8 with four, for models of 30 to 145 GB
//! (vllm-project/vllm#52462); vLLM's own loader on A100: 1.6 to 1.9 GB/s with one rank and
//! 1.8 with two (#10647), so several ranks are slower with it than is assumed here.
//! Over the network the same, at most the node's own rate.
//!
//! Warm-up (profiling, compiling, capturing graphs): medians of vLLM's own line "init
//! engine took" in startup logs of 2025 and 2026 in public repositories, 66 s in eight of
//! dense models (37 to 95) and 131 s in six of mixtures (62 to 217); a compile cache takes
//! off up to half, capturing fewer graphs more. Launching the processes took 4 and 14 s in
//! two of them. SGLang and TensorRT-LLM capture and tune likewise and are given the same;
//! llama.cpp runs one empty pass.

use super::node::Node;
use crate::engine::Engine;
use crate::quantity::{Bytes, BytesPerSecond, Seconds};

/// The rate of a loader on one rank.
pub(crate) const RANK_RATE: BytesPerSecond = BytesPerSecond::gb(1.9);
/// The rate of all loaders of a node.
pub(crate) const NODE_RATE: BytesPerSecond = BytesPerSecond::gb(6.6);
/// Processes started, libraries read.
pub(crate) const LAUNCH: Seconds = Seconds::new(9.0);
/// Warming up a dense model.
const DENSE: Seconds = Seconds::new(66.0);
/// Warming up a mixture of experts.
const MIXTURE: Seconds = Seconds::new(131.0);

/// How long a replica takes to start.
pub(super) struct Start {
    /// Reading the weights.
    pub(super) loading: Seconds,
    /// The same over the network.
    pub(super) over_network: Option<Seconds>,
    /// All else.
    pub(super) engine: Seconds,
    /// Whether `loading` is over the network.
    pub(super) from_network: bool,
}

/// The rate at which the node's part of a replica is loaded.
pub(super) fn rate(node: &Node<'_, '_>) -> BytesPerSecond {
    let ranks = f64::from(node.ranks);
    (RANK_RATE * ranks).min(NODE_RATE).min(node.pcie() * ranks)
}

/// Starting the engine beside reading weights.
fn launch(engine: Engine, is_mixture: bool) -> Seconds {
    match engine {
        Engine::LlamaCpp => LAUNCH,
        _ if is_mixture => LAUNCH + MIXTURE,
        _ => LAUNCH + DENSE,
    }
}

/// The start of a replica that reads `share` of its weights on each node, `ranks` of them there,
/// from local drives, each over `pcie`.
pub(crate) fn local(
    share: Bytes,
    ranks: u32,
    pcie: BytesPerSecond,
    engine: Engine,
    is_mixture: bool,
) -> Seconds {
    let ranks = f64::from(ranks.max(1));
    let rate = (RANK_RATE * ranks).min(NODE_RATE).min(pcie * ranks);
    share / rate + launch(engine, is_mixture)
}

/// The start of one replica.
pub(super) fn of(node: &Node<'_, '_>) -> Start {
    let local = node.share() / rate(node);
    let network = node.host.and_then(|host| host.network);
    let over_network = network
        .filter(|network| *network > BytesPerSecond::ZERO)
        .map(|network| node.share() / rate(node).min(network));
    let storage = node.host.and_then(|host| host.storage);
    let holds = storage.is_none_or(|storage: Bytes| storage >= node.weights);
    let from_network = !holds && over_network.is_some();
    Start {
        loading: over_network.filter(|_| from_network).unwrap_or(local),
        over_network,
        engine: launch(
            node.scenario.engine.engine,
            node.scenario.model.is_mixture(),
        ),
        from_network,
    }
}

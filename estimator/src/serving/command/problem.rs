//! What an engine cannot be told, and what is worth saying beside a command.

use crate::precision::{KvFormat, WeightFormat, formats};
use serde::{Deserialize, Serialize};

/// Why there is no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Problem {
    /// The model and one request do not fit.
    NoRoom,
    /// It does not read weights in this format.
    Weights(WeightFormat),
    /// It has no cache in this format.
    Cache(KvFormat),
    /// It cannot split a replica like this.
    Split,
    /// It does not serve one replica over several nodes, or not split like this.
    Nodes,
    /// A sequence of this length does not fit its cache, which it makes sure of at the start.
    Context {
        /// Tokens that fit.
        most: u32,
    },
    /// It serves no more sequences at once.
    Sequences {
        /// Its limit.
        most: u32,
    },
    /// It does not draft with a head of this kind.
    Draft,
    /// It does not draft where the depth is cut into stages.
    DraftStages,
    /// It takes no adapters of so high a rank.
    AdapterRank {
        /// Its limit.
        most: u32,
    },
    /// It does not keep prefill and decode apart.
    Pools,
}

formats!(
    /// What is worth saying beside a command.
    Remark {
        /// Variables in capitals are the reader's to set.
        Yours = "yours",
        /// Weights are read at 16 bits and quantised while they are loaded.
        QuantisedAtStart = "quantised-at-start",
        /// The cache has the format that the checkpoint asks for: this one, where it asks for none.
        CacheOfCheckpoint = "cache-of-checkpoint",
        /// The longest sequence is what the cache holds, less than the model's own.
        ContextCut = "context-cut",
        /// It cannot be told the longest sequence: each may fill the whole cache.
        NoContext = "no-context",
        /// It takes all memory that is free, whatever share was asked for.
        NoMemoryShare = "no-memory-share",
        /// It reads GGUF by a plug-in of its own.
        GgufPlugin = "gguf-plugin",
        /// Paths of adapters are named beside, or loaded while it runs.
        NameAdapters = "name-adapters",
        /// A router in front sends each request to a replica of either kind.
        Router = "router",
        /// Every replica is started like this, on accelerators and a port of its own.
        Replicas = "replicas",
        /// Options are those of another release than the one that was asked about.
        OtherRelease = "other-release",
        /// Only the series is known, whose options are still being changed.
        Series = "series",
    }
);

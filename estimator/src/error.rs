//! Problems of a question, and where. Language-free: the page puts each problem into words beside
//! the field it names.

use serde::{Deserialize, Serialize};

/// A part of the question that a user can fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The model: its name, file or size.
    Model,
    /// Weight format.
    Weights,
    /// Cache format.
    KvCache,
    /// Requests per second, users, tokens a day or people with access.
    Traffic,
    /// Peak over mean.
    PeakToMean,
    /// Share of the people with access who are at it in the busiest hour.
    ActiveShare,
    /// Requests an hour of each of them.
    RequestsEach,
    /// Prompt length.
    InputTokens,
    /// Answer length.
    OutputTokens,
    /// Share of the prompt found in the prefix cache.
    PrefixHitRate,
    /// Prompt length of the 95th percentile.
    InputP95,
    /// Answer length of the 95th percentile.
    OutputP95,
    /// How bursty arrivals are.
    Burstiness,
    /// How long users think.
    Think,
    /// Time to first token.
    Ttft,
    /// Time per output token.
    Tpot,
    /// Share of requests within both limits.
    Goodput,
    /// Percentile of the SLA.
    Percentile,
    /// Vendors, accelerators, sellers.
    Fleet,
    /// The user's own prices.
    OwnPrice,
    /// The user's own price list.
    PriceList,
    /// A seller's discount.
    Discount,
    /// The currency, or its rate.
    Currency,
    /// The user's own accelerator: memory.
    OwnMemory,
    /// The user's own accelerator: bandwidth.
    OwnBandwidth,
    /// The user's own accelerator: compute.
    OwnCompute,
    /// The user's own accelerator: link.
    OwnLink,
    /// The user's own accelerator: accelerators a node.
    OwnNode,
    /// Most accelerators in a node.
    MaxPerNode,
    /// Most accelerators in a replica.
    MaxPerReplica,
    /// Spare replicas.
    Spares,
    /// Accelerators that are there already.
    Owned,
    /// Money a month.
    Budget,
    /// The engine.
    Engine,
    /// Share of memory the engine takes.
    MemoryUtilization,
    /// Longest sequence.
    MaxModelLen,
    /// Most sequences in a step.
    MaxNumSeqs,
    /// Most tokens in a step.
    MaxBatchedTokens,
    /// Tokens a draft proposes.
    DraftTokens,
    /// Chance that one is accepted.
    Acceptance,
    /// Adapters kept loaded.
    Adapters,
    /// Rank of an adapter.
    AdapterRank,
    /// Share of the prompt found in host memory.
    HostHits,
    /// How long a prompt's cache stays there.
    HostKept,
    /// A link.
    Link,
    /// Growth of the load a year.
    Growth,
    /// Months that are planned for.
    Horizon,
    /// Demand over a day or a week.
    Day,
    /// Demand of the weekend.
    Weekend,
    /// Replicas that always run.
    LeastReplicas,
    /// How long replicas are kept.
    Cooldown,
    /// How long ahead replicas are started.
    Ahead,
    /// How long a machine takes.
    MachineStart,
    /// Interruptions a month.
    Interruptions,
    /// Share of time that capacity must suffice.
    Confidence,
}

/// The problem with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// Nothing was given and something is needed.
    Missing,
    /// The text is no number.
    NotANumber {
        /// The text typed, shortened.
        text: String,
    },
    /// The number must be whole.
    NotWhole,
    /// Below the least that makes sense.
    TooSmall {
        /// The least.
        least: f64,
    },
    /// Above the most that makes sense.
    TooLarge {
        /// The most.
        most: f64,
    },
    /// The name is not known.
    Unknown {
        /// The name, shortened.
        name: String,
    },
    /// The file could not be read as its kind.
    Unreadable {
        /// Why.
        reason: Unreadable,
    },
}

/// Why a file or a pasted text could not be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "why")]
pub enum Unreadable {
    /// Larger than any header of its kind.
    TooLarge {
        /// The most that is read, in bytes.
        most: u64,
    },
    /// It ends too early.
    Truncated,
    /// It is none of the formats that are read.
    UnknownFormat,
    /// JSON with a mistake.
    Json {
        /// Line of the mistake.
        line: usize,
        /// Column of the mistake.
        column: usize,
    },
    /// A field that is needed is missing.
    MissingField {
        /// Its name in the file.
        name: String,
    },
    /// A field holds something impossible.
    BadField {
        /// Its name in the file.
        name: String,
    },
    /// A model architecture the estimator has no formulas for.
    UnknownArchitecture {
        /// Its name in the file.
        name: String,
    },
}

/// One field and its problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldError {
    /// Where.
    pub field: Field,
    /// The problem.
    pub problem: Problem,
}

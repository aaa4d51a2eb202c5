//! How long a step takes, and what follows from it.

use crate::quantity::Seconds;
use serde::Serialize;

/// The parts of one engine step.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct StepParts {
    /// Attention projections.
    pub attention_weights: Seconds,
    /// Dense feed-forward layers and shared experts.
    pub ffn_weights: Seconds,
    /// Routed experts.
    pub experts: Seconds,
    /// Output head.
    pub head: Seconds,
    /// Router.
    pub router: Seconds,
    /// Activations written and read between kernels.
    pub activations: Seconds,
    /// Cached keys and values read.
    pub kv: Seconds,
    /// All-reduces of tensor parallelism.
    pub all_reduce: Seconds,
    /// Dispatch and combine of expert parallelism.
    pub all_to_all: Seconds,
    /// Hops between pipeline stages.
    pub pipeline: Seconds,
    /// Fixed costs of the kernels, layer by layer.
    pub layer_overhead: Seconds,
    /// The engine's scheduler and sampler.
    pub host: Seconds,
    /// Least time of a step that carries prompt tokens.
    pub launch_floor: Seconds,
    /// The whole step.
    pub total: Seconds,
}

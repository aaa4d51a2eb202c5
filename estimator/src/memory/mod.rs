//! Memory of the most loaded rank, component by component.

use crate::quantity::Bytes;
use serde::{Deserialize, Serialize};

/// A component of an accelerator's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Component {
    /// The model's weights.
    Weights,
    /// Cached keys and values, and recurrent states.
    KvCache,
    /// Working memory of the largest step.
    Activations,
    /// Context, communication buffers, captured graphs.
    Runtime,
}

/// What one accelerator's memory is used for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MemoryBreakdown {
    /// What the driver reports.
    pub capacity: Bytes,
    /// What the data sheet prints.
    pub marketed: Bytes,
    /// Each component's bytes, in the order a bar shows them. The cache's are
    /// what the load needs, at most the pool.
    pub parts: Vec<(Component, Bytes)>,
    /// All that the engine can give the cache.
    pub kv_pool: Bytes,
    /// Cached bytes of one more token on this rank, window layers included
    /// while the window is not full.
    pub kv_per_token: Bytes,
    /// Tokens one replica's cache holds, at the load's mean length.
    pub kv_tokens: f64,
    /// Requests of the load's full length that fit one replica for certain.
    pub guaranteed_concurrency: f64,
    /// Requests that fit on average, half-way through their answers.
    pub mean_concurrency: f64,
    /// What is lacking for one request; zero where it fits.
    pub short: Bytes,
}

impl MemoryBreakdown {
    /// Bytes of one component.
    #[must_use]
    pub fn part(&self, component: Component) -> Bytes {
        self.parts
            .iter()
            .filter(|(kind, _)| *kind == component)
            .map(|(_, bytes)| *bytes)
            .sum()
    }

    /// Bytes in use.
    #[must_use]
    pub fn used(&self) -> Bytes {
        self.parts.iter().map(|(_, bytes)| *bytes).sum()
    }

    /// Bytes left, never negative.
    #[must_use]
    pub fn free(&self) -> Bytes {
        (self.capacity - self.used()).max(Bytes::ZERO)
    }

    /// Whether the model and one request fit.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.short == Bytes::ZERO
    }
}

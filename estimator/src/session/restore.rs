//! The cost of bringing a context back from a slower tier, and whether that pays.
//!
//! ```text
//! seconds of a token = bytes of a token on a rank / min(its link, its share of the host)
//! restored layer by layer while others are computed: max(copy, prefill), not their sum
//! worth it where copying a token takes less than computing it
//! ```

/// A tier that contexts come back from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Restore {
    /// Seconds that a token takes to be copied.
    pub copied: f64,
    /// Seconds that it takes to be computed.
    pub computed: f64,
}

impl Restore {
    /// Of tokens of `bytes` on each of `ranks` ranks, over links of `link` bytes a second each
    /// to a tier that reads `tier` bytes a second in all.
    #[must_use]
    pub fn new(bytes: f64, ranks: f64, link: f64, tier: f64, computed: f64) -> Self {
        Self {
            copied: bytes / link.min(tier / ranks.max(1.0)).max(1.0),
            computed,
        }
    }

    /// Whether copying is the faster.
    #[must_use]
    pub fn pays(&self) -> bool {
        self.copied < self.computed
    }

    /// Seconds by which `tokens` that are copied delay a first token whose own prompt takes
    /// `prefill` seconds.
    #[must_use]
    pub fn delays(&self, tokens: f64, prefill: f64) -> f64 {
        (tokens * self.copied - prefill).max(0.0)
    }
}

//! Which of several replicas a turn goes to.

use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// How a router sends turns to replicas.
    Routing {
        /// To any: each turn finds the blocks that older turns of its session left where it comes.
        None = "none",
        /// Where the session was before.
        Session = "session",
        /// Where most of the prompt is cached: of sessions the same, and shared prompts are
        /// kept together.
        Prefix = "prefix",
    }
);

impl Routing {
    /// Pools among which the turns of one session are spread, of `replicas`.
    pub(super) fn pools(self, replicas: f64) -> f64 {
        match self {
            Self::None => replicas.max(1.0),
            Self::Session | Self::Prefix => 1.0,
        }
    }
}

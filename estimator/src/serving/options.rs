//! Ways to serve: an engine's options beside batching, each with its cost.
//!
//! - speculative decoding: a draft head one layer deep proposes `n` tokens, the model
//!   checks them in one step; a step yields `1 + a + ... + a^n` tokens, computes `1 + n`
//!   for every sequence, and reads the experts of all of them
//! - adapters (LoRA): low-rank additions to every projection of attention and of dense
//!   feed-forward layers, kept beside the weights, read and multiplied in every step
//! - cache kept in host memory: tokens found there are copied instead of computed
//! - prefill and decode apart: replicas that only read prompts hand their cache to
//!   replicas that only decode ([`crate::serving::replica::disaggregated`])
//! - the ways a replica may be split ([`crate::placement`])

use crate::placement::Placement;
use crate::precision::formats;
use crate::quantity::Seconds;
use serde::{Deserialize, Serialize};

/// How an engine is made to serve; [`Serving::default`] is its own default.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Serving {
    /// Speculative decoding, where it is used.
    pub speculation: Option<Speculation>,
    /// Adapters, where there are any.
    pub adapters: Option<Adapters>,
    /// Share of the prompt found in host memory, 0 to 1: beyond the hits of the prefix cache on
    /// the accelerator.
    pub restored: f64,
    /// How long a prompt's cache stays there.
    pub kept: Seconds,
    /// Prefill and decode have replicas of their own.
    pub disaggregated: bool,
    /// How a replica may be split.
    pub parallelism: Parallelism,
}

impl Default for Serving {
    fn default() -> Self {
        Self {
            speculation: None,
            adapters: None,
            restored: 0.0,
            // Long enough for the next turn of most conversations; the user's to say.
            kept: Seconds::new(600.0),
            disaggregated: false,
            parallelism: Parallelism::Any,
        }
    }
}

/// Speculative decoding: a draft proposes, the model checks in one step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Speculation {
    /// Tokens proposed a step.
    pub draft_tokens: u32,
    /// Chance, 0 to 1, that one proposed token is accepted, given those before it.
    pub acceptance: f64,
}

impl Speculation {
    /// The assumption where nothing is known: three drafts of a trained head, each accepted seven
    /// times in ten (see `docs/serving.md`).
    pub const TYPICAL: Self = Self {
        draft_tokens: 3,
        acceptance: 0.7,
    };

    /// Tokens a step yields beyond the first: the truncated geometric sum
    /// `a + a^2 + ... + a^n` (Leviathan et al. 2023, arXiv 2211.17192, eq. 1).
    #[must_use]
    pub fn extra_tokens(&self) -> f64 {
        let a = self.acceptance;
        let n = f64::from(self.draft_tokens);
        if a >= 1.0 {
            n
        } else {
            a * (1.0 - a.powf(n)) / (1.0 - a)
        }
    }
}

/// Low-rank adapters (Hu et al. 2021, arXiv 2106.09685) that requests choose among.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adapters {
    /// Kept on the accelerators at once.
    pub count: u32,
    /// Rank of each.
    pub rank: u32,
}

impl Adapters {
    /// One, of the rank that engines reserve by default (vLLM `max_lora_rank`).
    pub const TYPICAL: Self = Self { count: 1, rank: 16 };

    /// Adapters that `sequences` requests name, which choose among all alike.
    #[must_use]
    pub fn named_by(&self, sequences: f64) -> f64 {
        let count = f64::from(self.count.max(1));
        count * (1.0 - (1.0 - 1.0 / count).powf(sequences.max(0.0)))
    }
}

formats!(
    /// How a replica may be split over its accelerators.
    Parallelism {
        /// Whatever carries the load on the fewest accelerators.
        Any = "any",
        /// Every layer over all ranks.
        Tensor = "tensor",
        /// Whole layers, one stage after another.
        Pipeline = "pipeline",
        /// Attention copied to every rank, experts spread over all.
        AttentionData = "attention-data",
    }
);

impl Parallelism {
    /// Whether a placement is one of its kind; one accelerator is of every kind.
    #[must_use]
    pub const fn allows(self, placement: &Placement) -> bool {
        match self {
            Self::Any => true,
            Self::Tensor => placement.pipeline == 1 && placement.data == 1,
            Self::Pipeline => placement.tensor == 1 && placement.data == 1,
            Self::AttentionData => placement.tensor == 1 && placement.pipeline == 1,
        }
    }
}

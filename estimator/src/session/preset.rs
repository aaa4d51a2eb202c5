//! Loads to begin with, each with where its numbers are from. All are to be edited.

use super::delay::Delay;
use super::load::{Population, Sessions};
use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// A kind of session.
    Preset {
        /// People who chat: medians of Mooncake's conversation trace (first input, gaps, answer);
        /// the tokens a turn adds lie between its median, 37, and its mean, 1,500.
        Chat = "chat",
        /// An agent that calls tools: published means of Mooncake's tool trace (input 8,596,
        /// answer 182), whose head of 12 blocks of 512 tokens all share; turns and delays are
        /// assumed.
        ToolAgent = "tool-agent",
        /// An agent that writes code: 692 recorded conversations (kv-cache-tester, released by
        /// WEKA); its system prompt and tools take 15,000 tokens at the median.
        CodingAgent = "coding-agent",
        /// The same with sub-agents that run side by side, so that the next turn comes sooner: delays
        /// of 2.9 million agent requests in 13,735 sessions (`InferenceX`, September 2026), half
        /// within 3.8 s, nine in ten within 29 s.
        ParallelAgents = "parallel-agents",
        /// An agent that reads at length: assumed, no open trace was found.
        DeepResearch = "deep-research",
    }
);

impl Preset {
    /// It, so many at once.
    #[must_use]
    pub const fn sessions(self, at_once: f64) -> Sessions {
        let (turns, single_share, [first, shared, added, answer], (p50, p90), compaction) =
            match self {
                Self::Chat => (
                    2.7,
                    0.76,
                    [6800.0, 512.0, 300.0, 350.0],
                    (117.0, 430.0),
                    0.0,
                ),
                Self::ToolAgent => (8.0, 0.0, [9000.0, 6144.0, 1200.0, 180.0], (8.0, 40.0), 0.0),
                Self::CodingAgent => (
                    66.0,
                    0.0,
                    [25_000.0, 15_000.0, 1500.0, 440.0],
                    (18.0, 130.0),
                    0.01,
                ),
                Self::ParallelAgents => {
                    return Sessions {
                        delay: Delay::new(3.8, 29.0),
                        ..Self::CodingAgent.sessions(at_once)
                    };
                }
                Self::DeepResearch => (
                    25.0,
                    0.0,
                    [6000.0, 3000.0, 6000.0, 900.0],
                    (15.0, 60.0),
                    0.05,
                ),
            };
        Sessions {
            population: Population::AtOnce(at_once),
            turns,
            single_share,
            first,
            shared,
            added,
            answer,
            delay: Delay::new(p50, p90),
            compaction,
            dropped: 0.0,
        }
    }
}

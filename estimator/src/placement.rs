//! How one replica is spread over accelerators, and which ways are legal.
//!
//! - tensor parallelism splits every layer; it needs query heads divisible by
//!   `tp`, and stays inside a node
//! - pipeline parallelism splits the depth; no more stages than layers
//! - data parallelism on attention gives each rank its own requests and cache
//!   while the experts stay shared
//! - expert parallelism splits the routed experts; `E` divisible by it

use crate::model::Model;
use serde::{Deserialize, Serialize};

/// The parallelism of one replica.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placement {
    /// Ranks that share every layer, `tp`.
    pub tensor: u32,
    /// Stages the depth is cut into, `pp`.
    pub pipeline: u32,
    /// Ranks the routed experts are spread over, `ep`; 1 splits each expert.
    pub expert: u32,
    /// Copies of the attention layers inside the replica, `dp`.
    pub data: u32,
}

/// Why a placement cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Illegal {
    /// A degree of zero.
    Zero,
    /// Query heads are not divisible by `tensor`.
    Heads {
        /// Query heads of the model.
        heads: u32,
    },
    /// Key/value heads neither divide nor are divided by `tensor`.
    KvHeads {
        /// Key/value heads of the model.
        kv_heads: u32,
    },
    /// A width that engines cut into equal parts is not divisible by `tensor`, which is no
    /// power of two.
    Width {
        /// Feed-forward width, or the vocabulary as it is padded.
        width: u32,
    },
    /// More stages than layers.
    Stages {
        /// Layers of the model.
        layers: u32,
    },
    /// Routed experts are not divisible by `expert`.
    Experts {
        /// Routed experts of the model.
        experts: u32,
    },
    /// Expert or attention-data parallelism on a model without experts.
    NoExperts,
    /// Expert parallelism over a number that does not divide a stage's ranks.
    ExpertRanks {
        /// Ranks of one stage.
        ranks: u32,
    },
    /// Tensor parallelism across nodes.
    AcrossNodes {
        /// Accelerators of one node.
        node: u32,
    },
}

impl Placement {
    /// One accelerator.
    pub const SINGLE: Self = Self {
        tensor: 1,
        pipeline: 1,
        expert: 1,
        data: 1,
    };

    /// Accelerators of one replica.
    #[must_use]
    pub const fn accelerators(&self) -> u32 {
        self.stage_ranks().saturating_mul(self.pipeline)
    }

    /// Accelerators of one pipeline stage, `n = tp * dp`.
    #[must_use]
    pub const fn stage_ranks(&self) -> u32 {
        self.tensor.saturating_mul(self.data)
    }

    /// Whether `model` can be spread so over nodes of `node` accelerators.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self, model: &Model, node: u32) -> Result<(), Illegal> {
        if [self.tensor, self.pipeline, self.expert, self.data].contains(&0) {
            return Err(Illegal::Zero);
        }
        for shape in [
            model.full.map(|part| part.shape),
            model.window.map(|part| part.shape),
        ]
        .into_iter()
        .flatten()
        {
            let (heads, shards) = (shape.heads(), shape.cache_shards());
            if !heads.is_multiple_of(self.tensor) {
                return Err(Illegal::Heads { heads });
            }
            if shards > 1
                && !shards.is_multiple_of(self.tensor)
                && !self.tensor.is_multiple_of(shards)
            {
                return Err(Illegal::KvHeads { kv_heads: shards });
            }
        }
        if !self.tensor.is_power_of_two()
            && let Some(width) = widths(model).find(|width| !width.is_multiple_of(self.tensor))
        {
            return Err(Illegal::Width { width });
        }
        if self.pipeline > model.layers {
            return Err(Illegal::Stages {
                layers: model.layers,
            });
        }
        if self.tensor > node {
            return Err(Illegal::AcrossNodes { node });
        }
        let ranks = self.stage_ranks();
        match model.experts {
            None if self.expert > 1 || self.data > 1 => Err(Illegal::NoExperts),
            Some(experts) if self.expert > 1 && !experts.routed.is_multiple_of(self.expert) => {
                Err(Illegal::Experts {
                    experts: experts.routed,
                })
            }
            Some(_) if self.expert > 1 && !ranks.is_multiple_of(self.expert) => {
                Err(Illegal::ExpertRanks { ranks })
            }
            _ => Ok(()),
        }
    }

    /// Every legal placement of `model` on exactly `count` accelerators in nodes
    /// of `node`.
    #[must_use]
    pub fn all(model: &Model, node: u32, count: u32) -> Vec<Self> {
        let mut found = Vec::new();
        for pipeline in divisors(count) {
            let stage = count / pipeline;
            for tensor in divisors(stage) {
                let data = stage / tensor;
                for expert in [1, stage] {
                    let placement = Self {
                        tensor,
                        pipeline,
                        expert,
                        data,
                    };
                    // Copies of attention only make sense with shared experts.
                    let copies = data == 1 || expert == stage;
                    if copies && !found.contains(&placement) && placement.check(model, node).is_ok()
                    {
                        found.push(placement);
                    }
                }
            }
        }
        found
    }
}

/// Widths that a layer's ranks cut into equal parts: of feed-forward layers and experts, and
/// the vocabulary, padded to 64 as vLLM and SGLang do
/// (`vllm/model_executor/layers/vocab_parallel_embedding.py`).
fn widths(model: &Model) -> impl Iterator<Item = u32> {
    let dense = model.dense.iter().map(|layers| layers.width);
    let experts = model.experts.iter();
    let experts = experts.flat_map(|experts| [experts.width, experts.shared_width]);
    let vocabulary = model.vocabulary.next_multiple_of(64);
    dense.chain(experts).chain([vocabulary])
}

/// The numbers that divide `count`.
fn divisors(count: u32) -> impl Iterator<Item = u32> {
    (1..=count).filter(move |degree| count.is_multiple_of(*degree))
}

//! How a job is spread over accelerators, and which ways are legal.
//!
//! `n = tp * pp * cp * dp` accelerators; `m = global batch / (dp * micro-batch)`
//! micro-batches a step; experts over `ep * etp` ranks inside `tp * cp * dp`.

use crate::training::job::Job;
use crate::training::method::{Offload, Recompute, Sharding};
use serde::{Deserialize, Serialize};

/// The parallelism of a run, and its recomputation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// Accelerators in all, `n`.
    pub accelerators: u32,
    /// Ranks that share every layer, `tp`.
    pub tensor: u32,
    /// Stages the depth is cut into, `pp`.
    pub pipeline: u32,
    /// Ranks a sequence is cut over, `cp`.
    pub context: u32,
    /// Ranks the routed experts are spread over, `ep`.
    pub expert: u32,
    /// Ranks that share one expert, `etp`.
    pub expert_tensor: u32,
    /// Chunks of layers each stage holds, `v`; 1 without interleaving.
    pub virtual_stages: u32,
    /// Layers of the last stage, beside the head, where it holds fewer than an even part.
    #[serde(default)]
    pub last_stage: Option<u32>,
    /// Sequences of one forward pass, `b`.
    pub micro_batch: u32,
    /// The states cut over data parallelism.
    pub sharding: Sharding,
    /// Recomputation.
    pub recompute: Recompute,
    /// Whether norms and residuals are cut over `tp` too.
    pub sequence_parallel: bool,
    /// Where states go that do not stay on the accelerator.
    pub offload: Offload,
}

/// Why a layout cannot be. Each names the nearest value that could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Illegal {
    /// A degree, batch or count of zero.
    Zero,
    /// `n` is no multiple of `tp * pp * cp`.
    Accelerators {
        /// The unit it must be a multiple of.
        multiple: u32,
    },
    /// Query heads are not divisible by `tp`.
    Heads {
        /// Query heads of the model.
        heads: u32,
        /// The nearest degree that divides them.
        nearest: u32,
    },
    /// Tensor parallelism across nodes.
    AcrossNodes {
        /// Accelerators of one node.
        node: u32,
    },
    /// Chunks of a stage's layers without stages to interleave.
    Unstaged,
    /// More stages, or chunks of stages, than layers.
    Stages {
        /// Layers of the model.
        layers: u32,
    },
    /// Expert parallelism on a model without experts.
    NoExperts,
    /// Routed experts are not divisible by `ep`.
    Experts {
        /// Routed experts of the model.
        experts: u32,
        /// The nearest degree that divides them.
        nearest: u32,
    },
    /// `ep * etp` does not divide the ranks of a stage.
    ExpertRanks {
        /// Ranks of one stage.
        ranks: u32,
    },
    /// The global batch is no multiple of `dp * b`.
    GlobalBatch {
        /// The unit it must be a multiple of.
        multiple: u32,
        /// The nearest that is.
        nearest: u32,
    },
    /// The sequence is no multiple of `2 * cp`, or of `tp` with sequence parallelism.
    Sequence {
        /// The unit it must be a multiple of.
        multiple: u32,
    },
    /// Interleaving takes a multiple of `pp` micro-batches.
    MicroBatches {
        /// The unit their number must be a multiple of.
        multiple: u32,
    },
}

impl Layout {
    /// One accelerator, one sequence at a time.
    pub const SINGLE: Self = Self {
        accelerators: 1,
        tensor: 1,
        pipeline: 1,
        context: 1,
        expert: 1,
        expert_tensor: 1,
        virtual_stages: 1,
        last_stage: None,
        micro_batch: 1,
        sharding: Sharding::None,
        recompute: Recompute::None,
        sequence_parallel: false,
        offload: Offload::None,
    };

    /// Accelerators of one copy of the model, `tp * pp * cp`.
    #[must_use]
    pub const fn model_ranks(&self) -> u32 {
        self.tensor
            .saturating_mul(self.pipeline)
            .saturating_mul(self.context)
    }

    /// Copies of the model, `dp`.
    #[must_use]
    pub const fn data(&self) -> u32 {
        match self.accelerators.checked_div(self.model_ranks()) {
            Some(copies) => copies,
            None => 0,
        }
    }

    /// The first layer of stage `stage`, 0 first, and how many of `layers` it holds: as even as
    /// whole layers allow, the remainder going to the first stages.
    #[must_use]
    pub const fn stage(&self, layers: u32, stage: u32) -> (u32, u32) {
        let stages = if self.pipeline == 0 { 1 } else { self.pipeline };
        match self.last_stage {
            Some(last) if stages > 1 && last <= layers => {
                if stage + 1 >= stages {
                    (layers - last, last)
                } else {
                    even(layers - last, stages - 1, stage)
                }
            }
            _ => even(layers, stages, stage),
        }
    }

    /// Ranks states are cut over, `d = dp * cp`.
    #[must_use]
    pub const fn shards(&self) -> u32 {
        self.data().saturating_mul(self.context)
    }

    /// Ranks an expert's states are cut over, `edp = n / (pp * ep * etp)`; at least 1.
    #[must_use]
    pub const fn expert_shards(&self) -> u32 {
        let ranks = self
            .pipeline
            .saturating_mul(self.expert)
            .saturating_mul(self.expert_tensor);
        match self.accelerators.checked_div(ranks) {
            Some(0) | None => 1,
            Some(shards) => shards,
        }
    }

    /// Copies of the model that share one set of states under hybrid sharding, where `near`
    /// accelerators reach each other without the network: the most that divide all
    /// copies, `dp`, so that groups are equal. Stages lie outermost.
    #[must_use]
    pub fn shard_group(&self, near: u32) -> u32 {
        let copy = self.tensor.saturating_mul(self.context).max(1);
        largest_divisor(self.data(), near / copy)
    }

    /// Ranks that hybrid sharding cuts states over: a group's copies, and every part of
    /// a sequence.
    #[must_use]
    pub fn hybrid_shards(&self, near: u32) -> u32 {
        self.shard_group(near).saturating_mul(self.context.max(1))
    }

    /// Micro-batches of one step and copy, `m`; at least 1.
    #[must_use]
    pub const fn micro_batches(&self, job: &Job) -> u32 {
        let at_once = self.data().saturating_mul(self.micro_batch);
        match job.global_batch.checked_div(at_once) {
            Some(0) | None => 1,
            Some(count) => count,
        }
    }

    /// Tokens of one micro-batch on a rank, `T = s * b / cp`.
    #[must_use]
    pub fn tokens(&self, job: &Job) -> f64 {
        f64::from(job.sequence) * f64::from(self.micro_batch) / f64::from(self.context.max(1))
    }

    /// Whether `job` can be spread so over nodes of `node` accelerators.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self, job: &Job, node: u32) -> Result<(), Illegal> {
        let degrees = [
            self.accelerators,
            self.tensor,
            self.pipeline,
            self.context,
            self.expert,
            self.expert_tensor,
            self.virtual_stages,
            self.micro_batch,
            job.global_batch,
            job.sequence,
        ];
        if degrees.contains(&0) {
            return Err(Illegal::Zero);
        }
        self.check_shape(job, node)?;
        if !self.accelerators.is_multiple_of(self.model_ranks()) {
            return Err(Illegal::Accelerators {
                multiple: self.model_ranks(),
            });
        }
        self.check_experts(job)?;
        self.check_batch(job)
    }

    fn check_shape(&self, job: &Job, node: u32) -> Result<(), Illegal> {
        let shapes = [
            job.model.full.map(|part| part.shape),
            job.model.window.map(|part| part.shape),
        ];
        for shape in shapes.into_iter().flatten() {
            let heads = shape.heads();
            if !heads.is_multiple_of(self.tensor) {
                return Err(Illegal::Heads {
                    heads,
                    nearest: nearest_divisor(heads, self.tensor),
                });
            }
            let shards = shape.cache_shards();
            if shards > 1
                && !shards.is_multiple_of(self.tensor)
                && !self.tensor.is_multiple_of(shards)
            {
                return Err(Illegal::Heads {
                    heads: shards,
                    nearest: nearest_divisor(shards, self.tensor),
                });
            }
        }
        if self.tensor > node {
            return Err(Illegal::AcrossNodes { node });
        }
        if self.virtual_stages > 1 && self.pipeline == 1 {
            return Err(Illegal::Unstaged);
        }
        // Embedding and head may stand as a layer each, to fill chunks evenly: published
        // runs of 126 layers use 16 stages of 8 chunks.
        let chunks = self.pipeline.saturating_mul(self.virtual_stages);
        if self.pipeline > job.model.layers || chunks > job.model.layers.saturating_add(2) {
            return Err(Illegal::Stages {
                layers: job.model.layers,
            });
        }
        let mut multiple = if self.context > 1 {
            self.context.saturating_mul(2)
        } else {
            1
        };
        if self.sequence_parallel {
            multiple = multiple.saturating_mul(self.tensor);
        }
        if !job.sequence.is_multiple_of(multiple) {
            return Err(Illegal::Sequence { multiple });
        }
        Ok(())
    }

    fn check_experts(&self, job: &Job) -> Result<(), Illegal> {
        let whole = self.expert_tensor == 1 || job.model.experts.is_none();
        if self.expert == 1 && whole {
            return Ok(());
        }
        let Some(experts) = job.model.experts else {
            return Err(Illegal::NoExperts);
        };
        if !experts.routed.is_multiple_of(self.expert) {
            return Err(Illegal::Experts {
                experts: experts.routed,
                nearest: nearest_divisor(experts.routed, self.expert),
            });
        }
        let ranks = self.accelerators / self.pipeline;
        if !ranks.is_multiple_of(self.expert.saturating_mul(self.expert_tensor)) {
            return Err(Illegal::ExpertRanks { ranks });
        }
        Ok(())
    }

    fn check_batch(&self, job: &Job) -> Result<(), Illegal> {
        let multiple = self.data().saturating_mul(self.micro_batch);
        if !job.global_batch.is_multiple_of(multiple) {
            return Err(Illegal::GlobalBatch {
                multiple,
                nearest: nearest_multiple(job.global_batch, multiple),
            });
        }
        let count = self.micro_batches(job);
        if self.virtual_stages > 1 && !count.is_multiple_of(self.pipeline) {
            return Err(Illegal::MicroBatches {
                multiple: self.pipeline,
            });
        }
        Ok(())
    }
}

/// The start of part `index` of `whole` in `parts`, and its size.
const fn even(whole: u32, parts: u32, index: u32) -> (u32, u32) {
    let (each, left) = (whole / parts, whole % parts);
    let first = if index < left { index } else { left };
    let size = if index < left { each + 1 } else { each };
    (index.saturating_mul(each).saturating_add(first), size)
}

/// The divisor of `whole` nearest to `wanted`; the smaller of two.
#[must_use]
pub fn nearest_divisor(whole: u32, wanted: u32) -> u32 {
    (1..=whole.min(wanted.saturating_mul(2)))
        .filter(|divisor| whole.is_multiple_of(*divisor))
        .min_by_key(|divisor| divisor.abs_diff(wanted))
        .unwrap_or(1)
}

/// The largest divisor of `whole` that is no more than `most`; at least 1.
#[must_use]
pub fn largest_divisor(whole: u32, most: u32) -> u32 {
    (1..=most.min(whole))
        .rev()
        .find(|divisor| whole.is_multiple_of(*divisor))
        .unwrap_or(1)
}

/// The multiple of `unit` nearest to `wanted`, at least one of them.
#[must_use]
pub fn nearest_multiple(wanted: u32, unit: u32) -> u32 {
    let unit = unit.max(1);
    let below = wanted / unit * unit;
    let above = below.saturating_add(unit);
    if below > 0 && wanted - below <= above - wanted {
        below
    } else {
        above
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest_divisor, nearest_multiple};

    /// The value offered beside a wrong degree is legal, and near.
    #[test]
    fn the_nearest_legal_value_is_offered() {
        assert_eq!(nearest_divisor(32, 3), 2);
        assert_eq!(nearest_divisor(40, 7), 8);
        assert_eq!(nearest_divisor(1, 8), 1);
        assert_eq!(nearest_multiple(250, 64), 256);
        assert_eq!(nearest_multiple(3, 64), 64);
        assert_eq!(nearest_multiple(130, 64), 128);
    }
}

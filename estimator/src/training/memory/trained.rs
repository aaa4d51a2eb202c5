//! The parameters a rank trains, and the moments its optimizer keeps of them.
//!
//! `AdamW` has two at fp32, or at 16, 8 or 4 bits: two bytes and their scales (2.03), or
//! 1.06 (bitsandbytes, torchao). Momentum alone 4 bytes; Muon one moment of matrices and
//! `AdamW`'s two of the rest; Adafactor one fp32 value a row and a column (arXiv
//! 1804.04235).

use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::lora;
use crate::training::method::Optimizer;
use crate::training::parameters::{RankParameters, StageLayers};

/// The parameters a rank trains, and the rows and columns of them that a factored moment keeps.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Trained {
    /// Parameters outside routed experts, and of those.
    pub parameters: (f64, f64),
    /// Of the first, those outside matrices of layers.
    pub outside: f64,
    /// Rows and columns of all matrices, experts' apart.
    pub factored: (f64, f64),
}

impl Trained {
    /// Of a rank that holds `rank` of `layers` layers.
    pub(super) fn of(
        job: &Job,
        layout: &Layout,
        rank: &RankParameters,
        layers: StageLayers,
    ) -> Self {
        let share =
            layers.all / f64::from(job.model.layers.max(1)) / f64::from(layout.tensor.max(1));
        let expert_share = job.model.experts.map_or(0.0, |experts| {
            layers.experts
                / f64::from(experts.layers.max(1))
                / f64::from(layout.expert.max(1))
                / f64::from(layout.expert_tensor.max(1))
        });
        let adapter = job.method.adapter();
        let factored = if job.optimizer == Optimizer::Adafactor {
            let (dense, experts) = lora::rows_and_columns(&job.model, adapter);
            (dense * share, experts * expert_share)
        } else {
            (0.0, 0.0)
        };
        match adapter {
            None => Self {
                parameters: (rank.dense(), rank.experts),
                outside: rank.dense() - rank.linear,
                factored: (
                    factored.0
                        + rank.small
                        + rank.embeddings / f64::from(job.model.hidden_size.max(1)),
                    factored.1,
                ),
            },
            Some(adapter) => {
                let (dense, experts) = lora::by_part(&job.model, adapter);
                Self {
                    parameters: (dense * share, experts * expert_share),
                    outside: 0.0,
                    factored,
                }
            }
        }
    }

    /// Bytes of the moments, dense and experts.
    pub(super) fn moments(&self, optimizer: Optimizer, half: bool) -> (f64, f64) {
        let (dense, experts) = self.parameters;
        let wide = if half { 2.0 } else { 4.0 };
        let each = |bytes: f64| (bytes * dense, bytes * experts);
        match optimizer {
            Optimizer::AdamW => each(2.0 * wide),
            Optimizer::AdamWHalf => each(4.0),
            Optimizer::AdamW8 => each(2.03),
            Optimizer::AdamW4 => each(1.06),
            Optimizer::Adafactor => (4.0 * self.factored.0, 4.0 * self.factored.1),
            Optimizer::Sgd => each(wide),
            Optimizer::Muon => (wide * (dense + self.outside), wide * experts),
        }
    }
}

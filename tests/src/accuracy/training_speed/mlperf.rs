//! Adapters on Llama-2-70B, the fine-tuning benchmark of `MLPerf` training: its results
//! print no layout but the batch, `data/measured/training_mlperf.csv`.

use super::model;
use super::row::{Kind, Row, adapter, chip, named};
use estimator::training::method::{Loss, Optimizer, Precision, Stack};
use estimator::training::{Job, Layout};
use serde::Deserialize;

/// The file.
pub(super) const PRINTED: &str = include_str!("../../../data/measured/training_mlperf.csv");

/// A result.
#[derive(Deserialize)]
pub(super) struct Logged {
    submitter: String,
    system: String,
    num_accelerators: u32,
    global_batch_size: Option<u32>,
    throughput_per_accel: Option<f64>,
    chip: String,
    left_out: String,
}

impl Logged {
    /// The benchmark packs sequences of 8,192 tokens into as many as the batch; ranks
    /// beyond it share a sequence, tensor-parallel inside a node, then context-parallel.
    pub(super) fn row(&self) -> Result<Row, String> {
        if !self.left_out.is_empty() {
            return Err(format!(
                "{} {}: {}",
                self.submitter, self.system, self.left_out
            ));
        }
        let chip = chip(&self.chip)?;
        let batch = named(self.global_batch_size, "batch")?;
        let ranks = (self.num_accelerators / batch).max(1);
        let tensor = ranks.min(8);
        let context = ranks / tensor;
        let job = Job {
            model: named(model::model("meta-llama/Llama-2-70b-hf"), "model")?,
            method: adapter(true),
            precision: Precision::Fp8Mixed,
            optimizer: Optimizer::AdamW,
            stack: Stack::Megatron,
            sequence: 8192,
            global_batch: batch,
            tokens: 1e8,
            loss: Loss::Fused,
            flash: true,
            dropout: false,
            reference: false,
            scratch: false,
            packed: 1.0,
        };
        let layout = Layout {
            accelerators: self.num_accelerators,
            tensor,
            context,
            micro_batch: 1,
            sequence_parallel: tensor > 1,
            ..Layout::SINGLE
        };
        layout
            .check(&job, chip.node_size)
            .map_err(|why| format!("{} {}: {why:?}", self.submitter, self.system))?;
        let samples = named(self.throughput_per_accel, "rate")?;
        Ok(Row {
            group: format!("MLPerf {}", self.chip),
            model: "meta-llama/Llama-2-70b-hf".to_owned(),
            kind: Kind::Adapters,
            job,
            chip,
            layout,
            measured: samples * 8192.0,
            utilization: None,
        })
    }
}

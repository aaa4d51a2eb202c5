//! Adapters on Llama-2-70B, the fine-tuning benchmark of `MLPerf` training: its results
//! print no layout but the batch, `data/measured/training_mlperf.csv`.

use super::model;
use super::row::{Kind, Row, chip, named};
use estimator::training::submitted::{MODEL, job, layout};
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
        let model = named(model::model(MODEL), "model")?;
        let (job, layout) = (job(model, batch), layout(batch, self.num_accelerators));
        layout
            .check(&job, chip.node_size)
            .map_err(|why| format!("{} {}: {why:?}", self.submitter, self.system))?;
        let samples = named(self.throughput_per_accel, "rate")?;
        Ok(Row {
            group: format!("MLPerf {}", self.chip),
            model: MODEL.to_owned(),
            kind: Kind::Adapters,
            job,
            chip,
            layout,
            measured: samples * 8192.0,
            utilization: None,
        })
    }
}

//! Published training speeds: `data/measured/training_speed.csv` as printed, each row
//! with the layout it states: its columns from `group` on are ours.

use super::mlperf::{self, Logged};
use super::model;
use super::vision::{self, Timed};
use estimator::hardware::{Accelerator, Vendor};
use estimator::quantity::{BytesPerSecond, Seconds, Watts};
use estimator::training::constants::Constants;
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::report::Speed;
use estimator::training::target::Targets;
use estimator::training::time::pipeline::last_stage;
use estimator::training::{Job, Layout, Site, time};
use serde::Deserialize;

const PRINTED: &str = include_str!("../../../data/measured/training_speed.csv");

/// The kind of evidence of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// All weights of a dense model learn; the fit reads it.
    Dense,
    /// All weights of a mixture learn; the fit reads it.
    Mixture,
    /// Fine-tuning on instructions, all weights; no fit reads it.
    Sft,
    /// Adapters; no fit reads it.
    Adapters,
    /// An encoder of images; no fit reads it.
    Images,
}

/// One measured speed.
#[derive(Debug, Clone)]
pub struct Row {
    /// The source, and its hardware where it has several.
    pub group: String,
    /// The model's record.
    pub model: String,
    /// The kind of evidence.
    pub kind: Kind,
    /// The job.
    pub job: Job,
    /// The accelerator.
    pub chip: Accelerator,
    /// The layout.
    pub layout: Layout,
    /// Tokens a second of one accelerator.
    pub measured: f64,
    /// Share of the peak of its format that the source prints; its tables count the whole
    /// square of attention.
    pub utilization: Option<f64>,
}

impl Row {
    /// The estimate.
    #[must_use]
    pub fn speed(&self, constants: &Constants) -> Option<Speed> {
        time::speed_with(constants, &self.job, &SITE, &self.chip, &self.layout)
    }

    /// Which fit reads the row. Adapters are read on AMD alone, of which little else is
    /// published.
    #[must_use]
    pub fn fitted_as(&self) -> Option<Kind> {
        match self.kind {
            Kind::Dense | Kind::Mixture => Some(self.kind),
            Kind::Adapters if self.chip.vendor == Vendor::Amd => Some(Kind::Dense),
            Kind::Sft | Kind::Adapters | Kind::Images => None,
        }
    }

    /// Estimate over the printed share of the peak, operations counted as there.
    #[must_use]
    pub fn utilization_ratio(&self, constants: &Constants) -> Option<f64> {
        let speed = self.speed(constants)?;
        let square = square(&self.job);
        let ours = speed.utilization * square / speed.flops_per_token.get();
        Some(ours / self.utilization?)
    }

    /// Estimate over measurement.
    #[must_use]
    pub fn ratio(&self, constants: &Constants) -> Option<f64> {
        Some(self.speed(constants)?.tokens.get() / self.measured)
    }
}

/// Nothing of it but the network matters to speed, and that is the usual one.
const SITE: Site = Site {
    network: None,
    storage: BytesPerSecond::gb(2.0),
    loading: None,
    between_failures: Seconds::new(1e8),
    restart: Seconds::new(600.0),
};

#[derive(Deserialize)]
struct Printed {
    source: String,
    model: String,
    num_gpus: String,
    tflops_per_gpu: String,
    mfu: Option<f64>,
    group: String,
    chip: String,
    power_w: Option<f64>,
    bandwidth_gb_s: Option<f64>,
    record: String,
    kind: String,
    stack: String,
    format: String,
    recompute: String,
    sharding: String,
    tp: Option<u32>,
    pp: Option<u32>,
    cp: Option<u32>,
    ep: Option<u32>,
    v: Option<u32>,
    sequence: Option<u32>,
    micro: Option<u32>,
    batch: Option<u32>,
    counted: String,
    tokens: Option<f64>,
    left_out: String,
}

/// All rows, and a sentence for each line left out.
#[must_use]
pub fn read() -> (Vec<Row>, Vec<String>) {
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for (line, printed) in lines::<Printed>(PRINTED) {
        match printed.and_then(|printed| printed.row()) {
            Ok(row) => rows.push(row),
            Err(why) => problems.push(format!("line {line}: {why}")),
        }
    }
    for (line, logged) in lines::<Logged>(mlperf::PRINTED) {
        match logged.and_then(|logged| logged.row()) {
            Ok(row) => rows.push(row),
            Err(why) => problems.push(format!("MLPerf line {line}: {why}")),
        }
    }
    for (line, timed) in lines::<Timed>(vision::PRINTED) {
        match timed.and_then(|timed| timed.row()) {
            Ok(row) => rows.push(row),
            Err(why) => problems.push(format!("timm line {line}: {why}")),
        }
    }
    (rows, problems)
}

fn lines<T: serde::de::DeserializeOwned>(text: &str) -> Vec<(usize, Result<T, String>)> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .enumerate()
        .map(|(index, row)| (index + 2, row.map_err(|error| error.to_string())))
        .collect()
}

pub(super) fn adapter(half: bool) -> Method {
    Method::Adapter(Adapter {
        rank: 16,
        targets: Targets::LINEAR,
        magnitude: false,
        base: Base::Sixteen,
        half,
    })
}

pub(super) fn chip(id: &str) -> Result<Accelerator, String> {
    catalog::accelerator(id)
        .map(|record| record.accelerator.clone())
        .ok_or_else(|| format!("no accelerator `{id}`"))
}

pub(super) fn named<T>(found: Option<T>, what: &str) -> Result<T, String> {
    found.ok_or_else(|| format!("no {what}"))
}

impl Printed {
    fn row(&self) -> Result<Row, String> {
        if !self.left_out.is_empty() {
            return Err(format!(
                "{}, {}: {}",
                self.source, self.model, self.left_out
            ));
        }
        let mut chip = chip(&self.chip)?;
        if let Some(power) = self.power_w {
            chip.power = Some(Watts::new(power));
        }
        if let Some(bandwidth) = self.bandwidth_gb_s {
            chip.bandwidth = BytesPerSecond::gb(bandwidth);
        }
        let accelerators: u32 = self.num_gpus.parse().map_err(|_| "no count")?;
        let layout = Layout {
            accelerators,
            tensor: named(self.tp, "tp")?,
            pipeline: named(self.pp, "pp")?,
            context: named(self.cp, "cp")?,
            expert: named(self.ep, "ep")?,
            expert_tensor: 1,
            virtual_stages: named(self.v, "v")?,
            last_stage: None,
            micro_batch: named(self.micro, "micro-batch")?,
            sharding: named(Sharding::from_id(&self.sharding), "sharding")?,
            recompute: named(Recompute::from_id(&self.recompute), "recompute")?,
            sequence_parallel: self.tp > Some(1),
            offload: Offload::None,
        };
        let job = Job {
            model: named(model::model(&self.record), "model")?,
            method: if self.kind == "lora" {
                adapter(true)
            } else {
                Method::Full
            },
            precision: named(Precision::from_id(&self.format), "format")?,
            optimizer: Optimizer::AdamW,
            stack: named(Stack::from_id(&self.stack), "stack")?,
            sequence: named(self.sequence, "sequence")?,
            global_batch: named(self.batch, "batch")?,
            tokens: 1e9,
            loss: Loss::Plain,
            flash: true,
            dropout: false,
            reference: false,
            scratch: false,
            packed: 1.0,
        };
        // Published recipes deal layers by hand.
        let layout = Layout {
            last_stage: last_stage(&job, layout.pipeline),
            ..layout
        };
        layout
            .check(&job, chip.node_size)
            .map_err(|why| format!("{why:?}"))?;
        let kind = match self.kind.as_str() {
            "lora" => Kind::Adapters,
            "sft" => Kind::Sft,
            _ if job.model.is_mixture() => Kind::Mixture,
            _ => Kind::Dense,
        };
        let measured = match self.tokens {
            Some(tokens) => tokens,
            None => self.rate_of_operations(&job)?,
        };
        Ok(Row {
            group: self.group.clone(),
            model: self.record.clone(),
            kind,
            job,
            chip,
            layout,
            measured,
            utilization: self.mfu,
        })
    }

    /// Tokens a second from a printed rate of operations: older tables count the whole
    /// square of attention.
    fn rate_of_operations(&self, job: &Job) -> Result<f64, String> {
        let rate: f64 = self.tflops_per_gpu.parse().map_err(|_| "no rate")?;
        let causal = time::flops::of_model(&job.model, job.sequence);
        match self.counted.as_str() {
            "causal" => Ok(rate * 1e12 / causal),
            "square" => Ok(rate * 1e12 / square(job)),
            other => Err(format!("operations counted `{other}`")),
        }
    }
}

/// Operations of a token, the whole square of attention counted.
fn square(job: &Job) -> f64 {
    let mut model = job.model.clone();
    model.block.bidirectional = true;
    time::flops::of_model(&model, job.sequence)
}

//! Measured rows: `data/measured/serving_latency.csv`, in the fields of the
//! batch contract, mapped to the catalogue.

use super::doubt::{Doubt, doubt};
use estimator::engine::{Engine, EngineSettings};
use estimator::hardware::Accelerator;
use estimator::model::ModelClass;
use estimator::parameters::{self, Parameters};
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::scenario::{Limits, Scenario};
use estimator::workload::{Load, Percentile, Sla, Workload};
use std::collections::HashMap;

/// One measured configuration under one load.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its name in the file.
    pub id: String,
    /// Catalogue id of the model.
    pub model: String,
    /// Kind of model.
    pub class: ModelClass,
    /// The accelerator.
    pub chip: Accelerator,
    /// Version of the engine, where it is known.
    pub version: String,
    /// `closed`, `lockstep` or `burst`.
    pub load: String,
    /// Requests at once.
    pub users: f64,
    /// What is estimated.
    pub scenario: Scenario,
    /// Parameters of its model.
    pub counted: Parameters,
    /// How the replica is spread.
    pub placement: Placement,
    /// Measured time to first token, seconds.
    pub ttft: Option<f64>,
    /// Measured time per output token, seconds.
    pub tpot: Option<f64>,
    /// Why one or both figures are not to be fitted on.
    pub doubt: Option<Doubt>,
}

impl Row {
    /// The engine.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        self.scenario.engine.engine
    }
}

/// All rows, and a sentence for every line that could not be mapped.
#[must_use]
pub fn read() -> (Vec<Row>, Vec<String>) {
    let text = include_str!("../../data/measured/serving_latency.csv");
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    for (index, record) in reader.deserialize().enumerate() {
        let read = record
            .map_err(|error| error.to_string())
            .and_then(|cells: HashMap<String, String>| row(&Cells(cells)));
        match read {
            Ok(row) => rows.push(row),
            // The heading is line 1.
            Err(problem) => problems.push(format!("line {}: {problem}", index + 2)),
        }
    }
    (rows, problems)
}

struct Cells(HashMap<String, String>);

impl Cells {
    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    fn number(&self, name: &str) -> Result<f64, String> {
        let text = self.text(name);
        text.parse().map_err(|_| format!("{name} is `{text}`"))
    }

    fn degree(&self, name: &str) -> Result<u32, String> {
        let text = self.text(name);
        text.parse().map_err(|_| format!("{name} is `{text}`"))
    }

    fn seconds(&self, name: &str) -> Option<f64> {
        self.text(name).parse::<f64>().ok().map(|ms| ms / 1e3)
    }

    fn known<T>(&self, name: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.text(name);
        find(text).ok_or_else(|| format!("unknown {name} `{text}`"))
    }
}

fn row(cells: &Cells) -> Result<Row, String> {
    let model = cells.known("model", catalog::model)?;
    let chip = cells.known("accelerator", catalog::accelerator)?;
    let placement = Placement {
        tensor: cells.degree("tensor_parallel")?,
        pipeline: cells.degree("pipeline_parallel")?,
        expert: cells.degree("expert_parallel")?,
        data: cells.degree("data_parallel")?,
    };
    let replicas = cells.number("accelerators")? / f64::from(placement.accelerators());
    let users = cells.number("concurrency")? / replicas;
    let load = match cells.text("load") {
        "closed" => Load::Closed(users),
        "lockstep" => Load::Lockstep(users),
        "burst" => Load::Burst(users),
        other => return Err(format!("unknown load `{other}`")),
    };
    let engine = EngineSettings {
        scheduler_poll_steps: cells.degree("scheduler_poll_steps")?,
        ..EngineSettings::new(cells.known("engine", Engine::from_id)?)
    };
    let counted = parameters::count(&model);
    let mut row = Row {
        id: cells.text("id").to_owned(),
        model: model.id.clone(),
        class: model.class(),
        chip: chip.accelerator.clone(),
        version: cells.text("engine_version").to_owned(),
        load: cells.text("load").to_owned(),
        users,
        scenario: Scenario {
            model,
            weights: cells.known("weights", WeightFormat::from_id)?,
            kv_cache: cells.known("kv_cache", KvFormat::from_id)?,
            workload: Workload {
                input_tokens: cells.number("input_tokens")?,
                output_tokens: cells.number("output_tokens")?,
                prefix_hit_rate: 0.0,
                load,
                speculation: None,
            },
            sla: Sla {
                ttft: None,
                tpot: None,
                percentile: Percentile::Mean,
            },
            engine,
            limits: Limits::default(),
        },
        counted,
        placement,
        ttft: cells.seconds("ttft_ms"),
        tpot: cells.seconds("tpot_ms"),
        doubt: None,
    };
    row.doubt = doubt(&row);
    Ok(row)
}

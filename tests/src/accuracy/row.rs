//! Measured latencies of the catalogue, prepared to be estimated again and again.

use catalog::measured::{Configuration, Doubt, measured};
use estimator::engine::Engine;
use estimator::hardware::Accelerator;
use estimator::model::ModelClass;
use estimator::parameters::{self, Parameters};
use estimator::placement::Placement;
use estimator::serving::replica::Replica;
use estimator::serving::scenario::Scenario;
use estimator::serving::speed::Constants;

/// One measured configuration under one load.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its name in the file.
    pub id: String,
    /// Catalogue id of the model.
    pub model: String,
    /// The rows that share an error with it: one shape of model, one accelerator, one
    /// release of an engine.
    pub series: String,
    /// Kind of model.
    pub class: ModelClass,
    /// The accelerator.
    pub chip: Accelerator,
    /// `closed`, `lockstep` or `burst`.
    pub load: String,
    /// Requests at once.
    pub users: f64,
    /// The scenario estimated.
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
    /// One replica of it by some constants; `None` where the chip lacks a rate that is
    /// needed.
    #[must_use]
    pub fn replica(&self, constants: &Constants) -> Option<Replica> {
        Replica::with(
            constants,
            &self.scenario,
            &self.counted,
            &self.chip,
            self.placement,
        )
    }

    /// The engine.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        self.scenario.engine.engine
    }
}

/// The model that stands for all of its shape: R1 and V3 are one, measured in one series.
#[must_use]
pub fn shape_of(model: &str) -> &str {
    match model {
        "deepseek-ai/DeepSeek-R1" => "deepseek-ai/DeepSeek-V3",
        "meta-llama/Llama-3.3-70B-Instruct" => "meta-llama/Llama-3.1-70B",
        other => other,
    }
}

/// All rows, and a sentence for every row that could not be mapped.
#[must_use]
pub fn read() -> (Vec<Row>, Vec<String>) {
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for row in measured() {
        let Configuration {
            scenario,
            chip,
            placement,
            users,
        } = match row.configuration() {
            Ok(configuration) => configuration,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        rows.push(Row {
            id: row.id.to_owned(),
            model: scenario.model.id.clone(),
            series: format!(
                "{} {} {} {}",
                shape_of(row.model),
                row.accelerator,
                row.engine,
                row.version
            ),
            class: scenario.model.class(),
            chip,
            load: row.load.to_owned(),
            users,
            counted: parameters::count(&scenario.model),
            scenario,
            placement,
            ttft: row.ttft(),
            tpot: row.tpot(),
            doubt: row.doubt(),
        });
    }
    (rows, problems)
}

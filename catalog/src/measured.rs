//! Published measurements of served models: times to first token and per output
//! token by concurrency, 1,238 configurations.
//!
//! Sources: the public benchmark records of `ai-dynamo/aiconfigurator` and
//! `SemiAnalysisAI/InferenceX`; a row's [`id`](Measured::id) is the record's name.
//! They are what estimates are held against. Nothing looks them up to estimate.

mod comparable;
mod doubt;
pub mod held;
mod near;

pub use comparable::comparable;
pub use doubt::Doubt;
pub use near::{Difference, Near, nearest};

use crate::{accelerator, model};
use estimator::engine::{Engine, EngineSettings};
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::serving::options::Serving;
use estimator::serving::scenario::{Limits, Scenario};
use estimator::workload::{Certainty, Load, Percentile, Sla, Workload};

/// One configuration under one load, as published.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// Name of the record.
    pub id: &'static str,
    /// Id of the model.
    pub model: &'static str,
    /// Id of the accelerator.
    pub accelerator: &'static str,
    /// Id of the engine.
    pub engine: &'static str,
    /// Its version; empty where it is not printed.
    pub version: &'static str,
    /// Format of the weights.
    pub weights: &'static str,
    /// Format of the cache.
    pub kv_cache: &'static str,
    /// `closed`, `lockstep` or `burst`.
    pub load: &'static str,
    /// Accelerators in all.
    pub accelerators: u16,
    /// Tensor parallelism.
    pub tensor: u16,
    /// Pipeline stages.
    pub pipeline: u16,
    /// Attention data parallelism.
    pub data: u16,
    /// Expert parallelism.
    pub expert: u16,
    /// Steps between looks at the queue.
    pub poll_steps: u16,
    /// Prompt, tokens.
    pub input_tokens: f32,
    /// Answer, tokens.
    pub output_tokens: f32,
    /// Requests at once, over all accelerators.
    pub users: f32,
    /// Mean time to first token, milliseconds; 0 where it was not measured.
    pub ttft_ms: f32,
    /// Mean time per output token, milliseconds; 0 where it was not measured.
    pub tpot_ms: f32,
}

/// The question that a row puts to the estimator.
#[derive(Debug, Clone)]
pub struct Configuration {
    /// Model, formats, load and engine.
    pub scenario: Scenario,
    /// The accelerator.
    pub chip: Accelerator,
    /// How a replica is spread.
    pub placement: Placement,
    /// Requests at once in one replica.
    pub users: f64,
}

/// The measured configuration, as a question: `model` with these formats of weights and cache
/// under `load`, prompt and answer in tokens. Nothing is demanded of latencies, whose means are
/// compared.
#[must_use]
pub fn scenario(
    model: Model,
    (weights, kv_cache): (WeightFormat, KvFormat),
    (input_tokens, output_tokens): (f64, f64),
    load: Load,
    engine: EngineSettings,
) -> Scenario {
    Scenario {
        model,
        weights,
        released: None,
        kv_cache,
        workload: Workload::plain(input_tokens, output_tokens, load),
        sla: Sla {
            ttft: None,
            tpot: None,
            percentile: Percentile::Mean,
            certainty: Certainty::Even,
            goodput: None,
        },
        engine,
        serving: Serving::default(),
        limits: Limits::default(),
        calibration: None,
    }
}

/// Every row.
#[must_use]
pub fn measured() -> &'static [Measured] {
    MEASURED
}

impl Measured {
    /// The row in the estimator's terms; a sentence about the unknown part.
    ///
    /// # Errors
    /// A model, an accelerator, a format, an engine or a load without a record.
    pub fn configuration(&self) -> Result<Configuration, String> {
        let unknown = |what: &str, name: &str| format!("{}: unknown {what} `{name}`", self.id);
        let placement = Placement {
            tensor: self.tensor.into(),
            pipeline: self.pipeline.into(),
            expert: self.expert.into(),
            data: self.data.into(),
        };
        let replicas = f64::from(self.accelerators) / f64::from(placement.accelerators());
        let users = f64::from(self.users) / replicas;
        let load = match self.load {
            "closed" => Load::Closed(users),
            "lockstep" => Load::Lockstep(users),
            "burst" => Load::Burst(users),
            other => return Err(unknown("load", other)),
        };
        let engine = Engine::from_id(self.engine).ok_or_else(|| unknown("engine", self.engine))?;
        let chip = accelerator(self.accelerator)
            .ok_or_else(|| unknown("accelerator", self.accelerator))?;
        let weights =
            WeightFormat::from_id(self.weights).ok_or_else(|| unknown("weights", self.weights))?;
        let cache =
            KvFormat::from_id(self.kv_cache).ok_or_else(|| unknown("cache", self.kv_cache))?;
        let settings = EngineSettings {
            scheduler_poll_steps: self.poll_steps.into(),
            ..EngineSettings::new(engine)
        };
        let scenario = scenario(
            model(self.model).ok_or_else(|| unknown("model", self.model))?,
            (weights, cache),
            (self.input_tokens.into(), self.output_tokens.into()),
            load,
            settings,
        );
        Ok(Configuration {
            scenario,
            chip: chip.accelerator.clone(),
            placement,
            users,
        })
    }

    /// Measured time to first token, seconds.
    #[must_use]
    pub fn ttft(&self) -> Option<f64> {
        (self.ttft_ms > 0.0).then(|| f64::from(self.ttft_ms) / 1e3)
    }

    /// Measured time per output token, seconds.
    #[must_use]
    pub fn tpot(&self) -> Option<f64> {
        (self.tpot_ms > 0.0).then(|| f64::from(self.tpot_ms) / 1e3)
    }
}

include!(concat!(env!("OUT_DIR"), "/measured.rs"));

//! The scenario of a line, its defaults filled in.

use crate::batch::Facts;
use crate::batch::input::{BatchError, Line};
use crate::batch::sessions::Asked;
use crate::calibration::Record;
use crate::decimal;
use crate::engine::{Engine, EngineSettings};
use crate::error::Unreadable;
use crate::import::{Imported, bounds};
use crate::link::read_model;
use crate::model::Model;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Seconds;
use crate::serving::options::{Serving, Speculation};
use crate::serving::release::problem::Problem;
use crate::serving::release::{Launch, Month, Release};
use crate::serving::scenario::{Limits, Scenario};
use crate::workload::{Certainty, Load, Percentile, Sla, Workload};
use serde_json::{Map, Value};

/// Prompt and answer length where a line names none: the product's defaults.
const DEFAULT_LENGTHS: (f64, f64) = (2000.0, 300.0);

/// The model a line names or describes, of `params` parameters where it says so; `read`
/// tells which models a `config.json` may be of.
pub(super) fn model(
    given: &Value,
    params: Option<f64>,
    facts: &mut dyn Facts,
    read: fn(&Map<String, Value>) -> Result<Imported, Unreadable>,
) -> Result<Model, BatchError> {
    match given {
        Value::String(id) => facts
            .model(id)
            .ok_or_else(|| BatchError::new("model", format!("unknown model `{id}`"))),
        Value::Object(fields) if fields.contains_key("described") => {
            let words = fields.get("described").and_then(Value::as_str);
            words
                .and_then(read_model)
                .ok_or_else(|| BatchError::new("model.described", "describes no model"))
        }
        Value::Object(config) => {
            let mut config = config.clone();
            if let Some(params) = params {
                config.entry("params").or_insert(params.into());
            }
            read(&config)
                .and_then(|imported| {
                    bounds::check(&imported.model)?;
                    Ok(imported.model)
                })
                .map_err(|error| BatchError::new("model", unreadable(&error)))
        }
        _ => Err(BatchError::new(
            "model",
            "needed: a catalogue id or a config.json object",
        )),
    }
}

pub(super) fn unreadable(error: &Unreadable) -> String {
    match error {
        Unreadable::MissingField { name } => format!("config.json lacks `{name}`"),
        Unreadable::BadField { name } => format!("config.json: `{name}` is impossible"),
        Unreadable::UnknownArchitecture { name } => {
            format!("`{name}` is no decoder language model")
        }
        Unreadable::TooLarge { .. }
        | Unreadable::Truncated
        | Unreadable::UnknownFormat
        | Unreadable::Json { .. } => "no config.json".to_owned(),
    }
}

/// The scenario, under the load of one replica.
pub(crate) fn scenario(
    line: &Line,
    model: Model,
    today: Option<Month>,
    sessions: Option<&Asked>,
) -> Result<Scenario, BatchError> {
    let weights = named(
        line.weights.as_deref(),
        "weights",
        "bf16",
        WeightFormat::from_id,
    )?;
    let kv_cache = named(
        line.kv_cache.as_deref(),
        "kv_cache",
        "bf16",
        KvFormat::from_id,
    )?;
    let engine = named(line.engine.as_deref(), "engine", "vllm", Engine::from_id)?;
    if line.context_parallel.is_some_and(|degree| degree != 1) {
        return Err(BatchError::new(
            "context_parallel",
            "serving is estimated without it: 1 alone",
        ));
    }
    let tokens = |field, given: Option<f64>, default: f64| {
        checked(field, given.unwrap_or(default), 1.0, 1e8)
    };
    let lengths = sessions.map_or(DEFAULT_LENGTHS, |asked| {
        (asked.load.mean_input(), asked.load.answer)
    });
    let rate = checked(
        "prefix_hit_rate",
        line.prefix_hit_rate.unwrap_or(0.0),
        0.0,
        0.999_999,
    )?;
    if let Some(share) = line.memory_utilization {
        checked("memory_utilization", share, 0.01, 1.0)?;
    }
    if let Some(usd) = line.usd_per_accelerator_hour {
        checked("usd_per_accelerator_hour", usd, 0.0, 1e6)?;
    }
    let speculation = match line.draft_tokens {
        None | Some(0) => None,
        Some(draft_tokens) => Some(Speculation {
            draft_tokens: draft_tokens.min(64),
            acceptance: checked(
                "draft_acceptance",
                line.draft_acceptance.unwrap_or(0.7),
                0.0,
                1.0,
            )?,
        }),
    };
    Ok(Scenario {
        model,
        weights,
        released: None,
        kv_cache,
        workload: Workload {
            prefix_hit_rate: rate,
            ..Workload::plain(
                tokens("input_tokens", line.input_tokens, lengths.0)?,
                tokens("output_tokens", line.output_tokens, lengths.1)?,
                load(line, 1.0)?,
            )
        },
        sla: Sla {
            ttft: None::<Seconds>,
            tpot: None,
            percentile: Percentile::P95,
            certainty: Certainty::Even,
            goodput: None,
        },
        engine: EngineSettings {
            memory_utilization: line.memory_utilization,
            max_model_len: line.max_model_len,
            max_num_seqs: line.max_num_seqs,
            max_num_batched_tokens: line.max_num_batched_tokens,
            scheduler_poll_steps: line.scheduler_poll_steps.unwrap_or(1),
            release: release(line, engine, today)?,
            ..EngineSettings::new(engine)
        },
        serving: Serving {
            speculation,
            ..Serving::default()
        },
        limits: Limits::default(),
        calibration: calibration(line.calibration.as_ref())?,
    })
}

/// The record of what was measured.
fn calibration(given: Option<&Value>) -> Result<Option<Box<Record>>, BatchError> {
    let record = given.map(|given| {
        Record::read(&given.to_string()).ok_or_else(|| {
            let message =
                "no record that can be: another form or version, or figures beyond the caps";
            BatchError::new("calibration", message)
        })
    });
    Ok(record.transpose()?.map(Box::new))
}

/// The line's fields of the engine's release and launch.
fn release(line: &Line, engine: Engine, today: Option<Month>) -> Result<Release, BatchError> {
    let launch = named(line.launch.as_deref(), "launch", "tuned", Launch::from_id)?;
    let (version, month) = (&line.engine_version, &line.measured_month);
    Release::read(engine, launch, version.as_deref(), month.as_deref(), today)
        .map_err(|problem| wrong(&problem))
}

/// A release that is not believed, beside its field.
pub(super) fn wrong(problem: &Problem) -> BatchError {
    BatchError::new(problem.field(), problem.to_string())
}

/// Reads a named format, or its default.
pub(super) fn named<T>(
    given: Option<&str>,
    field: &str,
    default: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, BatchError> {
    let text = given.unwrap_or(default);
    read(text).ok_or_else(|| BatchError::new(field, format!("unknown value `{text}`")))
}

pub(super) fn checked(field: &str, value: f64, least: f64, most: f64) -> Result<f64, BatchError> {
    if value.is_finite() && (least..=most).contains(&value) {
        Ok(value)
    } else {
        let [value, least, most] = [value, least, most].map(decimal::show);
        Err(BatchError::new(
            field,
            format!("{value} is not between {least} and {most}"),
        ))
    }
}

/// The load of one of `replicas` replicas.
pub(crate) fn load(line: &Line, replicas: f64) -> Result<Load, BatchError> {
    let users = line
        .concurrency
        .map(|users| checked("concurrency", users, 1.0, 1e7))
        .transpose()?
        .map(|users| (users / replicas).max(1.0));
    let rate = line
        .request_rate
        .map(|rate| checked("request_rate", rate, 1e-9, 1e7))
        .transpose()?
        .map(|rate| rate / replicas);
    let needed = |field: &str, value: Option<f64>| {
        value.ok_or_else(|| BatchError::new(field, "needed by this load"))
    };
    match (line.load.as_deref(), users, rate) {
        (Some("steady"), users, _) => needed("concurrency", users).map(Load::Steady),
        (Some("closed"), users, _) => needed("concurrency", users).map(Load::Closed),
        (Some("lockstep"), users, _) => needed("concurrency", users).map(Load::Lockstep),
        (Some("burst"), users, _) => needed("concurrency", users).map(Load::Burst),
        (Some("poisson"), _, rate) => needed("request_rate", rate).map(Load::Poisson),
        (Some(other), _, _) => Err(BatchError::new("load", format!("unknown load `{other}`"))),
        (None, Some(users), _) => Ok(Load::Steady(users)),
        (None, None, Some(rate)) => Ok(Load::Poisson(rate)),
        (None, None, None) => Ok(Load::Saturated),
    }
}

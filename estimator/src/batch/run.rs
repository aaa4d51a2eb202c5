//! From a line to its estimate.

use crate::batch::input::{BatchError, Line};
use crate::batch::{Facts, output};
use crate::engine::{Engine, EngineSettings};
use crate::error::Unreadable;
use crate::estimate::estimate;
use crate::hardware::Accelerator;
use crate::import::config_json;
use crate::model::Model;
use crate::placement::Placement;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::{Seconds, UsdPerHour};
use crate::report::Estimate;
use crate::scenario::{Limits, Price, Scenario};
use crate::search::COUNTS;
use crate::workload::{Load, Percentile, Sla, Speculation, Workload};
use serde_json::Value;

/// Prompt and answer length where a line names none: the product's defaults.
const DEFAULT_LENGTHS: (f64, f64) = (2000.0, 300.0);

/// A configuration that was chosen, with its estimate.
pub(crate) struct Chosen {
    pub chip: Accelerator,
    pub price: Option<Price>,
    pub estimate: Estimate,
    pub replicas: u32,
}

/// Answers a line.
pub(crate) fn run(line: &Line, facts: &mut dyn Facts) -> Result<Value, BatchError> {
    let model = model(line, facts)?;
    let mut scenario = scenario(line, model)?;
    let placements = Degrees::read(line)?;
    let ids = match &line.accelerator {
        Some(id) => vec![id.clone()],
        None => facts.accelerators(),
    };
    let mut best: Option<Chosen> = None;
    let mut problem = None;
    for id in ids {
        let Some(chip) = facts.accelerator(&id) else {
            return Err(BatchError::new(
                "accelerator",
                format!("unknown accelerator `{id}`"),
            ));
        };
        let price = own_price(line).or_else(|| facts.price(&id));
        match placements.each(&scenario.model, &chip, &scenario.limits) {
            Err(error) => problem = Some(error),
            Ok(all) => {
                for (placement, replicas) in all {
                    let chosen = choose(
                        &mut scenario,
                        line,
                        &chip,
                        price.clone(),
                        placement,
                        replicas,
                    );
                    if let Some(chosen) = chosen
                        && best.as_ref().is_none_or(|other| better(&chosen, other))
                    {
                        best = Some(chosen);
                    }
                }
            }
        }
    }
    match (best, problem) {
        (Some(chosen), _) => Ok(output::write(line, &scenario, &chosen)),
        (None, Some(error)) => Err(error),
        (None, None) => Err(BatchError::new(
            "accelerator",
            "its record lacks a rate that this format needs",
        )),
    }
}

fn choose(
    scenario: &mut Scenario,
    line: &Line,
    chip: &Accelerator,
    price: Option<Price>,
    placement: Placement,
    replicas: u32,
) -> Option<Chosen> {
    scenario.workload.load = load(line, f64::from(replicas.max(1))).ok()?;
    let estimate = estimate(scenario, chip, placement)?;
    Some(Chosen {
        chip: chip.clone(),
        price,
        estimate,
        replicas,
    })
}

/// Where placements are searched: the one that fits, then the most output for
/// the money, or for the accelerator where there is no price.
fn better(one: &Chosen, other: &Chosen) -> bool {
    let value = |chosen: &Chosen| {
        chosen.estimate.performance.as_ref().map_or(0.0, |speed| {
            let price = chosen
                .price
                .as_ref()
                .map_or(1.0, |price| price.per_accelerator.get());
            let accelerators = f64::from(chosen.estimate.placement.accelerators());
            speed.output.get() / (accelerators * price)
        })
    };
    value(one) > value(other)
}

fn own_price(line: &Line) -> Option<Price> {
    line.usd_per_accelerator_hour.map(|usd| Price {
        per_accelerator: UsdPerHour::new(usd),
        instance_accelerators: 1,
        label: "given".to_owned(),
        as_of: String::new(),
        verified: true,
    })
}

fn model(line: &Line, facts: &mut dyn Facts) -> Result<Model, BatchError> {
    match &line.model {
        Value::String(id) => facts
            .model(id)
            .ok_or_else(|| BatchError::new("model", format!("unknown model `{id}`"))),
        Value::Object(config) => {
            let mut config = config.clone();
            if let Some(params) = line.params {
                config.entry("params").or_insert(params.into());
            }
            config_json::from_object(&config)
                .map(|imported| imported.model)
                .map_err(|error| BatchError::new("model", unreadable(&error)))
        }
        _ => Err(BatchError::new(
            "model",
            "needed: a catalogue id or a config.json object",
        )),
    }
}

fn unreadable(error: &Unreadable) -> String {
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

fn scenario(line: &Line, model: Model) -> Result<Scenario, BatchError> {
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
        kv_cache,
        workload: Workload {
            input_tokens: tokens("input_tokens", line.input_tokens, DEFAULT_LENGTHS.0)?,
            output_tokens: tokens("output_tokens", line.output_tokens, DEFAULT_LENGTHS.1)?,
            prefix_hit_rate: rate,
            load: load(line, 1.0)?,
            speculation,
        },
        sla: Sla {
            ttft: None::<Seconds>,
            tpot: None,
            percentile: Percentile::P95,
        },
        engine: EngineSettings {
            memory_utilization: line.memory_utilization,
            max_model_len: line.max_model_len,
            max_num_seqs: line.max_num_seqs,
            max_num_batched_tokens: line.max_num_batched_tokens,
            scheduler_poll_steps: line.scheduler_poll_steps.unwrap_or(1),
            ..EngineSettings::new(engine)
        },
        limits: Limits::default(),
    })
}

/// Reads a named format, or its default.
fn named<T>(
    given: Option<&str>,
    field: &str,
    default: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, BatchError> {
    let text = given.unwrap_or(default);
    read(text).ok_or_else(|| BatchError::new(field, format!("unknown value `{text}`")))
}

fn checked(field: &str, value: f64, least: f64, most: f64) -> Result<f64, BatchError> {
    if value.is_finite() && (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(BatchError::new(
            field,
            format!("{value} is not between {least} and {most}"),
        ))
    }
}

/// The load of one of `replicas` replicas.
fn load(line: &Line, replicas: f64) -> Result<Load, BatchError> {
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

/// The degrees of parallelism a line names.
struct Degrees {
    fixed: Option<Placement>,
    accelerators: Option<u32>,
}

impl Degrees {
    fn read(line: &Line) -> Result<Self, BatchError> {
        let named = [
            line.tensor_parallel,
            line.pipeline_parallel,
            line.expert_parallel,
            line.data_parallel,
        ];
        if line.accelerators == Some(0) {
            return Err(BatchError::new(
                "accelerators",
                "0 is not between 1 and 1e6",
            ));
        }
        let degree = |given: Option<u32>| given.unwrap_or(1);
        Ok(Self {
            fixed: named.iter().any(Option::is_some).then(|| Placement {
                tensor: degree(line.tensor_parallel),
                pipeline: degree(line.pipeline_parallel),
                expert: degree(line.expert_parallel),
                data: degree(line.data_parallel),
            }),
            accelerators: line.accelerators,
        })
    }

    /// Every placement the line allows on `chip`, with the replicas it makes.
    fn each(
        &self,
        model: &Model,
        chip: &Accelerator,
        limits: &Limits,
    ) -> Result<Vec<(Placement, u32)>, BatchError> {
        let node = limits.node(chip);
        let Some(placement) = self.fixed else {
            let counts = match self.accelerators {
                Some(count) => vec![count],
                None => COUNTS.to_vec(),
            };
            return Ok(counts
                .into_iter()
                .flat_map(|count| {
                    // More replicas of fewer accelerators are possible too.
                    COUNTS
                        .into_iter()
                        .filter(move |size| count.is_multiple_of(*size))
                        .flat_map(move |size| {
                            Placement::all(model, node, size)
                                .into_iter()
                                .map(move |placement| (placement, count / size))
                        })
                })
                .collect());
        };
        let size = placement.accelerators();
        let accelerators = self.accelerators.unwrap_or(size);
        if size == 0 || !accelerators.is_multiple_of(size) {
            return Err(BatchError::new(
                "accelerators",
                format!("{accelerators} is no multiple of tp x pp x dp = {size}"),
            ));
        }
        // A node as large as the line needs: measured systems exist as they are.
        match placement.check(model, node.max(placement.tensor)) {
            Err(reason) => Err(BatchError::new(
                "tensor_parallel",
                format!("this model cannot be spread so: {reason:?}"),
            )),
            Ok(()) => Ok(vec![(placement, accelerators / size)]),
        }
    }
}

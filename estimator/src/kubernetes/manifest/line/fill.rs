//! From an estimated line to the question that manifests are written from.

use super::super::deploy::{
    Board, Deploy, Form, Machines, Queue, Replicas, RunForm, Serving, Site, Training, Work,
};
use super::super::figure::{NIGHT, TAIL, UP};
use super::super::name::label;
use super::super::ran::KEPT;
use super::Refused;
use super::choices::{Choices, Kind};
use crate::batch::{Estimate, Facts};
use crate::engine::Engine;
use crate::hardware::Accelerator;
use crate::placement::Placement;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::{Bytes, Seconds};
use crate::serving::balance::cold_start;
use crate::serving::checkpoint;
use crate::serving::command::Settings;
use crate::serving::question::MACHINE_START;
use serde_json::{Map, Value};

/// Failures of a node in a day of running (Meta, Llama 3: 419 in 54 days of 2,048 nodes).
const NODE_FAILURES_A_DAY: f64 = 419.0 / 54.0 / 2048.0;
/// Bytes of a checkpoint a trained parameter: weights at 16 bits, moments and copies at 32.
const KEPT_BYTES: f64 = 14.0;

/// The line's word for a field of a question.
pub(super) fn field_of(field: &str) -> &str {
    match field {
        "name" => "kubernetes.name",
        "namespace" => "kubernetes.namespace",
        "autoscaler" => "kubernetes.autoscaler",
        "replicas.least" => "kubernetes.min_replicas",
        "replicas.peak" | "replicas.mean" => "kubernetes.max_replicas",
        "to_zero" => "kubernetes.scale_to_zero",
        "devices" => "kubernetes.devices",
        "sharing" => "kubernetes.sharing",
        "form" | "prefill" => "kubernetes.form",
        "queue.name" => "kubernetes.kueue",
        "machines" => "kubernetes.karpenter",
        "monitored" => "kubernetes.monitoring",
        "site.storage_class" => "kubernetes.storage_class",
        "site.prometheus" => "kubernetes.prometheus",
        "image" => "kubernetes.image",
        "context" => "max_model_len",
        "sequences" => "max_num_seqs",
        "batched" => "max_num_batched_tokens",
        "memory_share" => "memory_utilization",
        "placement" => "accelerators",
        "placement.tensor" => "tensor_parallel",
        "placement.pipeline" => "pipeline_parallel",
        "placement.expert" => "expert_parallel",
        "placement.data" => "data_parallel",
        "served" => "model",
        other => other,
    }
}

/// Fields of a line with what the answer chose.
struct Known<'a>(&'a Map<String, Value>);

impl Known<'_> {
    fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field)?.as_str()
    }

    fn count(&self, field: &str) -> Option<u32> {
        u32::try_from(self.0.get(field)?.as_u64()?).ok()
    }

    fn degree(&self, field: &str) -> u32 {
        self.count(field).unwrap_or(1).max(1)
    }

    fn number(&self, field: &str) -> Option<f64> {
        self.0.get(field)?.as_f64()
    }
}

/// The question of an estimated line.
pub(super) fn deploy(
    asked: &Map<String, Value>,
    answer: &Estimate,
    choices: Choices,
    facts: &mut dyn Facts,
    product: &dyn Fn(&str) -> Option<String>,
) -> Result<Deploy, Refused> {
    let known = Known(asked);
    let id = known.text("accelerator").unwrap_or_default();
    let chip = facts.accelerator(id);
    let chip = chip.ok_or_else(|| Refused::new("accelerator", "is not known"))?;
    let capacity = Bytes::new(answer.memory.capacity_bytes);
    let board = Board::of(&chip, capacity, product(id));
    let alone = "manifests are written for NVIDIA's and AMD's alone";
    let board = board.ok_or_else(|| Refused::new("accelerator", alone))?;
    let model = known.text("model").map(str::to_owned);
    let training = known.text("task") == Some("training");
    let work = match (training, choices.form) {
        (true, Some(Kind::Served(_))) => {
            return Err(Refused::new(
                "kubernetes.form",
                "serves, and the line trains",
            ));
        }
        (false, Some(Kind::Run(_))) => {
            return Err(Refused::new(
                "kubernetes.form",
                "trains, and the line serves",
            ));
        }
        (true, Some(Kind::Run(form))) => {
            Work::Training(Box::new(run(&known, answer, &board, &choices, Some(form))))
        }
        (true, None) => Work::Training(Box::new(run(&known, answer, &board, &choices, None))),
        (false, form) => {
            let form = form.and_then(|form| match form {
                Kind::Served(form) => Some(form),
                Kind::Run(_) => None,
            });
            Work::Serving(Box::new(serving(
                &known, answer, &chip, &choices, form, facts,
            )))
        }
    };
    let accelerators = known.degree("accelerators");
    let plain = Site::default();
    Ok(Deploy {
        name: choices.name.unwrap_or_else(|| {
            let model = model.as_deref().unwrap_or("model");
            label(model.rsplit('/').next().unwrap_or(model))
        }),
        namespace: choices
            .namespace
            .unwrap_or_else(|| if training { "training" } else { "inference" }.to_owned()),
        seat: None,
        queue: choices.queue.map(|name| Queue::of(name, accelerators)),
        machines: choices.karpenter.then(|| Machines {
            each: board.node,
            ..Machines::of(&chip)
        }),
        board,
        monitored: choices.monitored,
        site: Site {
            storage_class: choices.storage_class,
            prometheus: choices.prometheus.unwrap_or(plain.prometheus.clone()),
            ..plain
        },
        work,
    })
}

fn serving(
    known: &Known<'_>,
    answer: &Estimate,
    chip: &Accelerator,
    choices: &Choices,
    form: Option<Form>,
    facts: &mut dyn Facts,
) -> Serving {
    let placement = Placement {
        tensor: known.degree("tensor_parallel"),
        pipeline: known.degree("pipeline_parallel"),
        expert: known.degree("expert_parallel"),
        data: known.degree("data_parallel"),
    };
    let each = placement.accelerators().max(1);
    let count = (known.degree("accelerators") / each).max(1);
    let peak = choices.most.unwrap_or(count);
    let named = known.text("model").unwrap_or("model");
    let model = facts.model(named);
    let memory = &answer.memory;
    let engine = known
        .text("engine")
        .and_then(Engine::from_id)
        .unwrap_or(Engine::Vllm);
    let format = known.text("weights").and_then(WeightFormat::from_id);
    let format = format.unwrap_or(WeightFormat::Bf16);
    // A model goes by its own name, which stands for what it was released as; at 16 bits, where
    // nobody knows.
    let quantized = format == WeightFormat::Fp8;
    let released = facts.released_in(named).unwrap_or(WeightFormat::Bf16);
    let served = Bytes::new(memory.weights_bytes) * f64::from(each / placement.data.max(1));
    let weights = model.as_ref().map_or(served, |model| {
        checkpoint::bytes(model, engine, format, Some(released))
    });
    let nodes = each.div_ceil(chip.node_size.max(1));
    let mixture = model.as_ref().is_some_and(crate::model::Model::is_mixture);
    let cold_start = cold_start::local(
        weights * (1.0 / f64::from(nodes.max(1))),
        each / nodes.max(1),
        chip.host_path(),
        engine,
        mixture,
    );
    let performance = answer.performance.as_ref();
    let of_all = performance.and_then(|speed| speed.concurrency);
    let carries = of_all
        .map(|all| all / f64::from(count))
        .or(memory.max_concurrency);
    let carries = carries.unwrap_or(1.0).max(1.0);
    let tokens = ["input_tokens", "output_tokens"].map(|field| known.number(field).unwrap_or(0.0));
    let cached = memory.kv_bytes_per_token.unwrap_or(0.0) * tokens.iter().sum::<f64>() * carries;
    let cached = cached.min(memory.kv_pool_bytes.unwrap_or(cached));
    let held = memory.weights_bytes + memory.activation_bytes + memory.runtime_bytes + cached;
    let latency = performance.and_then(|speed| speed.request_latency_s);
    let cache = known.text("kv_cache").and_then(KvFormat::from_id);
    Serving {
        model: named.to_owned(),
        served: named.to_owned(),
        engine,
        image: choices.image.clone(),
        form,
        settings: Settings {
            placement,
            quantized,
            cache: cache.unwrap_or(KvFormat::Bf16),
            context: known.count("max_model_len"),
            sequences: known.count("max_num_seqs"),
            batched: known.count("max_num_batched_tokens"),
            memory: known.number("memory_utilization"),
            prefix: None,
            draft: None,
            adapters: None,
            host: None,
            pool: None,
        },
        replicas: Replicas {
            least: choices.least.unwrap_or(NIGHT.min(peak)),
            mean: choices.least.unwrap_or(NIGHT.min(peak)).midpoint(peak),
            peak,
        },
        weights,
        held: Bytes::new(held),
        cold_start,
        node_start: MACHINE_START,
        carries,
        target: None,
        first_token: performance
            .and_then(|speed| speed.ttft_p95_s)
            .map(Seconds::new),
        answer: Seconds::new(latency.unwrap_or(0.0) * TAIL),
        gap: None,
        autoscaler: choices.autoscaler,
        scaling: None,
        to_zero: choices.to_zero,
        up: UP,
        devices: choices.devices,
        sharing: choices.sharing.clone(),
        prefill: None,
        given: None,
    }
}

fn run(
    known: &Known<'_>,
    answer: &Estimate,
    board: &Board,
    choices: &Choices,
    form: Option<RunForm>,
) -> Training {
    let all = known.degree("accelerators");
    let node = board.node;
    // As few nodes as hold them in equal parts.
    let least = all.div_ceil(node);
    let nodes = (least..=all)
        .find(|nodes| all.is_multiple_of(*nodes))
        .unwrap_or(all);
    let form = form.unwrap_or(if nodes == 1 {
        RunForm::Job
    } else {
        RunForm::JobSet
    });
    let trained = answer.memory.trainable_parameters.unwrap_or(0.0);
    let seconds = answer.cost.as_ref().and_then(|cost| cost.run_s);
    let days = seconds.unwrap_or(0.0) / 86_400.0;
    let a_day = NODE_FAILURES_A_DAY * f64::from(nodes);
    let checkpoint = Bytes::new(trained * KEPT_BYTES);
    // Young: the square root of twice the time to write and the time between failures; written at
    // the rate that a node reads weights at.
    let write = checkpoint / cold_start::NODE_RATE;
    let every = (2.0 * write.get() * 86_400.0 / a_day).sqrt().max(60.0);
    let micro = known.degree("micro_batch");
    let copies = known.degree("data_parallel");
    let batch = known.degree("global_batch");
    let settings = [
        ("micro-batch", micro),
        (
            "gradient-accumulation",
            (batch / micro.saturating_mul(copies).max(1)).max(1),
        ),
        ("sequence-length", known.degree("sequence_length")),
        ("tensor-parallel", known.degree("tensor_parallel")),
        ("pipeline-parallel", known.degree("pipeline_parallel")),
        ("context-parallel", known.degree("context_parallel")),
        ("expert-parallel", known.degree("expert_parallel")),
        ("data-parallel", copies),
    ];
    Training {
        form,
        image: choices.image.clone(),
        nodes,
        each: all / nodes.max(1),
        files: Vec::new(),
        settings: settings.to_vec(),
        every: (every.is_finite() && trained > 0.0).then(|| Seconds::new(every)),
        run: seconds.map(Seconds::new),
        dated: false,
        failures: days * a_day,
        checkpoint,
        kept: KEPT,
        host: Bytes::new(answer.memory.host_bytes.unwrap_or(0.0)),
        devices: choices.devices,
    }
}

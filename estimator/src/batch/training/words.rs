//! Lines' names of methods, formats and settings: the product's ids, and the names that frameworks
//! and papers use for the same.

use crate::batch::input::BatchError;
use crate::error;
use crate::training::error::{Field, FieldError, Limit, Problem};
use crate::training::method::{
    Base, Loss, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use crate::training::question::Purpose;
use crate::training::target::{Matrix, Targets};
use serde_json::Value;

/// Reads a name by its id, or by another name for the same.
fn read<T: Copy>(
    field: &str,
    text: &str,
    all: &[T],
    id: impl Fn(T) -> &'static str,
    others: &[(&str, &str)],
) -> Result<T, BatchError> {
    let ids: Vec<&str> = all.iter().map(|one| id(*one)).collect();
    place(text, &ids, others)
        .and_then(|at| all.get(at).copied())
        .ok_or_else(|| unknown(field, text, &ids))
}

/// Where the name stands among the ids.
fn place(text: &str, ids: &[&str], others: &[(&str, &str)]) -> Option<usize> {
    let plain = text.trim().to_ascii_lowercase().replace('_', "-");
    let other = others.iter().find(|(name, _)| *name == plain);
    let wanted = other.map_or(plain.as_str(), |(_, id)| id);
    ids.iter().position(|id| *id == wanted)
}

fn unknown(field: &str, text: &str, ids: &[&str]) -> BatchError {
    let known = ids.join(", ");
    BatchError::new(field, format!("unknown value `{text}`; known: {known}"))
}

macro_rules! reader {
    ($name:ident, $kind:ident, $field:literal, $others:expr) => {
        pub(super) fn $name(text: &str) -> Result<$kind, BatchError> {
            read($field, text, $kind::ALL, $kind::id, $others)
        }
    };
}

reader!(
    precision,
    Precision,
    "precision",
    &[
        ("bf16-true", "bf16"),
        ("amp-bf16", "bf16-mixed"),
        ("fp16", "fp16-mixed"),
        ("amp-fp16", "fp16-mixed"),
        ("fp8", "fp8-mixed"),
        ("amp-fp8", "fp8-mixed"),
        ("fp8-rowwise", "fp8-row"),
        ("fp8-cs", "fp8-mixed"),
        ("fp8-tensorwise", "fp8-mixed"),
        ("mxfp8", "mxfp8-mixed"),
        ("fp8-mx", "mxfp8-mixed"),
        ("nvfp4", "nvfp4-mixed"),
    ]
);
reader!(
    optimizer,
    Optimizer,
    "optimizer",
    &[
        ("adam", "adamw"),
        ("adam-8bit", "adamw-8bit"),
        ("adamw8bit", "adamw-8bit"),
        ("paged-adamw-8bit", "adamw-8bit"),
    ]
);
reader!(
    framework,
    Stack,
    "framework",
    &[
        ("megatron-lm", "megatron"),
        ("megatron-bridge", "megatron"),
        ("nemo", "megatron"),
        ("torchao", "torchtitan"),
        ("torchtune", "torchtitan"),
        ("huggingface", "hf"),
        ("transformers", "hf"),
        ("peft", "hf"),
        ("trl", "hf"),
        ("litgpt", "hf"),
        ("llm-foundry", "hf"),
    ]
);
reader!(
    base,
    Base,
    "weights",
    &[
        ("fp16", "bf16"),
        ("bnb.nf4", "nf4"),
        ("bnb.nf4-dq", "nf4-dq"),
        ("4bit", "nf4"),
        ("8bit", "int8"),
    ]
);
reader!(loss, Loss, "loss", &[]);
reader!(
    offload,
    Offload,
    "offload",
    &[("cpu-optimizer", "cpu"), ("disk", "nvme")]
);
reader!(
    purpose,
    Purpose,
    "purpose",
    &[
        ("pretrain", "pretraining"),
        ("sft", "fine-tuning"),
        ("dpo", "preference")
    ]
);

const SHARDINGS: &[(&str, &str)] = &[
    ("ddp", "none"),
    ("0", "none"),
    ("1", "zero1"),
    ("2", "zero2"),
    ("3", "zero3"),
    ("zero-1", "zero1"),
    ("zero-2", "zero2"),
    ("zero-3", "zero3"),
    ("shard-grad-op", "zero2"),
    ("full-shard", "zero3"),
    ("fsdp", "zero3"),
    ("fsdp2", "zero3"),
    ("hybrid-shard", "hybrid"),
    ("hsdp", "hybrid"),
];

/// A value that is no name, as it was given; its own `Display` would be a second writer.
fn json(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A name, or the stage of ZeRO as a number.
pub(super) fn sharding(value: &Value) -> Result<Sharding, BatchError> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => json(other),
    };
    read("sharding", &text, Sharding::ALL, Sharding::id, SHARDINGS)
}

/// A mode, or yes for whole layers.
pub(super) fn recompute(value: &Value) -> Result<Recompute, BatchError> {
    let text = match value {
        Value::Bool(true) => "full".to_owned(),
        Value::Bool(false) => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => json(other),
    };
    read("recompute", &text, Recompute::ALL, Recompute::id, &[])
}

/// A name, or the matrices themselves.
pub(super) fn targets(value: &Value) -> Result<Targets, BatchError> {
    let unknown = || {
        let value = json(value);
        BatchError::new(
            "lora_targets",
            format!(
                "unknown value {value}; known: all-linear, attention, or of q, k, v, o, gate, up, down"
            ),
        )
    };
    let names: Vec<&str> = match value {
        Value::String(text) => text.split([',', '+', ' ']).collect(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Err(unknown()),
    };
    let names: Vec<&str> = names
        .into_iter()
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| name.strip_suffix("_proj").unwrap_or(name))
        .collect();
    let named = match names.as_slice() {
        ["qv"] => Some(Targets::QUERY_VALUE),
        ["attn"] => Some(Targets::ATTENTION),
        ["all" | "linear" | "all_linear"] => Some(Targets::LINEAR),
        [one] => Targets::from_id(one),
        _ => {
            let matrices: Option<Vec<Matrix>> = names.iter().map(|name| matrix(name)).collect();
            matrices.and_then(Targets::of)
        }
    };
    named.ok_or_else(unknown)
}

fn matrix(name: &str) -> Option<Matrix> {
    match name {
        "query" => Some(Matrix::Query),
        "key" => Some(Matrix::Key),
        "value" => Some(Matrix::Value),
        _ => Matrix::from_id(name),
    }
}

/// A broken rule, by the name of the line's field.
pub(super) fn illegal(error: &FieldError) -> BatchError {
    let field = match error.field {
        Field::Tensor => "tensor_parallel",
        Field::Pipeline => "pipeline_parallel",
        Field::Context => "context_parallel",
        Field::Expert => "expert_parallel",
        Field::VirtualStages => "virtual_pipeline",
        Field::GlobalBatch => "global_batch",
        Field::Sequence => "sequence_length",
        Field::MicroBatch => "micro_batch",
        Field::Stack => "framework",
        _ => "accelerators",
    };
    let message = match &error.problem {
        Problem::Divide { whole, nearest } => {
            format!("must divide {whole}; the nearest that does is {nearest}")
        }
        Problem::Multiple { unit, nearest } => {
            format!("must be a multiple of {unit}; the nearest is {nearest}")
        }
        Problem::Above {
            limit,
            most,
            nearest,
        } => {
            let of = match limit {
                Limit::Layers => "layers",
                Limit::Width => "the width",
                Limit::Context => "the model's longest sequence",
                Limit::Node => "accelerators of a node",
            };
            format!("more than {most}, {of}; the nearest legal value is {nearest}")
        }
        Problem::NoExperts => "the model has no experts".to_owned(),
        Problem::Shared(error::Problem::TooLarge { most }) => format!("is at most {most} here"),
        Problem::Software { stack, gap, .. } => {
            format!("{} has no setting for this: {}", stack.id(), gap.id())
        }
        Problem::Shared(_) | Problem::NoMatrices | Problem::Past | Problem::Budget { .. } => {
            "0 is not at least 1".to_owned()
        }
    };
    BatchError::new(field, message)
}

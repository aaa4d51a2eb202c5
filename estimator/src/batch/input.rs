//! A line as it is written.

use super::ownership::Given;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What is wrong with a line, and in which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchError {
    /// The field; empty where no single one is to blame.
    pub field: String,
    /// In English, for a log.
    pub message: String,
}

impl BatchError {
    /// `message` about `field`.
    #[must_use]
    pub fn new(field: &str, message: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            message: message.into(),
        }
    }
}

/// One line, every field optional but the model.
#[derive(Debug, Clone, PartialEq, Deserialize, Default)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ServingScenario")
)]
#[serde(deny_unknown_fields, default)]
pub struct Line {
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub(crate) id: Value,
    #[cfg_attr(feature = "typescript", ts(optional, type = "\"serving\""))]
    pub(crate) task: Option<String>,
    #[cfg_attr(feature = "typescript", ts(type = "string | Record<string, unknown>"))]
    pub(crate) model: Value,
    pub(crate) params: Option<f64>,
    pub(crate) weights: Option<String>,
    pub(crate) kv_cache: Option<String>,
    pub(crate) accelerator: Option<String>,
    pub(crate) accelerators: Option<u32>,
    pub(crate) tensor_parallel: Option<u32>,
    pub(crate) pipeline_parallel: Option<u32>,
    pub(crate) expert_parallel: Option<u32>,
    pub(crate) data_parallel: Option<u32>,
    pub(crate) context_parallel: Option<u32>,
    pub(crate) engine: Option<String>,
    pub(crate) usd_per_accelerator_hour: Option<f64>,
    pub(crate) ownership: Option<Given>,
    pub(crate) max_model_len: Option<u32>,
    pub(crate) max_num_seqs: Option<u32>,
    pub(crate) max_num_batched_tokens: Option<u32>,
    pub(crate) memory_utilization: Option<f64>,
    pub(crate) concurrency: Option<f64>,
    pub(crate) request_rate: Option<f64>,
    pub(crate) input_tokens: Option<f64>,
    pub(crate) output_tokens: Option<f64>,
    pub(crate) prefix_hit_rate: Option<f64>,
    pub(crate) draft_tokens: Option<u32>,
    pub(crate) draft_acceptance: Option<f64>,
    pub(crate) scheduler_poll_steps: Option<u32>,
    pub(crate) load: Option<String>,
}

impl Line {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// An unknown field, by name, or a value of the wrong type.
    pub fn read(value: &Value) -> Result<Self, BatchError> {
        if let Some(task) = value.get("task").and_then(Value::as_str)
            && task != "serving"
        {
            return Err(BatchError::new(
                "task",
                format!("`{task}` is not estimated; known: serving, training"),
            ));
        }
        parse(value)
    }
}

/// Reads a line's fields, none of them unknown.
pub(super) fn parse<T: DeserializeOwned>(value: &Value) -> Result<T, BatchError> {
    if !value.is_object() {
        return Err(BatchError::new("", "a line must be a JSON object"));
    }
    T::deserialize(value).map_err(|error| {
        let message = error.to_string();
        BatchError::new(&blamed::<T>(value, &message), message)
    })
}

/// The field an error of serde speaks of: the unknown one it names, or the
/// first that cannot be read on its own.
fn blamed<T: DeserializeOwned>(value: &Value, message: &str) -> String {
    if let Some(name) = message
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.split('`').next())
    {
        return name.to_owned();
    }
    value
        .as_object()
        .into_iter()
        .flatten()
        .find(|(name, field)| {
            let alone = Value::Object([((*name).clone(), (*field).clone())].into_iter().collect());
            T::deserialize(&alone).is_err()
        })
        .map(|(name, _)| name.clone())
        .unwrap_or_default()
}

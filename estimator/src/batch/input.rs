//! A line as it is written.

use super::fields::{fields, parse};
use super::ownership::Given;
use serde_json::Value;

/// The problem of a line, and its field.
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

fields! {
    /// One line, every field optional but the model.
    #[derive(Debug, Clone, PartialEq, Default)]
    #[cfg_attr(
        feature = "typescript",
        derive(ts_rs::TS),
        ts(optional_fields, rename = "ServingScenario")
    )]
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
        pub(crate) engine_version: Option<String>,
        pub(crate) measured_month: Option<String>,
        pub(crate) launch: Option<String>,
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
        #[cfg_attr(
            feature = "typescript",
            ts(optional, as = "Option<super::sessions::Given>")
        )]
        pub(crate) sessions: Option<Value>,
        pub(crate) host_cache_gb: Option<f64>,
        #[cfg_attr(
            feature = "typescript",
            ts(optional, type = "Record<string, unknown>")
        )]
        pub(crate) calibration: Option<Value>,
        #[cfg_attr(
            feature = "typescript",
            ts(type = "\"none\" | \"session\" | \"prefix\"")
        )]
        pub(crate) routing: Option<String>,
    }
}

impl Line {
    /// Whether it says anything of the engine's release or launch.
    pub(crate) const fn says_release(&self) -> bool {
        self.engine_version.is_some() || self.measured_month.is_some() || self.launch.is_some()
    }

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

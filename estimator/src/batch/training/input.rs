//! A training line as it is written. Every field is optional but the model; names that
//! frameworks use for the same thing are read too.

use crate::batch::fields::fields;
use crate::batch::ownership::Given;
use serde_json::Value;

fields! {
    /// One line.
    #[derive(Debug, Clone, PartialEq, Default)]
    #[cfg_attr(
        feature = "typescript",
        derive(ts_rs::TS),
        ts(optional_fields, rename = "TrainingScenario")
    )]
    pub(in crate::batch) struct Line {
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
        pub(super) id: Value,
        #[cfg_attr(feature = "typescript", ts(type = "\"training\""))]
        pub(super) task: Option<String>,
        #[cfg_attr(feature = "typescript", ts(type = "string | Record<string, unknown>"))]
        pub(super) model: Value,
        pub(super) params: Option<f64>,
        pub(super) accelerator: Option<String>,
        pub(super) accelerators | "num_gpus" | "gpus": Option<u32>,
        pub(super) tensor_parallel: Option<u32>,
        pub(super) pipeline_parallel: Option<u32>,
        pub(super) context_parallel: Option<u32>,
        pub(super) data_parallel: Option<u32>,
        pub(super) expert_parallel: Option<u32>,
        pub(super) expert_tensor_parallel: Option<u32>,
        pub(super) virtual_pipeline | "virtual_stages" | "virtual_pipeline_parallel": Option<u32>,
        pub(super) usd_per_accelerator_hour: Option<f64>,
        pub(super) ownership: Option<Given>,
        /// `full`, `lora`, `dora`, `qlora`.
        pub(super) method: Option<String>,
        /// The base that adapters stand beside: `bf16`, `int8`, `nf4`, `nf4-dq`.
        pub(super) weights | "base": Option<String>,
        pub(super) lora_rank | "lora_r" | "rank": Option<u32>,
        /// A name, or a list of the matrices' names.
        #[cfg_attr(feature = "typescript", ts(optional, type = "string | string[]"))]
        pub(super) lora_targets | "target_modules": Option<Value>,
        pub(super) precision: Option<String>,
        pub(super) optimizer: Option<String>,
        #[cfg_attr(feature = "typescript", ts(optional, type = "string | number"))]
        pub(super) sharding | "zero_stage": Option<Value>,
        pub(super) sequence_length | "seq_len" | "seq_length" | "sequence": Option<u32>,
        pub(super) micro_batch | "micro_batch_size": Option<u32>,
        pub(super) global_batch | "global_batch_size": Option<u32>,
        #[cfg_attr(feature = "typescript", ts(optional, type = "string | boolean"))]
        pub(super) recompute | "activation_checkpointing": Option<Value>,
        pub(super) sequence_parallel: Option<bool>,
        pub(super) flash_attention: Option<bool>,
        pub(super) dropout: Option<bool>,
        /// `plain`, `fused`, `chunked`.
        pub(super) loss: Option<String>,
        pub(super) offload: Option<String>,
        pub(super) network_gbps_per_node: Option<f64>,
        pub(super) framework: Option<String>,
        /// `pretraining`, `fine-tuning`, `preference`.
        pub(super) purpose: Option<String>,
        /// Tokens of the run, epochs included.
        pub(super) tokens: Option<f64>,
        pub(super) packed: Option<f64>,
    }
}

impl Line {
    /// Whether the line is one configuration and not a search.
    pub(super) fn is_fixed(&self) -> bool {
        [
            self.accelerators,
            self.tensor_parallel,
            self.pipeline_parallel,
            self.context_parallel,
            self.data_parallel,
            self.expert_parallel,
        ]
        .iter()
        .any(Option::is_some)
    }
}

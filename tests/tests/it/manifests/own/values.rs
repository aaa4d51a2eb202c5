//! Values of the chart of vLLM's production stack, whose own schema lets unknown keys pass.

use super::Texts;
use k8s_openapi::api::core::v1::{NodeSelectorTerm, Toleration};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in super::super) struct ChartValues {
    serving_engine_spec: Engines,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Engines {
    enable_engine: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    runtime_class_name: Option<String>,
    container_port: u16,
    strategy: Strategy,
    startup_probe: Probe,
    #[serde(skip_serializing_if = "Option::is_none")]
    service_monitor: Option<Monitor>,
    tolerations: Vec<Toleration>,
    model_spec: Vec<Model>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Strategy {
    r#type: String,
    rolling_update: Rolling,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Rolling {
    max_surge: u32,
    max_unavailable: u32,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Probe {
    initial_delay_seconds: u32,
    period_seconds: u32,
    failure_threshold: u32,
    http_get: Get,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Get {
    path: String,
    port: u16,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Monitor {
    enabled: bool,
    interval: String,
    additional_labels: Texts,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Model {
    name: String,
    repository: String,
    tag: String,
    #[serde(rename = "modelURL")]
    url: String,
    replica_count: u32,
    #[serde(rename = "requestCPU")]
    request_cpu: u32,
    request_memory: String,
    limit_memory: String,
    #[serde(rename = "requestGPU")]
    request_gpu: u32,
    #[serde(rename = "requestGPUType")]
    request_gpu_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    storage_class: Option<String>,
    pvc_storage: String,
    pvc_access_mode: Vec<String>,
    shm_size: String,
    vllm_config: Config,
    node_selector_terms: Vec<NodeSelectorTerm>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Config {
    tensor_parallel_size: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_model_len: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_num_seqs: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gpu_memory_utilization: Option<f64>,
    extra_args: Vec<String>,
}

//! Kinds of models served.

use super::Texts;
use k8s_openapi::api::autoscaling::v2::HorizontalPodAutoscalerBehavior;
use k8s_openapi::api::core::v1::{
    PodSpec, PodTemplateSpec, Probe, ResourceRequirements, Toleration,
};
use kcr_keda_sh::v1alpha1::scaledobjects::ScaledObjectTriggers;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in super::super) struct LeaderWorkerSet {
    #[serde(skip_serializing_if = "Option::is_none")]
    replicas: Option<u32>,
    startup_policy: String,
    rollout_strategy: RollOut,
    leader_worker_template: Groups,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct RollOut {
    r#type: String,
    rolling_update_configuration: Rolling,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Rolling {
    max_unavailable: u32,
    max_surge: u32,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Groups {
    size: u32,
    restart_policy: String,
    leader_template: PodTemplateSpec,
    worker_template: PodTemplateSpec,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct LlmInferenceService {
    model: Model,
    parallelism: Parallelism,
    #[serde(skip_serializing_if = "Option::is_none")]
    replicas: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scaling: Option<Scaling>,
    router: Router,
    template: PodSpec,
    #[serde(skip_serializing_if = "Option::is_none")]
    worker: Option<PodSpec>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prefill: Option<Prefill>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Model {
    uri: String,
    name: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Parallelism {
    tensor: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pipeline: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expert: Option<bool>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Scaling {
    min_replicas: u32,
    max_replicas: u32,
    keda: Keda,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Keda {
    polling_interval: u32,
    cooldown_period: u32,
    triggers: Vec<ScaledObjectTriggers>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Router {
    gateway: Empty,
    route: Empty,
    scheduler: Empty,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Prefill {
    replicas: u32,
    parallelism: Parallelism,
    template: PodSpec,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct InferenceService {
    predictor: Predictor,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Predictor {
    min_replicas: u32,
    max_replicas: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    auto_scaling: Option<AutoScaling>,
    node_selector: Texts,
    tolerations: Vec<Toleration>,
    termination_grace_period_seconds: u32,
    model: Predicted,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Predicted {
    model_format: Format,
    storage_uri: String,
    args: Vec<String>,
    resources: ResourceRequirements,
    startup_probe: Probe,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Format {
    name: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct AutoScaling {
    metrics: Vec<Metric>,
    behavior: HorizontalPodAutoscalerBehavior,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Metric {
    r#type: String,
    external: External,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct External {
    metric: Measured,
    target: Target,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Measured {
    backend: String,
    server_address: String,
    query: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Target {
    r#type: String,
    average_value: String,
}

//! Kubeflow's kinds of training runs.

use k8s_openapi::api::core::v1::{EnvVar, PodTemplateSpec, ResourceRequirements};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in super::super) struct TrainJob {
    #[serde(skip_serializing_if = "Option::is_none")]
    suspend: Option<bool>,
    runtime_ref: Runtime,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_deadline_seconds: Option<u64>,
    trainer: Trainer,
    #[serde(skip_serializing_if = "Option::is_none")]
    runtime_patches: Option<Vec<Patch>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Runtime {
    name: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Trainer {
    image: String,
    command: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    env: Option<Vec<EnvVar>>,
    num_nodes: u32,
    num_proc_per_node: u32,
    resources_per_node: ResourceRequirements,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Patch {
    manager: String,
    training_runtime_spec: Template<Spec<Jobs>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Template<T> {
    template: T,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Spec<T> {
    spec: T,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Jobs {
    replicated_jobs: Vec<Job>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Job {
    name: String,
    template: Spec<Template<PodTemplateSpec>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in super::super) struct PyTorchJob {
    nproc_per_node: String,
    run_policy: RunPolicy,
    pytorch_replica_specs: Roles,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct RunPolicy {
    #[serde(skip_serializing_if = "Option::is_none")]
    suspend: Option<bool>,
    clean_pod_policy: String,
    backoff_limit: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_deadline_seconds: Option<u64>,
    ttl_seconds_after_finished: u32,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
struct Roles {
    master: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    worker: Option<Role>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Role {
    replicas: u32,
    restart_policy: String,
    template: PodTemplateSpec,
}

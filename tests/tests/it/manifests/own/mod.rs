//! Kinds for which no registry carries types: the fields that are written, as their makers' API
//! references name them, no other allowed. What is not optional is always written.
//!
//! | type | reference |
//! | --- | --- |
//! | [`Topology`], [`PriorityClass`] | Kueue, `kueue.x-k8s.io/v1beta2` |
//! | [`PodMonitor`], [`PrometheusRule`] | Prometheus operator, `monitoring.coreos.com/v1` |
//! | [`LeaderWorkerSet`] | `leaderworkerset.x-k8s.io/v1` |
//! | [`LlmInferenceService`], [`InferenceService`] | `KServe`, `serving.kserve.io/v1alpha2` and `v1beta1` |
//! | [`TrainJob`], [`PyTorchJob`] | Kubeflow, `trainer.kubeflow.org/v1alpha1` and `kubeflow.org/v1` |
//! | [`MigParted`] | mig-parted, `api/spec/v1` |
//! | [`DevicePlugin`] | NVIDIA's device plugin, `api/config/v1` |
//! | [`GpuConfig`] | NVIDIA's DRA driver, `resource.nvidia.com/v1beta1` |
//! | [`ComputeDomain`] | the same, `ComputeDomain` |
//! | [`COUNTERS`] | dcgm-exporter, `etc/default-counters.csv` |
//! | [`ChartValues`] | vLLM's production stack, values of the chart `vllm-stack` 0.1.12 |

mod devices;
mod runs;
mod served;
mod values;

pub(super) use devices::{COUNTERS, ComputeDomain, DevicePlugin, GpuConfig, MigParted};
pub(super) use runs::{PyTorchJob, TrainJob};
pub(super) use served::{InferenceService, LeaderWorkerSet, LlmInferenceService};
pub(super) use values::ChartValues;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{LabelSelector, ObjectMeta};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names with texts.
type Texts = BTreeMap<String, String>;

/// An object of a kind.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Object<S> {
    api_version: String,
    kind: String,
    metadata: ObjectMeta,
    spec: S,
}

/// `WorkloadPriorityClass`, which has no `spec`.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct PriorityClass {
    api_version: String,
    kind: String,
    metadata: ObjectMeta,
    value: u32,
    description: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Topology {
    levels: Vec<Level>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Level {
    node_label: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct PodMonitor {
    selector: LabelSelector,
    pod_metrics_endpoints: Vec<Endpoint>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Endpoint {
    port: String,
    path: String,
    interval: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PrometheusRule {
    groups: Vec<Group>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    interval: String,
    rules: Vec<Rule>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Rule {
    Recorded(Recorded),
    Alert(Alert),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    record: String,
    labels: Texts,
    expr: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Alert {
    #[serde(rename = "alert")]
    name: String,
    expr: String,
    r#for: String,
    labels: Texts,
    annotations: Texts,
}

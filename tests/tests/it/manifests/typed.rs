//! Every document through the types of its kind: those of Kubernetes itself (`k8s-openapi`), of
//! Kueue, Karpenter, KEDA and `JobSet` (crates made from their published definitions), and of
//! [`super::own`] for the rest. A field of another type is an error; one that no type knows
//! disappears on the way through, and one that a kind needs appears.

use super::own;
use super::read::{is_payload, text};
use k8s_openapi::api::{apps, autoscaling, batch, core, policy, resource};
use kcr_jobset_x_k8s_io::v1alpha2::jobsets::JobSet;
use kcr_karpenter_k8s_aws::v1::ec2nodeclasses::Ec2NodeClass;
use kcr_karpenter_sh::v1::nodepools::NodePool;
use kcr_keda_sh::v1alpha1::scaledobjects::ScaledObject;
use kcr_kueue_x_k8s_io::v1beta2::{
    clusterqueues::ClusterQueue, localqueues::LocalQueue, resourceflavors::ResourceFlavor,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What is wrong with the fields of a document and their types.
pub(super) fn problems(document: &Value) -> Vec<String> {
    let value = &quantities(document.clone());
    match (text(value, "/apiVersion"), text(value, "/kind")) {
        ("v1", "ConfigMap") if text(value, "/metadata/name").ends_with("dcgm-metrics") => {
            let mut found = through::<core::v1::ConfigMap>(value);
            found.extend(counters(value));
            found
        }
        ("resource.nvidia.com/v1beta1", "ComputeDomain") => {
            through::<own::Object<own::ComputeDomain>>(value)
        }
        ("v1", "ConfigMap") if is_payload(value) => payload(value),
        ("v1", "ConfigMap") => through::<core::v1::ConfigMap>(value),
        ("v1", "Namespace") => through::<core::v1::Namespace>(value),
        ("v1", "ServiceAccount") => through::<core::v1::ServiceAccount>(value),
        ("v1", "PersistentVolumeClaim") => through::<core::v1::PersistentVolumeClaim>(value),
        ("v1", "Service") => through::<core::v1::Service>(value),
        ("apps/v1", "Deployment") => through::<apps::v1::Deployment>(value),
        ("batch/v1", "Job") => through::<batch::v1::Job>(value),
        ("policy/v1", "PodDisruptionBudget") => through::<policy::v1::PodDisruptionBudget>(value),
        ("autoscaling/v2", "HorizontalPodAutoscaler") => {
            through::<autoscaling::v2::HorizontalPodAutoscaler>(value)
        }
        ("resource.k8s.io/v1", "ResourceClaim") => {
            opaque(through::<resource::v1::ResourceClaim>(value), value)
        }
        ("resource.k8s.io/v1", "ResourceClaimTemplate") => {
            opaque(through::<resource::v1::ResourceClaimTemplate>(value), value)
        }
        ("kueue.x-k8s.io/v1beta2", "ClusterQueue") => through::<ClusterQueue>(value),
        ("kueue.x-k8s.io/v1beta2", "LocalQueue") => through::<LocalQueue>(value),
        ("kueue.x-k8s.io/v1beta2", "ResourceFlavor") => through::<ResourceFlavor>(value),
        ("kueue.x-k8s.io/v1beta2", "WorkloadPriorityClass") => through::<own::PriorityClass>(value),
        ("kueue.x-k8s.io/v1beta2", "Topology") => through::<own::Object<own::Topology>>(value),
        ("karpenter.sh/v1", "NodePool") => through::<NodePool>(value),
        ("karpenter.k8s.aws/v1", "EC2NodeClass") => through::<Ec2NodeClass>(value),
        ("keda.sh/v1alpha1", "ScaledObject") => through::<ScaledObject>(value),
        ("jobset.x-k8s.io/v1alpha2", "JobSet") => through::<JobSet>(value),
        ("monitoring.coreos.com/v1", "PodMonitor") => {
            through::<own::Object<own::PodMonitor>>(value)
        }
        ("monitoring.coreos.com/v1", "PrometheusRule") => {
            through::<own::Object<own::PrometheusRule>>(value)
        }
        ("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") => {
            through::<own::Object<own::LeaderWorkerSet>>(value)
        }
        ("serving.kserve.io/v1alpha2", "LLMInferenceService") => {
            through::<own::Object<own::LlmInferenceService>>(value)
        }
        ("serving.kserve.io/v1beta1", "InferenceService") => {
            through::<own::Object<own::InferenceService>>(value)
        }
        ("trainer.kubeflow.org/v1alpha1", "TrainJob") => {
            through::<own::Object<own::TrainJob>>(value)
        }
        ("kubeflow.org/v1", "PyTorchJob") => through::<own::Object<own::PyTorchJob>>(value),
        ("", "") => through::<own::ChartValues>(value),
        (api, kind) => vec![format!("nobody knows {api} {kind}")],
    }
}

/// A document whose entries are documents.
fn payload(document: &Value) -> Vec<String> {
    let by_name = text(document, "/metadata/name");
    let Some(entries) = document.get("data").and_then(Value::as_object) else {
        return vec!["data: no entries".to_owned()];
    };
    let inner = entries.values().flat_map(|entry| {
        if by_name.ends_with("mig-parted") {
            through::<own::MigParted>(entry)
        } else {
            through::<own::DevicePlugin>(entry)
        }
    });
    let mut all: Vec<String> = inner.collect();
    let mut folded = document.clone();
    for entry in folded["data"].as_object_mut().into_iter().flatten() {
        *entry.1 = "a text".into();
    }
    all.extend(through::<core::v1::ConfigMap>(&folded));
    all
}

/// The fields of DCGM: a name, a kind of series and a sentence a line.
fn counters(document: &Value) -> Vec<String> {
    let entries = document.get("data").and_then(Value::as_object);
    let names: Vec<&String> = entries.into_iter().flat_map(|all| all.keys()).collect();
    if names != ["dcgm-metrics.csv"] {
        return vec![format!("{names:?} is not what the operator reads")];
    }
    let file = text(document, "/data/dcgm-metrics.csv");
    let fields = file.lines().filter(|line| !line.starts_with('#'));
    let fields: Vec<Vec<&str>> = fields.map(|line| line.splitn(3, ", ").collect()).collect();
    let mut found = Vec::new();
    for field in &fields {
        let known = matches!(field[..], [name, "gauge" | "counter", help]
            if name.starts_with("DCGM_FI_") && help.ends_with('.'));
        if !known {
            found.push(format!("{field:?} is no field"));
        }
    }
    for name in own::COUNTERS {
        let there = fields.iter().filter(|field| field.first() == Some(&name));
        if there.count() != 1 {
            found.push(format!("{name} is not read once"));
        }
    }
    found
}

/// A claim whose driver has parameters of its own.
fn opaque(mut problems: Vec<String>, claim: &Value) -> Vec<String> {
    let spec = [
        "/spec/devices/config/0/opaque",
        "/spec/spec/devices/config/0/opaque",
    ];
    let config = spec.into_iter().find_map(|at| claim.pointer(at));
    if let Some(config) = config {
        let found = config.get("parameters").unwrap_or(&Value::Null);
        problems.extend(through::<own::GpuConfig>(found));
    }
    problems
}

/// Whole numbers of extended resources as the texts that `Quantity` is.
fn quantities(mut value: Value) -> Value {
    fn walk(value: &mut Value, within: bool) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    if within && value.is_u64() {
                        *value = Value::String(value.to_string());
                    }
                    walk(value, matches!(name.as_str(), "limits" | "requests"));
                }
            }
            Value::Array(all) => all.iter_mut().for_each(|one| walk(one, false)),
            _ => {}
        }
    }
    walk(&mut value, false);
    value
}

/// What a document loses and gains on its way through a type.
fn through<T: DeserializeOwned + Serialize>(value: &Value) -> Vec<String> {
    match serde_json::from_value::<T>(value.clone()) {
        Err(error) => vec![error.to_string()],
        Ok(typed) => {
            let mut found = Vec::new();
            let back = serde_json::to_value(typed).unwrap();
            differences(value, &back, "", &mut found);
            found
        }
    }
}

fn differences(before: &Value, after: &Value, at: &str, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                match after.get(name) {
                    Some(other) => differences(value, other, &format!("{at}.{name}"), found),
                    None => found.push(format!("{at}.{name} is no field")),
                }
            }
            let gained = after.keys().filter(|name| !before.contains_key(*name));
            found.extend(gained.map(|name| format!("{at}.{name} is missing")));
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (one, other) in before.iter().zip(after) {
                differences(one, other, &format!("{at}[]"), found);
            }
        }
        (Value::Number(before), Value::Number(after)) if before.as_f64() == after.as_f64() => {}
        _ if before == after => {}
        _ => found.push(format!("{at} is {before} and then {after}")),
    }
}

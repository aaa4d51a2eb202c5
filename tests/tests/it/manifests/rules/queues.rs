//! Kueue's objects: queue to quota, quota to flavor, flavor to topology, and workloads to their queue.

use super::super::read::text;
use super::{Set, list};
use serde_json::Value;

const QUEUE: &str = "/metadata/labels/kueue.x-k8s.io~1queue-name";
const PRIORITY: &str = "/metadata/labels/kueue.x-k8s.io~1priority-class";
/// Kinds that a queue admits.
const ADMITTED: [&str; 8] = [
    "Deployment",
    "LeaderWorkerSet",
    "LLMInferenceService",
    "InferenceService",
    "Job",
    "JobSet",
    "TrainJob",
    "PyTorchJob",
];

pub(super) fn problems(set: &Set<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for one in set.of_kind("LocalQueue") {
        let quota = text(one, "/spec/clusterQueue");
        found.extend(set.need("ClusterQueue", "", quota));
        let theirs = set
            .of_kind("ClusterQueue")
            .find(|it| text(it, "/metadata/name") == quota);
        let label = "/spec/namespaceSelector/matchLabels/kubernetes.io~1metadata.name";
        let of = theirs.map_or("", |it| text(it, label));
        if of != text(one, "/metadata/namespace") {
            found.push(format!("{quota} is not of the queue's namespace"));
        }
    }
    for one in set.of_kind("ResourceFlavor") {
        found.extend(set.need("Topology", "", text(one, "/spec/topologyName")));
        found.extend(nodes(set, one));
    }
    for one in set.of_kind("ClusterQueue") {
        found.extend(quota(set, one));
    }
    let queued = set.of_kind("LocalQueue").next().is_some();
    let kinds = ADMITTED.into_iter();
    for one in kinds.flat_map(|kind| set.of_kind(kind)) {
        found.extend(admitted(set, one, queued));
    }
    found
}

/// The pods of a workload whose flavor this is ask for its nodes, and for no others.
fn nodes(set: &Set<'_>, flavor: &Value) -> Vec<String> {
    let labels = flavor.pointer("/spec/nodeLabels");
    let labels = labels.and_then(Value::as_object);
    if labels.is_none_or(serde_json::Map::is_empty) {
        return vec!["a flavor of no nodes".to_owned()];
    }
    let pods = &set.pods;
    let mut asked = pods.iter().filter_map(|pod| pod.spec.get("nodeSelector"));
    let met = asked.any(|nodes| nodes.as_object() == labels);
    let some = pods
        .iter()
        .any(|pod| pod.spec.get("nodeSelector").is_some());
    if some && !met {
        return vec![format!("no pod asks for {labels:?}")];
    }
    Vec::new()
}

fn quota(set: &Set<'_>, one: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let name = text(one, "/metadata/name");
    let cohort = !text(one, "/spec/cohortName").is_empty();
    let covered = one.pointer("/spec/resourceGroups/0/coveredResources");
    let mut flavors = list(one, "/spec/resourceGroups/0/flavors").peekable();
    if flavors.peek().is_none() {
        found.push(format!("{name} has no flavor"));
    }
    for flavor in flavors {
        found.extend(set.need("ResourceFlavor", "", text(flavor, "/name")));
        let listed = list(flavor, "/resources").map(|it| it["name"].clone());
        if covered != Some(&Value::Array(listed.collect())) {
            found.push(format!("{name} covers other resources than {flavor}"));
        }
        for resource in list(flavor, "/resources") {
            // As texts, as the rest of quotas.
            let limits = ["nominalQuota", "borrowingLimit", "lendingLimit"];
            let mut limits = limits.iter().filter_map(|name| resource.get(*name));
            if limits.any(|limit| !limit.is_string()) {
                found.push(format!("{resource} has numbers"));
            }
            if text(resource, "/nominalQuota").is_empty() {
                found.push(format!("{resource} has no quota"));
            }
            let limited = ["borrowingLimit", "lendingLimit"];
            if !cohort && limited.iter().any(|name| resource.get(*name).is_some()) {
                found.push(format!("{name} lends without a cohort"));
            }
        }
    }
    let reclaims = !text(one, "/spec/preemption/reclaimWithinCohort").is_empty();
    if cohort != reclaims {
        found.push(format!("{name} calls back from nobody"));
    }
    if text(one, "/spec/preemption/withinClusterQueue").is_empty() {
        found.push(format!("{name} says nothing of whom it evicts"));
    }
    found
}

/// A workload's queue and class of priority are in the set; its pods stand together on a level that
/// there is, and wait until they are let go.
fn admitted(set: &Set<'_>, one: &Value, queued: bool) -> Vec<String> {
    let mut found = Vec::new();
    let namespace = text(one, "/metadata/namespace");
    let (queue, class) = (text(one, QUEUE), text(one, PRIORITY));
    if queued {
        found.extend(set.need("LocalQueue", namespace, queue));
        found.extend(set.need("WorkloadPriorityClass", "", class));
    } else if one.pointer(QUEUE).is_some() || one.pointer(PRIORITY).is_some() {
        found.push(format!("{queue} and {class} of no queue"));
    }
    let runs = ["Job", "JobSet", "TrainJob", "PyTorchJob"];
    if runs.contains(&text(one, "/kind")) {
        let suspend = ["/spec/suspend", "/spec/runPolicy/suspend"];
        let held = suspend
            .iter()
            .any(|at| one.pointer(at) == Some(&Value::Bool(true)));
        if held != queued {
            found.push("a run that no queue lets go, or holds".to_owned());
        }
    }
    found
}

//! Names: each document has its own, and what one names is in another.

use super::super::read::{is_payload, text};
use super::{Set, list};
use serde_json::Value;

/// Kinds without a namespace.
const CLUSTER: [&str; 7] = [
    "Namespace",
    "Topology",
    "ResourceFlavor",
    "ClusterQueue",
    "WorkloadPriorityClass",
    "NodePool",
    "EC2NodeClass",
];

pub(super) fn problems(set: &Set<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let objects = set.all.iter().filter(|one| !text(one, "/kind").is_empty());
    if set.there.len() != set.all.len() {
        found.push("one name twice".to_owned());
    }
    for one in objects {
        let (kind, name) = (text(one, "/kind"), text(one, "/metadata/name"));
        let namespace = text(one, "/metadata/namespace");
        if name.is_empty() {
            found.push(format!("{kind} has no name"));
        }
        let wide = CLUSTER.contains(&kind);
        if namespace.is_empty() != wide {
            found.push(format!("{kind} {name} is in namespace '{namespace}'"));
        }
        // The files of drivers stand where those run.
        let of_driver = is_payload(one) || name.ends_with("dcgm-metrics");
        if !wide && !of_driver {
            found.extend(set.need("Namespace", "", namespace));
        }
        match kind {
            "Service" => found.extend(address(set, one)),
            "PodMonitor" => found.extend(monitor(set, one)),
            "PodDisruptionBudget" => {
                found.extend(selects(set, one, "/spec/selector/matchLabels", &[]));
            }
            "HorizontalPodAutoscaler" | "ScaledObject" => found.extend(scaler(set, one)),
            "Deployment" | "LeaderWorkerSet" => found.extend(owned(set, one)),
            "Namespace" => found.extend(restricted(set, one)),
            "PrometheusRule" => found.extend(told(one)),
            "PersistentVolumeClaim" => {
                let size = text(one, "/spec/resources/requests/storage");
                if !size.ends_with("Gi") {
                    found.push(format!("{name} is '{size}' large"));
                }
            }
            "NodePool" => {
                let class = text(one, "/spec/template/spec/nodeClassRef/name");
                found.extend(set.need("EC2NodeClass", "", class));
            }
            _ => {}
        }
    }
    found
}

/// Somebody says how many replicas there are: the workload or its autoscaler.
fn owned(set: &Set<'_>, one: &Value) -> Option<String> {
    let at = |pointer| text(one, pointer);
    let (kind, name) = (at("/kind"), at("/metadata/name"));
    let is_target = |it: &Value| {
        text(it, "/spec/scaleTargetRef/kind") == kind
            && text(it, "/spec/scaleTargetRef/name") == name
            && text(it, "/metadata/namespace") == at("/metadata/namespace")
    };
    let owned = one.pointer("/spec/replicas").is_some() || set.all.iter().any(is_target);
    (!owned).then(|| format!("nobody says how many replicas {kind} {name} has"))
}

/// Where the pods' own settings allow it, the namespace lets nothing else in.
fn restricted(set: &Set<'_>, one: &Value) -> Option<String> {
    let name = text(one, "/metadata/name");
    let kinds = ["Deployment", "LeaderWorkerSet"].into_iter();
    let mut own = kinds.flat_map(|kind| set.of_kind(kind));
    let own = own.any(|it| text(it, "/metadata/namespace") == name);
    let level = text(one, "/metadata/labels/pod-security.kubernetes.io~1enforce");
    (own != (level == "restricted")).then(|| format!("{name} lets in what is '{level}'"))
}

/// Alerts say how bad it is and what it is.
fn told(one: &Value) -> Vec<String> {
    let rules = list(one, "/spec/groups/0/rules");
    let alerts = rules.filter(|rule| rule.get("alert").is_some());
    let silent = alerts.filter(|alert| {
        text(alert, "/labels/severity").is_empty() || text(alert, "/annotations/summary").is_empty()
    });
    silent
        .map(|alert| format!("{alert} tells nothing"))
        .collect()
}

/// A selector that matches pods, all of which have these ports by name.
fn selects(set: &Set<'_>, one: &Value, pointer: &str, ports: &[&str]) -> Vec<String> {
    let who = format!("{} {}", text(one, "/kind"), text(one, "/metadata/name"));
    let Some(selector) = one.pointer(pointer) else {
        return vec![format!("{who} selects nothing")];
    };
    let namespace = text(one, "/metadata/namespace");
    let pods = set.pods.iter();
    let met: Vec<_> = pods
        .filter(|pod| pod.namespace() == namespace && pod.is_selected(selector))
        .collect();
    let mut found = Vec::new();
    if met.is_empty() {
        found.push(format!("{who} selects no pod by {selector}"));
    }
    for port in ports {
        let has = |pod: &&super::Pod<'_>| {
            let mut open = pod.containers().flat_map(|one| list(one, "/ports"));
            open.any(|open| text(open, "/name") == *port)
        };
        if port.is_empty() || !met.iter().all(has) {
            found.push(format!("{who}: '{port}' is no port of its pods"));
        }
    }
    found
}

fn address(set: &Set<'_>, one: &Value) -> Vec<String> {
    let ports: Vec<&str> = list(one, "/spec/ports")
        .map(|port| text(port, "/targetPort"))
        .collect();
    selects(set, one, "/spec/selector", &ports)
}

fn monitor(set: &Set<'_>, one: &Value) -> Vec<String> {
    let ports: Vec<&str> = list(one, "/spec/podMetricsEndpoints")
        .map(|port| text(port, "/port"))
        .collect();
    selects(set, one, "/spec/selector/matchLabels", &ports)
}

/// An autoscaler's target is there, of its version, counts nobody else's replicas, and is asked for
/// between its bounds; what it reads is recorded.
fn scaler(set: &Set<'_>, one: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let of = |pointer: &str| text(one, pointer);
    let (kind, name) = (
        of("/spec/scaleTargetRef/kind"),
        of("/spec/scaleTargetRef/name"),
    );
    let namespace = of("/metadata/namespace");
    let target = set.of_kind(kind).find(|it| {
        text(it, "/metadata/name") == name && text(it, "/metadata/namespace") == namespace
    });
    let by_chart = set
        .all
        .iter()
        .any(|it| it.get("servingEngineSpec").is_some());
    // A chart and KServe's controller make the Deployment that is scaled.
    let made = by_chart || set.of_kind("InferenceService").next().is_some();
    match target {
        Some(it) => {
            if it["apiVersion"] != one["spec"]["scaleTargetRef"]["apiVersion"] {
                found.push(format!("{kind} {name} is of another version"));
            }
            if it.pointer("/spec/replicas").is_some() {
                found.push(format!("{kind} {name} has two owners of its replicas"));
            }
        }
        None if made => {
            let api = of("/spec/scaleTargetRef/apiVersion");
            if (api, kind) != ("apps/v1", "Deployment") || name.is_empty() {
                found.push(format!("{api} {kind} {name} is not what is made"));
            }
        }
        None => found.push(format!(
            "{kind} {namespace}/{name} is scaled and in no file"
        )),
    }
    let spec = &one["spec"];
    let (low, high) = if text(one, "/kind") == "ScaledObject" {
        ("minReplicaCount", "maxReplicaCount")
    } else {
        ("minReplicas", "maxReplicas")
    };
    match (spec[low].as_u64(), spec[high].as_u64()) {
        (Some(low), Some(high)) if low <= high && high > 0 => {}
        bounds => found.push(format!("{name} is scaled within {bounds:?}")),
    }
    found.extend(measured(set, one));
    found
}

/// The series that an HPA reads is one that a rule records; the queries of KEDA have all their
/// settings, which are free to its types.
fn measured(set: &Set<'_>, one: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for metric in list(one, "/spec/metrics") {
        let name = text(metric, "/external/metric/name");
        let labels = metric.pointer("/external/metric/selector/matchLabels");
        let recorded = |rule: &Value| {
            text(rule, "/record") == name && rule.get("labels") == labels && labels.is_some()
        };
        let mut rules = set.of_kind("PrometheusRule");
        let rules = rules.any(|rule| list(rule, "/spec/groups/0/rules").any(recorded));
        let scraped = set.of_kind("PodMonitor").next().is_some();
        if name.is_empty() || labels.is_none() || (scraped && !rules) {
            found.push(format!("nothing records {name} {labels:?}"));
        }
        let target = metric.pointer("/external/target").unwrap_or(&Value::Null);
        if text(target, "/type") != "AverageValue" || text(target, "/averageValue").is_empty() {
            found.push(format!("no target: {target}"));
        }
    }
    for trigger in list(one, "/spec/triggers") {
        found.extend(super::shares::trigger(trigger));
    }
    found
}

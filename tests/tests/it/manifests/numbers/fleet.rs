//! Numbers of a packed fleet that each of its documents has: where pods run, and what is lent.

use super::super::read::{of_kind, text};
use super::super::rules::is_device;
use estimator::kubernetes::manifest::FleetChoices;
use serde_json::Value;

/// Nodes of a cut or shared board are told by label, quotas have both limits, and every document of a
/// choice is there.
pub(in super::super) fn problems(choices: &FleetChoices, documents: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for one in of_kind(documents, "Deployment") {
        found.extend(placed(one, documents));
    }
    for one in of_kind(documents, "ClusterQueue") {
        let flavors = one.pointer("/spec/resourceGroups/0/flavors");
        for flavor in flavors.and_then(Value::as_array).into_iter().flatten() {
            for resource in flavor["resources"].as_array().into_iter().flatten() {
                let limits = ["borrowingLimit", "lendingLimit"];
                if limits.iter().any(|name| resource.get(*name).is_none()) {
                    found.push(format!("{resource} has no limits"));
                }
            }
        }
        if text(one, "/spec/cohortName") != choices.cohort.as_deref().unwrap_or_default() {
            found.push("a quota of another cohort".to_owned());
        }
    }
    for one in of_kind(documents, "NodePool") {
        let labels = one.pointer("/spec/template/metadata/labels");
        if labels
            .and_then(Value::as_object)
            .is_none_or(serde_json::Map::is_empty)
        {
            found.push("machines without a label".to_owned());
        }
        let limit = one.pointer("/spec/limits/nvidia.com~1gpu").is_some();
        let packed = one
            .pointer("/spec/disruption/consolidationPolicy")
            .is_some();
        let standing = one.pointer("/spec/replicas").is_some();
        if limit == standing || limit != packed {
            found.push("machines that come without end, or stand and come".to_owned());
        }
    }
    found
}

/// A pod runs on nodes of its board, and of the layout that makes what it asks for.
fn placed(one: &Value, documents: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    let name = text(one, "/metadata/name");
    let spec = &one["spec"]["template"]["spec"];
    let nodes = spec["nodeSelector"].as_object();
    let has = |label: &str| nodes.is_some_and(|nodes| nodes.contains_key(label));
    if !has("nvidia.com/gpu.product") && !has("nvidia.com/gpu.present") {
        found.push(format!("{name} runs on any node"));
    }
    let limits = spec.pointer("/containers/0/resources/limits");
    let names = limits.and_then(Value::as_object).into_iter();
    let mut devices = names
        .flat_map(|all| all.keys())
        .filter(|name| is_device(name));
    let device = devices.next().map_or("", String::as_str);
    let entry = |label: &str, end: &str| -> Option<&Value> {
        let layout = nodes?.get(label)?.as_str()?;
        let maps = of_kind(documents, "ConfigMap").into_iter();
        let mut maps = maps.filter(|map| text(map, "/metadata/name").ends_with(end));
        let data = maps.next()?.get("data")?;
        data.get(layout)
            .or_else(|| data.get("config.yaml")?.get("mig-configs")?.get(layout))
    };
    if let Some(profile) = device.strip_prefix("nvidia.com/mig-") {
        let layout = entry("nvidia.com/mig.config", "mig-parted");
        let cuts = layout.and_then(Value::as_array).into_iter().flatten();
        let slices = cuts.filter_map(|cut| cut["mig-devices"].as_object());
        let mut made = slices.flat_map(|all| all.keys());
        if !made.any(|slice| slice.replace('+', ".") == profile) {
            found.push(format!("{name}: its nodes have no {profile}"));
        }
    }
    if device == "nvidia.com/gpu.shared" {
        let layout = entry("nvidia.com/device-plugin.config", "device-plugin");
        let shared = layout.is_some_and(|layout| layout.get("sharing").is_some());
        if !shared || !has("nvidia.com/gpu.sharing-strategy") {
            found.push(format!("{name}: its nodes share nothing"));
        }
    }
    found
}

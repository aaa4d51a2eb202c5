//! Devices that several share: what pods ask for is what files and claims of the set make.

use super::super::read::text;
use super::{Set, list};
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) fn problems(set: &Set<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for kind in ["ResourceClaim", "ResourceClaimTemplate"] {
        for one in set.of_kind(kind) {
            let devices = ["/spec/devices", "/spec/spec/devices"];
            let devices = devices.into_iter().find_map(|at| one.pointer(at));
            let devices = devices.unwrap_or(&Value::Null);
            found.extend(claim(devices));
            // One that pods name together says how they share it.
            if (kind == "ResourceClaim") != devices.get("config").is_some() {
                found.push(format!("{kind} of which nobody says how it is shared"));
            }
        }
    }
    let cuts = entries(set, "mig-parted");
    let mut cut = BTreeSet::new();
    for one in cuts.iter().filter_map(|one| one["mig-configs"].as_object()) {
        for device in one.values().filter_map(Value::as_array).flatten() {
            let slices = device["mig-devices"].as_object();
            if slices.is_some() != (device["mig-enabled"] == true)
                || slices.is_some_and(serde_json::Map::is_empty)
            {
                found.push(format!("{device} is cut and not cut"));
            }
            cut.extend(slices.into_iter().flat_map(serde_json::Map::keys).cloned());
        }
        if one.len() < 2 || !one.contains_key("all-disabled") {
            found.push("no layout, or none for other nodes".to_owned());
        }
    }
    let plugin = entries(set, "device-plugin");
    if plugin
        .iter()
        .any(|it| it.get("flags").is_none() && it.get("sharing").is_none())
    {
        found.push("a plugin's file that says nothing".to_owned());
    }
    let resources = resources(set);
    let mixed = plugin
        .iter()
        .any(|it| text(it, "/flags/migStrategy") == "mixed");
    let shared = plugin.iter().any(|it| it.get("sharing").is_some());
    let slices: BTreeSet<&String> = resources.iter().filter(|it| it.contains("/mig-")).collect();
    for asked in &slices {
        let profile = asked.trim_start_matches("nvidia.com/mig-");
        let made = |slice: &String| slice.replace('+', ".") == profile;
        if !cut.iter().any(made) || !mixed {
            found.push(format!("nothing makes {asked}"));
        }
    }
    if resources.contains("nvidia.com/gpu.shared") && !shared {
        found.push("nothing makes shares".to_owned());
    }
    if mixed && slices.is_empty() {
        found.push("slices that nobody asks for".to_owned());
    }
    found.extend(unclaimed(set));
    found.extend(domains(set));
    found
}

/// A domain is of this one set's pods, on as many nodes as come, and has a channel that they name.
fn domains(set: &Set<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for one in set.of_kind("ComputeDomain") {
        let name = &one["spec"]["channel"]["resourceClaimTemplate"]["name"];
        let named = |pod: &super::Pod<'_>| {
            let mut claims = list(pod.spec, "/resourceClaims");
            claims.any(|claim| claim["resourceClaimTemplateName"] == *name)
        };
        if !set.pods.iter().any(named) {
            found.push(format!("no pod is in the domain of {name}"));
        }
        if one["spec"]["numNodes"] != 0 {
            found.push("a domain that waits for a fixed count of nodes".to_owned());
        }
    }
    found
}

/// The documents in `ConfigMap`s of that end of a name.
fn entries<'a>(set: &Set<'a>, end: &str) -> Vec<&'a Value> {
    let maps = set.of_kind("ConfigMap");
    let of = maps.filter(|one| text(one, "/metadata/name").ends_with(end));
    let entries = of.filter_map(|one| one["data"].as_object());
    entries.flat_map(|data| data.values()).collect()
}

/// Resources that pods, a chart or `KServe`'s model ask for.
fn resources(set: &Set<'_>) -> BTreeSet<String> {
    fn walk(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match (name.as_str(), value) {
                        ("limits", Value::Object(limits)) => found.extend(limits.keys().cloned()),
                        ("requestGPUType", Value::String(name)) => {
                            found.insert(name.clone());
                        }
                        _ => walk(value, found),
                    }
                }
            }
            Value::Array(all) => all.iter().for_each(|one| walk(one, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let workloads = set
        .all
        .iter()
        .filter(|one| text(one, "/kind") != "NodePool");
    workloads.for_each(|one| walk(one, &mut found));
    found
}

/// A claim's requests: one of two kinds, of a class, by what a device holds.
fn claim(devices: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let requests: Vec<&Value> = list(devices, "/requests").collect();
    if requests.is_empty() {
        found.push("a claim of nothing".to_owned());
    }
    for request in &requests {
        let one = request.get("exactly");
        let first: Vec<&Value> = list(request, "/firstAvailable").collect();
        if one.is_some() == (first.len() == 2) || text(request, "/name").is_empty() {
            found.push(format!("{request} is not one of two kinds"));
        }
        if let Some(one) = one
            && (text(one, "/allocationMode") != "ExactCount" || one["count"].as_u64() < Some(1))
        {
            found.push(format!("{one} counts nothing"));
        }
        for device in one.into_iter().chain(first) {
            let expression = text(device, "/selectors/0/cel/expression");
            // By memory alone a small model takes a slice that a large one waits for.
            let (guard, test) = if text(device, "/deviceClassName") == "mig.nvidia.com" {
                ("'profile' in device.attributes[", ".profile == '")
            } else {
                (
                    "'memory' in device.capacity[",
                    ".memory.compareTo(quantity('",
                )
            };
            if !expression.starts_with(guard) || !expression.contains(test) {
                found.push(format!("{expression} selects by {test} nothing"));
            }
            if text(device, "/deviceClassName").is_empty() {
                found.push(format!("{device} is of no class"));
            }
        }
        let firsts = list(request, "/firstAvailable").map(|one| text(one, "/name"));
        if firsts.collect::<BTreeSet<_>>().contains("") {
            found.push("a device without a name".to_owned());
        }
    }
    let names: BTreeSet<&str> = requests.iter().map(|one| text(one, "/name")).collect();
    for pointer in ["/constraints", "/config"] {
        for one in list(devices, pointer) {
            let of: BTreeSet<&str> = list(one, "/requests").filter_map(Value::as_str).collect();
            if of != names {
                found.push(format!("{one} is of {of:?}, not of {names:?}"));
            }
        }
    }
    for one in list(devices, "/constraints") {
        if !text(one, "/matchAttribute").contains('/') {
            found.push(format!("{one} matches nothing"));
        }
    }
    for one in list(devices, "/config") {
        if text(one, "/opaque/driver") != "gpu.nvidia.com" {
            found.push(format!("{one} is no driver's"));
        }
    }
    found
}

/// Claims that no pod names.
fn unclaimed(set: &Set<'_>) -> Vec<String> {
    let pods = &set.pods;
    let named = |field: &str, name: &str| {
        let mut claims = pods
            .iter()
            .flat_map(|pod| list(pod.spec, "/resourceClaims"));
        claims.any(|claim| claim[field] == name)
    };
    let mut found = Vec::new();
    for (kind, field) in [
        ("ResourceClaim", "resourceClaimName"),
        ("ResourceClaimTemplate", "resourceClaimTemplateName"),
    ] {
        for one in set.of_kind(kind) {
            let name = text(one, "/metadata/name");
            if !named(field, name) {
                found.push(format!("nobody claims {name}"));
            }
        }
    }
    found
}

/// A trigger of KEDA, whose settings are free to its types.
pub(super) fn trigger(trigger: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let names = ["serverAddress", "query", "threshold", "activationThreshold"];
    let settings = trigger["metadata"].as_object();
    let of: BTreeSet<&str> = settings
        .into_iter()
        .flat_map(|all| all.iter().filter(|(_, value)| value.is_string()))
        .map(|(name, _)| name.as_str())
        .collect();
    if of != BTreeSet::from(names) {
        found.push(format!("{trigger} has settings {of:?}"));
    }
    if text(trigger, "/type") != "prometheus" || text(trigger, "/metricType") != "AverageValue" {
        found.push(format!("{trigger} is of another type"));
    }
    if text(trigger, "/name").is_empty() {
        found.push(format!("{trigger} has no name"));
    }
    found
}

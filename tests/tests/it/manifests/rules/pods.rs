//! A pod's parts belong together: mounts and volumes, claims, ports of probes, devices, accounts.

use super::super::read::text;
use super::{Pod, Set, list, named};
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) fn problems(set: &Set<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let pods = &set.pods;
    for pod in pods {
        found.extend(inside(pod));
        found.extend(outside(set, pod));
    }
    for one in set.of_kind("TrainJob") {
        found.extend(variables(&one["spec"]["trainer"]));
    }
    for one in set.of_kind("Deployment") {
        let Some(selector) = one.pointer("/spec/selector/matchLabels") else {
            found.push("a Deployment selects nothing".to_owned());
            continue;
        };
        let mine = |pod: &&Pod<'_>| std::ptr::eq(pod.document, one);
        if !pods
            .iter()
            .filter(mine)
            .all(|pod| pod.is_selected(selector))
        {
            found.push(format!("{selector} is not its template's"));
        }
        let foreign = pods
            .iter()
            .filter(|pod| !std::ptr::eq(pod.document, one))
            .filter(|pod| pod.namespace() == text(one, "/metadata/namespace"));
        if foreign.into_iter().any(|pod| pod.is_selected(selector)) {
            found.push(format!("{selector} takes the pods of another"));
        }
        // Old and new pods of one workload are spread on their own.
        for spread in list(one, "/spec/template/spec/topologySpreadConstraints") {
            if spread.pointer("/labelSelector/matchLabels") != Some(selector) {
                found.push(format!("{spread} spreads other pods"));
            }
        }
    }
    found
}

/// Whether a resource is an accelerator, a slice or a share of one.
pub(in super::super) fn is_device(resource: &str) -> bool {
    let whole = ["nvidia.com/gpu", "nvidia.com/gpu.shared", "amd.com/gpu"];
    whole.contains(&resource) || resource.starts_with("nvidia.com/mig-")
}

/// Of the pod alone.
fn inside(pod: &Pod<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let volumes = named(pod.spec, "/volumes");
    let claims = named(pod.spec, "/resourceClaims");
    // KServe's controller and a run's runtime bring volumes of their own.
    let mut mounted = BTreeSet::new();
    for one in pod.containers() {
        let who = text(one, "/name");
        if who.is_empty() {
            found.push("a container has no name".to_owned());
        }
        mounted.extend(named(one, "/volumeMounts"));
        let asked = named(one, "/resources/claims");
        if asked != claims {
            found.push(format!("{who} asks for {asked:?} of {claims:?}"));
        }
        if one.get("resources").is_some() {
            found.extend(resources(one));
        }
        let open = named(one, "/ports");
        for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
            let port = one.get(probe).map(|probe| &probe["httpGet"]["port"]);
            let by_name = port.and_then(Value::as_str);
            let known = match (port, by_name) {
                (None, _) => true,
                (_, Some(name)) => open.contains(name),
                // By number where the container's ports are its controller's.
                (Some(port), None) => port.is_u64() && open.is_empty(),
            };
            if !known {
                found.push(format!("{probe} of {who} asks no port"));
            }
        }
        found.extend(variables(one));
        found.extend(arguments(one));
    }
    if mounted != volumes {
        found.push(format!("{mounted:?} are mounted of {volumes:?}"));
    }
    found.extend(mounts(pod));
    for volume in list(pod.spec, "/volumes") {
        let sources = volume.as_object().map_or(0, serde_json::Map::len);
        if sources != 2 {
            found.push(format!("{volume} has no source, or two"));
        }
    }
    found
}

/// Memory for exchange is memory; the weights that many read are written by nobody.
fn mounts(pod: &Pod<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mounts = pod.containers().flat_map(|one| list(one, "/volumeMounts"));
    for mount in mounts {
        let name = text(mount, "/name");
        let volume = list(pod.spec, "/volumes").find(|one| text(one, "/name") == name);
        let volume = volume.unwrap_or(&Value::Null);
        let at = text(mount, "/mountPath");
        if at == "/dev/shm" && text(volume, "/emptyDir/medium") != "Memory" {
            found.push(format!("{volume} is no memory"));
        }
        let read_only = [
            mount.get("readOnly"),
            volume.pointer("/persistentVolumeClaim/readOnly"),
        ];
        if at == "/models" && read_only != [Some(&Value::Bool(true)); 2] {
            found.push(format!("{at} may be written"));
        }
    }
    found
}

/// A device or a claim, and the same memory as it may use.
fn resources(container: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let who = text(container, "/name");
    let limits = container.pointer("/resources/limits");
    let limits = limits.and_then(Value::as_object);
    let names = limits.into_iter().flat_map(serde_json::Map::keys);
    let devices = names.filter(|name| is_device(name)).count();
    // The channel of an NVLink domain is no accelerator.
    let claims = list(container, "/resources/claims");
    let claimed = claims.filter(|one| text(one, "/name") != "channel").count();
    if devices + claimed != 1 {
        found.push(format!("{who} has {devices} devices and {claimed} claims"));
    }
    let at = |pointer| text(container, pointer);
    let memory = at("/resources/requests/memory");
    if memory.is_empty() || memory != at("/resources/limits/memory") {
        found.push(format!("{who} may use other memory than it asks for"));
    }
    if at("/resources/requests/cpu").is_empty() {
        found.push(format!("{who} asks for no processor"));
    }
    let quantities = ["/resources/requests", "/resources/limits"];
    for (name, value) in quantities
        .iter()
        .filter_map(|pointer| container.pointer(pointer)?.as_object())
        .flatten()
    {
        if !is_quantity(value) {
            found.push(format!("{name}: {value} is no quantity"));
        }
    }
    found
}

/// Whole numbers, with a unit of memory or none.
fn is_quantity(value: &Value) -> bool {
    let text = match value {
        Value::Number(number) => return number.is_u64(),
        Value::String(text) => text,
        _ => return false,
    };
    let digits = text
        .strip_suffix("Mi")
        .or_else(|| text.strip_suffix("Gi"))
        .unwrap_or(text);
    !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
}

/// Each variable has one value; one that an argument names is there, but for those of a group.
fn variables(container: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for one in list(container, "/env") {
        if one.get("value").is_some() == one.get("valueFrom").is_some() {
            found.push(format!("{one} has no value, or two"));
        }
        let from = one.get("valueFrom");
        if let Some(from) = from {
            let secret = !text(from, "/secretKeyRef/name").is_empty()
                && !text(from, "/secretKeyRef/key").is_empty()
                && from.pointer("/secretKeyRef/optional") == Some(&Value::Bool(true));
            let field = !text(from, "/fieldRef/fieldPath").is_empty();
            if secret == field {
                found.push(format!("{one} comes from nowhere"));
            }
        }
    }
    let known = named(container, "/env");
    let arguments = list(container, "/args").filter_map(Value::as_str);
    for part in arguments.flat_map(|text| text.split("$(").skip(1)) {
        let name = part.split(')').next().unwrap_or_default();
        if !name.starts_with("LWS_") && !known.contains(name) {
            found.push(format!("$({name}) is no variable"));
        }
    }
    found
}

/// What runs is said: by the image, or by words of a command.
fn arguments(container: &Value) -> Vec<String> {
    let words = ["/command", "/args"];
    let words = words.into_iter().flat_map(|at| list(container, at));
    let bad = words.filter(|word| !word.is_string());
    bad.map(|word| format!("{word} is no word")).collect()
}

/// What the pod names is in the set.
fn outside(set: &Set<'_>, pod: &Pod<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let namespace = pod.namespace();
    let account = text(pod.spec, "/serviceAccountName");
    if !account.is_empty() {
        found.extend(set.need("ServiceAccount", namespace, account));
    }
    for volume in list(pod.spec, "/volumes") {
        for (pointer, kind) in [
            ("/persistentVolumeClaim/claimName", "PersistentVolumeClaim"),
            ("/configMap/name", "ConfigMap"),
        ] {
            let source = pointer.trim_start_matches('/').split('/').next();
            if source.is_some_and(|source| volume.get(source).is_some()) {
                found.extend(set.need(kind, namespace, text(volume, pointer)));
            }
        }
    }
    for claim in list(pod.spec, "/resourceClaims") {
        let name = claim.get("resourceClaimName");
        let template = claim.get("resourceClaimTemplateName");
        match (name, template) {
            (Some(_), None) => {
                let name = text(claim, "/resourceClaimName");
                found.extend(set.need("ResourceClaim", namespace, name));
            }
            (None, Some(_)) => {
                let name = text(claim, "/resourceClaimTemplateName");
                let made = set.of_kind("ComputeDomain").any(|domain| {
                    text(domain, "/spec/channel/resourceClaimTemplate/name") == name
                        && text(domain, "/metadata/namespace") == namespace
                });
                let is_channel = text(claim, "/name") == "channel";
                if is_channel != made {
                    found.push(format!("{name} is no channel of a domain"));
                } else if !made {
                    found.extend(set.need("ResourceClaimTemplate", namespace, name));
                }
            }
            _ => found.push(format!("{claim} names no claim, or two")),
        }
    }
    found
}

//! Numbers of autoscalers, of what they read, and of claims.
//!
//! ```text
//! bounds   = replicas of the night and of the peak; none where it sleeps
//! target   = 3/4 of what a replica carries, rounded down, unless it was tried or typed
//! window   = machine + cold start in whole minutes, 300 s to an hour
//! cooldown = 2 x cold start in whole minutes, at least 300 s
//! upwards  = 2 % are let pass from 30 replicas on, else the cluster's own share
//! ```

use super::super::path::all;
use super::super::read::text;
use super::{Check, minutes, up};
use estimator::engine::Engine;
use estimator::kubernetes::manifest::{Autoscaler, Deploy, Maker, Serving, Sharing};
use serde_json::{Value, json};

fn target(serving: &Serving) -> String {
    let tried = serving.scaling.map(|tried| tried.target);
    let aimed = tried.or(serving.target).unwrap_or(0.75 * serving.carries);
    format!("{:.0}", aimed.floor().max(1.0))
}

fn window(serving: &Serving) -> u64 {
    let ruled = minutes((serving.node_start + serving.cold_start).get());
    let tried = serving.scaling.map(|tried| tried.window);
    tried.unwrap_or(ruled).clamp(300, 3600)
}

pub(super) fn check(check: &mut Check<'_>, deploy: &Deploy, serving: &Serving) {
    let replicas = serving.replicas;
    let least = if serving.to_zero { 0 } else { replicas.least };
    match check.kind() {
        "HorizontalPodAutoscaler" => {
            check.has("/spec/minReplicas", replicas.least);
            check.has("/spec/maxReplicas", replicas.peak);
            let aim = "/spec/metrics/0/external/target/averageValue";
            check.has(aim, target(serving));
            behavior(check, serving, "/spec/behavior");
        }
        "ScaledObject" => {
            check.has("/spec/minReplicaCount", least);
            check.has("/spec/maxReplicaCount", replicas.peak);
            check.has("/spec/fallback/replicas", replicas.mean);
            check.has("/spec/fallback/failureThreshold", 3);
            keda(check, serving, "/spec");
            let at = "/spec/advanced/horizontalPodAutoscalerConfig/behavior";
            behavior(check, serving, at);
        }
        "LLMInferenceService" if serving.autoscaler != Autoscaler::None => {
            check.has("/spec/scaling/minReplicas", replicas.least);
            check.has("/spec/scaling/maxReplicas", replicas.peak);
            keda(check, serving, "/spec/scaling/keda");
        }
        "InferenceService" if serving.autoscaler == Autoscaler::Keda => {
            let at = "/spec/predictor/autoScaling";
            let aim = format!("{at}/metrics/0/external/target/averageValue");
            check.has(&aim, target(serving));
            behavior(check, serving, &format!("{at}/behavior"));
        }
        "PrometheusRule" => rules(check, serving),
        "ResourceClaim" | "ResourceClaimTemplate" => claim(check, deploy, serving),
        _ => {}
    }
}

fn keda(check: &mut Check<'_>, serving: &Serving, place: &str) {
    let at = |name: &str| format!("{place}/{name}");
    check.has(&at("pollingInterval"), 15);
    let cooldown = minutes(2.0 * serving.cold_start.get()).max(300);
    check.has(&at("cooldownPeriod"), cooldown);
    check.has(&at("triggers/0/metadata/threshold"), target(serving));
    let wakes = serving.to_zero.then(|| "wake".into());
    check.is(&at("triggers/1/name"), wakes);
}

fn behavior(check: &mut Check<'_>, serving: &Serving, place: &str) {
    let policy = |count: u32, period: u32| json!([{"type": "Pods", "value": count, "periodSeconds": period}]);
    let mut up = json!({"stabilizationWindowSeconds": 0, "policies": policy(serving.up, 60)});
    if serving.replicas.peak >= 30 {
        up["tolerance"] = "0.02".into();
    }
    check.has(
        place,
        json!({
            "scaleUp": up,
            "scaleDown": {
                "stabilizationWindowSeconds": window(serving),
                "policies": policy(1, 120),
            },
        }),
    );
}

/// The rules that there should be, by name, and the times of alerts.
fn rules(check: &mut Check<'_>, serving: &Serving) {
    let counted = serving.engine != Engine::TensorRtLlm;
    let tells = matches!(serving.engine, Engine::Vllm | Engine::Sglang);
    let scaled = serving.autoscaler != Autoscaler::None;
    let wanted: Vec<&str> = [
        (
            counted && serving.autoscaler == Autoscaler::Hpa,
            "llm_requests_in_flight",
        ),
        (tells && serving.first_token.is_some(), "FirstTokenLate"),
        (counted, "RequestsWait"),
        (scaled, "AllReplicas"),
    ]
    .into_iter()
    .filter_map(|(wanted, name)| wanted.then_some(name))
    .collect();
    let rules = all(check.document, "spec.groups[].rules[]");
    let name = |rule: &&Value| {
        let record = text(rule, "/record");
        let alert = text(rule, "/alert");
        if record.is_empty() {
            alert.to_owned()
        } else {
            record.to_owned()
        }
    };
    let names: Vec<String> = rules.iter().map(name).collect();
    if names != wanted {
        check
            .found
            .push(format!("rules are {names:?}, not {wanted:?}"));
    }
    let alerts = rules.iter().filter(|rule| rule.get("alert").is_some());
    let mut silent: Vec<String> = Vec::new();
    for alert in alerts {
        let told = !text(alert, "/labels/severity").is_empty()
            && !text(alert, "/annotations/summary").is_empty();
        let waits = text(alert, "/alert") == "RequestsWait";
        let cold = format!("{}s", up(serving.cold_start.get()).max(1));
        if !told || (waits && text(alert, "/for") != cold) {
            silent.push(format!("{alert} tells nobody, or late"));
        }
    }
    check.found.extend(silent);
}

/// How many devices, joined how, shared how.
fn claim(check: &mut Check<'_>, deploy: &Deploy, serving: &Serving) {
    let ranks = serving.settings.placement.accelerators();
    let nodes = ranks.div_ceil(deploy.board.node.max(1)).max(1);
    let each = ranks / nodes;
    let template = check.kind() == "ResourceClaimTemplate";
    let place = if template {
        "/spec/spec/devices"
    } else {
        "/spec/devices"
    };
    let at = |name: &str| format!("{place}/{name}");
    if let Sharing::Mig(profile) = &serving.sharing {
        let slices = "device.attributes['gpu.nvidia.com']";
        let of = format!("'profile' in {slices} && {slices}.profile == '{profile}'");
        let request = at("requests/0/firstAvailable");
        check.has(&format!("{request}/0/deviceClassName"), "mig.nvidia.com");
        check.has(&format!("{request}/0/selectors/0/cel/expression"), of);
        check.has(&format!("{request}/1/deviceClassName"), "gpu.nvidia.com");
    } else {
        check.has(&at("requests/0/exactly/count"), each);
    }
    let joined = each > 1 && !deploy.board.linked && deploy.board.maker == Maker::Nvidia;
    let root = joined.then(|| "resource.kubernetes.io/pcieRoot".into());
    check.is(&at("constraints/0/matchAttribute"), root);
    let strategy = match serving.sharing {
        Sharing::None | Sharing::Mig(_) => None,
        Sharing::TimeSlicing(_) => Some("TimeSlicing".into()),
        Sharing::Mps(_) => Some("MPS".into()),
    };
    check.is(&at("config/0/opaque/parameters/sharing/strategy"), strategy);
    if let Sharing::Mps(count) = serving.sharing {
        let place = at("config/0/opaque/parameters/sharing/mpsConfig");
        let threads = 100_u32.div_ceil(count);
        check.has(&format!("{place}/defaultActiveThreadPercentage"), threads);
        let held = format!("{}Mi", up(serving.held.to_mib()));
        check.has(&format!("{place}/defaultPinnedDeviceMemoryLimit"), held);
    }
}

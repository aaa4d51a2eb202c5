//! Numbers of a model served.
//!
//! ```text
//! start probe = 3 x cold start / 10 s           deadline = machine + 2 x cold start, at least 600 s
//! threads     = 2 x (2 + ranks)                 memory   = 10 GB + 4 GiB a rank + shared + host cache
//! shared      = 2 GiB of one rank, 8 with NVLink, 16 without
//! volume      = 2 x weights, in tens of GiB      grace   = 15 s + p99 of an answer, at least 30 s
//! ```

use super::super::path::all;
use super::super::read::text;
use super::{Check, gib, up};
use estimator::engine::Engine;
use estimator::kubernetes::manifest::{Autoscaler, Deploy, Devices, Maker, Serving, Sharing};
use estimator::quantity::Bytes;
use serde_json::{Value, json};

/// Pods of engines, by kind.
const ENGINES: [(&str, &str); 5] = [
    ("Deployment", "/spec/template/spec"),
    (
        "LeaderWorkerSet",
        "/spec/leaderWorkerTemplate/leaderTemplate/spec",
    ),
    (
        "LeaderWorkerSet",
        "/spec/leaderWorkerTemplate/workerTemplate/spec",
    ),
    ("LLMInferenceService", "/spec/template"),
    ("LLMInferenceService", "/spec/worker"),
];

/// Accelerators of a replica, its nodes, and the accelerators of each.
fn placed(deploy: &Deploy, serving: &Serving) -> (u32, u32, u32) {
    let ranks = serving.settings.placement.accelerators();
    let nodes = ranks.div_ceil(deploy.board.node.max(1)).max(1);
    (ranks, nodes, ranks / nodes)
}

fn shared(ranks: u32, linked: bool) -> u32 {
    match (ranks, linked) {
        (1, _) => 2,
        (_, true) => 8,
        (_, false) => 16,
    }
}

fn memory(deploy: &Deploy, serving: &Serving, of: u32, ranks: u32) -> String {
    let cached = serving.settings.host.map_or(0.0, Bytes::get);
    let shared = f64::from(shared(of, deploy.board.linked) + 4 * of) * 1_073_741_824.0;
    let all = 10e9 + shared + cached * f64::from(of) / f64::from(ranks);
    format!("{}Gi", gib(all))
}

fn device(deploy: &Deploy, serving: &Serving) -> String {
    match &serving.sharing {
        Sharing::None if deploy.board.maker == Maker::Amd => "amd.com/gpu".to_owned(),
        Sharing::None => "nvidia.com/gpu".to_owned(),
        Sharing::Mig(profile) => format!("nvidia.com/mig-{}", profile.replace('+', ".")),
        Sharing::TimeSlicing(_) | Sharing::Mps(_) => "nvidia.com/gpu.shared".to_owned(),
    }
}

/// Labels of nodes that pods ask for.
pub(super) fn nodes(deploy: &Deploy, sharing: &Sharing) -> Value {
    let amd = deploy.board.maker == Maker::Amd;
    let mut nodes = match (&deploy.board.product, amd) {
        (Some(product), false) => json!({"nvidia.com/gpu.product": product}),
        (Some(product), true) => json!({"amd.com/gpu.product-name": product}),
        (None, false) => json!({"nvidia.com/gpu.present": "true"}),
        (None, true) => json!({"feature.node.kubernetes.io/amd-gpu": "true"}),
    };
    let strategy = match sharing {
        Sharing::TimeSlicing(_) => "time-slicing",
        Sharing::Mps(_) => "mps",
        Sharing::None | Sharing::Mig(_) => return nodes,
    };
    nodes["nvidia.com/gpu.sharing-strategy"] = strategy.into();
    nodes
}

pub(super) fn check(check: &mut Check<'_>, deploy: &Deploy, serving: &Serving) {
    let (ranks, count, each) = placed(deploy, serving);
    for (kind, place) in ENGINES {
        if check.kind() == kind && check.document.pointer(place).is_some() {
            pod(check, deploy, serving, place);
        }
    }
    let cold = serving.cold_start.get();
    let failures = up(3.0 * cold / 10.0).max(1);
    let fixed = serving.autoscaler == Autoscaler::None;
    let peak = serving.replicas.peak;
    match check.kind() {
        "Deployment" => {
            check.is("/spec/replicas", fixed.then(|| peak.into()));
            let deadline = up(serving.node_start.get() + 2.0 * cold).max(600);
            check.has("/spec/progressDeadlineSeconds", deadline);
        }
        "LeaderWorkerSet" => {
            check.is("/spec/replicas", fixed.then(|| peak.into()));
            check.has("/spec/leaderWorkerTemplate/size", count);
        }
        "LLMInferenceService" => {
            check.is("/spec/replicas", fixed.then(|| peak.into()));
            check.has("/spec/model/name", serving.served.as_str());
            let placement = serving.settings.placement;
            check.has("/spec/parallelism/tensor", placement.tensor);
            let several = |count: u32| (count > 1).then(|| count.into());
            check.is("/spec/parallelism/pipeline", several(placement.pipeline));
            check.is("/spec/parallelism/data", several(placement.data));
            let spread = (placement.expert > 1).then(|| true.into());
            check.is("/spec/parallelism/expert", spread);
            let prefill = serving.prefill.map(|prefill| prefill.replicas.into());
            check.is("/spec/prefill/replicas", prefill);
            let worker = check.document.pointer("/spec/worker").is_some();
            if worker != (count > 1) {
                check.found.push(format!("nodes of a replica: {count}"));
            }
        }
        "InferenceService" => {
            let scaled = serving.autoscaler == Autoscaler::Keda;
            let least = if scaled { serving.replicas.least } else { peak };
            check.has("/spec/predictor/minReplicas", least);
            check.has("/spec/predictor/maxReplicas", peak);
            let class = if scaled { "keda" } else { "none" };
            let at = "/metadata/annotations/serving.kserve.io~1autoscalerClass";
            check.has(at, class);
            if check
                .document
                .pointer("/spec/predictor/autoScaling")
                .is_some()
                != scaled
            {
                check.found.push("an autoscaler, or none".to_owned());
            }
            let selector = nodes(deploy, &serving.sharing);
            check.has("/spec/predictor/nodeSelector", selector);
            resources(
                check,
                deploy,
                serving,
                "/spec/predictor/model/resources",
                each,
            );
            check.has(
                "/spec/predictor/model/startupProbe/failureThreshold",
                failures,
            );
        }
        "PersistentVolumeClaim" => {
            let tens = 10 * up(2.0 * serving.weights.to_gib() / 10.0).max(1);
            check.has("/spec/resources/requests/storage", format!("{tens}Gi"));
        }
        "" => chart(check, deploy, serving, ranks),
        _ => {}
    }
}

/// Resources of a pod with so many accelerators.
fn resources(check: &mut Check<'_>, deploy: &Deploy, serving: &Serving, at: &str, each: u32) {
    let (ranks, ..) = placed(deploy, serving);
    let memory = memory(deploy, serving, each, ranks);
    let threads = (2 * (2 + each)).to_string();
    check.has(
        &format!("{at}/requests"),
        json!({"cpu": threads, "memory": memory}),
    );
    let mut limits = json!({"memory": memory});
    if serving.devices == Devices::Plugin {
        limits[device(deploy, serving)] = each.into();
    }
    check.has(&format!("{at}/limits"), limits);
}

fn pod(check: &mut Check<'_>, deploy: &Deploy, serving: &Serving, place: &str) {
    let (.., each) = placed(deploy, serving);
    let at = |rest: &str| format!("{place}{rest}");
    resources(check, deploy, serving, &at("/containers/0/resources"), each);
    let claimed = serving.devices == Devices::Claim;
    let by_kserve = check.kind() == "LLMInferenceService";
    let selector = (!claimed || by_kserve).then(|| nodes(deploy, &serving.sharing));
    check.is(&at("/nodeSelector"), selector);
    let worker = place.contains("worker");
    if !worker {
        let failures = up(3.0 * serving.cold_start.get() / 10.0).max(1);
        check.has(&at("/containers/0/startupProbe/failureThreshold"), failures);
    }
    if by_kserve {
        let image = serving.image.clone().filter(|_| !worker);
        check.is(&at("/containers/0/image"), image.map(Value::from));
        return;
    }
    let grace = (15 + up(serving.answer.get())).max(30);
    check.has(&at("/terminationGracePeriodSeconds"), grace);
    if let Some(image) = &serving.image {
        check.has(&at("/containers/0/image"), image.as_str());
    }
    let secret = deploy.site.pull_secret.as_ref();
    let secret = secret.map(|name| json!([{"name": name}]));
    check.is(&at("/imagePullSecrets"), secret);
    let groups = (deploy.board.maker == Maker::Amd).then(|| json!([44, 109]));
    check.is(&at("/securityContext/supplementalGroups"), groups);
    let images = ["python3", "trtllm-serve"];
    let command = match serving.engine {
        Engine::Vllm | Engine::LlamaCpp => None,
        Engine::Sglang => Some(images[0]),
        Engine::TensorRtLlm => Some(images[1]),
    };
    check.is(&at("/containers/0/command/0"), command.map(Value::from));
    let volume = serving.model.starts_with('/') || deploy.site.storage_class.is_some();
    volumes(check, deploy, place, each, volume);
    let cached = match serving.engine {
        Engine::Vllm => vec!["VLLM_CACHE_ROOT"],
        Engine::LlamaCpp => vec!["LLAMA_CACHE"],
        Engine::Sglang | Engine::TensorRtLlm => Vec::new(),
    };
    let hub = if volume {
        Vec::new()
    } else {
        vec!["HF_HOME", "HF_TOKEN"]
    };
    let spec = check.document.pointer(place).unwrap();
    let names = all(spec, "containers[].env[].name");
    for name in ["HOME", "USER"].into_iter().chain(cached).chain(hub) {
        if !names.iter().any(|known| *known == name) {
            check.found.push(format!("{name} is no variable"));
        }
    }
}

/// Memory for exchange, and where the model is.
fn volumes(check: &mut Check<'_>, deploy: &Deploy, place: &str, each: u32, volume: bool) {
    let spec = check.document.pointer(place).unwrap();
    let mut wanted = vec!["shm", "tmp", "cache"];
    if volume {
        wanted.insert(0, "models");
    }
    let list = spec["volumes"].as_array().into_iter().flatten();
    let names: Vec<&str> = list.clone().map(|one| text(one, "/name")).collect();
    let size = format!("{}Gi", shared(each, deploy.board.linked));
    let memory = json!({"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": size}});
    if names != wanted || !list.clone().any(|one| *one == memory) {
        check
            .found
            .push(format!("volumes are {names:?}, not {wanted:?}"));
    }
}

fn chart(check: &mut Check<'_>, deploy: &Deploy, serving: &Serving, ranks: u32) {
    let at = |name: &str| format!("/servingEngineSpec/modelSpec/0/{name}");
    let scaled = serving.autoscaler != Autoscaler::None;
    let replicas = serving.replicas;
    let count = if scaled {
        replicas.least
    } else {
        replicas.peak
    };
    check.has(&at("replicaCount"), count);
    check.has(&at("requestGPU"), ranks);
    check.has(&at("requestGPUType"), device(deploy, serving));
    check.has(&at("requestCPU"), 2 * (2 + ranks));
    check.has(&at("requestMemory"), memory(deploy, serving, ranks, ranks));
    check.has(&at("limitMemory"), memory(deploy, serving, ranks, ranks));
    check.has(
        &at("shmSize"),
        format!("{}Gi", shared(ranks, deploy.board.linked)),
    );
    let class = deploy.site.storage_class.clone();
    check.is(&at("storageClass"), class.map(Value::from));
    let settings = &serving.settings;
    check.has(
        &at("vllmConfig/tensorParallelSize"),
        settings.placement.tensor,
    );
    check.is(
        &at("vllmConfig/maxModelLen"),
        settings.context.map(Value::from),
    );
    check.is(
        &at("vllmConfig/maxNumSeqs"),
        settings.sequences.map(Value::from),
    );
    let share = settings.memory.map(|share| (share * 1e4).round() / 1e4);
    check.is(
        &at("vllmConfig/gpuMemoryUtilization"),
        share.map(Value::from),
    );
    let failures = up(3.0 * serving.cold_start.get() / 10.0).max(1);
    check.has("/servingEngineSpec/startupProbe/failureThreshold", failures);
    let class = (deploy.board.maker == Maker::Nvidia).then(|| "nvidia".into());
    check.is("/servingEngineSpec/runtimeClassName", class);
    let watched = deploy.monitored.then(|| true.into());
    check.is("/servingEngineSpec/serviceMonitor/enabled", watched);
}

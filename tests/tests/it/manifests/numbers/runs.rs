//! Numbers of a training run.
//!
//! ```text
//! stop     = 2 x the run        restarts = 2 x failures, at least one
//! threads  = 8 a process        memory   = 64 GiB shared + 16 a process + what is offloaded
//! volume   = (kept + 1) checkpoints
//! ```

use super::super::path::all;
use super::super::read::text;
use super::served::nodes;
use super::{Check, gib, up};
use estimator::kubernetes::manifest::{Deploy, Devices, Maker, RunForm, Sharing, Training};
use serde_json::{Value, json};

const GIB: f64 = 1_073_741_824.0;

pub(super) fn check(check: &mut Check<'_>, deploy: &Deploy, run: &Training) {
    let stop = run.run.map(|run| up(2.0 * run.get()).into());
    let restarts = up(2.0 * run.failures).max(1);
    let kind = check.kind().to_owned();
    let pods: &[&str] = match kind.as_str() {
        "Job" => {
            check.has("/spec/backoffLimit", restarts);
            check.is("/spec/activeDeadlineSeconds", stop);
            &["/spec/template"]
        }
        "JobSet" => {
            check.has("/spec/failurePolicy/maxRestarts", restarts);
            check.has("/spec/replicatedJobs/0/replicas", 1);
            let at = "/spec/replicatedJobs/0/template/spec";
            check.has(&format!("{at}/parallelism"), run.nodes);
            check.has(&format!("{at}/completions"), run.nodes);
            check.is(&format!("{at}/activeDeadlineSeconds"), stop);
            check.has("/spec/successPolicy/operator", "All");
            &["/spec/replicatedJobs/0/template/spec/template"]
        }
        "TrainJob" => {
            check.has("/spec/trainer/numNodes", run.nodes);
            check.has("/spec/trainer/numProcPerNode", run.each);
            check.is("/spec/activeDeadlineSeconds", stop);
            let written = run.each.to_string();
            resources(
                check,
                deploy,
                run,
                "/spec/trainer/resourcesPerNode",
                &json!(written),
                true,
            );
            let environment = check.document.pointer("/spec/trainer/env").is_some();
            if run.files.is_empty() == environment {
                check.found.push("variables, or none".to_owned());
            }
            arguments(check, run, "/spec/trainer");
            &[
                "/spec/runtimePatches/0/trainingRuntimeSpec/template/spec/replicatedJobs/0/template/spec/template",
            ]
        }
        "PyTorchJob" => {
            check.has("/spec/nprocPerNode", run.each.to_string());
            check.has("/spec/runPolicy/backoffLimit", restarts);
            check.is("/spec/runPolicy/activeDeadlineSeconds", stop);
            let at = "/spec/pytorchReplicaSpecs";
            check.has(&format!("{at}/Master/replicas"), 1);
            let others = (run.nodes > 1).then(|| (run.nodes - 1).into());
            check.is(&format!("{at}/Worker/replicas"), others);
            &[
                "/spec/pytorchReplicaSpecs/Master/template",
                "/spec/pytorchReplicaSpecs/Worker/template",
            ]
        }
        "PersistentVolumeClaim" => {
            let all = run.checkpoint.get() * f64::from(run.kept + 1);
            let size = format!("{}Gi", gib(all).max(1));
            check.has("/spec/resources/requests/storage", size);
            &[]
        }
        "ResourceClaimTemplate" => {
            let count = "/spec/spec/devices/requests/0/exactly/count";
            check.has(count, run.each);
            &[]
        }
        "ConfigMap" => {
            let files = run.files.iter();
            let wanted = files.map(|file| (file.name.to_owned(), Value::from(file.text.as_str())));
            check.has("/data", Value::Object(wanted.collect()));
            &[]
        }
        _ => &[],
    };
    for place in pods {
        let there = check.document.pointer(place).is_some();
        let patched = kind == "TrainJob" && !run.files.is_empty();
        if there {
            template(check, deploy, run, place);
        } else if patched || kind != "TrainJob" && !place.contains("Worker") {
            check.found.push(format!("no pods at {place}"));
        }
    }
}

/// A pod of a run, and where it stands.
fn template(check: &mut Check<'_>, deploy: &Deploy, run: &Training, place: &str) {
    let at = |rest: &str| format!("{place}{rest}");
    let level = if run.nodes > 1 {
        deploy.site.rack.as_str()
    } else {
        "kubernetes.io/hostname"
    };
    let level = deploy.queue.as_ref().map(|_| level.into());
    let label = "/metadata/annotations/kueue.x-k8s.io~1podset-required-topology";
    check.is(&at(label), level);
    let labels = json!({
        "app.kubernetes.io/name": deploy.name,
        "app.kubernetes.io/managed-by": "rightsize",
    });
    check.has(&at("/metadata/labels"), labels);
    check.has(&at("/spec/nodeSelector"), nodes(deploy, &Sharing::None));
    let secret = deploy.site.pull_secret.as_ref();
    check.is(
        &at("/spec/imagePullSecrets"),
        secret.map(|name| json!([{"name": name}])),
    );
    let mounts = all(
        check.document.pointer(place).unwrap(),
        "spec.containers[].volumeMounts[]",
    );
    let files: Vec<&str> = mounts.iter().map(|one| text(one, "/subPath")).collect();
    let files: Vec<&str> = files.into_iter().filter(|file| !file.is_empty()).collect();
    let wanted: Vec<&str> = run.files.iter().map(|file| file.name).collect();
    if files != wanted {
        check
            .found
            .push(format!("{files:?} are mounted, not {wanted:?}"));
    }
    let patched = run.form == RunForm::TrainJob;
    if patched {
        return;
    }
    let container = at("/spec/containers/0");
    let memory = format!("{container}/resources");
    resources(check, deploy, run, &memory, &json!(run.each), false);
    arguments(check, run, &container);
    let folder = (!run.files.is_empty()).then(|| "/workspace".into());
    check.is(&format!("{container}/workingDir"), folder);
    let port = (run.nodes > 1).then(|| json!([{"containerPort": 29_500}]));
    check.is(&format!("{container}/ports"), port);
    let environment = check
        .document
        .pointer(&format!("{container}/env"))
        .is_some();
    if run.files.is_empty() == environment {
        check.found.push("variables, or none".to_owned());
    }
    let meets = run.form == RunForm::JobSet && run.nodes > 1 && !run.files.is_empty();
    let first = meets.then(|| format!("{0}-node-0-0.{0}", deploy.name).into());
    let named = check.document.pointer(&format!("{container}/env/0/name"));
    let at_first = named.is_some_and(|name| name == "MASTER_ADDR");
    if at_first != meets {
        check.found.push("processes do not meet".to_owned());
    } else if meets {
        check.is(&format!("{container}/env/0/value"), first);
        let index = "metadata.annotations['batch.kubernetes.io/job-completion-index']";
        let at = format!("{container}/env/1/valueFrom/fieldRef/fieldPath");
        check.has(&at, index);
    }
}

/// A script of the reader's gets the answer's numbers as options; files need none.
fn arguments(check: &mut Check<'_>, run: &Training, place: &str) {
    let arguments = check.document.pointer(&format!("{place}/args"));
    if arguments.is_none() == run.files.is_empty() {
        check.found.push("options, or none".to_owned());
    }
}

fn resources(
    check: &mut Check<'_>,
    deploy: &Deploy,
    run: &Training,
    at: &str,
    each: &Value,
    twice: bool,
) {
    let device = match deploy.board.maker {
        Maker::Nvidia => "nvidia.com/gpu",
        Maker::Amd => "amd.com/gpu",
    };
    let all = run.host.get() + (64.0 + 16.0 * f64::from(run.each)) * GIB;
    let memory = format!("{}Gi", gib(all));
    let mut requests = json!({"cpu": (8 * run.each).to_string(), "memory": memory});
    if twice {
        requests[device] = each.clone();
    }
    check.has(&format!("{at}/requests"), requests);
    let claimed = run.devices == Devices::Claim;
    let limits = if claimed {
        json!({"memory": memory})
    } else {
        json!({"memory": memory, device: each})
    };
    check.has(&format!("{at}/limits"), limits);
    let joined = run.nodes > 1 && run.nodes * run.each <= deploy.board.domain;
    let claims = if joined {
        json!([{"name": "gpu"}, {"name": "channel"}])
    } else {
        json!([{"name": "gpu"}])
    };
    check.is(&format!("{at}/claims"), claimed.then_some(claims));
}

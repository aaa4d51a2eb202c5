//! Numbers of quotas and machines, of either work.
//!
//! ```text
//! limit of machines = accelerators of the peak, those that share one counted once, in whole machines
//! disk              = 2 x weights + 28.6 GB of an image, in tens of GiB
//! ```

use super::super::path::all;
use super::super::read::text;
use super::served::nodes;
use super::{Check, up};
use estimator::kubernetes::manifest::{Deploy, Machines, Queue, Sharing, Work};
use serde_json::{Value, json};

pub(super) fn check(check: &mut Check<'_>, deploy: &Deploy) {
    let kind = check.kind().to_owned();
    match (kind.as_str(), &deploy.queue, &deploy.machines) {
        ("ClusterQueue", Some(queue), _) => quota(check, queue),
        ("ResourceFlavor", ..) => {
            let sharing = match &deploy.work {
                Work::Serving(serving) => serving.sharing.clone(),
                Work::Training(_) => Sharing::None,
            };
            check.has("/spec/nodeLabels", nodes(deploy, &sharing));
        }
        ("Topology", ..) => {
            check.has(
                "/spec/levels",
                json!([
                    {"nodeLabel": deploy.site.rack},
                    {"nodeLabel": "kubernetes.io/hostname"},
                ]),
            );
        }
        ("PersistentVolumeClaim", ..) => {
            let class = deploy.site.storage_class.clone();
            check.is("/spec/storageClassName", class.map(Value::from));
        }
        ("NodePool", _, Some(machines)) => pool(check, deploy, machines),
        ("EC2NodeClass", ..) => {
            let weights = match &deploy.work {
                Work::Serving(serving) => serving.weights.get(),
                Work::Training(_) => 0.0,
            };
            let tens = 10 * up((2.0 * weights + 28.6e9) / 1_073_741_824.0 / 10.0);
            let at = "/spec/blockDeviceMappings/0/ebs/volumeSize";
            check.has(at, format!("{tens}Gi"));
        }
        _ => {}
    }
}

fn quota(check: &mut Check<'_>, queue: &Queue) {
    check.is("/spec/cohortName", queue.cohort.clone().map(Value::from));
    let number = |count: Option<u32>| count.map(|count| Value::from(count.to_string()));
    let strategy = if queue.strict {
        "StrictFIFO"
    } else {
        "BestEffortFIFO"
    };
    check.has("/spec/queueingStrategy", strategy);
    check.is("/spec/fairSharing/weight", number(queue.weight));
    let gpus = "/spec/resourceGroups/0/flavors/0/resources/2";
    check.has(&format!("{gpus}/nominalQuota"), queue.nominal.to_string());
    check.is(&format!("{gpus}/borrowingLimit"), number(queue.borrowing));
    check.is(&format!("{gpus}/lendingLimit"), number(queue.lending));
}

/// Slices of a profile on a board, as its name says: of seven parts, and of its memory.
fn slices(profile: &str, deploy: &Deploy) -> u64 {
    let (parts, memory) = profile.split_once("g.").unwrap();
    let memory: f64 = memory.split("gb").next().unwrap().parse().unwrap();
    let parts: u64 = parts.parse().unwrap();
    let fit = up((deploy.board.memory.to_gib().round() / memory + 0.1).floor());
    if profile.contains('+') {
        1
    } else {
        (7 / parts).min(fit)
    }
}

fn pool(check: &mut Check<'_>, deploy: &Deploy, machines: &Machines) {
    let peak = match &deploy.work {
        Work::Training(run) => u64::from(run.nodes * run.each),
        Work::Serving(serving) => {
            let ranks = serving.settings.placement.accelerators();
            let all = u64::from(serving.replicas.peak * ranks);
            let sharers = match &serving.sharing {
                Sharing::None => 1,
                Sharing::Mig(profile) => slices(profile, deploy),
                Sharing::TimeSlicing(count) | Sharing::Mps(count) => u64::from(*count),
            };
            let prefill = serving.prefill.map_or(0, |it| it.replicas * it.tensor);
            all.div_ceil(sharers) + u64::from(prefill)
        }
    };
    let each = u64::from(machines.each);
    let limit = (peak.div_ceil(each) * each).to_string();
    check.has("/spec/limits", json!({"nvidia.com/gpu": limit}));
    for name in ["consolidationPolicy", "consolidateAfter"] {
        let at = format!("/spec/disruption/{name}");
        if text(check.document, &at).is_empty() {
            check.found.push(format!("no {name}"));
        }
    }
    let mut labels = json!({"workload": deploy.name});
    if let Work::Serving(serving) = &deploy.work
        && let Sharing::Mig(profile) = &serving.sharing
    {
        let label = "nvidia.com/mig.config";
        let of = check.document.pointer("/spec/template/metadata/labels");
        labels[label] = of
            .and_then(|labels| labels.get(label))
            .map_or(Value::Null, |found| {
                if found.as_str().is_some_and(|it| it.contains(&profile[..2])) {
                    found.clone()
                } else {
                    Value::Null
                }
            });
    }
    check.has("/spec/template/metadata/labels", labels);
    let asked: Vec<(String, Value)> = all(check.document, "spec.template.spec.requirements[]")
        .into_iter()
        .map(|one| (text(one, "/key").to_owned(), one["values"].clone()))
        .collect();
    let capacity = if machines.spot {
        json!(["reserved", "spot", "on-demand"])
    } else {
        json!(["reserved", "on-demand"])
    };
    let mut wanted = vec![
        (
            "karpenter.k8s.aws/instance-gpu-name".to_owned(),
            json!([machines.gpu]),
        ),
        (
            "karpenter.k8s.aws/instance-gpu-count".to_owned(),
            json!([machines.each.to_string()]),
        ),
        ("karpenter.sh/capacity-type".to_owned(), capacity),
        ("kubernetes.io/arch".to_owned(), json!(["amd64"])),
    ];
    if !machines.zones.is_empty() {
        wanted.push((
            "topology.kubernetes.io/zone".to_owned(),
            json!(machines.zones),
        ));
    }
    if asked != wanted {
        check
            .found
            .push(format!("machines are {asked:?}, not {wanted:?}"));
    }
}

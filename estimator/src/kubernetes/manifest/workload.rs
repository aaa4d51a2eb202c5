//! A workload and what stands around it: namespace, account, volume, Deployment, `LeaderWorkerSet`,
//! Service, disruption budget.

use super::command::Role;
use super::deploy::{Autoscaler, Deploy, Serving};
use super::figure;
use super::name::derived;
use super::node::{Fields, Node, field, noted, yours};
use super::pod;

/// An object of a kind.
pub(super) fn object(api: &str, kind: &str, metadata: Fields) -> Fields {
    field("apiVersion", api)
        .with("kind", kind)
        .with("metadata", metadata)
}

/// The namespace; nothing where every cluster has it.
pub(super) fn namespace(deploy: &Deploy, restricted: bool) -> Option<Fields> {
    let built_in = deploy.namespace == "default" || deploy.namespace.starts_with("kube-");
    let level = field("pod-security.kubernetes.io/enforce", "restricted");
    let metadata = field("name", yours(&deploy.namespace, "")).when(restricted, "labels", level);
    (!built_in).then(|| object("v1", "Namespace", metadata))
}

/// The account that pods run under.
pub(super) fn account(deploy: &Deploy) -> Fields {
    object("v1", "ServiceAccount", pod::metadata(deploy, &deploy.name))
        .with("automountServiceAccountToken", false)
}

/// The volume of the weights.
pub(super) fn volume(deploy: &Deploy, serving: &Serving) -> Fields {
    let gb = figure::gb(serving.weights);
    let class = deploy.site.storage_class.as_ref();
    let size = noted(
        figure::volume(serving.weights),
        format!("weights of {gb} GB twice, since one version replaces another"),
    );
    let metadata = pod::metadata(deploy, &derived(&deploy.name, "models"));
    object("v1", "PersistentVolumeClaim", metadata).with(
        "spec",
        field("accessModes", ["ReadOnlyMany"])
            .maybe("storageClassName", class.map(|class| yours(class, "")))
            .with("resources", field("requests", field("storage", size))),
    )
}

/// Replicas, where no autoscaler owns them: an apply would reset its count.
fn replicas(serving: &Serving) -> Option<Node> {
    (serving.autoscaler == Autoscaler::None).then(|| noted(serving.replicas.peak, "the peak's"))
}

/// A Deployment.
pub(super) fn deployment(deploy: &Deploy, serving: &Serving) -> Fields {
    let alone = serving.replicas.peak == 1;
    let outage = if alone {
        "one replica: a roll-out is an outage, or needs accelerators for one more"
    } else {
        "a surge needs accelerators for one more; with none it would hang"
    };
    let rolling = field("maxSurge", noted(0_u32, outage))
        .with("maxUnavailable", noted(1_u32, "one after another"));
    let cold = figure::show(serving.cold_start);
    let node = figure::show(serving.node_start);
    let deadline = noted(
        figure::deadline(serving),
        format!("a machine's {node} s and 2 x cold start of {cold} s, at least 600"),
    );
    let spread = field("maxSkew", noted(1_u32, "as even as nodes allow"))
        .with("topologyKey", "kubernetes.io/hostname")
        .with(
            "whenUnsatisfiable",
            noted(
                "ScheduleAnyway",
                "DoNotSchedule would strand accelerators on uneven nodes",
            ),
        )
        .with("labelSelector", field("matchLabels", pod::own(deploy)))
        .with("matchLabelKeys", ["pod-template-hash"]);
    let mut spec = pod::spec(deploy, serving, Role::Alone);
    spec = spec.with("topologySpreadConstraints", [spread]);
    object("apps/v1", "Deployment", workload_metadata(deploy)).with(
        "spec",
        Fields::new()
            .maybe("replicas", replicas(serving))
            .with(
                "revisionHistoryLimit",
                noted(3_u32, "roll-outs to go back to; ten by default"),
            )
            .with("progressDeadlineSeconds", deadline)
            .with(
                "strategy",
                field("type", "RollingUpdate").with("rollingUpdate", rolling),
            )
            .with("selector", field("matchLabels", pod::own(deploy)))
            .with("template", template(pod::own(deploy), spec)),
    )
}

/// The name of a workload's own objects among several at its address.
pub(super) fn workload_name(deploy: &Deploy) -> String {
    match deploy.seat {
        Some(seat) if seat > 1 => derived(&deploy.name, &seat.to_string()),
        _ => deploy.name.clone(),
    }
}

fn workload_metadata(deploy: &Deploy) -> Fields {
    field("name", workload_name(deploy))
        .with("namespace", &deploy.namespace)
        .with("labels", pod::workload_labels(deploy, "serving"))
}

fn template(labels: Fields, spec: Fields) -> Fields {
    field("metadata", field("labels", labels)).with("spec", spec)
}

/// What tells the pod of a group that answers.
pub(super) fn leader() -> Fields {
    field("role", noted("leader", "the others answer nobody"))
}

/// Replicas of several nodes each.
pub(super) fn group(deploy: &Deploy, serving: &Serving) -> Fields {
    let nodes = figure::nodes(serving, &deploy.board);
    let ranks = figure::ranks(serving);
    let each = figure::each(serving, &deploy.board);
    let rack = field(
        "leaderworkerset.sigs.k8s.io/exclusive-topology",
        yours(&deploy.site.rack, "one group in one rack"),
    );
    let pods = |role| pod::spec(deploy, serving, role);
    let leads = pod::selector(deploy).with("role", "leader");
    let groups = field(
        "size",
        noted(
            nodes,
            format!("nodes of one replica: {ranks} accelerators, {each} a node"),
        ),
    )
    .with(
        "restartPolicy",
        noted("RecreateGroupOnPodRestart", "half a group serves nothing"),
    )
    .with("leaderTemplate", template(leads, pods(Role::Leader)))
    .with(
        "workerTemplate",
        template(pod::selector(deploy), pods(Role::Worker)),
    );
    let metadata = workload_metadata(deploy).with("annotations", rack);
    object("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", metadata).with(
        "spec",
        Fields::new()
            .maybe("replicas", replicas(serving))
            .with("startupPolicy", "LeaderCreated")
            .with(
                "rolloutStrategy",
                field("type", "RollingUpdate").with(
                    "rollingUpdateConfiguration",
                    field("maxUnavailable", noted(1_u32, "one after another")).with(
                        "maxSurge",
                        noted(0_u32, "a surge needs accelerators for one more"),
                    ),
                ),
            )
            .with("leaderWorkerTemplate", groups),
    )
}

/// The Service before the pods that answer.
pub(super) fn service(deploy: &Deploy, grouped: bool) -> Fields {
    let selector = pod::selector(deploy);
    let selector = if grouped {
        selector.and(leader())
    } else {
        selector
    };
    let port = field("name", "http").with("port", noted(80_u32, "that of HTTP")).with(
        "targetPort",
        noted(
            "http",
            "in turn, blind to prefix caches and long answers: KServe, the production stack or the Gateway API inference extension route by them",
        ),
    );
    object("v1", "Service", pod::metadata(deploy, &deploy.name))
        .with("spec", field("selector", selector).with("ports", [port]))
}

/// How many may be taken away at once; nothing for a single replica, whose budget would block
/// every drain or none.
pub(super) fn budget(deploy: &Deploy, serving: &Serving) -> Option<Fields> {
    (serving.replicas.peak > 1).then(|| spread_budget(deploy))
}

/// The same of a workload whose replicas several Deployments hold.
pub(super) fn spread_budget(deploy: &Deploy) -> Fields {
    let spec = field(
        "maxUnavailable",
        noted(
            1_u32,
            "minAvailable would block every drain while one replica runs",
        ),
    )
    .with(
        "unhealthyPodEvictionPolicy",
        noted(
            "AlwaysAllow",
            "a pod that never starts must not block a drain",
        ),
    )
    .with("selector", field("matchLabels", pod::selector(deploy)));
    let metadata = pod::metadata(deploy, &deploy.name);
    object("policy/v1", "PodDisruptionBudget", metadata).with("spec", spec)
}

//! Kueue (`kueue.x-k8s.io/v1beta2`): the flavor of nodes, the team's quota, the queue of its
//! namespace, classes of priority.

use super::deploy::{Deploy, Devices, Queue, Work};
use super::figure;
use super::node::{Fields, Node, field, noted, yours};
use super::pod;
use super::workload::object;
use crate::quantity::Bytes;

const API: &str = "kueue.x-k8s.io/v1beta2";

/// Classes of priority: serving above runs with a date above the rest.
pub(super) const CLASSES: [(&str, u32, &str); 3] = [
    ("serving", 2000, "Replicas that answer requests"),
    ("deadline", 1000, "Runs that must be done by a date"),
    ("batch", 100, "Runs that can wait"),
];

fn named(name: Node) -> Fields {
    field("name", name)
}

/// The name of the flavor and of its topology.
fn flavor_name(deploy: &Deploy) -> String {
    let product = deploy.board.product.as_deref().unwrap_or("gpu");
    super::name::label(product)
}

/// What stands near what.
pub(super) fn topology(deploy: &Deploy) -> Fields {
    let level = |label: Node| field("nodeLabel", label);
    let levels = [
        level(yours(&deploy.site.rack, "racks")),
        level(noted("kubernetes.io/hostname", "the last, if named at all")),
    ];
    object(API, "Topology", named(flavor_name(deploy).into())).with("spec", field("levels", levels))
}

/// The nodes.
pub(super) fn flavor(deploy: &Deploy) -> Fields {
    let sharing =
        figure::serving(deploy).map_or(&super::deploy::Sharing::None, |serving| &serving.sharing);
    let name = flavor_name(deploy);
    object(API, "ResourceFlavor", named(name.clone().into())).with(
        "spec",
        field("nodeLabels", pod::node_selector(&deploy.board, sharing))
            .with("topologyName", name)
            .with("tolerations", pod::tolerations(&deploy.board)),
    )
}

/// The name of a team's quota: that of its namespace.
fn quota_name(deploy: &Deploy) -> Node {
    (&deploy.namespace).into()
}

/// The team's quota.
pub(super) fn quota(deploy: &Deploy, queue: &Queue) -> Fields {
    let mut spec = Fields::new();
    if let Some(cohort) = &queue.cohort {
        spec = spec.with("cohortName", yours(cohort, "teams that lend each other"));
    }
    let strategy = if queue.strict {
        noted(
            "StrictFIFO",
            "a large job must not starve behind small ones",
        )
    } else {
        "BestEffortFIFO".into()
    };
    let namespaces = field("kubernetes.io/metadata.name", &deploy.namespace);
    let reclaim = noted(
        "Any",
        "what was lent comes back; checkpoints bound the loss",
    );
    let preemption = field("withinClusterQueue", "LowerPriority").when(
        queue.cohort.is_some(),
        "reclaimWithinCohort",
        reclaim,
    );
    let weight = queue.weight.map(|weight| {
        field(
            "weight",
            noted(weight.to_string(), "the team's part of the budgets"),
        )
    });
    let resources = resources(deploy, queue);
    let covered: Vec<Node> = resources.iter().map(|(name, _)| name.clone()).collect();
    let flavor = field("name", flavor_name(deploy)).with(
        "resources",
        resources
            .into_iter()
            .map(|(name, limits)| field("name", name).and(limits))
            .collect::<Vec<_>>(),
    );
    let group = field(
        "coveredResources",
        noted(covered, "every flavor lists them in this order"),
    )
    .with("flavors", [flavor]);
    spec = spec
        .with("namespaceSelector", field("matchLabels", namespaces))
        .with("queueingStrategy", strategy)
        .with("preemption", preemption)
        .maybe("fairSharing", weight)
        .with("resourceGroups", [group]);
    object(API, "ClusterQueue", named(quota_name(deploy))).with("spec", spec)
}

/// What is covered, in order: a resource that pods ask for and no group covers is never admitted.
fn resources(deploy: &Deploy, queue: &Queue) -> Vec<(Node, Fields)> {
    let (threads, memory) = part_of_one(deploy);
    let gpus = u64::from(queue.nominal);
    let each = |what: &str| format!("{gpus} accelerators x what a pod asks for each: {what}");
    let accelerators = field(
        "nominalQuota",
        noted(
            queue.nominal.to_string(),
            "accelerators that are the team's own",
        ),
    )
    .maybe(
        "borrowingLimit",
        queue
            .borrowing
            .map(|most| noted(most.to_string(), "ends the team's bill")),
    )
    .maybe(
        "lendingLimit",
        queue
            .lending
            .map(|most| noted(most.to_string(), "what must start at once stays at home")),
    );
    let threads = noted((threads * gpus).to_string(), each("threads"));
    let memory = noted(format!("{}Gi", memory * gpus), each("memory"));
    vec![
        ("cpu".into(), field("nominalQuota", threads)),
        ("memory".into(), field("nominalQuota", memory)),
        (accelerator(deploy), accelerators),
    ]
}

/// The resource that counts accelerators.
fn accelerator(deploy: &Deploy) -> Node {
    match figure::serving(deploy) {
        Some(serving) if serving.devices == Devices::Claim => yours(
            "gpu-claims",
            "the name in deviceClassMappings of Kueue's configuration",
        ),
        Some(serving) => pod::resource(&deploy.board, &serving.sharing).into(),
        None => deploy.board.maker.resource().into(),
    }
}

/// Threads and GiB that come with one accelerator.
fn part_of_one(deploy: &Deploy) -> (u64, u64) {
    match &deploy.work {
        Work::Serving(serving) => {
            let ranks = figure::each(serving, &deploy.board).max(1);
            let shared = f64::from(figure::shared(ranks, deploy.board.linked));
            let all = Bytes::gb(10.0) + Bytes::gib(4.0 * f64::from(ranks) + shared);
            let threads = f64::from(figure::threads(ranks)) / f64::from(ranks);
            // What a pod asks for is in whole GiB: a part of it is rounded up from that.
            let whole = f64::from(u32::try_from(figure::up(all.to_gib())).unwrap_or(u32::MAX));
            (figure::up(threads), figure::up(whole / f64::from(ranks)))
        }
        Work::Training(training) => {
            let (threads, memory) = super::run::asked(training);
            let each = u64::from(training.each.max(1));
            (threads.div_ceil(each), memory.div_ceil(each))
        }
    }
}

/// The queue of a namespace.
pub(super) fn local(deploy: &Deploy, queue: &Queue) -> Fields {
    let metadata = field("name", &queue.name).with("namespace", &deploy.namespace);
    object(API, "LocalQueue", metadata).with("spec", field("clusterQueue", quota_name(deploy)))
}

/// A class of priority.
pub(super) fn class((name, value, about): (&str, u32, &str)) -> Fields {
    object(API, "WorkloadPriorityClass", named(name.into()))
        .with(
            "value",
            noted(value, "serving above runs with a date above the rest"),
        )
        .with("description", about)
}

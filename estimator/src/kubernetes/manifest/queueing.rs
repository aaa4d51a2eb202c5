//! Kueue (`kueue.x-k8s.io/v1beta2`): the flavor of nodes, the team's quota, the queue of its
//! namespace, classes of priority.

use super::deploy::{Board, Deploy, Devices, Queue, Sharing, Work};
use super::figure;
use super::node::{Fields, Node, field, noted, yours};
use super::pod;
use super::workload::object;
use crate::kubernetes::teams::Class;
use crate::quantity::Bytes;

const API: &str = "kueue.x-k8s.io/v1beta2";

/// Classes of priority: serving above runs with a date above the rest.
pub(super) const CLASSES: [(Class, &str); 3] = [
    (Class::Serving, "Replicas that answer requests"),
    (Class::Deadline, "Runs that must be done by a date"),
    (Class::Batch, "Runs that can wait"),
];

fn named(name: Node) -> Fields {
    field("name", name)
}

/// The name of a board's topology: its product's.
pub(super) fn topology_name(board: &Board) -> String {
    let product = board.product.as_deref().unwrap_or("gpu");
    super::name::label(product)
}

/// The name of the flavor: of the layout that its nodes have, or of the product.
pub(super) fn flavor_name(board: &Board) -> String {
    match &board.pinned {
        Some((_, layout)) => layout.clone(),
        None => topology_name(board),
    }
}

/// What stands near what, by the labels of racks, or of blocks and racks.
pub(super) fn topology(board: &Board, mut labels: Vec<Node>) -> Fields {
    let inside = "the last, if named at all; inside a node the kubelet's topologyManagerPolicy \
                  single-numa-node and cpuManagerPolicy static keep processes beside their accelerators";
    labels.push(noted("kubernetes.io/hostname", inside));
    let levels = labels.into_iter().map(|label| field("nodeLabel", label));
    let levels: Vec<Fields> = levels.collect();
    object(API, "Topology", named(topology_name(board).into()))
        .with("spec", field("levels", levels))
}

/// The label of a rack.
pub(super) fn rack(label: &str) -> Vec<Node> {
    vec![yours(label, "racks")]
}

/// The nodes.
pub(super) fn flavor(board: &Board, sharing: &Sharing) -> Fields {
    object(API, "ResourceFlavor", named(flavor_name(board).into())).with(
        "spec",
        field("nodeLabels", pod::node_selector(board, sharing))
            .with("topologyName", topology_name(board))
            .with("tolerations", pod::tolerations(board)),
    )
}

/// The name of a team's quota: that of its namespace.
fn quota_name(deploy: &Deploy) -> Node {
    (&deploy.namespace).into()
}

/// A quota before it is written.
pub(super) struct Quota<'a> {
    /// Its name.
    pub(super) name: Node,
    /// The namespace whose workloads it admits.
    pub(super) namespace: &'a str,
    /// The teams that lend each other.
    pub(super) cohort: Option<&'a str>,
    /// Whether the oldest job holds up those behind it.
    pub(super) strict: bool,
    /// Who is evicted.
    pub(super) preemption: Fields,
    /// Weight among the cohort.
    pub(super) weight: Option<u32>,
    /// The nodes it is of, by flavor, and what is covered there, in the same order: a resource
    /// that pods ask for and no group covers is never admitted.
    pub(super) flavors: Vec<(String, Vec<(Node, Fields)>)>,
}

impl Quota<'_> {
    /// The object.
    pub(super) fn object(self) -> Fields {
        let mut spec = Fields::new();
        if let Some(cohort) = self.cohort {
            spec = spec.with("cohortName", yours(cohort, "teams that lend each other"));
        }
        let strategy = if self.strict {
            noted(
                "StrictFIFO",
                "a large job must not starve behind small ones",
            )
        } else {
            "BestEffortFIFO".into()
        };
        let namespaces = field("kubernetes.io/metadata.name", self.namespace);
        let weight = self.weight.map(|weight| {
            field(
                "weight",
                noted(weight.to_string(), "the team's part of the budgets"),
            )
        });
        let covered = self.flavors.first().into_iter().flat_map(|(_, all)| all);
        let covered: Vec<Node> = covered.map(|(name, _)| name.clone()).collect();
        let flavors = self.flavors.into_iter().map(|(name, resources)| {
            let resources = resources.into_iter();
            let resources = resources.map(|(name, limits)| field("name", name).and(limits));
            field("name", name).with("resources", resources.collect::<Vec<_>>())
        });
        let group = field(
            "coveredResources",
            noted(covered, "every flavor lists them in this order"),
        )
        .with("flavors", flavors.collect::<Vec<_>>());
        spec = spec
            .with("namespaceSelector", field("matchLabels", namespaces))
            .with("queueingStrategy", strategy)
            .with("preemption", self.preemption)
            .maybe("fairSharing", weight)
            .with("resourceGroups", [group]);
        object(API, "ClusterQueue", named(self.name)).with("spec", spec)
    }
}

/// The team's quota.
pub(super) fn quota(deploy: &Deploy, queue: &Queue) -> Fields {
    let reclaim = noted(
        "Any",
        "what was lent comes back; checkpoints bound the loss",
    );
    Quota {
        name: quota_name(deploy),
        namespace: &deploy.namespace,
        cohort: queue.cohort.as_deref(),
        strict: queue.strict,
        preemption: field("withinClusterQueue", "LowerPriority").when(
            queue.cohort.is_some(),
            "reclaimWithinCohort",
            reclaim,
        ),
        weight: queue.weight,
        flavors: vec![(flavor_name(&deploy.board), resources(deploy, queue))],
    }
    .object()
}

/// What is covered, in order: a resource that pods ask for and no group covers is never admitted.
fn resources(deploy: &Deploy, queue: &Queue) -> Vec<(Node, Fields)> {
    let (threads, memory) = part_of_one(deploy);
    let gpus = u64::from(queue.nominal);
    let each = |what: &str| format!("{gpus} accelerators x what a pod asks for each: {what}");
    let accelerators = limits(queue.nominal, queue.borrowing, queue.lending);
    let threads = noted((threads * gpus).to_string(), each("threads"));
    let memory = noted(format!("{}Gi", memory * gpus), each("memory"));
    vec![
        ("cpu".into(), field("nominalQuota", threads)),
        ("memory".into(), field("nominalQuota", memory)),
        (accelerator(deploy), accelerators),
    ]
}

/// The limits of a team's accelerators.
pub(super) fn limits(nominal: u32, borrowing: Option<u32>, lending: Option<u32>) -> Fields {
    field(
        "nominalQuota",
        noted(nominal.to_string(), "accelerators that are the team's own"),
    )
    .maybe(
        "borrowingLimit",
        borrowing.map(|most| noted(most.to_string(), "ends the team's bill")),
    )
    .maybe(
        "lendingLimit",
        lending.map(|most| noted(most.to_string(), "what must start at once stays at home")),
    )
}

/// The resource that counts accelerators.
pub(super) fn accelerator(deploy: &Deploy) -> Node {
    let (devices, sharing) = match &deploy.work {
        Work::Serving(serving) => (serving.devices, &serving.sharing),
        Work::Training(training) => (training.devices, &Sharing::None),
    };
    match devices {
        Devices::Claim => yours(
            "gpu-claims",
            "the name in deviceClassMappings of Kueue's configuration",
        ),
        Devices::Plugin => pod::resource(&deploy.board, sharing).into(),
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
    local_of(&queue.name, &deploy.namespace, quota_name(deploy))
}

/// A queue of a namespace by its names.
pub(super) fn local_of(name: &str, namespace: &str, quota: Node) -> Fields {
    let metadata = field("name", name).with("namespace", namespace);
    object(API, "LocalQueue", metadata).with("spec", field("clusterQueue", quota))
}

/// A class of priority.
pub(super) fn class((class, about): (Class, &str)) -> Fields {
    object(API, "WorkloadPriorityClass", named(class.id().into()))
        .with(
            "value",
            noted(
                class.priority(),
                "serving above runs with a date above the rest",
            ),
        )
        .with("description", about)
}

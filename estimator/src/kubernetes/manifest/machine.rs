//! Machines that come when pods wait: Karpenter's `NodePool` (`karpenter.sh/v1`) and
//! `EC2NodeClass` (`karpenter.k8s.aws/v1`).

use super::deploy::{Deploy, Machines, Serving, Sharing, Work};
use super::figure;
use super::name::derived;
use super::node::{Fields, Node, field, noted, yours};
use super::share;
use super::workload::object;
use crate::quantity::Bytes;

/// Accelerators of the whole workload at its peak, those that share one counted once.
fn peak(deploy: &Deploy) -> u64 {
    match &deploy.work {
        Work::Serving(serving) => {
            let all = u64::from(serving.replicas.peak) * u64::from(figure::ranks(serving));
            let prefill = serving.prefill.map_or(0, |prefill| {
                u64::from(prefill.replicas) * u64::from(prefill.tensor)
            });
            let sharers = match &serving.sharing {
                Sharing::Mig(profile) => figure::slices(profile, deploy.board.memory).unwrap_or(1),
                other => figure::sharers(other),
            };
            all.div_ceil(u64::from(sharers.max(1))) + prefill
        }
        Work::Training(training) => u64::from(training.nodes) * u64::from(training.each),
    }
}

/// How many machines there are.
pub(super) enum Many {
    /// They come when pods wait, until they have so many accelerators.
    Upto(u64),
    /// So many stand, whatever waits: Karpenter knows nothing of what their pods ask for.
    Standing(u32),
}

/// Machines of a kind before they are written.
pub(super) struct Pool<'a> {
    /// Their name.
    pub(super) name: String,
    /// The labels that their nodes get.
    pub(super) labels: Fields,
    /// The machine.
    pub(super) machines: &'a Machines,
    /// How many.
    pub(super) many: Many,
    /// How long one stays empty, in seconds.
    pub(super) window: u64,
    /// What moving a pod costs.
    pub(super) cost: String,
    /// How long their pods may take to end.
    pub(super) grace: Node,
    /// Weights that are stored on one.
    pub(super) weights: Bytes,
}

impl<'a> Pool<'a> {
    /// The machines of one workload.
    pub(super) fn of(deploy: &Deploy, machines: &'a Machines) -> Self {
        let mut labels = field("workload", &deploy.name);
        if let Some(serving) = figure::serving(deploy)
            && let Sharing::Mig(profile) = &serving.sharing
        {
            let layout = noted(
                share::layout(profile),
                "slices exist only once a node does: the first must come by hand",
            );
            labels = labels.with(share::MIG_LABEL, layout);
        }
        let (window, cost, grace) = match &deploy.work {
            Work::Serving(serving) => (
                figure::window(serving),
                move_cost(serving),
                grace(figure::grace(serving.answer)),
            ),
            Work::Training(_) => (
                600,
                "a move costs what was done since the last checkpoint".to_owned(),
                noted("15m", "time for a checkpoint"),
            ),
        };
        Self {
            name: derived(&deploy.name, "gpu"),
            labels,
            machines,
            many: Many::Upto(peak(deploy)),
            window,
            cost,
            grace,
            weights: figure::serving(deploy).map_or(Bytes::ZERO, |serving| serving.weights),
        }
    }

    /// The kind of machine.
    pub(super) fn object(&self) -> Fields {
        let each = u64::from(self.machines.each.max(1));
        let spec = match self.many {
            Many::Upto(wanted) => {
                let limit = wanted.div_ceil(each) * each;
                let note = format!(
                    "stops the bill: {wanted} accelerators at the peak, in machines of {each}"
                );
                let limit = noted(limit.to_string(), note);
                let disruption = field("consolidationPolicy", noted("WhenEmpty", &*self.cost))
                    .with(
                        "consolidateAfter",
                        noted(
                            format!("{}s", self.window),
                            "the autoscaler's window downwards",
                        ),
                    );
                field("limits", field("nvidia.com/gpu", limit))
                    .with("disruption", disruption.with("budgets", budgets()))
            }
            Many::Standing(machines) => {
                let note =
                    "machines of the packing; gate StaticCapacity of Karpenter, alpha and off";
                let window = format!("{}s", self.window);
                let window = noted(window, "asked for, and not read of machines that stand");
                let disruption = field("consolidateAfter", window).with("budgets", budgets());
                field("replicas", noted(machines, note)).with("disruption", disruption)
            }
        };
        let name = field("name", &self.name);
        let spec = spec.with("template", self.template());
        object("karpenter.sh/v1", "NodePool", name).with("spec", spec)
    }

    fn template(&self) -> Fields {
        let class = field("group", "karpenter.k8s.aws")
            .with("kind", "EC2NodeClass")
            .with("name", &self.name);
        let taint = field("key", "nvidia.com/gpu").with("value", "true").with(
            "effect",
            noted("NoSchedule", "nothing else keeps the node alive"),
        );
        field("metadata", field("labels", self.labels.clone())).with(
            "spec",
            field(
                "expireAfter",
                noted("336h", "two weeks, for patches of the image"),
            )
            .with("terminationGracePeriod", self.grace.clone())
            .with("nodeClassRef", class)
            .with("taints", [taint])
            .with("requirements", requirements(self.machines)),
        )
    }
}

/// One machine at a time.
fn budgets() -> [Fields; 1] {
    [field("nodes", noted("1", "one machine at a time"))]
}

/// What moving a replica costs.
pub(super) fn move_cost(serving: &Serving) -> String {
    format!(
        "a move costs {} s of a machine and {} s of a cold start",
        figure::show(serving.node_start),
        figure::show(serving.cold_start)
    )
}

/// How long a machine waits for pods that take `pods` seconds to end.
pub(super) fn grace(pods: u64) -> Node {
    let note = format!("above the pods' own {pods} s");
    noted(format!("{}s", pods + 60), note)
}

fn requirements(machines: &Machines) -> Vec<Fields> {
    let one_of = |key: &str, values: Vec<Node>| {
        field("key", key)
            .with("operator", "In")
            .with("values", values)
    };
    let spot = noted("spot", "the answer carries spares");
    let mut capacity: Vec<Node> = vec!["reserved".into(), "on-demand".into()];
    if machines.spot {
        capacity.insert(1, spot);
    }
    let each = noted(
        machines.each.to_string(),
        "accelerators of the answer's machine",
    );
    let mut all = vec![
        one_of(
            "karpenter.k8s.aws/instance-gpu-name",
            vec![(&machines.gpu).into()],
        ),
        one_of("karpenter.k8s.aws/instance-gpu-count", vec![each]),
        one_of("karpenter.sh/capacity-type", capacity),
        one_of("kubernetes.io/arch", vec!["amd64".into()]),
    ];
    if !machines.zones.is_empty() {
        let zones = machines.zones.iter().map(|zone| yours(zone, "")).collect();
        all.push(one_of("topology.kubernetes.io/zone", zones));
    }
    all
}

/// How such a machine is set up.
pub(super) fn class(pool: &Pool<'_>) -> Fields {
    let gb = figure::gb(pool.weights);
    let tags = || {
        [field(
            "tags",
            field("karpenter.sh/discovery", yours("example", "the cluster")),
        )]
    };
    let disk = noted(
        figure::disk(pool.weights),
        format!("weights of {gb} GB twice and an image of 28.6 GB"),
    );
    let volume = field("deviceName", "/dev/xvdb").with(
        "ebs",
        field("volumeSize", disk)
            .with("volumeType", "gp3")
            .with(
                "throughput",
                noted(
                    1000_u32,
                    "MiB/s, the most of gp3: weights are read through it",
                ),
            )
            .with("iops", noted(16000_u32, "the most of gp3"))
            .with("encrypted", true),
    );
    let image = yours(
        "bottlerocket@v1.44.0",
        "not @latest, which replaces every node",
    );
    let name = field("name", &pool.name);
    object("karpenter.k8s.aws/v1", "EC2NodeClass", name).with(
        "spec",
        field("role", yours("KarpenterNodeRole-example", ""))
            .with("amiSelectorTerms", [field("alias", image)])
            .with("subnetSelectorTerms", tags())
            .with("securityGroupSelectorTerms", tags())
            .with("instanceStorePolicy", noted("RAID0", "for the weights"))
            .with("blockDeviceMappings", [volume]),
    )
}

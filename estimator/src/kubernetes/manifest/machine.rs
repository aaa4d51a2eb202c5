//! Machines that come when pods wait: Karpenter's `NodePool` (`karpenter.sh/v1`) and
//! `EC2NodeClass` (`karpenter.k8s.aws/v1`).

use super::deploy::{Deploy, Machines, Sharing, Work};
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

/// The kind of machine.
pub(super) fn pool(deploy: &Deploy, machines: &Machines) -> Fields {
    let each = u64::from(machines.each.max(1));
    let wanted = peak(deploy);
    let limit = wanted.div_ceil(each) * each;
    let limit = noted(
        limit.to_string(),
        format!("stops the bill: {wanted} accelerators at the peak, in machines of {each}"),
    );
    let (window, move_cost) = match &deploy.work {
        Work::Serving(serving) => (
            figure::window(serving),
            format!(
                "a move costs {} s of a machine and {} s of a cold start",
                figure::show(serving.node_start),
                figure::show(serving.cold_start)
            ),
        ),
        Work::Training(_) => (
            600,
            "a move costs what was done since the last checkpoint".to_owned(),
        ),
    };
    let disruption = field("consolidationPolicy", noted("WhenEmpty", move_cost))
        .with(
            "consolidateAfter",
            noted(format!("{window}s"), "the autoscaler's window downwards"),
        )
        .with("budgets", [field("nodes", "1")]);
    object(
        "karpenter.sh/v1",
        "NodePool",
        field("name", derived(&deploy.name, "gpu")),
    )
    .with(
        "spec",
        field("limits", field("nvidia.com/gpu", limit))
            .with("disruption", disruption)
            .with("template", template(deploy, machines)),
    )
}

fn template(deploy: &Deploy, machines: &Machines) -> Fields {
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
    let class = field("group", "karpenter.k8s.aws")
        .with("kind", "EC2NodeClass")
        .with("name", derived(&deploy.name, "gpu"));
    let taint = field("key", "nvidia.com/gpu").with("value", "true").with(
        "effect",
        noted("NoSchedule", "nothing else keeps the node alive"),
    );
    let grace = match &deploy.work {
        Work::Serving(serving) => {
            let pods = figure::grace(serving.answer);
            noted(
                format!("{}s", pods + 60),
                format!("above the pods' own {pods} s"),
            )
        }
        Work::Training(_) => noted("15m", "time for a checkpoint"),
    };
    field("metadata", field("labels", labels)).with(
        "spec",
        field("expireAfter", "336h")
            .with("terminationGracePeriod", grace)
            .with("nodeClassRef", class)
            .with("taints", [taint])
            .with("requirements", requirements(machines)),
    )
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

/// How the machine is set up.
pub(super) fn class(deploy: &Deploy) -> Fields {
    let weights = figure::serving(deploy).map_or(Bytes::ZERO, |serving| serving.weights);
    let gb = figure::gb(weights);
    let tags = || {
        [field(
            "tags",
            field("karpenter.sh/discovery", yours("example", "the cluster")),
        )]
    };
    let disk = noted(
        figure::disk(weights),
        format!("weights of {gb} GB twice and an image of 28.6 GB"),
    );
    let volume = field("deviceName", "/dev/xvdb").with(
        "ebs",
        field("volumeSize", disk)
            .with("volumeType", "gp3")
            .with("throughput", 1000_u32)
            .with("iops", 16000_u32)
            .with("encrypted", true),
    );
    let image = yours(
        "bottlerocket@v1.44.0",
        "not @latest, which replaces every node",
    );
    let name = field("name", derived(&deploy.name, "gpu"));
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

//! Claims of devices (`resource.k8s.io/v1`, Kubernetes 1.34 and later): by what a device holds, not
//! by its name. Selectors are CEL; an attribute that a device lacks is an error there, which blocks
//! the pod, so each is asked for with `in` first.

use super::deploy::{Deploy, Serving, Sharing};
use super::figure;
use super::name::derived;
use super::node::{Fields, Node, field, noted};
use super::pod;
use super::workload::object;
use crate::quantity::Bytes;

/// Share of a board's memory that may be asked for: drivers show up to some 2 % less than data
/// sheets print.
const SHOWN: f64 = 0.98;

/// The object: a template makes one claim a pod; a claim is one device that pods share.
pub(super) fn object_of(deploy: &Deploy, serving: &Serving) -> Fields {
    let metadata = pod::metadata(deploy, &name(deploy));
    let devices = field("devices", devices(deploy, serving));
    if is_shared(serving) {
        return object("resource.k8s.io/v1", "ResourceClaim", metadata).with("spec", devices);
    }
    object("resource.k8s.io/v1", "ResourceClaimTemplate", metadata)
        .with("spec", field("spec", devices))
}

/// Whether pods meet on one device.
pub(super) const fn is_shared(serving: &Serving) -> bool {
    matches!(serving.sharing, Sharing::TimeSlicing(_) | Sharing::Mps(_))
}

fn name(deploy: &Deploy) -> String {
    derived(&deploy.name, "gpu")
}

/// How a pod names it.
pub(super) fn of_pod(deploy: &Deploy, serving: &Serving) -> Fields {
    let kind = if is_shared(serving) {
        "resourceClaimName"
    } else {
        "resourceClaimTemplateName"
    };
    field("name", pod::CLAIM).with(kind, name(deploy))
}

/// Bytes that a device must hold: what the process needs over the share that it may take.
fn asked(deploy: &Deploy, serving: &Serving) -> Bytes {
    let share = serving.settings.memory.unwrap_or(1.0).max(0.01);
    let needed = serving.held * (1.0 / share);
    let limit = deploy.board.memory * SHOWN;
    if needed > limit { limit } else { needed }
}

fn selectors(deploy: &Deploy, serving: &Serving) -> Node {
    let mib = figure::up(asked(deploy, serving).to_mib());
    let held = figure::gb(serving.held);
    let capacity = "device.capacity['gpu.nvidia.com']";
    // `isGreaterThan` would leave out a device of exactly that.
    let expression =
        format!("'memory' in {capacity} && {capacity}.memory.compareTo(quantity('{mib}Mi')) >= 0");
    let note = format!("{held} GB that a rank holds, over the engine's share of memory");
    let cel = field("cel", field("expression", noted(expression, note)));
    [cel].into()
}

fn devices(deploy: &Deploy, serving: &Serving) -> Fields {
    let each = figure::each(serving, &deploy.board);
    let class =
        |class: &str| field("deviceClassName", class).with("selectors", selectors(deploy, serving));
    let request = field("name", pod::CLAIM);
    let request = match &serving.sharing {
        Sharing::Mig(profile) => {
            let slice = noted("mig.nvidia.com", format!("a slice such as {profile} first"));
            let slice = field("name", "slice")
                .with("deviceClassName", slice)
                .with("selectors", selectors(deploy, serving));
            let card = field("name", "card").and(class("gpu.nvidia.com"));
            request.with("firstAvailable", [slice, card])
        }
        _ => request.with(
            "exactly",
            class("gpu.nvidia.com")
                .with("allocationMode", "ExactCount")
                .with(
                    "count",
                    noted(each, "accelerators of one replica on a node"),
                ),
        ),
    };
    let joined = each > 1 && !deploy.board.linked;
    let root = field("requests", [pod::CLAIM]).with(
        "matchAttribute",
        noted(
            "resource.kubernetes.io/pcieRoot",
            "nothing faster than PCI Express joins them",
        ),
    );
    field("requests", [request])
        .when(joined, "constraints", [root])
        .maybe("config", shared(serving).map(|config| [config]))
}

/// The driver's own parameters of sharing.
fn shared(serving: &Serving) -> Option<Fields> {
    let memory = figure::up(serving.held.to_mib());
    let sharing = match serving.sharing {
        Sharing::None | Sharing::Mig(_) => return None,
        Sharing::TimeSlicing(_) => field(
            "strategy",
            noted(
                "TimeSlicing",
                "gate TimeSlicingSettings of the driver, alpha and off",
            ),
        )
        .with("timeSlicingConfig", field("interval", "Default")),
        Sharing::Mps(count) => field(
            "strategy",
            noted("MPS", "gate MPSSupport of the driver, alpha and off"),
        )
        .with(
            "mpsConfig",
            field(
                "defaultActiveThreadPercentage",
                noted(
                    100_u32.div_ceil(count.max(1)),
                    format!("100 over {count}, rounded up"),
                ),
            )
            .with(
                "defaultPinnedDeviceMemoryLimit",
                noted(format!("{memory}Mi"), "what one process holds"),
            ),
        ),
    };
    let parameters = field("apiVersion", "resource.nvidia.com/v1beta1")
        .with("kind", "GpuConfig")
        .with("sharing", sharing);
    let opaque = field("driver", "gpu.nvidia.com").with("parameters", parameters);
    Some(field("requests", [pod::CLAIM]).with("opaque", opaque))
}

//! Claims of devices (`resource.k8s.io/v1`, Kubernetes 1.34 and later): by what a device holds, not
//! by its name, and a slice by its profile. Selectors are CEL; an attribute that a device lacks is
//! an error there, which blocks the pod, so each is asked for with `in` first.

use super::deploy::{Deploy, Serving, Sharing, Training};
use super::figure;
use super::name::derived;
use super::node::{Fields, Node, field, noted};
use super::pod;
use super::workload::{object, workload_name};
use crate::quantity::Bytes;

/// Share of a board's memory that may be asked for: drivers show up to some 2 % less than data
/// sheets print.
pub(super) const SHOWN: f64 = 0.98;

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

/// The template of a run's claims: the accelerators of a node.
pub(super) fn of_run(deploy: &Deploy, training: &Training) -> Fields {
    let memory = figure::gb(deploy.board.memory);
    let note = format!("boards of {memory} GB, less what drivers show less of");
    let held = shown(deploy.board.memory, deploy.board.memory);
    let one = field("deviceClassName", "gpu.nvidia.com")
        .with("selectors", at_least(held, note))
        .with("allocationMode", "ExactCount")
        .with("count", noted(training.each, "accelerators of a node"));
    let request = field("name", pod::CLAIM).with("exactly", one);
    let devices = field("devices", field("requests", [request]));
    let metadata = pod::metadata(deploy, &name(deploy));
    object("resource.k8s.io/v1", "ResourceClaimTemplate", metadata)
        .with("spec", field("spec", devices))
}

/// How a pod of a run names it.
pub(super) fn of_run_pod(deploy: &Deploy) -> Fields {
    field("name", pod::CLAIM).with("resourceClaimTemplateName", name(deploy))
}

/// Whether pods meet on one device.
pub(super) const fn is_shared(serving: &Serving) -> bool {
    matches!(serving.sharing, Sharing::TimeSlicing(_) | Sharing::Mps(_))
}

fn name(deploy: &Deploy) -> String {
    derived(&workload_name(deploy), "gpu")
}

/// How a pod names it.
pub(super) fn of_pod(deploy: &Deploy, serving: &Serving) -> Fields {
    let kind = if is_shared(serving) {
        "resourceClaimName"
    } else {
        "resourceClaimTemplateName"
    };
    let met = met(serving).map(|name| noted(name, "its neighbours on the GPU name it, too"));
    field("name", pod::CLAIM).with(kind, met.unwrap_or_else(|| name(deploy).into()))
}

/// The claim of an accelerator that other workloads are on, too, which is not the workload's own.
pub(super) fn met(serving: &Serving) -> Option<&String> {
    serving.given.as_ref()?.claim.as_ref()
}

/// Bytes that a device must hold: what a packing counts with, or what the process needs over the
/// share that it may take.
fn asked(deploy: &Deploy, serving: &Serving) -> Bytes {
    let share = serving.settings.memory.unwrap_or(1.0).max(0.01);
    let given = serving.given.as_ref();
    let holds = given.and_then(|given| given.holds);
    let needed = holds.unwrap_or(serving.held * (1.0 / share));
    shown(
        needed,
        given.map_or(deploy.board.memory, |given| given.memory),
    )
}

/// What may be asked for of a device that holds `most`.
fn shown(needed: Bytes, most: Bytes) -> Bytes {
    let limit = most * SHOWN;
    if needed > limit { limit } else { needed }
}

fn selectors(deploy: &Deploy, serving: &Serving) -> Node {
    let given = serving.given.as_ref().and_then(|given| given.holds);
    let note = if let Some(holds) = given {
        format!("{} GB of a replica in the packing", figure::gb(holds))
    } else {
        let held = figure::gb(serving.held);
        format!("{held} GB that a rank holds, over the engine's share of memory")
    };
    at_least(asked(deploy, serving), note)
}

/// Slices of one profile: by memory alone a small model takes a large slice, and the large model
/// waits for it.
fn of_profile(profile: &str) -> Node {
    let attributes = "device.attributes['gpu.nvidia.com']";
    let expression = format!("'profile' in {attributes} && {attributes}.profile == '{profile}'");
    let note = "no larger slice, which another is to have";
    let cel = field("cel", field("expression", noted(expression, note)));
    [cel].into()
}

/// Devices that hold so much.
fn at_least(memory: Bytes, note: String) -> Node {
    let mib = figure::up(memory.to_mib());
    let capacity = "device.capacity['gpu.nvidia.com']";
    // `isGreaterThan` would leave out a device of exactly that.
    let expression =
        format!("'memory' in {capacity} && {capacity}.memory.compareTo(quantity('{mib}Mi')) >= 0");
    let cel = field("cel", field("expression", noted(expression, note)));
    [cel].into()
}

fn devices(deploy: &Deploy, serving: &Serving) -> Fields {
    let each = figure::each(serving, &deploy.board);
    let class =
        |class: &str| field("deviceClassName", class).with("selectors", selectors(deploy, serving));
    let request = field("name", pod::CLAIM);
    let request = match &serving.sharing {
        Sharing::Mig(profile) if serving.given.is_some() => {
            // Nodes of a packing's layout have slices, and no card in place of one.
            let slice = field("deviceClassName", "mig.nvidia.com")
                .with("selectors", of_profile(profile))
                .with("allocationMode", "ExactCount")
                .with("count", noted(1_u32, "the slice of the packing"));
            request.with("exactly", slice)
        }
        Sharing::Mig(profile) => {
            let slice = field("name", "slice")
                .with("deviceClassName", noted("mig.nvidia.com", "a slice first"))
                .with("selectors", of_profile(profile));
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

/// An accelerator that pods of several workloads share.
pub(super) struct Meeting<'a> {
    /// The claim's name.
    pub(super) name: &'a str,
    /// How they share it, and how many.
    pub(super) sharing: Sharing,
    /// What all hold together.
    pub(super) held: Bytes,
    /// What the largest may take.
    pub(super) largest: Bytes,
    /// Memory of the accelerator.
    pub(super) memory: Bytes,
    /// The part of the accelerator that the one that fills it most fills, 0 to 1.
    pub(super) fill: f64,
}

impl Meeting<'_> {
    /// The claim: one device, by name.
    pub(super) fn object(&self, deploy: &Deploy, labels: Fields) -> Fields {
        let metadata = field("name", self.name)
            .with("namespace", &deploy.namespace)
            .with("labels", labels);
        let held = figure::gb(self.held);
        let note = format!("{held} GB that those on it hold together");
        let one = field("deviceClassName", "gpu.nvidia.com")
            .with("selectors", at_least(shown(self.held, self.memory), note))
            .with("allocationMode", "ExactCount")
            .with("count", noted(1_u32, "the GPU that they meet on"));
        let request = field("name", pod::CLAIM).with("exactly", one);
        let filled = figure::up(100.0 * self.fill).clamp(1, 100);
        let threads = noted(
            filled,
            "what the one that fills it most fills, in %, rounded up",
        );
        let limit = (self.largest, "what the largest of them may take");
        let config = sharing(&self.sharing, threads, limit);
        let devices = field("requests", [request]).maybe("config", config.map(|one| [one]));
        object("resource.k8s.io/v1", "ResourceClaim", metadata)
            .with("spec", field("devices", devices))
    }
}

/// The driver's own parameters of sharing.
fn shared(serving: &Serving) -> Option<Fields> {
    let count = figure::sharers(&serving.sharing);
    let threads = noted(
        100_u32.div_ceil(count.max(1)),
        format!("100 over {count}, rounded up"),
    );
    let limit = (serving.held, "what one process holds");
    sharing(&serving.sharing, threads, limit)
}

/// The same with what MPS is told: the part of the threads, the memory of a process and whose it is.
fn sharing(way: &Sharing, threads: Node, (memory, whose): (Bytes, &str)) -> Option<Fields> {
    let memory = figure::up(memory.to_mib());
    let sharing = match way {
        Sharing::None | Sharing::Mig(_) => return None,
        Sharing::TimeSlicing(_) => field(
            "strategy",
            noted(
                "TimeSlicing",
                "gate TimeSlicingSettings of the driver, alpha and off",
            ),
        )
        .with("timeSlicingConfig", field("interval", "Default")),
        Sharing::Mps(_) => field(
            "strategy",
            noted("MPS", "gate MPSSupport of the driver, alpha and off"),
        )
        .with(
            "mpsConfig",
            field("defaultActiveThreadPercentage", threads).with(
                "defaultPinnedDeviceMemoryLimit",
                noted(format!("{memory}Mi"), whose),
            ),
        ),
    };
    let parameters = field("apiVersion", "resource.nvidia.com/v1beta1")
        .with("kind", "GpuConfig")
        .with("sharing", sharing);
    let opaque = field("driver", "gpu.nvidia.com").with("parameters", parameters);
    Some(field("requests", [pod::CLAIM]).with("opaque", opaque))
}

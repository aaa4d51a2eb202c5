//! How nodes share an accelerator: the files of mig-parted and of the device plugin, each as an
//! entry of a `ConfigMap` that a node's label names.

use super::deploy::{Deploy, Sharing};
use super::figure;
use super::name::{derived, label};
use super::node::{Fields, Node, field, file, noted, yours};
use super::pod;
use super::workload::object;

/// The label of a node that names its layout of slices.
pub(super) const MIG_LABEL: &str = "nvidia.com/mig.config";
/// The label of a node that names its entry of the device plugin's file.
pub(super) const PLUGIN_LABEL: &str = "nvidia.com/device-plugin.config";

/// The part of the GPU operator that reads the layouts.
pub(super) const MIG_MANAGER: &str = "migManager";
/// The part that reads the device plugin's file.
pub(super) const DEVICE_PLUGIN: &str = "devicePlugin";

/// The name of a map, with how the operator is told to read it: it looks for none by itself.
pub(super) fn read_by(part: &str, name: &str) -> Node {
    let option = format!("{part}.config.name");
    let note = format!(
        "read once the operator knows: helm --set {option}={name}, or spec.{option} of its ClusterPolicy"
    );
    noted(name, note)
}

/// The operator's default entry, which nodes without the label go by.
pub(super) fn all_disabled() -> Fields {
    let devices = field("devices", "all").with("mig-enabled", false);
    field(
        "all-disabled",
        noted(
            [devices],
            "the operator's default, of nodes without the label",
        ),
    )
}

fn map(deploy: &Deploy, part: &str, word: &str, entry: &str, inner: Node) -> Fields {
    let metadata = field("name", read_by(part, &derived(&deploy.name, word)))
        .with(
            "namespace",
            yours(&deploy.site.operator, "where the GPU operator runs"),
        )
        .with("labels", pod::labels(deploy));
    object("v1", "ConfigMap", metadata).with("data", field(entry, inner))
}

/// The name of a layout.
pub(super) fn layout(profile: &str) -> String {
    format!("rightsize-{}", label(profile).trim_start_matches("m-"))
}

/// The layout of slices.
pub(super) fn mig(deploy: &Deploy, profile: &str) -> Fields {
    let count = figure::slices(profile, deploy.board.memory).unwrap_or(1);
    let gib = crate::decimal::show(crate::decimal::round(deploy.board.memory.to_gib(), 1));
    let slices = field(
        profile,
        noted(
            count,
            format!("as many as an accelerator of {gib} GiB holds"),
        ),
    );
    let devices = field("devices", "all")
        .with("mig-enabled", true)
        .with("mig-devices", slices);
    let name = layout(profile);
    let note = format!("nodes labelled {MIG_LABEL}={name}; their pods must be gone");
    let layouts = all_disabled().with(&name, noted([devices], note));
    let inner = field("version", "v1").with("mig-configs", layouts);
    map(
        deploy,
        MIG_MANAGER,
        "mig-parted",
        "config.yaml",
        file(inner),
    )
}

/// How a plugin's file names slices.
pub(super) fn mixed() -> Fields {
    let note = "resources by profile; single would call all nvidia.com/gpu";
    field("flags", field("migStrategy", noted("mixed", note)))
}

/// How a plugin's file shares every accelerator of a node that is not cut.
pub(super) fn shared(by_mps: bool, count: u32) -> Fields {
    let (way, note) = if by_mps {
        (
            "mps",
            "each gets this part of the threads and of the memory",
        )
    } else {
        (
            "timeSlicing",
            "they take turns; nothing holds one to its part of the memory",
        )
    };
    let resource = field("name", "nvidia.com/gpu").with("replicas", noted(count, note));
    let renamed = noted(
        true,
        "nvidia.com/gpu.shared: nobody gets a share by accident",
    );
    let one = noted(true, "two shares are no more of a card than one");
    let rules = field("renameByDefault", renamed)
        .with("failRequestsGreaterThanOne", one)
        .with("resources", [resource]);
    field("sharing", field(way, rules))
}

/// The device plugin's file.
pub(super) fn plugin(deploy: &Deploy, sharing: &Sharing) -> Option<Fields> {
    let (entry, inner) = match sharing {
        Sharing::None => return None,
        Sharing::Mig(_) => ("mixed".to_owned(), mixed()),
        Sharing::TimeSlicing(count) => (format!("time-slicing-{count}"), shared(false, *count)),
        Sharing::Mps(count) => (format!("mps-{count}"), shared(true, *count)),
    };
    let note = format!("nodes labelled {PLUGIN_LABEL}={entry}");
    let version = noted("v1", note);
    let inner = field("version", version).and(inner);
    let made = map(deploy, DEVICE_PLUGIN, "device-plugin", &entry, file(inner));
    Some(made)
}

//! `ComputeDomain` (`resource.nvidia.com/v1beta1`): machines of one NVLink domain whose pods read
//! each other's memory. The driver makes the template of the channel's claims that pods name.
//!
//! Source: the types of NVIDIA's DRA driver, `api/nvidia.com/resource/v1beta1/computedomain.go`.

use super::deploy::{Board, Deploy, Devices, Serving, Training};
use super::figure;
use super::name::derived;
use super::node::{Fields, field, noted};
use super::pod;
use super::workload::{object, workload_name};

/// The claim of the channel, by its name in a pod.
pub(super) const CHANNEL: &str = "channel";

/// Whether the pods of a replica are on several machines of one domain.
pub(super) fn spans(deploy: &Deploy, serving: &Serving) -> bool {
    let ranks = figure::ranks(serving);
    let nodes = figure::nodes(serving, &deploy.board);
    serving.devices == Devices::Claim && of_board(&deploy.board, nodes, ranks)
}

/// Whether those of a run are.
pub(super) fn spans_run(deploy: &Deploy, training: &Training) -> bool {
    let all = training.nodes.saturating_mul(training.each);
    training.devices == Devices::Claim && of_board(&deploy.board, training.nodes, all)
}

fn of_board(board: &Board, nodes: u32, ranks: u32) -> bool {
    nodes > 1 && ranks <= board.domain
}

/// The name of the template that the driver makes.
pub(super) fn template(deploy: &Deploy) -> String {
    derived(&workload_name(deploy), "nvlink-channel")
}

/// The object, for pods on so many nodes.
pub(super) fn object_of(deploy: &Deploy, nodes: u32) -> Fields {
    let metadata = pod::metadata(deploy, &derived(&workload_name(deploy), "nvlink"));
    let domain = deploy.board.domain;
    let count = format!(
        "pods start once their own node is ready; {nodes} nodes of a domain of {domain} accelerators \
         meet, and as many groups as there are replicas"
    );
    let channel = field(
        "resourceClaimTemplate",
        field(
            "name",
            noted(template(deploy), "made by the driver; pods name it"),
        ),
    );
    object("resource.nvidia.com/v1beta1", "ComputeDomain", metadata).with(
        "spec",
        field("numNodes", noted(0_u32, count)).with("channel", channel),
    )
}

/// How a pod names the channel.
pub(super) fn of_pod(deploy: &Deploy) -> Fields {
    field("name", CHANNEL).with("resourceClaimTemplateName", template(deploy))
}

/// How its container does.
pub(super) fn of_container() -> Fields {
    field(
        "name",
        noted(CHANNEL, "memory of the domain's other nodes, over NVLink"),
    )
}

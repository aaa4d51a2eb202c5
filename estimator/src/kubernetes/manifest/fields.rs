//! The fields of DCGM that `dcgm-exporter` reads, as the file of a `ConfigMap` that NVIDIA's operator
//! names: those that are shipped, and what tells how a board works, which is shipped as a comment.
//!
//! Source: `etc/default-counters.csv` of NVIDIA's dcgm-exporter; the field identifiers of DCGM.

use super::deploy::{Deploy, Serving, Sharing};
use super::name::derived;
use super::node::{Fields, field, lines, noted, yours};
use super::pod;
use super::workload::object;

/// The key that the operator looks for.
const FILE: &str = "dcgm-metrics.csv";

/// A field, its kind of series, and what it is.
type Field = (&'static str, &'static str, &'static str);

/// Those that are shipped.
const SHIPPED: [Field; 14] = [
    ("DCGM_FI_DEV_SM_CLOCK", "gauge", "Clock of the SMs in MHz."),
    (
        "DCGM_FI_DEV_MEM_CLOCK",
        "gauge",
        "Clock of the memory in MHz.",
    ),
    (
        "DCGM_FI_DEV_GPU_TEMP",
        "gauge",
        "Temperature in degrees Celsius.",
    ),
    ("DCGM_FI_DEV_POWER_USAGE", "gauge", "Power draw in W."),
    (
        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
        "counter",
        "Energy since the driver was loaded in mJ.",
    ),
    (
        "DCGM_FI_DEV_GPU_UTIL",
        "gauge",
        "Share of time with any kernel in percent: 100 with one request.",
    ),
    (
        "DCGM_FI_DEV_MEM_COPY_UTIL",
        "gauge",
        "Share of time with memory at work in percent.",
    ),
    (
        "DCGM_FI_DEV_XID_ERRORS",
        "gauge",
        "The last error of the driver.",
    ),
    (
        "DCGM_FI_DEV_FB_FREE",
        "gauge",
        "Memory that is free in MiB.",
    ),
    (
        "DCGM_FI_DEV_FB_USED",
        "gauge",
        "Memory that is used in MiB.",
    ),
    (
        "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
        "counter",
        "Traffic over all links of NVLink.",
    ),
    (
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
        "gauge",
        "Share of time with an engine at work.",
    ),
    (
        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
        "gauge",
        "Share of cycles with the tensor pipe at work.",
    ),
    (
        "DCGM_FI_PROF_DRAM_ACTIVE",
        "gauge",
        "Share of cycles with memory at work.",
    ),
];

/// Those that are comments in the shipped file.
const ADDED: [Field; 7] = [
    (
        "DCGM_FI_PROF_SM_ACTIVE",
        "gauge",
        "Share of cycles in which an SM has a warp.",
    ),
    (
        "DCGM_FI_PROF_SM_OCCUPANCY",
        "gauge",
        "Warps on an SM over the most that it holds.",
    ),
    (
        "DCGM_FI_PROF_PIPE_FP64_ACTIVE",
        "gauge",
        "Share of cycles with the FP64 pipe at work.",
    ),
    (
        "DCGM_FI_PROF_PIPE_FP32_ACTIVE",
        "gauge",
        "Share of cycles with the FP32 pipe at work.",
    ),
    (
        "DCGM_FI_PROF_PIPE_FP16_ACTIVE",
        "gauge",
        "Share of cycles with the FP16 pipe at work.",
    ),
    (
        "DCGM_FI_PROF_PCIE_TX_BYTES",
        "counter",
        "Bytes sent over PCI Express.",
    ),
    (
        "DCGM_FI_PROF_PCIE_RX_BYTES",
        "counter",
        "Bytes received over PCI Express.",
    ),
];

/// The file's text.
fn text(by_turns: bool) -> String {
    let line = |(name, kind, help): &Field| format!("{name}, {kind}, {help}\n");
    let all = |fields: &[Field]| fields.iter().map(line).collect::<String>();
    let shared = if by_turns {
        "# accelerators are shared in turns: no field belongs to one pod\n"
    } else {
        ""
    };
    let (shipped, added) = (all(&SHIPPED), all(&ADDED));
    format!(
        "{shared}# as shipped; none of them scales a language model\n{shipped}\
         # comments in the shipped file\n{added}"
    )
}

/// The object.
pub(super) fn metrics(deploy: &Deploy, serving: &Serving) -> Fields {
    of(deploy, matches!(serving.sharing, Sharing::TimeSlicing(_)))
}

/// The same of accelerators of which some are shared in turns, or none.
pub(super) fn of(deploy: &Deploy, by_turns: bool) -> Fields {
    let name = derived(&deploy.name, "dcgm-metrics");
    let named = noted(
        name.clone(),
        format!("the operator reads it by dcgmExporter.config.name: {name}"),
    );
    let metadata = field("name", named)
        .with(
            "namespace",
            yours(&deploy.site.operator, "where the GPU operator runs"),
        )
        .with("labels", pod::labels(deploy));
    let fields = noted(
        lines(&text(by_turns)),
        "fields of DCGM; what the autoscaler counts are requests in flight",
    );
    object("v1", "ConfigMap", metadata).with("data", field(FILE, fields))
}

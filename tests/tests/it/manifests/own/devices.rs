//! What drivers of accelerators read: files in a `ConfigMap`, and parameters of a claim.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in super::super) struct MigParted {
    version: Version,
    mig_configs: BTreeMap<String, Vec<Cut>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Version {
    V1,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Cut {
    devices: Devices,
    mig_enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mig_devices: Option<BTreeMap<String, u32>>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Devices {
    Every(Every),
    Numbered(Vec<u32>),
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Every {
    All,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct DevicePlugin {
    version: Version,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<Flags>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sharing: Option<Sharing>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Flags {
    mig_strategy: Strategy,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Strategy {
    Mixed,
}

/// One way of two.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
enum Sharing {
    TimeSlicing(Shares),
    Mps(Shares),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Shares {
    rename_by_default: bool,
    fail_requests_greater_than_one: bool,
    resources: Vec<Shared>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Shared {
    name: String,
    replicas: u32,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in super::super) struct GpuConfig {
    api_version: Api,
    kind: Kind,
    sharing: Way,
}

#[derive(Deserialize, Serialize)]
enum Api {
    #[serde(rename = "resource.nvidia.com/v1beta1")]
    V1Beta1,
}

#[derive(Deserialize, Serialize)]
enum Kind {
    GpuConfig,
}

#[derive(Deserialize, Serialize)]
#[serde(tag = "strategy", deny_unknown_fields, rename_all_fields = "camelCase")]
enum Way {
    TimeSlicing {
        time_slicing_config: Interval,
    },
    #[serde(rename = "MPS")]
    Mps {
        mps_config: Mps,
    },
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Interval {
    interval: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Mps {
    default_active_thread_percentage: u32,
    default_pinned_device_memory_limit: String,
}

/// Fields of DCGM that are read beside those of the shipped file.
pub(in super::super) const COUNTERS: [&str; 10] = [
    "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
    "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
    "DCGM_FI_PROF_DRAM_ACTIVE",
    "DCGM_FI_PROF_SM_ACTIVE",
    "DCGM_FI_PROF_SM_OCCUPANCY",
    "DCGM_FI_PROF_PIPE_FP64_ACTIVE",
    "DCGM_FI_PROF_PIPE_FP32_ACTIVE",
    "DCGM_FI_PROF_PIPE_FP16_ACTIVE",
    "DCGM_FI_PROF_PCIE_TX_BYTES",
    "DCGM_FI_PROF_PCIE_RX_BYTES",
];

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in super::super) struct ComputeDomain {
    num_nodes: u32,
    channel: Channel,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Channel {
    resource_claim_template: Named,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

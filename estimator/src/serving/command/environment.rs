//! Variables of a process: its accelerators where others use the rest of the node, and what an
//! engine has no option for.

use super::argument::Value;
use super::settings::Role;
use crate::engine::Engine;
use crate::hardware::{Accelerator, Vendor};
use crate::machines::Machines;
use crate::serving::release::Launch;
use crate::serving::scenario::Scenario;

pub(super) fn of(
    scenario: &Scenario,
    chip: &Accelerator,
    machines: Machines,
    role: Role,
) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let devices = match chip.vendor {
        Vendor::Nvidia => Some("CUDA_VISIBLE_DEVICES"),
        Vendor::Amd => Some("HIP_VISIBLE_DEVICES"),
        _ => None,
    };
    if let Some(devices) = devices.filter(|_| machines.each < chip.node_size) {
        let numbers: Vec<String> = (0..machines.each).map(|number| number.to_string()).collect();
        all.push((devices, numbers.join(",").into()));
    }
    let vllm = scenario.engine.engine == Engine::Vllm;
    // Off by itself, and part of a tuned launch (vLLM's and ROCm's documentation).
    if vllm && chip.vendor == Vendor::Amd && scenario.engine.release.launch == Launch::Tuned {
        all.push(("VLLM_ROCM_USE_AITER", "1".into()));
    }
    // Where the other kind finds it (`docs/features/nixl_connector_usage.md`).
    if vllm && role != Role::Serve {
        all.push(("VLLM_NIXL_SIDE_CHANNEL_HOST", Value::yours("THIS_NODE")));
    }
    all
}

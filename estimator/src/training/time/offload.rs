//! States that the accelerator does not keep.
//!
//! ```text
//! optimizer, once a step   learnt N_r/d (g + 2) / (0.8 PCIe) + node N_r/d / R_cpu
//! flash                    the same + node 24 N_r/d / (1.6 GB/s node)
//! all states, a micro-batch 4 N_r/d / (0.8 PCIe), the part compute does not hide
//! ```
//!
//! Gradients go down at `g` bytes and new weights come back at 2; the host's cores change
//! 4e9 parameters a second and node, over all its accelerators: 1 to 10 billion in 0.22 to 2.57
//! seconds with CPU-Adam on two Xeon 8168 (Ren et al. 2021, ZeRO-Offload, arXiv
//! 2101.06840, table 4). From flash each accelerator reads and writes 12 bytes of states
//! at 1.6 GB/s (Rajbhandari et al. 2021, ZeRO-Infinity, arXiv 2104.07857, figure 2b).

use crate::training::constants::RING;
use crate::training::method::{Offload, Precision};
use crate::training::time::communication::paid;
use crate::training::time::optimizer::cut;
use crate::training::time::setting::Setting;

/// Parameters that the cores of a node change a second.
const HOST_PARAMETERS: f64 = 4e9;
/// Bytes of states a second between flash and one accelerator's share of the host.
const FLASH: f64 = 1.6e9;
/// Bytes of states of a parameter, read and written.
const STATE_BYTES: f64 = 24.0;

/// Seconds a step of the work done once.
pub(super) fn once_a_step(setting: &Setting) -> f64 {
    if setting.layout.offload == Offload::None {
        return 0.0;
    }
    let learnt = if setting.is_frozen() {
        setting.constants.adapter_pass
    } else {
        1.0
    };
    let parameters = learnt * setting.rank_parameters / cut(setting);
    let gradient = if setting.job.precision == Precision::Fp32 {
        4.0
    } else {
        2.0
    };
    let moved = parameters * (gradient + 2.0 * setting.width) / (RING * setting.fabric.host);
    let node = f64::from(setting.fabric.node.min(setting.layout.accelerators).max(1));
    let changed = node * parameters / HOST_PARAMETERS;
    let flash = if setting.layout.offload == Offload::Nvme {
        STATE_BYTES * parameters / FLASH
    } else {
        0.0
    };
    moved + changed + flash
}

/// Seconds a micro-batch of weights that come from the host, beyond the `busy` seconds
/// that hide them.
pub(super) fn streamed(setting: &Setting, busy: f64) -> f64 {
    if setting.layout.offload != Offload::States {
        return 0.0;
    }
    let bytes = 4.0 * setting.width * setting.rank_parameters / cut(setting);
    paid(setting, bytes / (RING * setting.fabric.host), busy)
}

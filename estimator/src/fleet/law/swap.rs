//! Whole models in turn, their weights waiting in the host's memory.
//!
//! ```text
//! wake   = 0.3 s + bytes per GPU / rate in        sleep = bytes per GPU / rate out
//! switch = own wake + the longest sleep of the others
//! rate   = 0.635 x the host link of a GPU, half of it where several GPUs of a node move at once
//! ```
//!
//! Of 19 sleeps and 24 wakes of seven models (0.8 to 220 GiB, PCI Express 4, vLLM's sleep mode)
//! all lie within 30 % or 0.3 s. A packing goes by the safe 10 GB/s of
//! [`Rules`](crate::fleet::question::Rules): 5 to 21 were measured. A sleep discards the cache, so
//! running prompts are read again; the first sleep, which allocates the host's memory, takes
//! several times as long.

use crate::hardware::Accelerator;

/// Seconds of a wake that do not grow with the weights.
pub const FIXED_S: f64 = 0.3;
/// The share of a link that pinned copies reach: 20 of the 31.5 GB/s of PCI Express 4 x16.
const LINK_SHARE: f64 = 0.635;
/// GPUs of a node share an uplink by two.
const UPLINK: f64 = 0.5;

/// Bytes a second at which a GPU's weights come in or go out, alone or while others' do.
#[must_use]
pub fn rate(chip: &Accelerator, several: bool) -> f64 {
    let alone = chip.host_path().get() * LINK_SHARE;
    if several { alone * UPLINK } else { alone }
}

/// Seconds until so many bytes per GPU are there.
#[must_use]
pub fn wake_s(fixed_s: f64, bytes: f64, rate: f64) -> f64 {
    fixed_s + sleep_s(bytes, rate)
}

/// Seconds until so many bytes per GPU are gone.
#[must_use]
pub fn sleep_s(bytes: f64, rate: f64) -> f64 {
    bytes / rate
}

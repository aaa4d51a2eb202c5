//! Collectives: the time that ranks that share a layer pay to agree on it.
//!
//! - all-reduce of `S` bytes over `n` ranks:
//!   `alpha + tau log2(n) S/(S + S_half) + 2 (n-1)/n S / (e BW_l)`: small messages take one
//!   shot, large ones the rounds of a ring or a tree
//! - dispatch and combine of experts: `alpha + S (n-1)/n / (e BW_l)`, `e` 0.78 across nodes
//! - hop between pipeline stages: `10 us + S / BW_l`
//!
//! Switched links: latency 7 us (7.0 to 7.3 fitted), the rest as measured
//! ([`Switched`]). PCI Express: latency and share by the number of ranks, as eight RTX PRO 6000
//! reach them in the kernel tables of ai-dynamo/aiconfigurator. (The L40S there,
//! in a host of unknown topology, get .16 over four and .05 over eight, with which
//! the maxima that TensorRT-LLM publishes for four L40S would be impossible.) Point-to-point meshes (Infinity Fabric) give `n`
//! ranks `(n-1)` of the domain's `domain-1` links: 47.7 GB/s over 2 and
//! 312.9 GB/s over 8 MI300X measured, 70 % of the links in use.

use crate::hardware::{Accelerator, LinkKind, NODE_NETWORK};

/// Latency of a hop between stages, seconds.
pub const HOP: f64 = 10e-6;

/// Share of the nodes' network that an exchange between experts reaches: 39 to 40 of
/// 50 GB/s over 64 to 256 ranks (DeepEP's README, low-latency kernels).
const EXCHANGED: f64 = 0.78;

/// Share of a path that a copy of cached tokens reaches: of PCI Express 24.8 of 31.5 GB/s
/// (A100, nvbandwidth) and 47.7 to 51 of 63 (H100, 2 to 16 MB a block, vLLM's KV offloading
/// connector, 2026-01-08); of the nodes' network 0.87 with four ports and 0.71 with eight
/// (Mooncake's README and its vLLM page).
pub const COPIED: f64 = 0.8;

/// The time of an all-reduce over switched links. Set by 250 all-reduces over 2, 4 and 8 ranks of
/// A100, H100, H200, B200 and GB200 (tables of ai-dynamo/aiconfigurator): above 1 MB the median
/// error is 11 %, with one share of .60 and no `tau` 24 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Switched {
    /// Of a small message, microseconds: `alpha`.
    pub latency_us: f64,
    /// The time that a large one takes longer to start for each doubling of the ranks,
    /// microseconds: `tau`.
    pub ring_us: f64,
    /// Message at which half of that is paid, bytes.
    pub ring_bytes: f64,
    /// Share of the link's rate that large messages reach over 2, 3 to 4 and more ranks.
    pub share: [f64; 3],
}

/// The product's.
pub(super) const SWITCHED: Switched = Switched {
    latency_us: 7.0,
    ring_us: 20.0,
    ring_bytes: 8e6,
    share: [0.67, 0.74, 0.84],
};

/// The path that `ranks` ranks share, ready for the formulas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Collective {
    latency: f64,
    ring: f64,
    ring_bytes: f64,
    bytes_per_second: f64,
    exchanged_per_second: f64,
    share: f64,
}

impl Collective {
    /// The path of `ranks` ranks on `chip`, which may span nodes.
    #[must_use]
    pub fn new(switched: &Switched, chip: &Accelerator, ranks: u32, node: u32) -> Self {
        let within = chip.link_for(ranks);
        let (latency, efficiency, rate): (f64, f64, f64) = match within.kind {
            LinkKind::Pcie | LinkKind::None => {
                let (latency, efficiency) = match ranks {
                    0..=2 => (4e-6, 0.58),
                    3..=4 => (12e-6, 0.44),
                    _ => (30e-6, 0.36),
                };
                (latency, efficiency, within.per_direction.get())
            }
            LinkKind::Fabric => {
                let links = f64::from(within.domain.max(2) - 1);
                let used = f64::from(ranks.max(2) - 1).min(links);
                (7e-6, 0.70, within.per_direction.get() * used / links)
            }
            LinkKind::NvLink | LinkKind::Bridge | LinkKind::ScaleUp => {
                let [two, four, more] = switched.share;
                let share = match ranks {
                    0..=2 => two,
                    3..=4 => four,
                    _ => more,
                };
                (
                    switched.latency_us * 1e-6,
                    share,
                    within.per_direction.get(),
                )
            }
        };
        let ring = match within.kind {
            LinkKind::NvLink | LinkKind::Bridge | LinkKind::ScaleUp | LinkKind::Fabric => {
                switched.ring_us * 1e-6 * f64::from(ranks.max(1)).log2()
            }
            _ => 0.0,
        };
        // Across nodes the slowest part of the ring decides.
        let (rate, efficiency, exchanged) = if ranks > node {
            let efficiency = efficiency.max(0.60);
            (rate.min(NODE_NETWORK.get()), efficiency, EXCHANGED)
        } else {
            (rate, efficiency, efficiency)
        };
        let ranks = f64::from(ranks);
        Self {
            latency,
            ring,
            ring_bytes: switched.ring_bytes,
            bytes_per_second: rate * efficiency,
            exchanged_per_second: rate * exchanged,
            share: (ranks - 1.0).max(0.0) / ranks.max(1.0),
        }
    }

    /// Seconds of one all-reduce of `bytes`.
    #[must_use]
    pub fn all_reduce(&self, bytes: f64) -> f64 {
        self.latency
            + self.ring * bytes / (bytes + self.ring_bytes)
            + 2.0 * self.share * bytes / self.bytes_per_second
    }

    /// Seconds of one exchange in which every rank sends `bytes`.
    #[must_use]
    pub fn all_to_all(&self, bytes: f64) -> f64 {
        self.latency + self.share * bytes / self.exchanged_per_second
    }
}

/// Seconds a byte takes from one pipeline stage of `chip` to the next.
#[must_use]
pub fn hop_per_byte(chip: &Accelerator, accelerators: u32, node: u32) -> f64 {
    let rate = if accelerators > node {
        NODE_NETWORK
    } else {
        chip.link_for(2).per_direction
    };
    1.0 / rate.get()
}

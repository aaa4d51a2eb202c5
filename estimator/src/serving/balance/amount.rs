//! A figure with its unit, and the sizes in which resources are sold.
//!
//! Main memory comes in 1 and 1.5 times powers of two GiB, drives in 240 GB doubled,
//! ports in 25 Gbit/s doubled, PCI Express x16 in 15.75 GB/s doubled by generation from
//! the third (8 GT/s, 128b/130b; PCI-SIG), cores in pairs.

use super::Resource;
use crate::quantity::{Bytes, BytesPerSecond};
use serde::{Deserialize, Serialize};

/// How much of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amount {
    /// Memory or storage.
    Bytes(Bytes),
    /// A link's rate, one direction.
    Rate(BytesPerSecond),
    /// Pieces: cores, ranks.
    Count(f64),
}

/// The smallest drive, GB.
const DRIVE: f64 = 240e9;
/// The slowest port, bytes a second: 25 Gbit/s.
const PORT: f64 = 25e9 / 8.0;
/// PCI Express 3.0 x16, bytes a second.
const THIRD_GENERATION: f64 = 15.75e9;

/// PCI Express 6.0 x16, the last that is on sale.
const SIXTH_GENERATION: f64 = 8.0 * THIRD_GENERATION;

/// The least of `base`, `2 base`, `4 base`, ... that is at least `value`.
fn doubled(value: f64, base: f64) -> f64 {
    // A millionth: the error of rounding the logarithm.
    let steps = ((value / base).log2() - 1e-6).ceil().max(0.0);
    base * steps.exp2()
}

impl Amount {
    /// The figure in its SI unit.
    #[must_use]
    pub const fn get(self) -> f64 {
        match self {
            Self::Bytes(bytes) => bytes.get(),
            Self::Rate(rate) => rate.get(),
            Self::Count(count) => count,
        }
    }

    /// The least size of `resource` on sale that is at least this.
    pub(super) fn rounded_up(self, resource: Resource) -> Self {
        match self {
            Self::Bytes(bytes) if resource == Resource::HostRam => {
                let gib = bytes.to_gib();
                Self::Bytes(Bytes::gib(doubled(gib, 1.0).min(doubled(gib, 1.5))))
            }
            Self::Bytes(bytes) => Self::Bytes(Bytes::new(doubled(bytes.get(), DRIVE))),
            Self::Rate(rate) => {
                let sold = if resource == Resource::Pcie {
                    doubled(rate.get().min(SIXTH_GENERATION), THIRD_GENERATION)
                } else {
                    doubled(rate.get(), PORT)
                };
                // Beyond the last generation, nothing is sold: the need stands.
                Self::Rate(BytesPerSecond::new(sold.max(rate.get())))
            }
            Self::Count(count) if resource == Resource::Cores => {
                Self::Count((count / 2.0).ceil() * 2.0)
            }
            Self::Count(count) => Self::Count(count.ceil()),
        }
    }
}

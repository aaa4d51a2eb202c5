//! How a board is cut into MIG instances: the profiles it knows, and the share of the board that
//! each is.
//!
//! ```text
//! compute share   = multiprocessors of the profile / those of the largest instance
//! bandwidth share = memory units / those of the board
//! memory          = that of nvidia-smi; else its share of the driver's memory, less what
//!                   the listings seen keep back at most
//! ```
//!
//! The name is not the size: a `1g.10gb` of an A100 holds 9.62 GiB.

use super::question::{Mig, Profile};
use crate::hardware::Accelerator;
use crate::quantity::Bytes;

/// MiB of a GiB.
const MIB_OF_GIB: f64 = 1024.0;
/// Bytes of a MiB.
const BYTES_OF_MIB: f64 = 1_048_576.0;
/// The part of its share that an instance holds at least: 16.0 of 17.55 GiB of an H200's `1g`,
/// the least among the listings of A30, A100, H100 and H200.
const HELD: f64 = 0.91;

/// A board and its instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Board {
    /// Its name.
    pub name: &'static str,
    /// Ids of the accelerators that are cut so.
    pub accelerators: &'static [&'static str],
    /// Compute slices.
    pub slices: u32,
    /// Memory units.
    pub units: u32,
    /// Multiprocessors without MIG, where they are more than the largest instance's.
    pub whole_processors: Option<u32>,
    /// The sources of its facts, and those not verified.
    pub confidence: &'static str,
    /// Its profiles.
    pub profiles: &'static [Slice],
}

/// A profile of an instance, as drivers list it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slice {
    /// Its name.
    pub name: &'static str,
    /// Compute slices.
    pub slices: u32,
    /// Memory units.
    pub units: u32,
    /// Instances of it at most.
    pub most: u32,
    /// Multiprocessors, where they are known.
    pub processors: Option<u32>,
    /// Its memory, in GiB, where a listing was seen.
    pub gib: Option<f64>,
    /// Whether it is the plain one of its size: others add or leave out media or graphics
    /// engines, and compute the same.
    pub plain: bool,
    /// First memory units that it may start at.
    pub places: &'static [u32],
}

impl Board {
    /// The share of the largest instance's compute that a profile has.
    #[must_use]
    pub fn compute(&self, slice: &Slice) -> f64 {
        let most = self.profiles.iter().filter_map(|one| one.processors).max();
        match (slice.processors, most) {
            (Some(own), Some(most)) if most > 0 => f64::from(own) / f64::from(most),
            _ => f64::from(slice.slices) / f64::from(self.slices.max(1)),
        }
    }

    /// The share of the board's bandwidth that a profile has.
    #[must_use]
    pub fn bandwidth(&self, slice: &Slice) -> f64 {
        f64::from(slice.units) / f64::from(self.units.max(1))
    }

    /// The largest instance's share of the compute that the board has without MIG.
    #[must_use]
    pub fn largest(&self) -> f64 {
        let most = self.profiles.iter().filter_map(|one| one.processors).max();
        match (most, self.whole_processors) {
            (Some(most), Some(whole)) if whole > 0 => f64::from(most) / f64::from(whole),
            _ => 1.0,
        }
    }

    /// The memory of an instance on a board of so much, in MiB.
    #[must_use]
    pub fn mib(&self, slice: &Slice, memory: Bytes) -> f64 {
        let share = memory.get() / BYTES_OF_MIB * self.bandwidth(slice);
        slice.gib.map_or(share * HELD, |gib| gib * MIB_OF_GIB)
    }

    /// The plain profiles as a packing asks, on a board of so much memory.
    #[must_use]
    pub fn cut(&self, memory: Bytes) -> Mig {
        let profile = |slice: &Slice| Profile {
            name: slice.name.to_owned(),
            slices: slice.slices,
            units: slice.units,
            compute: self.compute(slice),
            bandwidth: self.bandwidth(slice),
            mib: self.mib(slice, memory),
            places: slice.places.to_vec(),
        };
        let plain = self.profiles.iter().filter(|slice| slice.plain);
        Mig {
            slices: self.slices,
            units: self.units,
            profiles: plain.map(profile).collect(),
        }
    }

    /// An instance as an accelerator of its own, for the roofline: its shares of peak and
    /// bandwidth, its memory, no link to any other. The host's work per step stays.
    #[must_use]
    pub fn instance(&self, chip: &Accelerator, slice: &Slice) -> Accelerator {
        let compute = self.compute(slice) * self.largest();
        let memory = Bytes::new(self.mib(slice, chip.memory) * BYTES_OF_MIB);
        Accelerator {
            name: format!("{} {}", chip.name, slice.name),
            memory,
            marketed_memory: chip.marketed_memory * self.bandwidth(slice),
            node_size: 1,
            ..super::law::slowed(chip, compute, self.bandwidth(slice))
        }
    }
}

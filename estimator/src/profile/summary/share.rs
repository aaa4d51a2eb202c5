//! Where the time of a timeline goes.

use super::super::fact::{Fact, Group};

/// What a device does in a part of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slice {
    /// Kernels, but collectives.
    Compute,
    /// Collectives that no kernel hides.
    Communication,
    /// Copies that no kernel hides.
    Copy,
    /// Idle: the host called late.
    Host,
    /// Idle: the host waited for input.
    Input,
    /// Idle: the host waited for the device.
    Sync,
    /// Idle for another reason, or an unknown one.
    Other,
}

impl Slice {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::Compute,
        Self::Communication,
        Self::Copy,
        Self::Host,
        Self::Input,
        Self::Sync,
        Self::Other,
    ];

    /// Its name among facts.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Communication => "communication",
            Self::Copy => "copy",
            Self::Host => "host",
            Self::Input => "input",
            Self::Sync => "sync",
            Self::Other => "other",
        }
    }

    /// Whether the device does nothing.
    #[must_use]
    pub const fn is_idle(self) -> bool {
        matches!(self, Self::Host | Self::Input | Self::Sync | Self::Other)
    }
}

/// The slices of the time of all devices with their shares, 0 to 1, in this order and without
/// empty ones; they sum to 1. Empty where no timeline was recorded.
#[must_use]
pub fn slices(facts: &Group) -> Vec<(Slice, f64)> {
    let at = |path: &str| facts.at(path).unwrap_or(0.0);
    let (Some(compute), Some(idle)) = (facts.at("gpu.compute_share"), facts.at("gpu.idle_share"))
    else {
        return Vec::new();
    };
    let (host, input, sync) = (
        at("gpu.idle_host_share"),
        at("gpu.idle_input_share"),
        at("gpu.idle_sync_share"),
    );
    let all = [
        (Slice::Compute, compute),
        (Slice::Communication, at("communication.exposed_share")),
        (Slice::Copy, at("copies.exposed_share")),
        (Slice::Host, host),
        (Slice::Input, input),
        (Slice::Sync, sync),
        (Slice::Other, idle - host - input - sync),
    ];
    // Rounding may leave a trace of a slice that is not there.
    let there = all.into_iter().filter(|(_, share)| *share > 1e-6);
    there.collect()
}

/// A class of kernels.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// Its name, of [`super::super::kernel::class`].
    pub name: String,
    /// Its share of the time of all kernels, 0 to 1.
    pub share: f64,
    /// Its time, seconds.
    pub time_s: f64,
}

/// The classes of kernels, largest first; empty where no kernel is known.
#[must_use]
pub fn classes(facts: &Group) -> Vec<Class> {
    let total = facts.at("kernels.total_s").unwrap_or(0.0);
    let Some(Fact::Group(kernels)) = facts.get("kernels") else {
        return Vec::new();
    };
    let Some(Fact::Group(shares)) = kernels.get("classes") else {
        return Vec::new();
    };
    let known = shares.entries().filter_map(|(name, _)| {
        let share = shares.at(name).filter(|share| *share > 0.0)?;
        Some(Class {
            name: name.to_owned(),
            share,
            time_s: share * total,
        })
    });
    let mut classes: Vec<Class> = known.collect();
    classes.sort_by(|a, b| b.share.total_cmp(&a.share));
    classes
}

//! One node's parts beside its accelerators. The facts live in the catalogue; unknown ones are
//! `None`.

use crate::quantity::{Bytes, BytesPerSecond};
use serde::{Deserialize, Serialize};

/// A machine that holds accelerators: an instance as a cloud rents it, or a maker's
/// reference system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// Its name: `p5.48xlarge`, `DGX H100`.
    pub label: String,
    /// Whether it is a maker's reference system, which no seller promised.
    pub reference: bool,
    /// Accelerators in it.
    pub accelerators: u32,
    /// CPU sockets.
    pub sockets: Option<u32>,
    /// Physical cores in all; half as many as virtual CPUs that are hyperthreads.
    pub cores: Option<f64>,
    /// Main memory.
    pub memory: Option<Bytes>,
    /// Local solid-state storage, all drives; zero where there is none.
    pub storage: Option<Bytes>,
    /// Network, all ports, one direction.
    pub network: Option<BytesPerSecond>,
}

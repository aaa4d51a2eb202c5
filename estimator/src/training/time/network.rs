//! The links of accelerators: the one inside its domain, the host's path inside a node, the
//! network beyond.

use crate::hardware::{Accelerator, Architecture, LinkKind};
use crate::quantity::BytesPerSecond;
use crate::training::site::Site;

/// The network usual with an accelerator, its share, one direction.
///
/// - Ampere: 1,600 Gbit/s a node of eight (DGX A100: eight `ConnectX-6` at 200 Gbit/s)
/// - Blackwell Ultra (a Blackwell with 250 GB or more): 800 Gbit/s each (DGX B300 and
///   GB300 NVL72: `ConnectX-8`); Rubin 1,600
/// - other high-bandwidth memory: 400 Gbit/s each (DGX H100, DGX B200, GB200 NVL72,
///   MI300X platforms)
/// - boards without it: 100 Gbit/s a node, shared by all
#[must_use]
pub fn network(chip: &Accelerator) -> BytesPerSecond {
    let ultra = chip.marketed_memory.to_gb() >= 250.0;
    match chip.architecture {
        _ if !chip.hbm => BytesPerSecond::gb(12.5 / f64::from(chip.node_size.max(1))),
        Architecture::Ampere | Architecture::Volta | Architecture::Pascal => {
            BytesPerSecond::gb(25.0)
        }
        Architecture::Blackwell if ultra => BytesPerSecond::gb(100.0),
        Architecture::Rubin => BytesPerSecond::gb(200.0),
        Architecture::Turing
        | Architecture::AmpereGraphics
        | Architecture::Ada
        | Architecture::Hopper
        | Architecture::Blackwell
        | Architecture::BlackwellGraphics
        | Architecture::Cdna1
        | Architecture::Cdna2
        | Architecture::Cdna3
        | Architecture::Cdna4
        | Architecture::Rdna
        | Architecture::Gaudi
        | Architecture::Xe
        | Architecture::Tpu
        | Architecture::Neuron
        | Architecture::Apple
        | Architecture::Other => crate::hardware::NODE_NETWORK,
    }
}

/// The paths between accelerators, bytes a second and accelerator.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fabric {
    /// The fast link, `BW_l`.
    pub link: f64,
    /// Accelerators it joins, `dom`.
    pub domain: u32,
    /// The host's path.
    pub host: f64,
    /// Accelerators of a node.
    pub node: u32,
    /// Accelerators that reach each other without the network.
    pub near: u32,
    /// The network between nodes, `BW_node`.
    pub network: f64,
}

impl Fabric {
    pub(super) fn of(site: &Site, chip: &Accelerator) -> Self {
        let linked = chip.link.kind != LinkKind::None && chip.link.per_direction.get() > 0.0;
        let network = site.network.unwrap_or_else(|| network(chip)).get();
        // An accelerator without links, alone in its machine too, has the host's path.
        let link = if linked {
            chip.link.per_direction
        } else {
            chip.host_path()
        };
        Self {
            link: link.get().max(1.0),
            domain: if linked { chip.link.domain.max(1) } else { 1 },
            host: chip.host_path().get().max(1.0),
            node: chip.node_size.max(1),
            near: chip.near(),
            network: network.max(1.0),
        }
    }

    /// Bandwidth of a rank to its neighbour in a group of `ranks`.
    pub(super) fn path(&self, ranks: u32) -> f64 {
        if ranks <= self.domain {
            self.link
        } else if ranks <= self.node {
            self.host
        } else {
            self.network
        }
    }

    /// Bandwidth of a ring over `ranks` whose neighbours are `stride` apart: beyond a
    /// node every network port of it works for the ring, as far as its links carry them.
    pub(super) fn ring(&self, ranks: u32, stride: u32) -> f64 {
        let span = ranks.saturating_mul(stride.max(1));
        if span <= self.near {
            return self.path(span);
        }
        let members = f64::from(self.near) / f64::from(stride.max(1));
        (members.max(1.0) * self.network).min(self.path(self.near))
    }
}

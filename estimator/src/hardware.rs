//! An accelerator, to the estimator: memory, bandwidth, dense peaks, links. The facts themselves
//! live in the catalogue.

use crate::precision::{ComputeType, WeightFormat, formats};
use crate::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};
use serde::{Deserialize, Serialize};

formats!(
    /// Who makes the accelerator.
    Vendor {
        /// NVIDIA.
        Nvidia = "nvidia",
        /// AMD.
        Amd = "amd",
        /// Intel.
        Intel = "intel",
        /// Google.
        Google = "google",
        /// Amazon Web Services.
        Aws = "aws",
        /// Apple.
        Apple = "apple",
        /// Anybody else: the user's own.
        Other = "other",
    }
);

formats!(
    /// The generation of the compute units: accelerators of one share their efficiencies.
    Architecture {
        /// NVIDIA Pascal.
        Pascal = "pascal",
        /// NVIDIA Volta.
        Volta = "volta",
        /// NVIDIA Turing.
        Turing = "turing",
        /// NVIDIA Ampere, data centre (GA100).
        Ampere = "ampere",
        /// NVIDIA Ampere, graphics (`GA10x`) and embedded.
        AmpereGraphics = "ampere-graphics",
        /// NVIDIA Ada Lovelace.
        Ada = "ada",
        /// NVIDIA Hopper.
        Hopper = "hopper",
        /// NVIDIA Blackwell, data centre (GB100, GB110).
        Blackwell = "blackwell",
        /// NVIDIA Blackwell, graphics (`GB20x`) and embedded.
        BlackwellGraphics = "blackwell-graphics",
        /// NVIDIA Rubin.
        Rubin = "rubin",
        /// AMD CDNA, the first.
        Cdna1 = "cdna1",
        /// AMD CDNA 2.
        Cdna2 = "cdna2",
        /// AMD CDNA 3.
        Cdna3 = "cdna3",
        /// AMD CDNA 4 and later.
        Cdna4 = "cdna4",
        /// AMD RDNA.
        Rdna = "rdna",
        /// Intel Gaudi.
        Gaudi = "gaudi",
        /// Intel Xe.
        Xe = "xe",
        /// Google TPU.
        Tpu = "tpu",
        /// AWS Inferentia and Trainium.
        Neuron = "neuron",
        /// Apple silicon, unified memory.
        Apple = "apple",
        /// Unknown: the user's own.
        Other = "other",
    }
);

/// Dense peak rates by number format; `None` where the chip lacks the units.
/// Never the doubled figure of structured sparsity.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Peaks {
    /// fp32 outside the matrix units.
    pub thirty_two: Option<FlopsPerSecond>,
    /// The better of bf16 and fp16.
    pub sixteen: Option<FlopsPerSecond>,
    /// 8-bit float.
    pub fp8: Option<FlopsPerSecond>,
    /// 8-bit integer.
    pub int8: Option<FlopsPerSecond>,
    /// 4-bit float.
    pub four: Option<FlopsPerSecond>,
}

impl Peaks {
    /// The 8-bit rate that `format` runs at: integer units for int8, else float.
    #[must_use]
    pub fn eight(&self, format: WeightFormat) -> Option<FlopsPerSecond> {
        if format == WeightFormat::Int8 {
            self.int8
        } else {
            self.fp8
        }
    }

    /// The peak for a compute type and the format behind it; a chip with no
    /// 16-bit units runs at its fp32 rate.
    #[must_use]
    pub fn of(&self, compute: ComputeType, format: WeightFormat) -> Option<FlopsPerSecond> {
        match compute {
            ComputeType::Four => self.four,
            ComputeType::Eight => self.eight(format),
            ComputeType::Sixteen => self.sixteen.or(self.thirty_two),
            ComputeType::ThirtyTwo => self.thirty_two,
        }
    }
}

formats!(
    /// The link between the accelerators of one node.
    LinkKind {
        /// NVLink with a switch or a full mesh.
        NvLink = "nvlink",
        /// An NVLink bridge between pairs.
        Bridge = "bridge",
        /// AMD Infinity Fabric, Intel Xe Link.
        Fabric = "fabric",
        /// Ethernet or a torus inside the scale-up domain (Gaudi, TPU, Neuron).
        ScaleUp = "scale-up",
        /// The host's PCI Express.
        Pcie = "pcie",
        /// Nothing: one accelerator a machine.
        None = "none",
    }
);

impl LinkKind {
    /// Whether it joins all accelerators of a board or a rack, which is then bought whole.
    #[must_use]
    pub const fn joins(self) -> bool {
        matches!(self, Self::NvLink | Self::Fabric | Self::ScaleUp)
    }
}

/// The path between two accelerators that work on one layer together.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its technology.
    pub kind: LinkKind,
    /// Bandwidth of one accelerator, one direction: half of the figure that
    /// vendors print for both directions.
    pub per_direction: BytesPerSecond,
    /// How many accelerators it joins at this speed.
    pub domain: u32,
}

/// An accelerator as the estimator sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Accelerator {
    /// Catalogue id, or the user's own name for it.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Who makes it.
    pub vendor: Vendor,
    /// Generation of its compute units.
    pub architecture: Architecture,
    /// Usable memory as the driver reports it.
    pub memory: Bytes,
    /// Memory as the data sheet prints it.
    pub marketed_memory: Bytes,
    /// Memory bandwidth.
    pub bandwidth: BytesPerSecond,
    /// Dense peak rates.
    pub peak: Peaks,
    /// The fastest path between accelerators of one node.
    pub link: Link,
    /// The host's path, one direction; used beyond the domain of `link`.
    pub pcie: Option<BytesPerSecond>,
    /// The most accelerators one node holds.
    pub node_size: u32,
    /// Board power.
    pub power: Option<Watts>,
    /// The vendor's printed peak over the dense peak: 2 where the headline counts structured
    /// sparsity, else 1.
    #[serde(default = "dense")]
    pub headline_factor: f64,
    /// High-bandwidth memory (HBM), as opposed to GDDR or LPDDR.
    pub hbm: bool,
    /// Whether its memory is the host's too: Apple silicon, GB10, Jetson, MI300A.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unified: bool,
}

const fn dense() -> f64 {
    1.0
}

impl Accelerator {
    /// The host's path of one accelerator, one direction.
    #[must_use]
    pub fn host_path(&self) -> BytesPerSecond {
        self.pcie.unwrap_or(DEFAULT_PCIE)
    }

    /// Accelerators that reach each other without the network: one link's domain, or a
    /// node where that is larger.
    #[must_use]
    pub fn near(&self) -> u32 {
        let linked = self.link.kind != LinkKind::None && self.link.per_direction.get() > 0.0;
        let domain = if linked { self.link.domain } else { 1 };
        domain.max(self.node_size).max(1)
    }

    /// Accelerators that NVLink joins, of one machine or of several; 1 where it joins none.
    #[must_use]
    pub fn joined(&self) -> u32 {
        if self.link.kind == LinkKind::NvLink {
            self.link.domain.max(1)
        } else {
            1
        }
    }

    /// Accelerators of one machine, in nodes of so many: see [`in_machine`].
    #[must_use]
    pub fn machine(&self, node: u32) -> u32 {
        in_machine(self.joined(), node)
    }

    /// The link that `ranks` accelerators of one node share: the fast one
    /// inside its domain, PCI Express beyond.
    #[must_use]
    pub fn link_for(&self, ranks: u32) -> Link {
        if ranks <= self.link.domain && self.link.kind != LinkKind::None {
            return self.link;
        }
        Link {
            kind: LinkKind::Pcie,
            per_direction: self.host_path(),
            domain: self.node_size,
        }
    }
}

/// The most accelerators that NVLink joins in one machine (DGX-2).
const MOST_OF_ONE: u32 = 16;
/// Accelerators of a machine of a larger domain: GB200 NVL72 is 18 trays of four, each a host of its
/// own (NVIDIA DGX GB200 user guide).
const TRAY: u32 = 4;

/// Accelerators of one machine, in nodes of so many of which NVLink joins `domain`: launchers and
/// Kubernetes see machines, and no node of 72.
#[must_use]
pub fn in_machine(domain: u32, node: u32) -> u32 {
    let node = if domain > MOST_OF_ONE {
        node.min(TRAY)
    } else {
        node
    };
    node.max(1)
}

/// PCI Express 4.0 x16, where a record names none: 31.5 GB/s in each direction
/// (PCI-SIG, 16 GT/s with 128b/130b coding).
pub const DEFAULT_PCIE: BytesPerSecond = BytesPerSecond::gb(31.5);

/// The network between nodes, one accelerator's share, one direction: a
/// 400 Gbit/s port each, as in DGX H100 and its peers (NVIDIA DGX H100 user
/// guide: eight ConnectX-7 at 400 Gbit/s).
pub const NODE_NETWORK: BytesPerSecond = BytesPerSecond::gb(50.0);

#[cfg(test)]
mod tests {
    use super::in_machine;

    /// Two trays of an NVL72 are two machines of four; smaller domains are one machine each.
    #[test]
    fn a_rack_is_machines_of_four() {
        for (domain, node, machine) in [
            (72, 72, 4),
            (72, 2, 2),
            (16, 16, 16),
            (8, 8, 8),
            (1, 4, 4),
            (1, 0, 1),
        ] {
            assert_eq!(in_machine(domain, node), machine, "{domain} {node}");
        }
    }
}

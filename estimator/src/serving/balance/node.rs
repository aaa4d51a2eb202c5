//! One node of a sizing: which machine it is, and the replicas on it.
//!
//! The machine is the one that the bill pays for. Where nothing is known of that, or there is no
//! bill, it is the first of the offer's that holds a whole replica, or its share of the domain
//! that fast links join; a replica joined across machines by such links (racks) takes the largest.
//! Nothing but a reference system stands in for the machine of a bill: another instance is not the
//! one paid for.

use crate::hardware::{Accelerator, LinkKind};
use crate::host::Host;
use crate::offer::{Offer, Price};
use crate::placement::Placement;
use crate::quantity::{Bytes, BytesPerSecond};
use crate::serving::memory::MemoryBreakdown;
use crate::serving::replica::disaggregated::Pools;
use crate::serving::report::{Performance, Sizing};
use crate::serving::scenario::Scenario;

/// A node, ready for the formulas.
pub(super) struct Node<'a, 'b> {
    pub(super) scenario: &'b Scenario,
    pub(super) chip: &'a Accelerator,
    pub(super) host: Option<&'a Host>,
    pub(super) placement: Placement,
    pub(super) performance: Option<&'b Performance>,
    pub(super) memory: &'b MemoryBreakdown,
    pub(super) pools: Option<Pools>,
    /// Accelerators joined without a network.
    pub(super) domain: u32,
    /// Ranks of one replica on the node.
    pub(super) ranks: u32,
    /// Whether the whole fleet stands on this node.
    pub(super) is_alone: bool,
    /// Replicas, or parts of one, on the node.
    pub(super) held: u32,
    /// The whole model's weights as they are downloaded.
    pub(super) weights: Bytes,
}

impl<'a, 'b> Node<'a, 'b> {
    pub(super) fn new(scenario: &'b Scenario, offer: &'a Offer, sizing: &'b Sizing) -> Self {
        let chip = &offer.accelerator;
        let placement = sizing.estimate.placement;
        let each = placement.accelerators().max(1);
        let domain = scenario.limits.node(chip);
        let host = machine(offer, sizing.price(offer), each.min(domain));
        let size = host.map_or(domain, |host| host.accelerators.clamp(1, domain));
        let ranks = each.min(size);
        Self {
            scenario,
            chip,
            host,
            placement,
            performance: sizing.estimate.performance.as_ref(),
            memory: &sizing.estimate.memory,
            pools: sizing.pools,
            domain,
            ranks,
            is_alone: sizing.accelerators() <= size,
            held: (size / ranks).min(sizing.replicas).max(1),
            weights: scenario.checkpoint(),
        }
    }

    /// Share of a replica that stands on the node, at most all of it.
    pub(super) fn part(&self) -> f64 {
        f64::from(self.ranks) / f64::from(self.placement.accelerators().max(1))
    }

    /// Weights that the node's part of a replica reads.
    pub(super) fn share(&self) -> Bytes {
        self.weights * self.part()
    }

    /// Requests a second whose prompts one replica reads.
    pub(super) fn prompts(&self) -> f64 {
        super::prompts(self.pools.as_ref(), self.performance)
    }

    /// Whether ranks that exchange results have no link but PCI Express.
    pub(super) fn is_joined_by_pcie(&self) -> bool {
        let sharing = self.placement.stage_ranks().min(self.ranks);
        let joined = if sharing > 1 { sharing } else { self.ranks };
        joined > 1 && self.chip.link_for(joined.min(self.domain)).kind == LinkKind::Pcie
    }

    /// PCI Express of one accelerator.
    pub(super) fn pcie(&self) -> BytesPerSecond {
        self.chip.host_path()
    }
}

fn machine<'a>(offer: &'a Offer, paid: Option<&'a Price>, wanted: u32) -> Option<&'a Host> {
    let chip = &offer.accelerator;
    let link = chip.link.kind;
    let joined = chip.link.domain >= wanted && !matches!(link, LinkKind::Pcie | LinkKind::None);
    let holds = |host: &&Host| host.accelerators >= wanted;
    let of_bill = paid.and_then(|price| price.machine.as_ref());
    let of_bill = of_bill.filter(|host| joined || holds(host));
    let hosts = offer.hosts.iter();
    let mut hosts = hosts.filter(|host| paid.is_none() || host.reference);
    of_bill.or_else(|| hosts.clone().find(holds)).or_else(|| {
        hosts
            .by_ref()
            .filter(|_| joined)
            .max_by_key(|host| host.accelerators)
    })
}

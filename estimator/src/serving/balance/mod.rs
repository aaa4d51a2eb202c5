//! Whole-system balance: what a node needs beside its accelerators, held against what it
//! is built as.
//!
//! A node holds as many whole replicas as fit, as in [`crate::serving::fleet`]; a replica larger
//! than a node spans whole ones. For each resource one file says in words what is needed;
//! what is there comes from the [`Host`] of the offer. Where less is there than needed,
//! the item is short and names the size in which the resource is sold that would do.
//! `docs/balance.md` lists every constant with its source.

mod amount;
pub(crate) mod cold_start;
mod cpu;
mod network;
mod node;
mod numa;
mod pcie;
mod ram;
mod storage;

pub use amount::Amount;

use crate::host::Host;
use crate::offer::Offer;
use crate::quantity::{Bytes, Seconds};
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use node::Node;
use serde::{Deserialize, Serialize};

/// What a node can run short of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    /// Main memory of the node.
    HostRam,
    /// Physical processor cores of the node.
    Cores,
    /// PCI Express of one accelerator, one direction.
    Pcie,
    /// Ranks of a replica that sit on one socket.
    Numa,
    /// Local storage of the node.
    Storage,
    /// Network of the node, one direction.
    Network,
}

/// How what is there compares with what is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// As much as needed, or more.
    Enough,
    /// Less than needed.
    Short,
    /// What is there is not known.
    Unknown,
}

/// One resource of a node.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Which.
    pub resource: Resource,
    /// What is needed; nothing where the sizing makes no use of it.
    pub needed: Amount,
    /// What is there; `None` where it is not known.
    pub available: Option<Amount>,
}

impl Item {
    /// The comparison.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match self.available {
            _ if self.needed.get() <= 0.0 => Standing::Enough,
            None => Standing::Unknown,
            Some(available) if available.get() < self.needed.get() => Standing::Short,
            Some(_) => Standing::Enough,
        }
    }

    /// The least size in which the resource is sold that is enough.
    #[must_use]
    pub fn suffices(&self) -> Amount {
        self.needed.rounded_up(self.resource)
    }
}

/// All resources of one node of a sizing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Balance<'a> {
    /// What it is held against; `None` where no machine is known that holds the replica.
    pub host: Option<&'a Host>,
    /// One for each resource, in the order of [`Resource`].
    pub items: Vec<Item>,
    /// Share of the worse of both kinds of step (decoding, reading a prompt) that a
    /// replica without a fast link spends on PCI Express; zero with one.
    pub link_share: f64,
    /// From starting a replica to its first answer.
    pub cold_start: Seconds,
    /// Of it reading the weights, from local storage or over the network.
    pub loading: Seconds,
    /// Reading them over the network instead; `None` where its rate is not known.
    pub network_loading: Option<Seconds>,
    /// Whether `cold_start` reads over the network, since local storage cannot hold the
    /// weights.
    pub from_network: bool,
}

impl Balance<'_> {
    /// What is short.
    pub fn shortfalls(&self) -> impl Iterator<Item = &Item> {
        let short = |item: &&Item| item.standing() == Standing::Short;
        self.items.iter().filter(short)
    }
}

/// Cached keys and values that one replica of `sizing` keeps in main memory; of separate pools,
/// one that reads prompts.
pub(crate) fn host_cache(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Bytes {
    ram::of_replica(&Node::new(scenario, offer, sizing))
}

/// Holds one node of `sizing` against the machine that `offer` comes in.
#[must_use]
pub fn balance<'a>(scenario: &Scenario, offer: &'a Offer, sizing: &Sizing) -> Balance<'a> {
    let node = Node::new(scenario, offer, sizing);
    let link = pcie::Crossing::of(&node);
    let item = |resource, needed, available| Item {
        resource,
        needed,
        available,
    };
    let host = node.host;
    let items = vec![
        item(
            Resource::HostRam,
            Amount::Bytes(ram::needed(&node)),
            host.and_then(|host| host.memory).map(Amount::Bytes),
        ),
        item(
            Resource::Cores,
            Amount::Count(cpu::needed(&node)),
            host.and_then(|host| host.cores).map(Amount::Count),
        ),
        item(
            Resource::Pcie,
            Amount::Rate(pcie::needed(&node, &link)),
            Some(Amount::Rate(pcie::available(&node))),
        ),
        item(
            Resource::Numa,
            Amount::Count(numa::needed(&node)),
            numa::available(&node).map(Amount::Count),
        ),
        item(
            Resource::Storage,
            Amount::Bytes(storage::needed(&node)),
            host.and_then(|host| host.storage).map(Amount::Bytes),
        ),
        item(
            Resource::Network,
            Amount::Rate(network::needed(&node)),
            host.and_then(|host| host.network).map(Amount::Rate),
        ),
    ];
    let start = cold_start::of(&node);
    Balance {
        host,
        items,
        link_share: link.share,
        cold_start: start.loading + start.engine,
        loading: start.loading,
        network_loading: start.over_network,
        from_network: start.from_network,
    }
}

//! Replicas on nodes: how many nodes a sizing fills, which accelerators they strand, and the
//! capacity left when one of them fails; and on a bill ([`crate::rental`]).
//!
//! A node holds as many whole replicas as fit; a replica larger than a node spans whole
//! ones. The load that the rest can carry is the working replicas' capacity, headroom
//! included, times the share of them that remains; spares step in first.

use crate::offer::{Offer, Price};
use crate::quantity::{RequestsPerSecond, Usd};
use crate::rental::{Lot, Rented, on_nodes, rented};
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;

/// A sizing on nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fleet {
    /// Nodes.
    pub nodes: u32,
    /// Accelerators of each.
    pub node: u32,
    /// Accelerators in them that no replica uses.
    pub stranded: u32,
    /// Replicas, spares included, that remain when the fullest node fails.
    pub left: u32,
    /// Share of the load that these carry within the demands, at most 1.
    pub carried: f64,
}

impl Sizing {
    /// This sizing in whole instances at `price`.
    #[must_use]
    pub fn rented(&self, price: &Price) -> Rented {
        rented(self.replicas, self.estimate.placement.accelerators(), price)
    }

    /// The price that its bill is of.
    #[must_use]
    pub fn price<'a>(&self, offer: &'a Offer) -> Option<&'a Price> {
        offer.prices().get(self.cost?.price)
    }

    /// Whether its servers are bought.
    #[must_use]
    pub fn is_bought(&self, offer: &Offer) -> bool {
        self.price(offer)
            .is_some_and(|price| price.purchase.is_some())
    }

    /// What its servers are bought for; `None` where they are rented, and without a price.
    #[must_use]
    pub fn purchase(&self, offer: &Offer) -> Option<Usd> {
        let each = self.price(offer)?.purchase?;
        Some(each * f64::from(self.cost?.bill.accelerators))
    }

    /// Accelerators of the nodes that it runs on: of the instances on its bill, so that nodes and
    /// accelerators stranded are the bill's. Those of the hardware where there is none, and where
    /// it is paid by the accelerator, whatever machine that is in.
    #[must_use]
    pub fn node(&self, scenario: &Scenario, offer: &Offer) -> u32 {
        let whole = self.price(offer).filter(|price| !price.by_accelerator);
        whole.map_or_else(|| scenario.limits.node(&offer.accelerator), Price::lot)
    }

    /// This sizing on nodes of `node` accelerators.
    #[must_use]
    pub fn fleet(&self, node: u32) -> Fleet {
        let node = node.max(1);
        let each = self.estimate.placement.accelerators().max(1);
        let replicas = self.replicas.max(1);
        let (nodes, stranded) = on_nodes(replicas, each, node);
        let lost = (node / each).clamp(1, replicas);
        let left = replicas - lost;
        let working = replicas.saturating_sub(self.spare_replicas).max(1);
        let capacity = match &self.pools {
            // The worse of losing either kind; spares can become either.
            Some(pools) => {
                let of = |replicas: u32, most: RequestsPerSecond| {
                    let ready = replicas.saturating_add(self.spare_replicas);
                    f64::from(ready.saturating_sub(lost)) * (most / pools.rate)
                };
                of(pools.prefill, pools.prefill_most).min(of(pools.decode, pools.decode_most))
            }
            None => (1.0 + self.headroom) * f64::from(left) / f64::from(working),
        };
        Fleet {
            nodes,
            node,
            stranded,
            left,
            carried: capacity.min(1.0),
        }
    }
}

impl Fleet {
    /// Whether what remains when a node fails carries all of the load: nothing is then missing,
    /// spares or not.
    #[must_use]
    pub fn survives(&self) -> bool {
        self.left > 0 && self.carried >= 1.0
    }
}

impl Lot {
    /// The replicas of a sizing of `offer`.
    #[must_use]
    pub fn of(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Self {
        Self {
            replicas: sizing.replicas,
            each: sizing.estimate.placement.accelerators(),
            node: scenario.limits.node(&offer.accelerator),
        }
    }
}

//! The bill: replicas in whole instances as they are sold.
//!
//! An instance holds as many whole replicas as fit; a replica larger than an instance spans
//! whole ones.
//!
//! ```text
//! paid = instances * accelerators of one * price of one
//! ```
//!
//! of which the stranded accelerators' part buys nothing.

use crate::offer::Price;
use crate::quantity::{Seconds, Usd, UsdPerHour};
use serde::Serialize;

/// Hours of a month, by the industry's habit: 8,760 / 12.
pub const HOURS_PER_MONTH: f64 = 730.0;

/// A month of [`HOURS_PER_MONTH`] at `per_hour`.
#[must_use]
pub fn per_month(per_hour: UsdPerHour) -> Usd {
    Usd::new(per_hour.get() * HOURS_PER_MONTH)
}

/// A sizing as it is sold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rented {
    /// Whole instances.
    pub instances: u32,
    /// Accelerators of each.
    pub instance: u32,
    /// Accelerators that are paid for.
    pub accelerators: u32,
    /// Those among them that no replica uses.
    pub stranded: u32,
    /// The price of the instances.
    pub per_hour: UsdPerHour,
    /// The same in a month.
    pub per_month: Usd,
    /// The part of it that the stranded ones cost.
    pub stranded_per_hour: UsdPerHour,
    /// The same in a month.
    pub stranded_per_month: Usd,
}

impl Price {
    /// Accelerators that are paid for together: an instance's, or one.
    #[must_use]
    pub fn lot(&self) -> u32 {
        if self.by_accelerator {
            1
        } else {
            self.instance_accelerators.max(1)
        }
    }

    /// Whether instances at this price hold a replica of `each` accelerators that was timed
    /// on nodes of `node`: inside one instance, or over whole nodes that a network joins.
    /// Instances smaller than both have no fast link between them.
    #[must_use]
    pub fn holds(&self, each: u32, node: u32) -> bool {
        let instance = self.instance_accelerators.max(1);
        self.by_accelerator || each <= instance || (instance >= node && each > node)
    }
}

impl Rented {
    /// Replicas of `each` accelerators that its instances hold, those that span several among them.
    #[must_use]
    pub fn room(&self, each: u32) -> u32 {
        let each = each.max(1);
        if each > self.instance {
            self.instances / each.div_ceil(self.instance.max(1))
        } else {
            self.instances.saturating_mul(self.instance / each)
        }
    }
}

/// So many replicas of `each` accelerators in instances at `price`.
#[must_use]
pub fn rented(replicas: u32, each: u32, price: &Price) -> Rented {
    let instance = price.lot();
    let (instances, stranded) = on_nodes(replicas, each, instance);
    let accelerators = instances.saturating_mul(instance);
    let cost = |accelerators: u32| price.per_accelerator * f64::from(accelerators);
    let monthly = |hourly: UsdPerHour| Usd::new(hourly.get() * HOURS_PER_MONTH);
    Rented {
        instances,
        instance,
        accelerators,
        stranded,
        per_hour: cost(accelerators),
        per_month: monthly(cost(accelerators)),
        stranded_per_hour: cost(stranded),
        stranded_per_month: monthly(cost(stranded)),
    }
}

/// The cheapest bill of `prices`, the first of equals, for so many replicas of `each`
/// accelerators in whole instances; and the place of its price among them. `None` where
/// nobody sells instances that hold such a replica ([`Price::holds`]).
#[must_use]
pub fn cheapest_rented(
    replicas: u32,
    each: u32,
    prices: &[Price],
    node: u32,
) -> Option<(usize, Rented)> {
    cheapest_for(&|_| HOUR, (replicas, each), prices, node)
}

/// Any time for which every seller bills exactly as long: bills by the hour are compared by it.
const HOUR: Seconds = Seconds::new(3600.0);

/// As [`cheapest_rented`], for a time at each price and no longer: the part of that time that
/// sellers bill counts.
#[must_use]
pub fn cheapest_for(
    time: &dyn Fn(&Price) -> Seconds,
    (replicas, each): (u32, u32),
    prices: &[Price],
    node: u32,
) -> Option<(usize, Rented)> {
    let weight = |price: &Price, rented: &Rented| {
        let billed = price.billing.billed(time(price)).get();
        (price.expired, rented.per_hour.get() * billed)
    };
    let mut found: Option<(usize, Rented)> = None;
    for (place, price) in prices.iter().enumerate() {
        if !price.holds(each, node) {
            continue;
        }
        let new = rented(replicas, each, price);
        let known = found.and_then(|(place, rented)| Some(weight(prices.get(place)?, &rented)));
        if known.is_none_or(|known| weight(price, &new) < known) {
            found = Some((place, new));
        }
    }
    found
}

/// Replicas to be rented together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    /// How many, spares included.
    pub replicas: u32,
    /// Accelerators of each.
    pub each: u32,
    /// Accelerators of the nodes it was timed on.
    pub node: u32,
}

impl Lot {
    /// One accelerator.
    pub const SINGLE: Self = Self {
        replicas: 1,
        each: 1,
        node: 1,
    };

    /// The price of the cheapest bill for it, [`cheapest_rented`].
    #[must_use]
    pub fn cheapest(self, prices: &[Price]) -> Option<&Price> {
        let (place, _) = cheapest_rented(self.replicas, self.each, prices, self.node)?;
        prices.get(place)
    }
}

/// The largest instance of `prices`, at most `node` accelerators: the nodes that a cluster
/// of such instances has. `node` itself where there is no price, or one by the accelerator.
#[must_use]
pub fn node_as_sold(prices: &[Price], node: u32) -> u32 {
    let size = |price: &Price| {
        if price.by_accelerator {
            u32::MAX
        } else {
            price.instance_accelerators.max(1)
        }
    };
    prices.iter().map(size).max().unwrap_or(u32::MAX).min(node)
}

/// Nodes of `node` accelerators that so many replicas of `each` fill, and accelerators in
/// them that no replica uses.
pub(crate) fn on_nodes(replicas: u32, each: u32, node: u32) -> (u32, u32) {
    let (each, node, replicas) = (each.max(1), node.max(1), replicas.max(1));
    let nodes = if each <= node {
        replicas.div_ceil((node / each).max(1))
    } else {
        replicas.saturating_mul(each.div_ceil(node))
    };
    let used = replicas.saturating_mul(each);
    (nodes, nodes.saturating_mul(node).saturating_sub(used))
}

#[cfg(test)]
mod tests;

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
use crate::quantity::{Usd, UsdPerHour};
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
    /// What the instances cost.
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
    let weight = |price: &Price, rented: &Rented| (price.expired, rented.per_hour);
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn price(instance_accelerators: u32, usd: f64) -> Price {
        Price {
            per_accelerator: UsdPerHour::new(usd),
            instance_accelerators,
            label: String::new(),
            read_from: String::new(),
            as_of: String::new(),
            verified: true,
            discount: 0.0,
            outdated: false,
            expired: false,
            by_accelerator: false,
            estimated: false,
        }
    }

    /// Three accelerators of an instance of eight at 2.40: 19.20 an hour, of which five
    /// stranded ones cost 12, or 8,760 in a month.
    #[test]
    fn eight_are_sold_where_three_are_needed() {
        let rented = rented(3, 1, &price(8, 2.4));
        assert_eq!(
            (rented.instances, rented.accelerators, rented.stranded),
            (1, 8, 5)
        );
        assert!((rented.per_hour.get() - 19.2).abs() < 1e-9);
        assert!((rented.stranded_per_hour.get() - 12.0).abs() < 1e-9);
        assert!((rented.stranded_per_month.get() - 8760.0).abs() < 1e-9);
    }

    /// One accelerator goes to the single one, dearer each as it is; eight that were timed on
    /// one node's links to the eight, though singles are cheaper each; and where nobody sells
    /// so many together, nowhere.
    #[test]
    fn the_whole_bill_chooses_the_instance() {
        let sold = [price(8, 2.4), price(1, 2.95), price(1, 2.0), price(4, 2.6)];
        let of = |each, node, sold: &[Price]| {
            let (place, rented) = cheapest_rented(1, each, sold, node)?;
            Some((place, rented.instances, rented.per_hour.get()))
        };
        assert_eq!(of(1, 8, &sold), Some((2, 1, 2.0)));
        assert_eq!(of(2, 8, &sold), Some((3, 1, 10.4)));
        assert_eq!(of(8, 8, &sold), Some((0, 1, 19.2)));
        assert_eq!(of(16, 8, &sold), Some((0, 2, 38.4)));
        // Nodes of four are joined by no more than four are.
        assert_eq!(of(12, 4, &sold), Some((3, 3, 12.0 * 2.6)));
        assert_eq!(of(8, 8, &[price(1, 2.0), price(2, 2.1)]), None);
        assert!(cheapest_rented(1, 8, &[], 8).is_none());
        // By the accelerator, as many as are used.
        let single = Price {
            by_accelerator: true,
            ..price(8, 2.1)
        };
        assert_eq!(of(6, 8, &[single]), Some((0, 6, 6.0 * 2.1)));
    }

    /// A price of more than a year ago counts where there is no newer one, however cheap.
    #[test]
    fn expired_prices_come_last() {
        let old = Price {
            expired: true,
            ..price(1, 0.5)
        };
        let bill = |sold: &[Price]| cheapest_rented(1, 1, sold, 8).map(|(place, _)| place);
        assert_eq!(bill(&[old.clone(), price(8, 2.0)]), Some(1));
        assert_eq!(bill(&[old]), Some(0));
    }

    /// Replicas of five fit one to an instance of eight; of sixteen, they span two.
    #[test]
    fn replicas_are_not_cut_up() {
        let fives = rented(3, 5, &price(8, 1.0));
        assert_eq!((fives.instances, fives.stranded), (3, 9));
        let sixteens = rented(3, 16, &price(8, 1.0));
        assert_eq!((sixteens.instances, sixteens.stranded), (6, 0));
        // Sold one by one, nothing is stranded.
        assert_eq!(rented(3, 5, &price(1, 1.0)).stranded, 0);
    }

    proptest! {
        /// What is paid for is used or stranded, and costs what it says; another replica
        /// never makes it less.
        #[test]
        fn instances_add_up(
            replicas in 1..10_000_u32,
            each in 1..72_u32,
            instance in 1..80_u32,
            usd in 0.01..300.0f64,
        ) {
            let price = price(instance, usd);
            let paid = rented(replicas, each, &price);
            prop_assert_eq!(paid.accelerators, replicas * each + paid.stranded);
            prop_assert_eq!(paid.accelerators, paid.instances * instance);
            let used = usd * f64::from(replicas * each);
            let sum = paid.stranded_per_hour.get() + used;
            prop_assert!((sum / paid.per_hour.get() - 1.0).abs() < 1e-9);
            let more = rented(replicas + 1, each, &price);
            prop_assert!(more.per_hour >= paid.per_hour);
        }
    }
}

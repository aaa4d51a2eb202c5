//! The load that one replica of a sizing carries, with the margin that today's replicas are bought
//! for ([`needed`]).

use crate::offer::Offer;
use crate::quantity::{Usd, UsdPerHour};
use crate::rental::{HOURS_PER_MONTH, on_nodes};
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::sizing::{GRAIN, MOST_REPLICAS, needed, whole};

/// Halvings in which the load of two kinds of replicas is sought.
const HALVINGS: u32 = 50;

/// Replicas of one kind, to be counted for any load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Replicas {
    /// Working replicas that today's load needs with the margin of today's, not rounded; those that
    /// read prompts, where prefill and decode are apart.
    pub needed: f64,
    /// Those that decode then; 0 where both are done by the same.
    pub decode: f64,
    /// Spares beside the working ones, whatever the load.
    pub spares: u32,
    /// Accelerators of one replica.
    pub each: u32,
    /// Accelerators of a node that is bought.
    pub node: u32,
    /// Accelerators of a node that is rented, [`Sizing::node`].
    pub rented_node: u32,
    /// Accelerators of an instance as it is sold; 1 where no price is known.
    pub instance: u32,
    /// Price of one accelerator, where one is known.
    pub price: Option<UsdPerHour>,
}

impl Replicas {
    /// The replicas of a sizing.
    #[must_use]
    pub fn of(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Self {
        let on = sizing.node(scenario, offer);
        let counted_by = |needed, decode| Self {
            needed,
            decode,
            spares: sizing.spare_replicas,
            each: sizing.estimate.placement.accelerators().max(1),
            node: if sizing.is_bought(offer) {
                on
            } else {
                scenario.limits.node(&offer.accelerator)
            },
            rented_node: on,
            instance: sizing.cost.map_or(1, |cost| cost.bill.instance),
            price: sizing.price(offer).map(|price| price.per_accelerator),
        };
        if let Some(pools) = &sizing.pools {
            let rate = pools.rate;
            return counted_by(rate / pools.prefill_most, rate / pools.decode_most);
        }
        counted_by(needed(scenario, offer, sizing), 0.0)
    }

    /// Replicas for `load` times today's, spares included.
    #[must_use]
    pub fn at(&self, load: f64) -> u32 {
        self.working(load).saturating_add(self.spares)
    }

    /// Replicas that work at `load` times today's; at least one.
    #[must_use]
    pub fn working(&self, load: f64) -> u32 {
        let of = |needed: f64| whole(load * needed - GRAIN);
        if self.decode > 0.0 {
            of(self.needed).saturating_add(of(self.decode))
        } else {
            of(self.needed)
        }
    }

    /// The load, in units of today's, that so many replicas carry within the demands and with the
    /// margin of today's, spares not counted on.
    #[must_use]
    pub fn carry(&self, replicas: u32) -> f64 {
        let working = f64::from(replicas.saturating_sub(self.spares));
        if self.decode <= 0.0 {
            return working / self.needed;
        }
        // Of two kinds, both are whole: sought, since it has no closed form.
        let (mut low, mut high) = (0.0, working / (self.needed + self.decode));
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if f64::from(self.working(middle)) <= working {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Whether `load` needs more replicas than are counted.
    #[must_use]
    pub fn is_too_much(&self, load: f64) -> bool {
        load * self.needed.max(self.decode) > MOST_REPLICAS
    }

    /// Their accelerators.
    #[must_use]
    pub const fn accelerators(&self, replicas: u32) -> u32 {
        replicas.saturating_mul(self.each)
    }

    /// Their nodes where they are bought, and the accelerators in those that no replica uses.
    #[must_use]
    pub fn nodes(&self, replicas: u32) -> (u32, u32) {
        on_nodes(replicas, self.each, self.node)
    }

    /// The same where they are rented.
    #[must_use]
    pub fn rented_nodes(&self, replicas: u32) -> (u32, u32) {
        on_nodes(replicas, self.each, self.rented_node)
    }

    /// Accelerators of the whole instances that so many replicas take; none for none.
    #[must_use]
    pub fn sold(&self, replicas: u32) -> u32 {
        if replicas == 0 {
            return 0;
        }
        let (instances, _) = on_nodes(replicas, self.each, self.instance);
        instances.saturating_mul(self.instance)
    }

    /// The same where their number is the mean of whole ones, next to each other.
    #[must_use]
    pub fn sold_on_average(&self, replicas: f64) -> f64 {
        let whole = replicas.max(0.0).floor();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of replicas, which are counted in u32"
        )]
        let count = whole as u32;
        let (less, more) = (self.sold(count), self.sold(count.saturating_add(1)));
        f64::from(less) + f64::from(more - less) * (replicas.max(0.0) - whole)
    }

    /// The cost of so many accelerator-months.
    #[must_use]
    pub fn cost_of_accelerators(&self, months: f64) -> Option<Usd> {
        Some(Usd::new(self.price?.get() * months * HOURS_PER_MONTH))
    }
}

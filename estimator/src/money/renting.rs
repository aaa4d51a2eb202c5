//! The cost of renting, in whole instances, as they are sold: the one place where money makes a
//! rent of replicas.
//!
//! ```text
//! month = price * mean over the week of (instances * accelerators of one) * 730
//! ```
//!
//! By the hour, instances are those that hold the replicas paid for in each hour, spares
//! against interruptions among them; committed, those of the peak all week. Where a load is
//! not today's, as many times the replicas are paid for in each hour, on average.

use super::levels::Levels;
use super::terms::Rent;
use crate::quantity::Usd;
use crate::serving::plan::Replicas;
use crate::serving::plan::demand::WEEK;

/// Renting at one price.
#[derive(Debug, Clone)]
pub(super) struct Renting {
    /// Replicas in the instances that the price is of.
    kind: Replicas,
    /// The week that is paid for.
    pub(super) levels: Levels,
}

impl Renting {
    /// Renting the replicas of `kind` at `rent` in the hours of `levels`.
    pub(super) fn new(rent: &Rent, kind: &Replicas, levels: Levels) -> Self {
        Self {
            kind: rent.replicas(kind),
            levels,
        }
    }

    /// The cost of a month of `load` times today's replicas.
    pub(super) fn month(&self, load: f64) -> Usd {
        self.beside(load, 0.0)
    }

    /// The same beside so many replicas that are owned, which work first. Spares are rented
    /// with those that they are for.
    pub(super) fn beside(&self, load: f64, owned: f64) -> Usd {
        let accelerators = self.sold(load, owned) / WEEK as f64;
        // A rent has a price.
        let cost = self.kind.cost_of_accelerators(accelerators);
        cost.unwrap_or(Usd::ZERO)
    }

    /// Accelerator-hours of a week of today's replicas that are paid for.
    pub(super) fn hours(&self) -> f64 {
        self.sold(1.0, 0.0)
    }

    fn sold(&self, load: f64, owned: f64) -> f64 {
        let levels = self.levels.iter().filter(|level| level.working > 0.0);
        let sold = levels.map(|level| {
            let working = level.working * load;
            let rented = (working - owned).max(0.0);
            let replicas = level.paid * load * (rented / working);
            level.hours * self.kind.sold_on_average(replicas)
        });
        sold.sum()
    }
}

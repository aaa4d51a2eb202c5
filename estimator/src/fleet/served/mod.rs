//! Workloads that serve: each is a serving question, sized as the Size page sizes it, or goes by
//! its figures; its load goes over a day; all of them packed together, on GPUs as they are sold or as one has them.
//!
//! ```text
//! replicas on a type  = those its sizing needs, in whole ones
//! load of a replica   = share of the peak in the hour x needed replicas / replicas
//! memory of a replica = all parts of its sizing's memory
//! ```
//!
//! A fleet of one question costs as much as Size says: the same sizing in the same instances
//! ([`crate::rental`]). A question that needs several GPUs a replica, or costs less so, is sized
//! and billed as Size does, beside the packing.

mod character;
mod fit;
mod known;
pub mod latency;
mod plan;
mod types;

pub use character::Character;
pub use fit::{Fit, alone};
pub use known::Known;
pub use plan::{Answer, Item, Lot, Planner, Whole, sold};
pub use types::Type;

use super::FleetError;
use super::board::Board;
use super::figures::Figures;
use super::question::{HOURS, Isolation, Modes, Rules};
use crate::offer::Offer;
use crate::serving::scenario::Scenario;
use std::collections::HashSet;

/// Questions that are served together at most.
pub const MOST_SERVED: usize = 200;

/// Accelerators to choose from at most: each comes in several sellers' machines, and every further
/// one is sized for every workload.
pub const MOST_CHOICES: usize = 32;
/// Types of a packing at most: what one has of each, and its prices.
const MOST_TYPES: usize = MOST_CHOICES * (types::MOST_PRICES + 1);

/// The work of a workload; its load is that of the busiest hour.
#[derive(Debug, Clone, PartialEq)]
pub enum Work {
    /// A complete question of the calculator.
    Serving(Box<Scenario>),
    /// Something else, by its figures.
    Figures(Figures),
}

/// A question as a workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Served {
    /// Its name.
    pub id: String,
    /// Its work.
    pub work: Work,
    /// Every hour's load as a share of the busiest, 0 to 1.
    pub day: [f64; HOURS],
    /// Its demand on its neighbours.
    pub isolation: Isolation,
    /// How long a request may wait for its model, in seconds; `None`: it is never swapped.
    pub wait_max_s: Option<f64>,
    /// Whether its replicas are kept on different GPUs.
    pub apart: bool,
}

impl Served {
    /// The question of the calculator; `None` of a workload that goes by its figures.
    #[must_use]
    pub fn scenario(&self) -> Option<&Scenario> {
        match &self.work {
            Work::Serving(scenario) => Some(scenario),
            Work::Figures(_) => None,
        }
    }
}

/// GPUs to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The accelerator and its prices.
    pub offer: Offer,
    /// How it is cut; `None` where it cannot be.
    pub board: Option<Board>,
    /// How it may be shared.
    pub modes: Modes,
    /// How many one has already, at no price; beyond them it is rented.
    pub have: u32,
    /// How many can be rented, idle ones of machines included; `None` is without limit.
    pub most: Option<u32>,
    /// The price of a vGPU licence of a card, in thousandths of a dollar an hour.
    pub vgpu_licence_milli_usd: u64,
}

impl Choice {
    /// The same with a vGPU licence of so many US dollars a month for a card.
    #[must_use]
    pub fn licensed(self, usd_per_month: f64) -> Self {
        let milli = usd_per_month.max(0.0) / crate::rental::HOURS_PER_MONTH * 1000.0;
        Self {
            vgpu_licence_milli_usd: crate::quantity::whole(milli.round()),
            ..self
        }
    }
}

/// All that is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wish {
    /// Its name.
    pub name: String,
    /// The constants of sharing.
    pub rules: Rules,
    /// The questions served.
    pub served: Vec<Served>,
    /// The accelerators on offer.
    pub choices: Vec<Choice>,
}

impl Wish {
    /// Whether it can be answered.
    ///
    /// # Errors
    /// The field that is wrong: too many questions or types, a name twice, a day or a wait that
    /// is no amount, a load that no fleet is sized for.
    pub fn check(&self) -> Result<(), FleetError> {
        let wrong = |field: String, message: String| Err(FleetError { field, message });
        if self.served.len() > MOST_SERVED {
            return wrong("served".to_owned(), format!("more than {MOST_SERVED}"));
        }
        let types: usize = self.choices.iter().map(types::many).sum();
        if types > MOST_TYPES {
            let most = MOST_TYPES;
            return wrong(
                "choices".to_owned(),
                format!("{types} types and prices, more than {most}"),
            );
        }
        let mut names = HashSet::new();
        for (index, one) in self.served.iter().enumerate() {
            let at = |field: &str| format!("served[{index}].{field}");
            if !names.insert(&one.id) {
                return wrong(at("id"), format!("{:?} is there twice", one.id));
            }
            if let Some(hour) = one.day.iter().position(|load| !(0.0..=1.0).contains(load)) {
                return wrong(
                    at(&format!("day[{hour}]")),
                    "not a share from 0 to 1".to_owned(),
                );
            }
            if one
                .wait_max_s
                .is_some_and(|wait| !(0.0..=1e9).contains(&wait))
            {
                return wrong(at("wait_max_s"), "not seconds from 0".to_owned());
            }
            let load = one.scenario().map(|scenario| scenario.workload.load);
            if load.is_some_and(|load| !load.is_of_fleet()) {
                let message = "as much as one replica can is no load of a fleet";
                return wrong(at("load"), message.to_owned());
            }
        }
        Ok(())
    }
}

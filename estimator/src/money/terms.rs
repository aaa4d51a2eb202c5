//! The complete question about money: every input with its value, prices to rent at, the demand of
//! a week and its growth.

use super::autoscaled::Followed;
use super::input::{Input, Values};
use crate::choice::PriceBasis;
use crate::offer::Price;
use crate::precision::formats;
use crate::serving::plan::Replicas;
use crate::serving::plan::demand::WEEK;
use crate::serving::question::Scaling;
use serde::{Deserialize, Serialize};

formats!(
    /// The outcome that the sensitivity is taken of.
    Outcome {
        /// The cost of owning per accelerator-hour that is used.
        OwnedHour = "owned-hour",
        /// The saving of owning against renting over the years looked ahead.
        Saving = "saving",
    }
);

/// A price to rent at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rent {
    /// On which basis.
    pub basis: PriceBasis,
    /// The price.
    pub price: Price,
}

/// Where a value comes from, in words for a reader.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Origin {
    /// Of which input.
    pub input: Input,
    /// The source's own words; empty where the user typed it.
    pub source: String,
    /// Its day; empty where the user typed it.
    pub as_of: String,
    /// Whether it is our assumption, or has no second source.
    pub unverified: bool,
}

/// Everything beside the sizing that money is reckoned from.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// Every input that has a value.
    pub values: Values,
    /// Where they come from.
    pub origins: Vec<Origin>,
    /// The rents of the same accelerator; the price that the sizing is reckoned with first.
    pub rents: Vec<Rent>,
    /// Demand hour by hour from Monday's first, in any unit.
    pub week: [f64; WEEK],
    /// How replicas follow it.
    pub scaling: Scaling,
    /// Growth of the load a year as a share of it.
    pub growth: f64,
    /// The outcome that the sensitivity is taken of.
    pub outcome: Outcome,
}

impl Terms {
    /// The week, and how its replicas follow it.
    #[must_use]
    pub const fn followed(&self) -> Followed<'_> {
        Followed {
            loads: self.week,
            scaling: &self.scaling,
        }
    }
}

impl Rent {
    /// Whether replicas shut down are not paid for.
    #[must_use]
    pub const fn is_by_the_hour(&self) -> bool {
        crate::serving::plan::term(self.basis) == 1
    }

    /// Replicas of some kind, in the instances that this price is of.
    #[must_use]
    pub fn replicas(&self, kind: &Replicas) -> Replicas {
        Replicas {
            instance: self.price.lot(),
            price: Some(self.price.per_accelerator),
            ..*kind
        }
    }
}

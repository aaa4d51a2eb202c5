//! The choices that every task's question has: which model, and which accelerators at which
//! prices.

use crate::currency::Currency;
use crate::hardware::{Accelerator, Vendor};
use crate::listed::Listed;
use crate::model::Model;
use crate::precision::formats;
use crate::quantity::UsdPerHour;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which model.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelChoice {
    /// One of the catalogue, by id.
    Catalog(String),
    /// A dense model of so many billion parameters, shaped like its peers.
    Plain(f64),
    /// Read from a file the user gave.
    Custom(Box<Model>),
}

formats!(
    /// Which price of an accelerator counts.
    PriceBasis {
        /// Pay by the hour.
        OnDemand = "on-demand",
        /// Interruptible.
        Spot = "spot",
        /// Reserved for a year.
        Reserved1y = "1y",
        /// Reserved for three years.
        Reserved3y = "3y",
    }
);

formats!(
    /// A part of the world prices are compared in.
    #[derive(Default)]
    Area {
        /// Wherever it is cheapest.
        #[default]
        Any = "any",
        /// The Americas.
        Americas = "americas",
        /// Europe.
        Europe = "europe",
        /// Asia and the Pacific.
        AsiaPacific = "asia-pacific",
    }
);

/// The fleet: which accelerators, at which prices.
#[derive(Debug, Clone, PartialEq)]
pub struct Fleet {
    /// Vendors to consider; empty for all.
    pub vendors: Vec<Vendor>,
    /// Accelerators to consider, by id; empty for all.
    pub accelerators: Vec<String>,
    /// Sellers to consider; empty for all.
    pub providers: Vec<String>,
    /// Where.
    pub area: Area,
    /// Which price.
    pub basis: PriceBasis,
    /// The user's own prices by accelerator id; they win over the catalogue's.
    pub own_prices: BTreeMap<String, UsdPerHour>,
    /// A price list of the user's own; for the accelerators in it, it stands for the
    /// catalogue's prices. At most [`crate::listed::MOST`] rows.
    pub listed: Vec<Listed>,
    /// Discounts of sellers on all their prices: the seller's id and a share, 0.15 for 15 %; of
    /// several for one the first counts. The user's own prices by accelerator are as they are. A
    /// list, since another kind of map takes 0.6 KB of every page.
    pub discounts: Vec<(String, f64)>,
    /// The currency amounts are shown and typed in; `None` for US dollars. It changes no answer.
    pub currency: Option<Currency>,
    /// An accelerator the catalogue lacks.
    pub own_accelerator: Option<Box<Accelerator>>,
    /// Whether to consider accelerators not on sale yet.
    pub announced: bool,
    /// Whether accelerators are paid for one by one, as by who shares a cluster, and not in
    /// whole instances.
    pub by_accelerator: bool,
    /// Whether whole servers are bought instead of rented: sellers, [`Self::basis`] and prices of
    /// the user's own by the hour say nothing of these.
    pub bought: bool,
}

impl Fleet {
    /// The same where it is rented on `basis`.
    #[must_use]
    pub fn rented(&self, basis: PriceBasis) -> Self {
        Self {
            basis,
            bought: false,
            ..self.clone()
        }
    }

    /// The same the other way round: bought where it is rented, rented where it is bought.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self {
            bought: !self.bought,
            ..self.clone()
        }
    }
}

impl Default for Fleet {
    fn default() -> Self {
        Self {
            vendors: Vec::new(),
            accelerators: Vec::new(),
            providers: Vec::new(),
            area: Area::Any,
            basis: PriceBasis::OnDemand,
            own_prices: BTreeMap::new(),
            listed: Vec::new(),
            discounts: Vec::new(),
            currency: None,
            own_accelerator: None,
            announced: false,
            by_accelerator: false,
            bought: false,
        }
    }
}

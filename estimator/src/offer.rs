//! An offer: an accelerator, the machines it comes in, and its prices.

use crate::hardware::Accelerator;
use crate::host::Host;
use crate::quantity::{Seconds, Usd, UsdPerHour};
use serde::{Deserialize, Serialize};

/// An accelerator to consider, and its price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The accelerator.
    pub accelerator: Accelerator,
    /// The least price of one accelerator, in whatever lot; `None` where none is known, which leaves it unranked by cost.
    pub price: Option<Price>,
    /// The instances it is sold in, the cheapest of each size; empty where the user gave the
    /// price of an accelerator alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<Price>,
    /// Machines it comes in beside those of its instances: the seller's, the one the price is
    /// of first, then reference systems; none where none is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<Host>,
}

impl Offer {
    /// The prices that can be paid for it: the instances it is sold in, or else its one price.
    #[must_use]
    pub fn prices(&self) -> &[Price] {
        if self.instances.is_empty() {
            self.price.as_slice()
        } else {
            &self.instances
        }
    }
}

/// The price of one accelerator, and the lots in which it is sold.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent marks of one price"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Per accelerator and hour.
    pub per_accelerator: UsdPerHour,
    /// Accelerators of the instance it was read from.
    pub instance_accelerators: u32,
    /// Who sells it, which instance, where.
    pub label: String,
    /// Who sells it, by the seller's id or the name in the user's list; empty where the user gave
    /// the price alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seller: String,
    /// Where the price was read: a page, a repository, the user's list; empty where the seller's
    /// label is all there is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub read_from: String,
    /// Day the price was read, `2026-07-30`.
    pub as_of: String,
    /// Whether a second source, or the seller's own list, was seen.
    pub verified: bool,
    /// Share of the seller's price that is taken off for the user, already.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub discount: f64,
    /// Whether a newer price of a sister region shows it to be out of date.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outdated: bool,
    /// Whether it is too old to recommend anything by, as long as there is a newer one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub expired: bool,
    /// Whether its list names no region, where one part of the world is asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unplaced: bool,
    /// Whether accelerators are paid for one by one, whatever machine they share.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_accelerator: bool,
    /// Whether it was computed, and stands in no list: a spot price from average savings, a
    /// reserved price from the seller's own elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Of a server that is bought: what is paid for it once, per accelerator; the price by the
    /// hour is then that of owning it, the purchase written off. `None` where it is rented.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purchase: Option<Usd>,
    /// For which time the seller bills.
    #[serde(default, skip_serializing_if = "Billing::is_exact")]
    pub billing: Billing,
    /// The machine it is of; `None` where nothing is known of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Host>,
}

impl Price {
    /// Who sells it, and where that was read, as every view and file says it.
    #[must_use]
    pub fn sourced(&self) -> String {
        if self.read_from.is_empty() {
            self.label.clone()
        } else {
            format!("{} ({})", self.label, self.read_from)
        }
    }
}

/// For which time a seller bills that runs an instance for a while: in whole units, and for so
/// long at the least. By the second where the seller is not known to say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Billing {
    /// A unit that is begun counts whole; zero for as long as it runs.
    pub unit: Seconds,
    /// However short it runs.
    pub least: Seconds,
}

impl Billing {
    /// The billed part of `time`.
    #[must_use]
    pub fn billed(&self, time: Seconds) -> Seconds {
        let unit = self.unit.get();
        let whole = if unit > 0.0 {
            Seconds::new((time.get() / unit).ceil() * unit)
        } else {
            time
        };
        whole.max(self.least)
    }

    #[allow(clippy::trivially_copy_pass_by_ref)] // As serde calls it.
    fn is_exact(&self) -> bool {
        *self == Self::default()
    }
}

/// The price of the least an accelerator, the first of equals.
#[must_use]
pub fn cheapest_each(prices: &[Price]) -> Option<&Price> {
    let each = |price: &Price| price.per_accelerator.get();
    prices
        .iter()
        .min_by(|one, other| each(one).total_cmp(&each(other)))
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde calls it.
fn is_nothing(share: &f64) -> bool {
    *share <= 0.0
}

//! How far a sizing can be relied on, and the worth of that in money.
//!
//! A doubt is a badge and a price, no veto: of two sizings that keep the demands, the
//! sounder is recommended as long as it costs less than half as much again.
//!
//! ```text
//! weighed = bill * 1.5 where the hardware is unmeasured * 1.5 where the margin is thin
//! ```
//!
//! Little headroom and a range beyond a limit are one doubt, a thin margin: the one mostly
//! comes with the other. Headroom is that at even chances, whatever certainty is asked for, so that
//! the same sizing is in the same doubts: more certainty never costs less, and one that is there
//! anyway costs nothing. The recommended sizing is the one of the least weighed bill, so a
//! wider choice never has a larger one. A price of more than a year ago is worth a
//! recommendation only where no newer one does.

use crate::band::Evidence;
use crate::offer::Offer;
use crate::rental::cheapest_rented;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// Factor by which a sound sizing may be dearer than one in doubt and still be recommended: the
/// product's own rule, a judgement and no measurement.
pub const DEARER: f64 = 1.5;

/// Spare load, a share, below which a sizing has no room for a busier minute.
pub const LITTLE_HEADROOM: f64 = 0.05;

/// Chance below which the upper edge of a band lies beyond a limit.
pub const LIKELY_KEPT: f64 = 0.9;

/// Weighs an expired price beyond every newer one.
const EXPIRED: f64 = 1e6;

/// Where a sizing without a price stands, dollars an hour; dearer than any with one.
pub(crate) const WITHOUT_PRICE: f64 = 1e15;

/// A reason not to rely on a sizing that keeps the demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubt {
    /// Nothing was measured on this generation of hardware.
    Unmeasured,
    /// Less than [`LITTLE_HEADROOM`] of load can be added.
    LittleHeadroom,
    /// The range of a latency reaches beyond its limit.
    Uncertain,
    /// The price was read more than a year ago.
    ExpiredPrice,
}

/// The doubts about `sizing` of `offer`.
#[must_use]
pub fn doubts(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Vec<Doubt> {
    let unmeasured = sizing.evidence() == Some(Evidence::Unmeasured);
    let has_load = scenario.workload.load.is_of_fleet();
    let little = has_load && sizing.even_headroom < LITTLE_HEADROOM;
    let uncertain = sizing.chance.is_some_and(|chance| chance < LIKELY_KEPT);
    let expired = sizing.price(offer).is_some_and(|price| price.expired);
    [
        (unmeasured, Doubt::Unmeasured),
        (little, Doubt::LittleHeadroom),
        (uncertain, Doubt::Uncertain),
        (expired, Doubt::ExpiredPrice),
    ]
    .into_iter()
    .filter_map(|(holds, doubt)| holds.then_some(doubt))
    .collect()
}

/// The bill of `sizing` in dollars an hour, weighed by its doubts; `None` without a price.
#[must_use]
pub fn weighed(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Option<f64> {
    let bill = sizing.cost?.per_hour.get();
    Some(bill * weight(&doubts(scenario, offer, sizing)))
}

/// How much dearer than a sizing with these doubts everything sounder is, at the least, where
/// it is recommended: a factor, 1 without doubts. The age of its price is not in it.
#[must_use]
pub fn dearer(doubts: &[Doubt]) -> f64 {
    let of_sizing = doubts.iter().copied();
    let of_sizing: Vec<Doubt> = of_sizing
        .filter(|doubt| *doubt != Doubt::ExpiredPrice)
        .collect();
    weight(&of_sizing)
}

/// How much more a bill with these doubts weighs.
fn weight(doubts: &[Doubt]) -> f64 {
    let has = |doubt| doubts.contains(&doubt);
    let thin = has(Doubt::LittleHeadroom) || has(Doubt::Uncertain);
    let factor = |holds: bool, factor: f64| if holds { factor } else { 1.0 };
    factor(has(Doubt::Unmeasured), DEARER)
        * factor(thin, DEARER)
        * factor(has(Doubt::ExpiredPrice), EXPIRED)
}

/// The least that [`weighed`] of any sizing with so many `replicas` of `each` accelerators is,
/// whatever its latencies are; [`WITHOUT_PRICE`] where there is none.
pub(crate) fn least_weighed(
    scenario: &Scenario,
    offer: &Offer,
    (replicas, each): (u32, u32),
    evidence: Evidence,
) -> f64 {
    let node = scenario.limits.node(&offer.accelerator);
    let Some((place, bill)) = cheapest_rented(replicas, each, offer.prices(), node) else {
        return WITHOUT_PRICE;
    };
    let expired = offer.prices().get(place).is_some_and(|price| price.expired);
    let known = [
        (evidence == Evidence::Unmeasured, Doubt::Unmeasured),
        (expired, Doubt::ExpiredPrice),
    ];
    let known = known.into_iter().filter(|(holds, _)| *holds);
    let known: Vec<Doubt> = known.map(|(_, doubt)| doubt).collect();
    weight(&known) * bill.per_hour.get()
}

#[cfg(test)]
mod tests;

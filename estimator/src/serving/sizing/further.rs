//! Replicas beyond the fewest that keep the demands, where they end a doubt.
//!
//! ```text
//! worth it = bill with them < bill of the fewest * what the doubt weighs
//! ```
//!
//! Those that accelerators hold which are paid for anyway cost nothing, and work even where they
//! do not end it.

use crate::offer::Offer;
use crate::rental::cheapest_rented;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::soundness::{DEARER, Doubt, doubts};

/// Replicas beyond the fewest that keep the demands, where they may end a doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Further {
    /// As many as accelerators hold that are paid for and idle.
    free: u32,
    /// As many as there may be, those included, for less than what the doubt weighs.
    most: u32,
}

impl Further {
    /// What may be added to `sizing`; `None` where that is nothing, or no doubt is ended by more.
    pub(crate) fn of(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Option<Self> {
        let wanted = sizing.pools.is_none() && sizing.keeps();
        if !(wanted && more_would_help(scenario, offer, sizing)) {
            return None;
        }
        let bill = sizing.cost?.bill;
        let each = sizing.estimate.placement.accelerators();
        let node = scenario.limits.node(&offer.accelerator);
        let worth = bill.per_hour.get() * DEARER;
        let is_worth_it = |more: u32| {
            let replicas = sizing.replicas.saturating_add(more);
            let priced = cheapest_rented(replicas, each, offer.prices(), node);
            priced.is_some_and(|(_, bill)| bill.per_hour.get() < worth)
        };
        // Bills never fall with the number of replicas.
        let mut most = 0;
        for step in (0..u32::BITS).rev().map(|bit| 1 << bit) {
            if is_worth_it(most + step) {
                most += step;
            }
        }
        let free = bill.room(each).saturating_sub(sizing.replicas);
        (most > 0).then_some(Self { free, most })
    }

    /// The fewest of more than `few` replicas `with` which nothing is `lacking`, by ever longer
    /// steps and then back between the last two; with the free ones where something always is.
    /// `None` where nothing is free then.
    pub(crate) fn fill<T>(
        self,
        few: u32,
        with: impl Fn(u32) -> T,
        lacking: impl Fn(&T) -> bool,
    ) -> Option<(u32, T)> {
        let most = few.saturating_add(self.most);
        let (mut low, mut step) = (few, 1_u32);
        while low < most {
            let next = low.saturating_add(step).min(most);
            let tried = with(next);
            if !lacking(&tried) {
                return Some(fewest((low, (next, tried)), with, lacking));
            }
            (low, step) = (next, step.saturating_mul(2));
        }
        let all = few.saturating_add(self.free);
        (self.free > 0).then(|| (all, with(all)))
    }
}

/// `sizing` with its working replicas beyond the `needed` ones told apart: those that run on what is
/// paid for anyway, or those that are paid for.
pub(crate) fn told_apart(
    scenario: &Scenario,
    offer: &Offer,
    needed: u32,
    sizing: Sizing,
) -> Sizing {
    let beyond = sizing.working().saturating_sub(needed);
    let each = sizing.estimate.placement.accelerators();
    let node = scenario.limits.node(&offer.accelerator);
    let fewest = needed.saturating_add(sizing.spare_replicas);
    let bill = cheapest_rented(fewest, each, offer.prices(), node);
    let is_free = bill.is_none_or(|(_, bill)| sizing.replicas <= bill.room(each));
    Sizing {
        extra_replicas: if is_free { beyond } else { 0 },
        margin_replicas: if is_free { 0 } else { beyond },
        ..sizing
    }
}

/// Whether a sizing is in doubt for a reason that further replicas can end.
pub(crate) fn more_would_help(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> bool {
    let ended = [Doubt::LittleHeadroom, Doubt::Uncertain];
    let doubts = doubts(scenario, offer, sizing);
    doubts.iter().any(|doubt| ended.contains(doubt))
}

/// The fewest replicas `with` which nothing is `lacking`, by halving: something is with `low`, and
/// nothing with what was `found`.
fn fewest<T>(
    (mut low, mut found): (u32, (u32, T)),
    with: impl Fn(u32) -> T,
    lacking: impl Fn(&T) -> bool,
) -> (u32, T) {
    while found.0.saturating_sub(low) > 1 {
        let middle = low.midpoint(found.0);
        let tried = with(middle);
        if lacking(&tried) {
            low = middle;
        } else {
            found = (middle, tried);
        }
    }
    found
}

#[cfg(test)]
mod tests;

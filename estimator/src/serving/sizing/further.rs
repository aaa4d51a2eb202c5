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
        let most = most_of(0, is_worth_it);
        let free = bill.room(each).saturating_sub(sizing.replicas);
        (most > 0).then_some(Self { free, most })
    }

    /// What [`Filling`] finds beyond `few` replicas, each number tried `with` what it comes to.
    pub(crate) fn fill<T>(
        self,
        few: u32,
        with: impl Fn(u32) -> T,
        lacking: impl Fn(&T) -> bool,
    ) -> Option<(u32, T)> {
        let mut filling = Filling::new(self, few);
        while let Some(next) = filling.next() {
            let tried = with(next);
            let lacks = lacking(&tried);
            filling.tell(next, tried, lacks);
        }
        filling.end()
    }
}

/// The largest number of replicas for which `holds`, `fewest` where none above does: bills never fall
/// with the number of replicas, so what holds for one holds for all below it.
pub(crate) fn most_of(fewest: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let steps = (0..u32::BITS).rev().map(|bit| 1 << bit);
    steps.fold(fewest, |most, step| match most.checked_add(step) {
        Some(next) if holds(next) => next,
        _ => most,
    })
}

/// A search for the fewest of more than so many replicas with which nothing is lacking, one number at
/// a time: as many as are worth it first, since they hardly lack what fewer have; then by ever longer
/// steps from below, and back between the last two. A run's chance may be a little less with more
/// replicas, so the steps are tried where as many as are worth it lack something, too. Where
/// something always is lacking, it is the free ones that work.
#[derive(Debug)]
pub(crate) struct Filling<T> {
    further: Further,
    few: u32,
    /// Something is lacking with so many.
    low: u32,
    /// Replicas of the next step from below; 0 once they are halved.
    step: u32,
    /// Whether as many as are worth it lack something.
    is_most_lacking: bool,
    /// What nothing is lacking with.
    found: Option<(u32, T)>,
    /// What works for nothing, though something is lacking.
    free: Option<(u32, T)>,
}

impl<T> Filling<T> {
    pub(crate) const fn new(further: Further, few: u32) -> Self {
        Self {
            further,
            few,
            low: few,
            step: 1,
            is_most_lacking: false,
            found: None,
            free: None,
        }
    }

    const fn all(&self, more: u32) -> u32 {
        self.few.saturating_add(more)
    }

    /// How many to try next; `None` where nothing is left to try.
    pub(crate) fn next(&self) -> Option<u32> {
        let stepped = self.low.saturating_add(self.step);
        let most = self.all(self.further.most);
        match &self.found {
            Some((found, _)) if self.step > 0 && stepped < *found => Some(stepped),
            Some((found, _)) => Some(self.low.midpoint(*found)).filter(|next| *next > self.low),
            None if !self.is_most_lacking => Some(most),
            None if stepped < most => Some(stepped),
            None if self.free.is_some() || self.further.free == 0 => None,
            None => Some(self.all(self.further.free)),
        }
    }

    /// Something is lacking with so many; nobody knows with more.
    pub(crate) const fn lacking(&self) -> u32 {
        self.low
    }

    /// Whether so many work for nothing, whatever they lack.
    pub(crate) const fn is_free(&self, replicas: u32) -> bool {
        replicas == self.all(self.further.free)
    }

    /// Takes over that something is lacking with `replicas`.
    pub(crate) fn lacks(&mut self, replicas: u32) {
        if self.found.is_none() && !self.is_most_lacking {
            self.is_most_lacking = true;
        } else if replicas > self.low {
            self.low = replicas;
            self.step = self.step.saturating_mul(2);
        }
    }

    /// Takes over what `replicas` came to, and whether that is `lacking` something.
    pub(crate) fn tell(&mut self, replicas: u32, tried: T, lacking: bool) {
        if lacking {
            self.lacks(replicas);
            if self.is_free(replicas) {
                self.free = Some((replicas, tried));
            }
            return;
        }
        if self.found.is_some() || self.is_most_lacking {
            self.step = 0;
        }
        self.found = Some((replicas, tried));
    }

    /// The replicas and what they come to; `None` where nothing is worth it and nothing free.
    pub(crate) fn end(self) -> Option<(u32, T)> {
        self.found.or(self.free)
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

#[cfg(test)]
mod tests;

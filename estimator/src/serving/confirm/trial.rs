//! One sizing, simulated with more and more replicas until the SLA is kept.

use super::{Confirmed, REQUESTS, SEED, TRIALS, apart, keeps, share, sized};
use crate::offer::Offer;
use crate::serving::queue::Simulated;
use crate::serving::replica::Replica;
use crate::serving::scenario::Scenario;
use crate::serving::sizing::{Draft, draft, fill, free_replicas, more_would_help};

/// A placement on an offer.
pub(super) struct Trial<'a> {
    scenario: &'a Scenario,
    offer: &'a Offer,
    /// Index of the offer.
    index: usize,
    replica: &'a Replica,
}

impl<'a> Trial<'a> {
    pub(super) const fn new(
        scenario: &'a Scenario,
        offer: &'a Offer,
        index: usize,
        replica: &'a Replica,
    ) -> Self {
        Self {
            scenario,
            offer,
            index,
            replica,
        }
    }

    fn simulated(&self, working: u32) -> Option<Simulated> {
        let arrivals = share(self.scenario, self.replica, working)?;
        let work = &self.scenario.workload;
        Some(self.replica.simulate(work, arrivals, REQUESTS, SEED))
    }

    fn keeps(&self, simulated: &Simulated) -> bool {
        let load = self.scenario.workload.load;
        keeps(self.replica, load, simulated, &self.scenario.sla)
    }

    fn confirmed(&self, needed: u32, working: u32, simulated: Simulated) -> Confirmed {
        Confirmed {
            offer: self.index,
            placement: self.replica.placement,
            needed,
            working,
            prefill: 0,
            simulated,
        }
    }

    /// Simulates from the replicas of `hoped` on; `None` where nothing runs. Where no number
    /// that is tried keeps the SLA, it is the closed form's that misses it.
    pub(super) fn confirm(&self, hoped: &Draft) -> Option<Confirmed> {
        if let Some(pools) = &hoped.pools {
            return apart::confirm(self.scenario, self.replica, self.index, pools);
        }
        let load = self.scenario.workload.load;
        let closed_form = draft(self.replica, load, &self.scenario.sla).replicas;
        let mut working = hoped.replicas;
        // Up to the closed form's by even steps, in hundredths of large fleets; beyond it by
        // ever longer ones, and then back between the last two.
        let span = closed_form.saturating_sub(working);
        let fine = (span / (TRIALS - TRIALS / 3)).max(working / 50).max(1);
        let mut step = fine;
        let mut low = working.saturating_sub(1);
        let mut missed = None;
        let mut kept: Option<(u32, Simulated)> = None;
        for _ in 0..TRIALS {
            let simulated = self.simulated(working)?;
            // A run that takes too long says nothing.
            if simulated.given_up {
                let working = closed_form.max(working);
                return Some(self.confirmed(working, working, simulated));
            }
            if self.keeps(&simulated) {
                kept = Some((working, simulated));
            } else {
                if missed.is_none() || working <= closed_form {
                    missed = Some((working, simulated));
                }
                low = working;
            }
            working = match kept {
                Some((most, _)) if most.saturating_sub(low) <= fine => break,
                Some((most, _)) => low.midpoint(most),
                None => {
                    if working >= closed_form {
                        step = step.saturating_mul(2);
                    }
                    working.saturating_add(step)
                }
            };
        }
        if let Some((working, simulated)) = kept {
            return Some(self.filled(working, simulated));
        }
        missed.map(|(working, simulated)| self.confirmed(working, working, simulated))
    }

    /// With further replicas on accelerators that are paid for anyway, as far as they end
    /// doubts.
    fn filled(&self, needed: u32, simulated: Simulated) -> Confirmed {
        let few = self.confirmed(needed, needed, simulated);
        let sizing = |one: &Confirmed| sized(self.scenario, self.offer, self.replica, one);
        let free = sizing(&few)
            .and_then(|sizing| free_replicas(self.scenario, self.offer, &sizing))
            .unwrap_or(0);
        if free == 0 {
            return few;
        }
        let with = |working: u32| {
            let simulated = self.simulated(working)?;
            Some(self.confirmed(needed, working, simulated))
        };
        let lacking = |one: &Option<Confirmed>| {
            one.as_ref().and_then(sizing).is_none_or(|sizing| {
                !sizing.keeps() || more_would_help(self.scenario, self.offer, &sizing)
            })
        };
        let found = fill(needed, needed.saturating_add(free), with, lacking);
        let found = found.and_then(|(_, one)| one);
        // Fewer requests a replica are never answered later but for chance.
        found
            .filter(|one| self.keeps(&one.simulated))
            .unwrap_or(few)
    }
}

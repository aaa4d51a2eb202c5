//! One sizing, simulated with more and more replicas until the SLA is kept.

use super::{Confirmed, REQUESTS, SEED, TRIALS, apart, keeps, share, sized};
use crate::offer::Offer;
use crate::serving::queue::Simulated;
use crate::serving::queue::replica::Simulation;
use crate::serving::replica::Replica;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::sizing::{Draft, Further, draft, more_would_help};

/// A run as far as it was judged by.
enum Judged<'a> {
    Whole(Box<Simulated>),
    /// Begun, and surely to miss the SLA.
    Missed(Box<Simulation<'a>>),
}

impl Judged<'_> {
    /// What the whole run comes to.
    fn whole(self) -> Simulated {
        match self {
            Self::Whole(simulated) => *simulated,
            Self::Missed(mut simulation) => {
                simulation.advance(u64::MAX);
                simulation.close()
            }
        }
    }
}

/// A placement on an offer.
pub(super) struct Trial<'a> {
    scenario: &'a Scenario,
    offer: &'a Offer,
    /// Index of the offer.
    index: usize,
    replica: &'a Replica,
    /// Its size by the closed form.
    closed_form: Draft,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
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
            closed_form: draft(replica, scenario.workload.load, &scenario.sla),
        }
    }

    /// The sizing that a simulation comes to.
    pub(super) fn sized(&self, one: &Confirmed) -> Option<Sizing> {
        let (scenario, offer) = (self.scenario, self.offer);
        sized(scenario, offer, self.replica, self.closed_form, one)
    }

    fn simulation(&self, working: u32) -> Option<Simulation<'a>> {
        let arrivals = share(self.scenario, self.replica, working)?;
        let work = &self.scenario.workload;
        Some(self.replica.simulation(work, arrivals, REQUESTS, SEED))
    }

    /// As far as it takes to know whether the SLA is kept.
    fn judged(&self, working: u32) -> Option<Judged<'a>> {
        let mut simulation = self.simulation(working)?;
        Some(if simulation.misses(&self.scenario.sla) {
            Judged::Missed(Box::new(simulation))
        } else {
            Judged::Whole(Box::new(simulation.close()))
        })
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
        let closed_form = self.closed_form.replicas;
        // A run that takes too long says nothing.
        let given_up = |working: u32, simulated| {
            let working = closed_form.max(working);
            self.confirmed(working, working, simulated)
        };
        let mut working = hoped.replicas;
        // Up to the closed form's by even steps, in hundredths of large fleets; beyond it by
        // ever longer ones, and then back between the last two.
        let span = closed_form.saturating_sub(working);
        let fine = (span / (TRIALS - TRIALS / 3)).max(working / 50).max(1);
        let mut step = fine;
        let mut low = working.saturating_sub(1);
        let mut missed: Option<(u32, Judged<'a>)> = None;
        let mut kept: Option<(u32, Simulated)> = None;
        for _ in 0..TRIALS {
            match self.judged(working)? {
                Judged::Whole(simulated) if simulated.given_up => {
                    return Some(given_up(working, *simulated));
                }
                Judged::Whole(simulated) if self.keeps(&simulated) => {
                    kept = Some((working, *simulated));
                }
                judged => {
                    if missed.is_none() || working <= closed_form {
                        missed = Some((working, judged));
                    }
                    low = working;
                }
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
        let (working, judged) = missed?;
        let simulated = judged.whole();
        Some(if simulated.given_up {
            given_up(working, simulated)
        } else {
            self.confirmed(working, working, simulated)
        })
    }

    /// With further replicas, as far as they end doubts ([`Further`]).
    fn filled(&self, needed: u32, simulated: Simulated) -> Confirmed {
        let few = self.confirmed(needed, needed, simulated);
        let further = self
            .sized(&few)
            .and_then(|sizing| Further::of(self.scenario, self.offer, &sizing));
        let Some(further) = further else {
            return few;
        };
        let with = |working: u32| {
            let judged = self.judged(working)?;
            Some(self.confirmed(needed, working, judged.whole()))
        };
        let lacking = |one: &Option<Confirmed>| {
            one.as_ref()
                .and_then(|one| self.sized(one))
                .is_none_or(|sizing| {
                    !sizing.keeps() || more_would_help(self.scenario, self.offer, &sizing)
                })
        };
        let found = further.fill(needed, with, lacking);
        let found = found.and_then(|(_, one)| one);
        // Fewer requests a replica are never answered later but for chance.
        found
            .filter(|one| self.keeps(&one.simulated))
            .unwrap_or(few)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters;
    use crate::placement::Placement;
    use crate::published::{h100, llama_3_8b, scenario};
    use crate::quantity::Seconds;
    use crate::serving::queue::replica::Arrivals;
    use crate::workload::{Certainty, Load, Percentile, Sla};

    /// A run that surely misses the SLA misses it as a whole, which is what it would have been
    /// without a look between; one that keeps it is never thought to miss it.
    #[test]
    fn what_surely_misses_misses() {
        let base = scenario(llama_3_8b(), Load::Poisson(1.0));
        let counted = parameters::count(&base.model);
        let replica = Replica::new(&base, &counted, &h100(), Placement::SINGLE).unwrap();
        let (mut early, mut kept) = (0, 0);
        for rate in [2.0, 12.0, 40.0, 80.0] {
            for (percentile, ttft, tpot) in [
                (Percentile::P90, 0.1, 0.02),
                (Percentile::P95, 0.3, 0.015),
                (Percentile::P99, 1.0, 0.012),
                (Percentile::Mean, 0.1, 0.01),
            ] {
                let sla = Sla {
                    ttft: Some(Seconds::new(ttft)),
                    tpot: Some(Seconds::new(tpot)),
                    percentile,
                    certainty: Certainty::Even,
                    goodput: None,
                };
                let arrivals = Arrivals::Open {
                    rate,
                    variation: 1.0,
                };
                let mut run = replica.simulation(&base.workload, arrivals, 400, SEED);
                let misses = run.misses(&sla);
                let whole = replica.simulate(&base.workload, arrivals, 400, SEED);
                let judged = Judged::Missed(Box::new(run)).whole();
                let within = judged.within.unwrap();
                assert_eq!(
                    Simulated {
                        within: None,
                        ..judged
                    },
                    whole
                );
                // As many as the percentile asks for keep either limit, where it is kept.
                let asked = percentile.tail().map_or(0.0, |tail| 1.0 - 2.0 * tail);
                let is_kept = keeps(&replica, Load::Poisson(rate), &whole, &sla);
                assert!(!is_kept || within + 0.01 >= asked, "{within}");
                let keeps = keeps(&replica, Load::Poisson(rate), &whole, &sla);
                assert!(!(misses && keeps), "{rate} {percentile:?}");
                early += u32::from(misses);
                kept += u32::from(keeps);
            }
        }
        assert!(early > 3 && kept > 3, "{early} {kept}");
    }
}

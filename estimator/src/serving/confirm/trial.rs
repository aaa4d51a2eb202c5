//! One sizing, simulated with more and more replicas until the SLA is kept: a run at a time, so that
//! whoever waits can look up between two of them.

use super::hopeful::Way;
use super::{Confirmed, REQUESTS, SEED, TRIALS, apart, keeps, share, sized};
use crate::offer::Offer;
use crate::serving::queue::Simulated;
use crate::serving::queue::replica::Simulation;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::search::place;
use crate::serving::sizing::{Draft, Filling, Further, draft, filled, more_would_help, most_of};
use crate::serving::soundness::{DEARER, least_weighed};
use std::ops::ControlFlow;

/// A run as far as it was judged by.
enum Judged {
    Whole(Box<Simulated>),
    /// Left where it surely misses the SLA.
    Missed,
}

/// A placement on an offer.
#[derive(Debug)]
pub(super) struct Trial {
    way: Way,
    /// Its size by the closed form.
    closed_form: Draft,
    fewest: Fewest,
    /// The fewest once they are known, and what is beyond them as far as that ends doubts.
    further: Option<(Confirmed, Filling<Confirmed>)>,
}

/// The search for the fewest replicas that keep the SLA. Up to the closed form's by even steps, in
/// hundredths of large fleets; beyond it by ever longer ones, and then back between the last two.
#[derive(Debug)]
struct Fewest {
    /// To try next.
    working: u32,
    /// Fewer are not told apart.
    fine: u32,
    step: u32,
    /// So many miss it.
    low: u32,
    /// What is shown where nothing keeps it.
    missed: Option<u32>,
    kept: Option<(u32, Box<Simulated>)>,
    /// Numbers that may be tried yet.
    left: u32,
}

impl Fewest {
    fn new(hoped: u32, closed_form: u32) -> Self {
        let span = closed_form.saturating_sub(hoped);
        let fine = (span / (TRIALS - TRIALS / 3)).max(hoped / 50).max(1);
        Self {
            working: hoped,
            fine,
            step: fine,
            low: hoped.saturating_sub(1),
            missed: None,
            kept: None,
            left: TRIALS,
        }
    }

    /// Takes over that the number tried keeps the SLA, by the run, or misses it; whether another
    /// is to be tried.
    fn tell(&mut self, kept: Option<Box<Simulated>>, closed_form: u32) -> bool {
        let tried = self.working;
        if let Some(simulated) = kept {
            self.kept = Some((tried, simulated));
        } else {
            if self.missed.is_none() || tried <= closed_form {
                self.missed = Some(tried);
            }
            self.low = tried;
        }
        self.left = self.left.saturating_sub(1);
        self.working = match &self.kept {
            Some((most, _)) if most.saturating_sub(self.low) <= self.fine => return false,
            Some((most, _)) => self.low.midpoint(*most),
            None => {
                if tried >= closed_form {
                    self.step = self.step.saturating_mul(2);
                }
                tried.saturating_add(self.step)
            }
        };
        self.left > 0
    }
}

impl Trial {
    pub(super) fn new(scenario: &Scenario, way: Way) -> Self {
        let closed_form = draft(&way.replica, scenario.workload.load, &scenario.sla);
        let fewest = Fewest::new(way.hoped.replicas, closed_form.replicas);
        Self {
            way,
            closed_form,
            fewest,
            further: None,
        }
    }

    pub(super) const fn way(&self) -> &Way {
        &self.way
    }

    pub(super) fn into_way(self) -> Way {
        self.way
    }

    /// The sizing that a simulation comes to.
    pub(super) fn sized(
        &self,
        scenario: &Scenario,
        offer: &Offer,
        one: &Confirmed,
    ) -> Option<Sizing> {
        sized(scenario, offer, &self.way.replica, self.closed_form, one)
    }

    /// Whether no number of replicas has a weighed bill below `least`, where that takes a run: only
    /// without the doubts that more of them end could it be less, and with as many as are sold below
    /// it they are not ended. The closed form promises no less either.
    pub(super) fn is_beaten(&self, scenario: &Scenario, offer: &Offer, least: f64) -> bool {
        let way = &self.way;
        let (each, evidence) = (way.replica.placement.accelerators(), way.replica.evidence());
        let without_doubts = |working: u32| {
            let replicas = working.saturating_add(scenario.limits.spare_replicas);
            least_weighed(scenario, offer, (replicas, each), evidence)
        };
        let fewest = way.hoped.replicas;
        if way.hoped.pools.is_some() || without_doubts(fewest) * DEARER < least {
            return false;
        }
        let promised = filled(scenario, offer, &way.replica, &self.closed_form);
        if place(scenario, offer, &promised) < least {
            return false;
        }
        let most = most_of(fewest, |working| without_doubts(working) < least);
        let Some(mut simulation) = self.simulation(scenario, most) else {
            return false;
        };
        if simulation.misses(&way.replica.likely(&scenario.sla)) {
            return true;
        }
        let simulated = simulation.close();
        // A run that takes too long says nothing, and this one counted by other limits.
        let is_known = !simulated.given_up && scenario.sla.goodput.is_none();
        is_known && self.is_lacking(scenario, offer, &self.confirmed(most, most, simulated))
    }

    /// Takes a run more; what the simulation comes to once it is over, nothing where nothing runs.
    /// Where no number that is tried keeps the SLA, it is the closed form's that misses it.
    pub(super) fn advance(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
    ) -> ControlFlow<Option<Confirmed>> {
        if let Some(pools) = &self.way.hoped.pools {
            let (replica, index) = (&self.way.replica, self.way.offer);
            return ControlFlow::Break(apart::confirm(scenario, replica, index, pools));
        }
        let few = self.further.as_ref().map(|(few, _)| *few);
        match few {
            None => self.toward_fewest(scenario, offer),
            Some(few) => self.beyond(scenario, offer, &few),
        }
    }

    fn toward_fewest(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
    ) -> ControlFlow<Option<Confirmed>> {
        let working = self.fewest.working;
        let kept = match self.judged(scenario, working) {
            None => return ControlFlow::Break(None),
            Some(Judged::Whole(simulated)) if simulated.given_up => {
                return ControlFlow::Break(Some(self.given_up(working, *simulated)));
            }
            Some(Judged::Whole(simulated)) => {
                Some(simulated).filter(|simulated| self.keeps(scenario, simulated))
            }
            Some(Judged::Missed) => None,
        };
        if self.fewest.tell(kept, self.closed_form.replicas) {
            return ControlFlow::Continue(());
        }
        if let Some((needed, simulated)) = self.fewest.kept.take() {
            return self.kept(scenario, offer, needed, *simulated);
        }
        ControlFlow::Break(self.fewest.missed.and_then(|working| {
            let simulated = self.whole(scenario, working)?;
            Some(if simulated.given_up {
                self.given_up(working, simulated)
            } else {
                self.confirmed(working, working, simulated)
            })
        }))
    }

    /// The fewest are known: goes on with further ones where they may end doubts ([`Further`]).
    fn kept(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
        needed: u32,
        simulated: Simulated,
    ) -> ControlFlow<Option<Confirmed>> {
        let few = self.confirmed(needed, needed, simulated);
        let sizing = self.sized(scenario, offer, &few);
        match sizing.and_then(|sizing| Further::of(scenario, offer, &sizing)) {
            Some(further) => {
                self.further = Some((few, Filling::new(further, needed)));
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Some(few)),
        }
    }

    /// Tries a number beyond the `few` that are needed.
    fn beyond(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
        few: &Confirmed,
    ) -> ControlFlow<Option<Confirmed>> {
        let filling = self.further.as_ref().map(|(_, filling)| filling);
        let tried = filling.and_then(Filling::next).and_then(|working| {
            let simulated = self.whole(scenario, working)?;
            let one = self.confirmed(few.needed, working, simulated);
            Some((working, one, self.is_lacking(scenario, offer, &one)))
        });
        match (&mut self.further, tried) {
            (Some((_, filling)), Some((working, one, lacking))) => {
                filling.tell(working, one, lacking);
                ControlFlow::Continue(())
            }
            (further, _) => {
                let found = further.take().and_then(|(_, filling)| filling.end());
                let found = found.map(|(_, one)| one);
                // Fewer requests a replica are never answered later but for chance.
                let found = found.filter(|one| self.keeps(scenario, &one.simulated));
                ControlFlow::Break(Some(found.unwrap_or(*few)))
            }
        }
    }

    fn simulation(&self, scenario: &Scenario, working: u32) -> Option<Simulation<'_>> {
        let replica = &self.way.replica;
        let arrivals = share(scenario, replica, working)?;
        Some(replica.simulation(&scenario.workload, arrivals, REQUESTS, SEED))
    }

    /// As far as it takes to know whether the SLA is kept.
    fn judged(&self, scenario: &Scenario, working: u32) -> Option<Judged> {
        let mut simulation = self.simulation(scenario, working)?;
        Some(if simulation.misses(&scenario.sla) {
            Judged::Missed
        } else {
            Judged::Whole(Box::new(simulation.close()))
        })
    }

    /// To its end, whatever is missed.
    fn whole(&self, scenario: &Scenario, working: u32) -> Option<Simulated> {
        let mut simulation = self.simulation(scenario, working)?;
        simulation.misses(&scenario.sla);
        simulation.advance(u64::MAX);
        Some(simulation.close())
    }

    fn keeps(&self, scenario: &Scenario, simulated: &Simulated) -> bool {
        let load = scenario.workload.load;
        keeps(&self.way.replica, load, simulated, &scenario.sla)
    }

    /// Whether the demands are missed, or kept in a doubt that more replicas may end.
    fn is_lacking(&self, scenario: &Scenario, offer: &Offer, one: &Confirmed) -> bool {
        self.sized(scenario, offer, one)
            .is_none_or(|sizing| !sizing.keeps() || more_would_help(scenario, offer, &sizing))
    }

    /// A run that takes too long says nothing.
    fn given_up(&self, working: u32, simulated: Simulated) -> Confirmed {
        let working = self.closed_form.replicas.max(working);
        self.confirmed(working, working, simulated)
    }

    fn confirmed(&self, needed: u32, working: u32, simulated: Simulated) -> Confirmed {
        Confirmed {
            offer: self.way.offer,
            placement: self.way.replica.placement,
            needed,
            working,
            prefill: 0,
            simulated,
        }
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
    use crate::serving::replica::Replica;
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
                run.advance(u64::MAX);
                let judged = run.close();
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

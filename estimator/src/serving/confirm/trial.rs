//! One sizing, simulated with more and more replicas until the SLA is kept: a run at a time, so that
//! whoever waits can look up between two of them.

mod evenly;

use super::fewest::Fewest;
use super::hopeful::Way;
use super::sized::{keeps, share, sized};
use super::{Confirmed, REQUESTS, SEED, apart};
use crate::offer::Offer;
use crate::serving::queue::Simulated;
use crate::serving::queue::replica::Simulation;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::search::place;
use crate::serving::sizing::{Draft, Filling, Further, draft, filled, more_would_help, most_of};
use crate::serving::soundness::{DEARER, least_weighed};
use crate::workload::Sla;
use evenly::Evenly;
use std::mem;
use std::ops::ControlFlow;

/// Turns of all runs of a placement together: some seconds in a browser. One run is given up far
/// below it; what is not known by then stays as the closed form has it.
const MOST_TURNS: u64 = 1_000_000;

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
    /// Its weighed bill by the closed form.
    promised: f64,
    /// The bill that it was last held against.
    rival: f64,
    fewest: Fewest,
    stage: Stage,
    /// Turns that its runs may still take.
    turns: u64,
    /// The same of those that only hold it against another's bill: what it comes to is its own.
    turns_held: u64,
}

/// What is looked for.
#[derive(Debug, Default)]
enum Stage {
    /// The fewest replicas that keep the SLA as surely as it asks.
    #[default]
    Fewest,
    /// The fewest at even chances.
    Evenly(Box<Evenly>),
    /// Further ones, which may end doubts.
    Beyond(Box<Beyond>),
}

/// The fewest replicas that keep the SLA are known, and further ones may end doubts.
#[derive(Debug)]
struct Beyond {
    few: Confirmed,
    /// The weighed bill of the fewest.
    place: f64,
    filling: Filling<Confirmed>,
}

impl Trial {
    pub(super) fn new(scenario: &Scenario, offer: &Offer, way: Way) -> Self {
        let closed_form = draft(&way.replica, scenario.workload.load, &scenario.sla);
        let promised = filled(scenario, offer, &way.replica, &closed_form);
        Self {
            fewest: Fewest::new(way.hoped.replicas, &closed_form, way.least),
            promised: place(scenario, offer, &promised),
            rival: f64::INFINITY,
            closed_form,
            way,
            stage: Stage::Fewest,
            turns: MOST_TURNS,
            turns_held: MOST_TURNS,
        }
    }

    pub(super) const fn way(&self) -> &Way {
        &self.way
    }

    /// Its weighed bill by the closed form, which views show where it is not simulated to its end.
    pub(super) const fn promised(&self) -> f64 {
        self.promised
    }

    /// The least that so many working replicas weigh, whatever their latencies are.
    fn without_doubts(&self, scenario: &Scenario, offer: &Offer, working: u32) -> f64 {
        let replicas = working.saturating_add(scenario.limits.spare_replicas);
        let each = self.way.replica.placement.accelerators();
        least_weighed(
            scenario,
            offer,
            (replicas, each),
            self.way.replica.evidence(),
        )
    }

    /// Raises the bound of its bill to what the runs so far leave hope for.
    fn raise(&mut self, scenario: &Scenario, offer: &Offer) {
        let with = |fewest: u32| self.without_doubts(scenario, offer, fewest.saturating_add(1));
        let least = match &self.stage {
            Stage::Fewest | Stage::Evenly(_) => with(self.fewest.low),
            Stage::Beyond(beyond) => beyond.place.min(with(beyond.filling.lacking())),
        };
        self.way.raise(least);
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
    /// it they are not ended. The closed form promises more, too. Asked once of each bill.
    pub(super) fn is_beaten(&mut self, scenario: &Scenario, offer: &Offer, least: f64) -> bool {
        let is_begun = !matches!(self.stage, Stage::Fewest);
        let is_asked = least.is_finite() && least.total_cmp(&self.rival).is_ne() && !is_begun;
        if !is_asked || self.way.hoped.pools.is_some() {
            return false;
        }
        // The bound may be raised by another bill already.
        let few = self.fewest.low.saturating_add(1);
        if self.without_doubts(scenario, offer, few) * DEARER < least {
            return false;
        }
        self.rival = least;
        if self.promised <= least {
            return false;
        }
        let is_below = |working: u32| self.without_doubts(scenario, offer, working) < least;
        let most = most_of(few, is_below);
        let Some(is_lacking) = self.surely_lacks(scenario, offer, most) else {
            return false;
        };
        if is_lacking {
            self.way.raise(least);
        }
        is_lacking
    }

    /// Whether something surely is lacking with so many replicas; `None` where nothing runs, or takes
    /// too long to say anything.
    fn surely_lacks(&mut self, scenario: &Scenario, offer: &Offer, working: u32) -> Option<bool> {
        let mut simulation = self.simulation(scenario, working)?.within(self.turns_held);
        let likely = self.way.replica.likely(&scenario.sla);
        let is_lacking = simulation.misses_counting(&likely, &scenario.sla);
        let left = self.turns_held.saturating_sub(simulation.turns());
        if is_lacking {
            self.turns_held = left;
            return Some(true);
        }
        let simulated = simulation.close();
        self.turns_held = left;
        // As few as may keep the SLA leave the most headroom.
        let fewest = self.fewest.low.saturating_add(1).min(working);
        let one = self.confirmed(fewest, working, simulated);
        (!simulated.given_up).then(|| self.is_lacking(scenario, offer, &one))
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
        let out = match mem::take(&mut self.stage) {
            Stage::Fewest => self.toward_fewest(scenario, offer),
            Stage::Evenly(evenly) => self.evenly(scenario, offer, evenly),
            Stage::Beyond(beyond) => self.beyond(scenario, offer, beyond),
        };
        if out.is_continue() {
            self.raise(scenario, offer);
        }
        out
    }

    fn toward_fewest(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
    ) -> ControlFlow<Option<Confirmed>> {
        let working = self.fewest.working;
        let sla = &scenario.sla;
        let kept = match self.judged(scenario, working) {
            None => return ControlFlow::Break(None),
            Some(Judged::Whole(simulated)) if simulated.given_up => {
                let kept = self.fewest.kept.take().filter(|_| self.turns == 0);
                // Of those that were tried it is the least that keeps the SLA.
                return ControlFlow::Break(Some(match kept {
                    Some((needed, kept)) => self.confirmed(needed, needed, *kept),
                    None => self.given_up(working, *simulated),
                }));
            }
            Some(judged) => self.kept_by(scenario, sla, (judged, working)),
        };
        if self.fewest.tell(kept) {
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

    /// The fewest are known: goes on with those at even chances, where it matters how many they are.
    fn kept(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
        needed: u32,
        simulated: Simulated,
    ) -> ControlFlow<Option<Confirmed>> {
        let few = self.confirmed(needed, needed, simulated);
        match self.begin_evenly(scenario, offer, &few) {
            Some(evenly) => {
                self.stage = Stage::Evenly(Box::new(evenly));
                ControlFlow::Continue(())
            }
            None => self.known(scenario, offer, &few),
        }
    }

    /// Both fewest are known: goes on with further ones where they may end doubts ([`Further`]).
    fn known(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
        few: &Confirmed,
    ) -> ControlFlow<Option<Confirmed>> {
        let sizing = self.sized(scenario, offer, few);
        let further =
            sizing.and_then(|sizing| Some((Further::of(scenario, offer, &sizing)?, sizing)));
        match further {
            Some((further, sizing)) => {
                self.stage = Stage::Beyond(Box::new(Beyond {
                    few: *few,
                    place: place(scenario, offer, &sizing),
                    filling: Filling::new(further, few.needed),
                }));
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Some(*few)),
        }
    }

    /// Tries a number beyond the few that are needed.
    fn beyond(
        &mut self,
        scenario: &Scenario,
        offer: &Offer,
        mut beyond: Box<Beyond>,
    ) -> ControlFlow<Option<Confirmed>> {
        let (few, filling) = (beyond.few, &mut beyond.filling);
        let next = filling.next().filter(|_| self.turns > 0);
        let begun = next.and_then(|working| Some((working, self.simulation(scenario, working)?)));
        if let Some((working, mut simulation)) = begun {
            let likely = self.way.replica.likely(&scenario.sla);
            let is_lacking = simulation.misses_counting(&likely, &scenario.sla);
            // What lacks something works only where it costs nothing.
            if is_lacking && !filling.is_free(working) {
                filling.lacks(working);
                self.turns = self.turns.saturating_sub(simulation.turns());
            } else {
                simulation.advance(u64::MAX);
                let turns = simulation.turns();
                let one = Confirmed {
                    even: few.even,
                    ..self.confirmed(few.needed, working, simulation.close())
                };
                filling.tell(working, one, self.is_lacking(scenario, offer, &one));
                self.turns = self.turns.saturating_sub(turns);
            }
            self.stage = Stage::Beyond(beyond);
            return ControlFlow::Continue(());
        }
        let found = beyond.filling.end().map(|(_, one)| one);
        // Fewer requests a replica are never answered later but for chance.
        let found = found.filter(|one| {
            let run = (&one.simulated, one.working);
            keeps(scenario, &self.way.replica, &scenario.sla, run)
        });
        ControlFlow::Break(Some(found.unwrap_or(few)))
    }

    fn simulation(&self, scenario: &Scenario, working: u32) -> Option<Simulation<'_>> {
        let replica = &self.way.replica;
        let arrivals = share(scenario, replica, working)?;
        let simulation = replica.simulation(&scenario.workload, arrivals, REQUESTS, SEED);
        Some(simulation.within(self.turns))
    }

    /// As far as it takes to know whether the SLA is kept.
    fn judged(&mut self, scenario: &Scenario, working: u32) -> Option<Judged> {
        let mut simulation = self.simulation(scenario, working)?;
        let is_missed = simulation.misses(&scenario.sla);
        let left = self.turns.saturating_sub(simulation.turns());
        let judged = if is_missed {
            Judged::Missed
        } else {
            Judged::Whole(Box::new(simulation.close()))
        };
        self.turns = left;
        Some(judged)
    }

    /// To its end, whatever is missed.
    fn whole(&mut self, scenario: &Scenario, working: u32) -> Option<Simulated> {
        let mut simulation = self.simulation(scenario, working)?;
        simulation.misses(&scenario.sla);
        simulation.advance(u64::MAX);
        let left = self.turns.saturating_sub(simulation.turns());
        let simulated = simulation.close();
        self.turns = left;
        Some(simulated)
    }

    /// The run of one of so many replicas, where it keeps `sla`.
    fn kept_by(
        &self,
        scenario: &Scenario,
        sla: &Sla,
        (judged, working): (Judged, u32),
    ) -> Option<Box<Simulated>> {
        match judged {
            Judged::Whole(run) => {
                keeps(scenario, &self.way.replica, sla, (&run, working)).then_some(run)
            }
            Judged::Missed => None,
        }
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
            even: needed,
            working,
            prefill: 0,
            simulated,
        }
    }
}

#[cfg(test)]
mod tests;

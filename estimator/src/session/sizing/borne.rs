//! How many sessions a number of replicas of one placement bears: within the promise, and not
//! beyond the cliff.
//!
//! What is borne does not depend on what is asked, so that more sessions never need fewer
//! replicas. Where sessions keep to their replica and no main memory is shared out, a replica
//! among many serves its part of the load as one alone does.

use super::scenario::Scenario;
use crate::hardware::Accelerator;
use crate::placement::Placement;
use crate::serving::sizing::{MOST_REPLICAS, whole};
use crate::session::cliff::Cliff;
use crate::session::served::Served;
use crate::session::{Population, Routing};

/// Halvings to the most sessions: to some per mille.
const HALVINGS: u32 = 12;
/// The least and the most that are looked at, as a share of those whose contexts fit at once.
const REACH: (f64, f64) = (1.0 / 256.0, 64.0);
/// What a bisection leaves open, as a part.
const EDGE: f64 = 4e-3;
/// A tenth of a per mille: the grain of a bisection, not a miss.
pub(super) const GRAIN: f64 = 1.0001;

/// A placement on an accelerator.
#[derive(Clone, Copy)]
pub(super) struct Borne<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) chip: &'a Accelerator,
    pub(super) placement: Placement,
}

impl<'a> Borne<'a> {
    /// The load on so many replicas; `None` where the chip lacks a rate.
    pub(super) fn served(&self, replicas: u32) -> Option<Served<'a>> {
        let Self { scenario, chip, .. } = *self;
        let caching = scenario.caching(replicas);
        let load = scenario.question.load;
        Served::new(&scenario.serving, chip, self.placement, load, caching)
    }

    /// Whether every replica is as one alone.
    pub(super) fn is_alike(&self) -> bool {
        let question = &self.scenario.question;
        question.host <= 0.0 && question.routing != Routing::None
    }

    /// The sessions that so many replicas bear within the promise, counted as the load counts
    /// them; 0 where even few miss it.
    pub(super) fn within_promise(&self, replicas: u32) -> f64 {
        if self.is_alike() && replicas > 1 {
            return self.within_promise(1) * f64::from(replicas);
        }
        let Some(served) = self.served(replicas) else {
            return 0.0;
        };
        let (low, high) = reach(&served, replicas);
        if !self.keeps(&served, low) {
            return 0.0;
        }
        if self.keeps(&served, high) {
            return high;
        }
        halved((low, high), (HALVINGS, 0.0), |many| {
            self.keeps(&served, many)
        })
    }

    /// Whether so many replicas bear `many` within the promise, looked at there alone: as
    /// [`Self::within_promise`] says it to its grain.
    pub(super) fn may_hold(&self, replicas: u32, many: f64) -> bool {
        let (replicas, many) = if self.is_alike() {
            (1, many / f64::from(replicas.max(1)))
        } else {
            (replicas, many)
        };
        self.served(replicas).is_some_and(|served| {
            let (low, high) = reach(&served, replicas);
            // What stands on the edge is looked at closely.
            let many = many / (1.0 + EDGE);
            many <= high && self.keeps(&served, many.max(low))
        })
    }

    fn keeps(&self, served: &Served<'_>, many: f64) -> bool {
        let served = served.of(same(served.load().population, many));
        let Some(settled) = served.warm() else {
            return false;
        };
        let Some((replica, point, overrun)) = served.at(&settled.shares) else {
            return false;
        };
        !overrun && replica.excess(&point, &self.scenario.serving.sla) <= GRAIN
    }

    /// Where so many replicas fall over.
    pub(super) fn cliff(&self, replicas: u32) -> Option<Cliff> {
        if self.is_alike() && replicas > 1 {
            let one = self.cliff(1)?;
            let times = f64::from(replicas);
            return Some(Cliff {
                sessions: one.sessions * times,
                rate: one.rate * times,
                hits: one.hits,
            });
        }
        self.served(replicas)?.cliff()
    }

    /// The sessions that so many replicas bear within the promise and before they fall over, counted
    /// as the load counts them, and where they fall over.
    pub(super) fn bears(&self, replicas: u32) -> (f64, Option<Cliff>) {
        let kept = self.within_promise(replicas);
        let cliff = self.cliff(replicas);
        let population = self.scenario.question.load.population;
        let fall = cliff.map(|cliff| counted(&cliff, population));
        (fall.map_or(kept, |fall| kept.min(fall)), cliff)
    }

    /// The fewest replicas that bear `many` by `bears`; `None` where no number of them does.
    pub(super) fn fewest(&self, many: f64, bears: impl Fn(u32) -> f64) -> Option<u32> {
        if self.is_alike() {
            let one = bears(1);
            return (one > 0.0 && many / one < MOST_REPLICAS).then(|| whole(many / one));
        }
        // Those that surely do not are told apart at less expense.
        let first = least(1, MOST_SPREAD, |replicas| self.may_hold(replicas, many))?;
        least(first, MOST_SPREAD, |replicas| bears(replicas) >= many)
    }
}

/// The most between the ends of which something holds that holds of the lower end and not of the
/// higher one, by so many halvings of their ratio, or until they are no farther apart than the grain.
pub(super) fn halved(
    (mut low, mut high): (f64, f64),
    (halvings, grain): (u32, f64),
    holds: impl Fn(f64) -> bool,
) -> f64 {
    for _ in 0..halvings {
        if high - low <= grain {
            break;
        }
        let middle = (low * high).sqrt();
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The least number from `first` on of which something holds that holds of all above it; `None`
/// where it does not hold of `most`.
pub(super) fn least(first: u32, most: u32, holds: impl Fn(u32) -> bool) -> Option<u32> {
    if holds(first) {
        return Some(first);
    }
    let (mut low, mut step) = (first, 1_u32);
    let mut high = loop {
        let next = low.saturating_add(step).min(most);
        if next <= low {
            return None;
        }
        if holds(next) {
            break next;
        }
        low = next;
        step = step.saturating_mul(2);
    };
    while high - low > 1 {
        let middle = low.midpoint(high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// The most replicas that are tried one by one.
pub(super) const MOST_SPREAD: u32 = 4096;

/// The cliff counted as a population counts sessions.
fn counted(cliff: &Cliff, population: Population) -> f64 {
    match population {
        Population::AtOnce(_) => cliff.sessions,
        Population::PerHour(_) => cliff.rate * 3600.0,
    }
}

/// The least and the most that are looked at of so many replicas.
fn reach(served: &Served<'_>, replicas: u32) -> (f64, f64) {
    let scale = scale(served);
    let (low, high) = (scale * REACH.0, scale * REACH.1);
    match served.load().population {
        // Nobody has less than one.
        Population::AtOnce(_) => {
            let low = low.max(f64::from(replicas));
            (low, high.max(low))
        }
        Population::PerHour(_) => (low, high),
    }
}

/// Sessions whose contexts fit at once, counted as the load counts them.
fn scale(served: &Served<'_>) -> f64 {
    let hold = served.hold().max(1.0);
    match served.load().population {
        Population::AtOnce(_) => hold,
        Population::PerHour(_) => hold / served.load().lasts(0.0).max(1.0) * 3600.0,
    }
}

/// So many, counted in the same way.
pub(super) const fn same(population: Population, many: f64) -> Population {
    match population {
        Population::AtOnce(_) => Population::AtOnce(many),
        Population::PerHour(_) => Population::PerHour(many),
    }
}

/// How many there are, counted so.
pub(super) const fn many(population: Population) -> f64 {
    match population {
        Population::AtOnce(many) | Population::PerHour(many) => many,
    }
}

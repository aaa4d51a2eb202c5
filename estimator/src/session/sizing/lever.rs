//! Single changes of a question that may make its answer cheaper, or leave more room before the
//! cliff; each asked again like any other question, by whoever resolves names.

use super::borne::{many, same};
use super::question::Question;
use super::report::Candidate;
use crate::choice::{Area, PriceBasis};
use crate::precision::formats;
use crate::quantity::Seconds;
use crate::serving::served::eight_bit_cache;
use crate::session::{Population, Routing};
use serde::{Deserialize, Serialize};

/// The main memory that is tried where there is none, gigabytes: half of that of a usual machine
/// with eight accelerators.
const TIER: f64 = 1000.0;
/// The part of a first input that can be shared where its order allows it: an assumption.
const SHARED: f64 = 0.9;
/// Turns in so many that begin anew from a summary, where contexts are summarised early: an
/// assumption.
const SUMMARISED: f64 = 1.0 / 20.0;
/// The part of an answer that is reasoning, where it is left out of what follows: an assumption.
const REASONING: f64 = 0.5;
/// The part of the sessions that are admitted.
const ADMITTED: f64 = 0.75;

formats!(
    /// A change.
    Lever {
        /// The cache in 8 bit.
        EightBitCache = "fp8-kv",
        /// A tier in main memory, or twice as much of it.
        Tier = "tier",
        /// Sessions keep to their replica.
        Affinity = "affinity",
        /// One replica more.
        Replica = "replica",
        /// Tools that answer in half the time.
        Delay = "delay",
        /// What is the same comes first in the prompt.
        SharedFirst = "shared-first",
        /// Contexts are summarised earlier.
        Compaction = "compaction",
        /// Reasoning is left out of the next input.
        Reasoning = "reasoning",
        /// Fewer sessions at once; others wait in line. Of sessions begun an hour none can wait for
        /// good: it is not offered there.
        Admission = "admission",
        /// A first token twice as late.
        Slower = "slower",
        /// Interruptible instances.
        Spot = "spot",
        /// Reserved for a year.
        Reserved = "reserved",
        /// Wherever it is cheapest.
        AnyArea = "any-area",
        /// Any maker, seller and accelerator.
        AnyAccelerator = "any-accelerator",
    }
);

impl Lever {
    /// Whether it changes what is answered, or when.
    #[must_use]
    pub const fn has_price(self) -> bool {
        matches!(
            self,
            Self::EightBitCache
                | Self::Compaction
                | Self::Reasoning
                | Self::Admission
                | Self::Slower
                | Self::Spot
        )
    }

    /// Whether other accelerators may be the answer then.
    #[must_use]
    pub const fn widens(self) -> bool {
        matches!(
            self,
            Self::Spot | Self::Reserved | Self::AnyArea | Self::AnyAccelerator
        )
    }
}

/// The changes that a question can take, and the question that each makes.
#[must_use]
pub fn questions(question: &Question) -> Vec<(Lever, Question)> {
    let all = Lever::ALL.iter();
    all.filter_map(|lever| Some((*lever, changed(question, *lever)?)))
        .collect()
}

fn changed(old: &Question, lever: Lever) -> Option<Question> {
    let mut new = old.clone();
    let load = &mut new.load;
    match lever {
        Lever::EightBitCache => new.asked.kv_cache = eight_bit_cache(new.asked.engine.engine),
        Lever::Tier if old.host > 0.0 => new.host = old.host * 2.0,
        Lever::Tier => new.host = TIER,
        Lever::Affinity if old.routing == Routing::None => new.routing = Routing::Session,
        Lever::Affinity => return None,
        Lever::Replica => {
            let spares = &mut new.asked.limits.spare_replicas;
            *spares = spares.saturating_add(1);
        }
        Lever::Delay => {
            load.delay.p50 = load.delay.p50 * 0.5;
            load.delay.p90 = load.delay.p90 * 0.5;
        }
        Lever::SharedFirst => load.shared = load.shared.max(SHARED * load.first),
        Lever::Compaction if load.turns * load.compaction.max(SUMMARISED) <= 1.0 => return None,
        Lever::Compaction => load.compaction = load.compaction.max(SUMMARISED),
        Lever::Reasoning if load.turns <= 1.0 => return None,
        Lever::Reasoning => load.dropped = load.dropped.max(REASONING),
        Lever::Admission => {
            if matches!(load.population, Population::PerHour(_)) {
                return None;
            }
            let fewer = (many(load.population) * ADMITTED).floor();
            if fewer < 1.0 {
                return None;
            }
            load.population = same(load.population, fewer);
        }
        Lever::Slower => {
            let ttft = new.asked.sla.ttft?;
            new.asked.sla.ttft = Some(Seconds::new(ttft.get() * 2.0));
        }
        Lever::Spot => new.asked.fleet.basis = PriceBasis::Spot,
        Lever::Reserved => new.asked.fleet.basis = PriceBasis::Reserved1y,
        Lever::AnyArea => new.asked.fleet.area = Area::Any,
        Lever::AnyAccelerator => {
            let fleet = &mut new.asked.fleet;
            fleet.vendors.clear();
            fleet.accelerators.clear();
            fleet.providers.clear();
        }
    }
    (new != *old).then_some(new)
}

/// The effect of a change beside the first answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Share of the bill that it saves; below zero it costs more. `None` where either has no
    /// price.
    pub saving: Option<f64>,
    /// Hit share beside the first one, a difference.
    pub hits: f64,
    /// What is borne over what was.
    pub bears: f64,
}

impl Effect {
    /// Whether `lever` helps so, by a part in a hundred at the least: one of price only where it
    /// saves, since it may lead to hardware that bears more for more money.
    #[must_use]
    pub fn helps(&self, lever: Lever) -> bool {
        const LEAST: f64 = 0.01;
        let saves = self.saving.is_some_and(|saving| saving >= LEAST);
        let more = self.hits >= LEAST || self.bears >= 1.0 + 5.0 * LEAST;
        saves || (more && !lever.widens())
    }
}

/// The effect of an answer beside the first one; `None` where either keeps no promise.
#[must_use]
pub fn effect(before: &Candidate, after: &Candidate) -> Option<Effect> {
    let sizing = |candidate: &Candidate| candidate.best.clone().filter(|_| candidate.meets());
    let (old, new) = (sizing(before)?, sizing(after)?);
    let bill = old.cost.zip(new.cost);
    Some(Effect {
        saving: bill.map(|(old, new)| 1.0 - new.per_hour / old.per_hour),
        hits: new.found.all() - old.found.all(),
        bears: new.bears / old.bears.max(f64::MIN_POSITIVE),
    })
}

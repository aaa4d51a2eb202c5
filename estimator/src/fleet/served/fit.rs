//! A served question on one type of GPU, one GPU a replica: the sizing of the serving room, and
//! the facts that a packing needs of it.

use super::character::Character;
use super::latency::Met;
use super::{Choice, Served, Work};
use crate::fleet::figures::slowest;
use crate::offer::Offer;
use crate::quantity::Bytes;
use crate::serving::memory::Component;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::search::search;
use crate::serving::sizing::keeping;

/// Bytes of a MiB.
const BYTES_OF_MIB: f64 = 1_048_576.0;

/// A question on one type.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// As Size sizes it there; `None` of a workload that goes by its figures.
    pub sizing: Option<Sizing>,
    /// Replicas that carry the busiest hour, in fractions.
    pub needed: f64,
    /// Spares beside them.
    pub spares: u32,
    /// All that a replica holds, in MiB.
    pub memory_mib: f64,
    /// Its weights, in MiB.
    pub weights_mib: f64,
    /// How it uses the GPU.
    pub character: Character,
}

/// A question on one type of GPU, one GPU a replica, as Size sizes it; `None` where one GPU does
/// not hold a replica that keeps the promise.
#[must_use]
pub fn alone(served: &Served, choice: &Choice) -> Option<(Scenario, Sizing)> {
    on_one(served.scenario()?, &choice.offer)
}

/// The same of a question alone.
fn on_one(scenario: &Scenario, offer: &Offer) -> Option<(Scenario, Sizing)> {
    let mut scenario = scenario.clone();
    scenario.limits.max_per_replica = 1;
    let report = search(&scenario, std::slice::from_ref(offer));
    let sizing = report.candidates.into_iter().next()?.best?;
    let apart = sizing.pools.is_some() || sizing.estimate.placement.accelerators() != 1;
    (sizing.keeps() && !apart).then_some((scenario, sizing))
}

impl Fit {
    /// `None` where one GPU does not hold a replica that keeps the promise.
    pub(super) fn of(served: &Served, choice: &Choice) -> Option<Self> {
        if let Work::Figures(figures) = &served.work {
            let figure = figures.on(&choice.offer.accelerator.id)?;
            return Some(Self {
                sizing: None,
                needed: figure.busy,
                spares: 0,
                memory_mib: figure.memory_mib,
                weights_mib: figure.weights_mib,
                character: Character {
                    alpha: figure.alpha,
                    engine: figure.engine,
                    fill: figure.fill,
                },
            });
        }
        Self::serving(served.scenario()?, &choice.offer)
    }

    /// Of a question of the calculator; `None` where one GPU does not hold a replica that keeps
    /// the promise.
    pub(crate) fn serving(scenario: &Scenario, offer: &Offer) -> Option<Self> {
        let (scenario, sizing) = on_one(scenario, offer)?;
        let speed = sizing.estimate.performance.as_ref()?;
        let memory = &sizing.estimate.memory;
        let all = memory
            .parts
            .iter()
            .fold(Bytes::ZERO, |sum, (_, part)| sum + *part);
        Some(Self {
            needed: keeping(&sizing),
            spares: sizing.spare_replicas,
            memory_mib: all.get() / BYTES_OF_MIB,
            weights_mib: memory.part(Component::Weights).get() / BYTES_OF_MIB,
            character: Character::of(&scenario, &offer.accelerator, speed),
            sizing: Some(sizing),
        })
    }

    /// Working replicas, in whole ones.
    pub(super) fn replicas(&self) -> u32 {
        // Bisection's grain is no replica, as `plan::Replicas` holds.
        crate::quantity::whole((self.needed - 1e-3).ceil().max(1.0))
            .try_into()
            .unwrap_or(u32::MAX)
    }

    /// How many times as long the steps of one of so many replicas may take in the busiest hour.
    pub(super) fn slowdown_max(&self, served: &Served, offer: &Offer, replicas: u32) -> f64 {
        let scenario = match &served.work {
            Work::Serving(scenario) => scenario,
            Work::Figures(figures) => {
                let figure = figures.on(&offer.accelerator.id);
                return figure.map_or(1.0, |figure| figure.slowdown_max);
            }
        };
        self.slowest(offer, replicas, |_| scenario.as_ref().clone())
    }

    /// The same of a question whose promise depends on how many times as long all of it takes.
    pub(crate) fn slowest(
        &self,
        offer: &Offer,
        replicas: u32,
        asked: impl Fn(f64) -> Scenario,
    ) -> f64 {
        let share = 1.0 / f64::from(replicas.max(1));
        slowest(|slowdown| {
            let met = Met::of(
                &asked(slowdown),
                &offer.accelerator,
                share,
                (slowdown, self.character.engine),
            );
            met.is_some_and(|met| met.kept)
        })
    }
}

//! The language model of a reader on an offer, for each count of accelerators of a replica, and the
//! count to take.
//!
//! ```text
//! limit of the search at a count = limit - tower on as many accelerators
//! first token at a count         = tower on as many accelerators + first token of the search
//! ```
//!
//! One tower stands in both, so that what keeps the limit is not rejected for a slower one. Counts
//! that one search at the shortest limit has found to need no more than one replica are not asked
//! again: no limit makes them cheaper.

use super::{Question, Reader};
use crate::offer::Offer;
use crate::order::ascending;
use crate::quantity::Seconds;
use crate::rental::cheapest_rented;
use crate::serving::report::{Demand, Estimate, Sizing as Served, Verdict as Judged};
use crate::serving::scenario::Scenario;
use crate::serving::search::search;
use crate::serving::soundness::{dearer, doubts};
use crate::vision::Board;
use crate::vision::sizing::report::{Sizing, Verdict};
use crate::workload::Load;

/// Where those stand that have no price: behind every bill.
const WITHOUT_PRICE: f64 = 1e15;

/// The judgement of a sizing of the language model with the tower before it, and the sizing.
pub(super) struct Placed {
    /// The judgement.
    pub(super) verdict: Verdict,
    /// The sizing; `None` where nothing runs.
    pub(super) sizing: Option<Sizing>,
}

impl Reader {
    /// The count of accelerators to take on an offer, and what is sized there; `offered` has the
    /// memory that reading images leaves.
    pub(super) fn placed(
        &self,
        question: &Question,
        (offer, offered, board): (&Offer, &Offer, &Board),
    ) -> Placed {
        let without = |verdict| Placed {
            verdict,
            sizing: None,
        };
        let one = self.tower(question, board, 1);
        let scenario = self.asked(question, one);
        let report = search(&scenario, std::slice::from_ref(offered));
        let Some(found) = report.candidates.into_iter().next() else {
            return without(Verdict::Unknown);
        };
        let Some(best) = found.best else {
            return without(unfit(&found.verdict));
        };
        let mut least = f64::INFINITY;
        let mut all = Vec::new();
        for sized in std::iter::once(best).chain(found.alternatives) {
            let each = sized.estimate.placement.accelerators();
            let tower = self.tower(question, board, each);
            let again = tower < one && question.limit.is_some() && wants(&sized);
            let replicas = question.spares.saturating_add(1);
            if again && bill(offer, replicas, each) >= least {
                continue;
            }
            let scenario = if again {
                self.counted(question, tower, each)
            } else {
                scenario.clone()
            };
            let sized = if again {
                of_count(&scenario, offered, each).unwrap_or(sized)
            } else {
                sized
            };
            let verdict = judged(question, &sized, tower);
            let sizing = self.sized(question, (offer, offered, board), &sized);
            let place = match (&verdict, &sizing) {
                (Verdict::Misses { least, limit }, _) => 1e16 * (*least / *limit).min(1e4),
                (Verdict::Meets, Some(sizing)) => {
                    let doubts = doubts(&scenario, offered, &sized);
                    let money = sizing.money().map(|money| money.get() * dearer(&doubts));
                    let place = money.unwrap_or(WITHOUT_PRICE);
                    least = least.min(place);
                    place
                }
                _ => f64::INFINITY,
            };
            all.push((place, Placed { verdict, sizing }));
        }
        let first = ascending(all, |(place, _)| *place).into_iter().next();
        first.map_or_else(|| without(Verdict::Unknown), |(_, placed)| placed)
    }

    /// The language model on replicas of at most `each` accelerators with the time that a tower on
    /// as many leaves it.
    fn counted(&self, question: &Question, tower: Seconds, each: u32) -> Scenario {
        let mut scenario = self.asked(question, tower);
        let limits = &mut scenario.limits;
        limits.max_per_replica = limits.max_per_replica.min(each);
        scenario
    }

    /// One request of the language model with nothing else in the replica; `None` where the
    /// accelerator's record lacks a rate.
    pub(super) fn alone(&self, offered: &Offer, sized: &Served) -> Option<Estimate> {
        let mut scenario = self.serving.clone();
        scenario.workload.load = Load::Steady(1.0);
        let placement = sized.estimate.placement;
        crate::serving::estimate::estimate(&scenario, &offered.accelerator, placement)
    }
}

/// Whether a longer limit may make it cheaper: it misses one, or more than one replica works.
fn wants(sized: &Served) -> bool {
    !sized.keeps() || sized.working() > 1
}

/// The least dollars a month of so many replicas; nothing where nobody sells them.
fn bill(offer: &Offer, replicas: u32, each: u32) -> f64 {
    let node = offer.accelerator.node_size;
    let rented = cheapest_rented(replicas, each, offer.prices(), node);
    rented.map_or(0.0, |(_, rented)| rented.per_month.get())
}

/// The sizing of an offer on replicas of `each` accelerators.
fn of_count(scenario: &Scenario, offered: &Offer, each: u32) -> Option<Served> {
    let report = search(scenario, std::slice::from_ref(offered));
    let found = report.candidates.into_iter().next()?;
    let mut all = found.best.into_iter().chain(found.alternatives);
    all.find(|sized| sized.estimate.placement.accelerators() == each)
}

/// The judgement of a sizing of the language model in the words of this room, with the tower's
/// time before its first token.
fn judged(question: &Question, sized: &Served, tower: Seconds) -> Verdict {
    if sized.keeps() {
        return Verdict::Meets;
    }
    match (sized.misses.first(), question.limit) {
        (Some(miss), Some(limit)) if miss.demand == Demand::Ttft => Verdict::Misses {
            least: miss.value + tower,
            limit,
        },
        (Some(miss), _) => Verdict::Misses {
            least: miss.value,
            limit: miss.limit,
        },
        (None, _) => Verdict::Unknown,
    }
}

/// Why the language model's search sized nothing.
const fn unfit(verdict: &Judged) -> Verdict {
    match verdict {
        Judged::TooLittleMemory { short, .. } => Verdict::TooLittleMemory { short: *short },
        Judged::Misses | Judged::Unknown => Verdict::Unknown,
        _ => Verdict::Unsupported,
    }
}

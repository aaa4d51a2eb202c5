//! Which hardware costs least over the horizon: every sizing of the report that keeps the
//! demands at a known price, grown in steps and bought at once.
//!
//! As in the report, doubts weigh ([`crate::serving::soundness`]). Where terms go on after the horizon, all
//! that one is bound to pay counts.

use super::bill::Bill;
use super::growth::{bills, largest, loads};
use super::replicas::Replicas;
use crate::offer::Offer;
use crate::serving::question::Growth;
use crate::serving::report::{Report, Sizing};
use crate::serving::scenario::Scenario;
use crate::serving::soundness::weighed;

/// One way to do it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'a> {
    /// Index into the report's candidates.
    pub candidate: usize,
    /// The sizing that grows.
    pub sizing: &'a Sizing,
    /// Replicas that are paid for in the last month, spares included.
    pub replicas: u32,
    /// Its cost.
    pub bill: Bill,
}

/// The cheapest ways.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cheapest<'a> {
    /// Adding replicas when they are needed.
    pub in_steps: Choice<'a>,
    /// Buying on the first day enough for the horizon.
    pub at_once: Choice<'a>,
}

/// The cheapest in steps and at once, each among all accelerators and numbers of
/// accelerators a replica; `None` where nothing keeps the demands at a known price.
#[must_use]
pub fn cheapest<'a>(
    scenario: &Scenario,
    offers: &[Offer],
    report: &'a Report,
    growth: &Growth,
    term: u32,
) -> Option<Cheapest<'a>> {
    let loads = loads(growth);
    let most = largest(&loads);
    let mut found: Option<(Weighed<'a>, Weighed<'a>)> = None;
    for (index, candidate) in report.candidates.iter().enumerate() {
        let Some(offer) = offers.get(candidate.offer) else {
            continue;
        };
        let best = candidate.best.iter().filter(|_| candidate.meets());
        for sizing in best.chain(&candidate.alternatives) {
            let (Some(cost), Some(weighed)) = (sizing.cost, weighed(scenario, offer, sizing))
            else {
                continue;
            };
            if !sizing.keeps() {
                continue;
            }
            let kind = Replicas::of(scenario, offer, sizing);
            let (steps, once) = bills(&kind, &loads, term);
            let at_end = steps.held.last().copied().unwrap_or_default();
            let (Some(steps), Some(once)) = (steps.bill(&kind), once.bill(&kind)) else {
                continue;
            };
            let factor = weighed / cost.per_hour.get();
            let choice = |bill: Bill, replicas| Weighed {
                weight: bill.bound().get() * factor,
                choice: Choice {
                    candidate: index,
                    sizing,
                    replicas,
                    bill,
                },
            };
            let new = (choice(steps, at_end), choice(once, kind.at(most)));
            found = Some(found.map_or(new, |known| {
                (lighter(known.0, new.0), lighter(known.1, new.1))
            }));
        }
    }
    found.map(|(in_steps, at_once)| Cheapest {
        in_steps: in_steps.choice,
        at_once: at_once.choice,
    })
}

/// A way with its bill, weighed by the doubts about its sizing.
#[derive(Clone, Copy)]
struct Weighed<'a> {
    weight: f64,
    choice: Choice<'a>,
}

/// The lighter of two; the first of equals.
fn lighter<'a>(one: Weighed<'a>, other: Weighed<'a>) -> Weighed<'a> {
    if other.weight < one.weight {
        other
    } else {
        one
    }
}

//! Which hardware costs least over the horizon: every sizing of the report that keeps the
//! demands at a known price, grown in steps and bought at once.
//!
//! As in the report, verified prices come first. Where terms go on after the horizon, all
//! that one is bound to pay counts.

use super::bill::Bill;
use super::growth::{bills, largest, loads};
use super::replicas::Replicas;
use crate::parameters;
use crate::question::Growth;
use crate::report::{Report, Sizing};
use crate::scenario::{Offer, Scenario};

/// One way to do it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'a> {
    /// Index into the report's candidates.
    pub candidate: usize,
    /// The sizing that grows.
    pub sizing: &'a Sizing,
    /// Replicas that are paid for in the last month, spares included.
    pub replicas: u32,
    /// What it costs.
    pub bill: Bill,
}

/// The cheapest ways.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cheapest<'a> {
    /// Adding replicas when they are needed.
    pub in_steps: Choice<'a>,
    /// Buying on the first day what lasts the horizon.
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
    let counted = parameters::count(&scenario.model);
    let loads = loads(growth);
    let most = largest(&loads);
    let mut found: Option<(bool, Cheapest<'a>)> = None;
    for (index, candidate) in report.candidates.iter().enumerate() {
        let Some(offer) = offers.get(candidate.offer) else {
            continue;
        };
        let verified = offer.has_verified_price();
        let best = candidate.best.iter().filter(|_| candidate.meets());
        for sizing in best.chain(&candidate.alternatives) {
            if !sizing.misses.is_empty() {
                continue;
            }
            let kind = Replicas::counted(scenario, &counted, offer, sizing, most);
            let (steps, once) = bills(&kind, &loads, term);
            let at_end = steps.held.last().copied().unwrap_or_default();
            let (Some(steps), Some(once)) = (steps.bill(&kind), once.bill(&kind)) else {
                continue;
            };
            let choice = |bill, replicas| Choice {
                candidate: index,
                sizing,
                replicas,
                bill,
            };
            let new = Cheapest {
                in_steps: choice(steps, at_end),
                at_once: choice(once, kind.at(most)),
            };
            match &mut found {
                Some((trusted, _)) if *trusted && !verified => {}
                Some((trusted, known)) if *trusted == verified => {
                    known.in_steps = cheaper(known.in_steps, new.in_steps);
                    known.at_once = cheaper(known.at_once, new.at_once);
                }
                _ => found = Some((verified, new)),
            }
        }
    }
    found.map(|(_, cheapest)| cheapest)
}

/// The cheaper of two; the first where they cost the same.
fn cheaper<'a>(one: Choice<'a>, other: Choice<'a>) -> Choice<'a> {
    if other.bill.bound() < one.bill.bound() {
        other
    } else {
        one
    }
}

//! A recorded load on a sizing: its own requests at their own times, met by one of the replicas; and
//! the fewest replicas that keep the promise so.

use super::borne::{Borne, least};
use super::chosen::Chosen;
use super::met::Met;
use super::scenario::Scenario;
use crate::offer::Offer;
use crate::parcel::{Parcel, fields};
use crate::session::Routing;
use crate::trace::{Part, Trace, TraceError};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Requests of a replica that are met at the most, after those that fill its caches.
pub const MOST: usize = 4000;
/// The most replicas that are tried.
const MOST_REPLICAS: u32 = 1024;

/// What a recorded load comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Replayed {
    /// On the sizing as it is.
    pub met: Met,
    /// The fewest replicas, placed as those, that keep the promise, and what one of them makes of
    /// it; `None` where no number of them does.
    pub fewest: Option<Chosen>,
}

fields! {
    Replayed { met, fewest }
}

impl Replayed {
    /// It as a line of numbers.
    #[must_use]
    pub fn write(&self) -> String {
        Parcel::of(self).line()
    }

    /// What [`Self::write`] wrote; `None` of anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Parcel::of_line(text)?.open()
    }
}

/// `trace` on an offer, placed as `chosen`; `None` where the chip lacks a rate.
///
/// # Errors
/// More blocks than are held at once.
pub fn replayed(
    scenario: &Scenario,
    offer: &Offer,
    chosen: &Chosen,
    trace: &Trace,
) -> Result<Option<Replayed>, TraceError> {
    let borne = Borne {
        scenario,
        chip: &offer.accelerator,
        placement: chosen.placement,
    };
    let Some(met) = on(&borne, trace, chosen.working)? else {
        return Ok(None);
    };
    // A replay of a long log takes seconds: none is made twice.
    let known = RefCell::new(BTreeMap::from([(chosen.working, met)]));
    let meet = |working: u32| {
        let before = known.borrow().get(&working).copied();
        before.or_else(|| {
            let met = on(&borne, trace, working).ok().flatten()?;
            known.borrow_mut().insert(working, met);
            Some(met)
        })
    };
    let keeps = |working: u32| meet(working).is_some_and(|met| met.kept);
    let working = if met.kept {
        least(1, chosen.working, keeps)
    } else {
        least(chosen.working.saturating_add(1), MOST_REPLICAS, keeps)
    };
    let fewest = working.and_then(|working| {
        let met = Some(meet(working)?);
        Some(Chosen {
            working,
            met,
            ..*chosen
        })
    });
    Ok(Some(Replayed { met, fewest }))
}

/// What the first of so many replicas makes of its part.
fn on(borne: &Borne<'_>, trace: &Trace, replicas: u32) -> Result<Option<Met>, TraceError> {
    let scenario = borne.scenario;
    let served = borne.served(replicas);
    let Some((served, answer)) = served.and_then(|served| {
        let answer = served.answer()?;
        Some((served, answer))
    }) else {
        return Ok(None);
    };
    let part = Part {
        replicas,
        by_session: scenario.question.routing != Routing::None,
    };
    let replay = trace.replay(part, MOST)?;
    let requests = replay.requests.len() as f64;
    let sla = &scenario.serving.sla;
    let mut run = served.replay(&answer, *sla, replay);
    run.advance(u64::MAX);
    Ok(Some(Met::new(requests, run.close(), sla, &answer, 1.0)))
}

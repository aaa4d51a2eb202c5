//! Every offer: the fewest replicas that keep the promise, and their bill in whole instances.
//!
//! Batches form while one runs, generations wait in one queue for all replicas
//! ([`crate::vision::queue`]). A library is worked on by as many replicas as its instances hold,
//! so that it is never cheaper to ask for more.

use super::evidence::Trust;
use super::question::Kind;
use super::report::{Candidate, Once, Rent, Report, Sizing, Verdict};
use super::scenario::{Scenario, Task};
use super::served::Replica;
use super::service::{BATCHES, Service};
use super::unit::units;
use super::work::Work;
use crate::offer::Offer;
use crate::quantity::{Bytes, Seconds, Usd};
use crate::rental::{cheapest_rented, rented};
use crate::vision::Board;
use crate::vision::queue::{self, Kept, Promise};

/// The most replicas that an answer has: beyond it a queue takes long to ask, and nobody rents as
/// many as one fleet.
pub const MOST: u32 = 4096;
const HOUR: f64 = 3600.0;

/// Sizes every offer and ranks them; `boards` are the offers' accelerators.
#[must_use]
pub fn search(scenario: &Scenario, offers: &[Offer], boards: &[Board]) -> Report {
    let places = 0..offers.len();
    Report::ranked(
        places
            .map(|index| candidate(scenario, offers, boards, index))
            .collect(),
    )
}

/// The answer for one offer.
#[must_use]
pub fn candidate(
    scenario: &Scenario,
    offers: &[Offer],
    boards: &[Board],
    index: usize,
) -> Candidate {
    let sized = offers.get(index).zip(boards.get(index));
    let found = match (sized, &scenario.task) {
        (None, _) => Err(Verdict::Unknown),
        (Some((offer, board)), Task::Reader(reader)) => {
            let replica = Replica { scenario, board };
            if replica.check().is_ok() {
                return reader.candidate(&scenario.question, (index, offer, board));
            }
            Err(Verdict::Unknown)
        }
        (Some((offer, board)), _) => sizing(&Replica { scenario, board }, offer),
    };
    match found {
        Ok(sizing) => Candidate {
            offer: index,
            verdict: Verdict::Meets,
            best: Some(sizing),
        },
        Err(verdict) => Candidate {
            offer: index,
            verdict,
            best: None,
        },
    }
}

fn sizing(replica: &Replica<'_>, offer: &Offer) -> Result<Sizing, Verdict> {
    replica.check().map_err(|_| Verdict::Unknown)?;
    let question = &replica.scenario.question;
    let most = largest(replica, false)?;
    let arrives = replica.scenario.arrivals();
    let alone = replica.seconds(1).max(f64::MIN_POSITIVE);
    let each = if question.generates() {
        question.split.max(1)
    } else {
        1
    };
    let service = if question.generates() {
        Service::new(1, |_| alone)
    } else {
        Service::new(most, |batch| replica.seconds(batch))
    };
    let kept = if arrives > 0.0 {
        Some(kept(replica, &service, most, arrives, alone)?)
    } else {
        None
    };
    let spares = question.spares;
    let replicas = kept.map_or(0, |kept| kept.replicas.saturating_add(spares));
    let node = offer.accelerator.node_size;
    let rent = kept.and_then(|_| {
        let (price, rented) = cheapest_rented(replicas, each, offer.prices(), node)?;
        Some(Rent { rented, price })
    });
    let once = match question.library() {
        Some(items) => Some(once(replica, offer, items)?),
        None => None,
    };
    // Where only a library is asked, its batch is shown.
    let shown = match (kept, once) {
        (None, Some(once)) => once.batch,
        _ if question.generates() => 1,
        _ => whole(kept.map_or(1.0, |kept| kept.batch)).min(most),
    };
    let served = replica.served(shown, kept.is_none());
    let held = if question.generates() {
        served.moments.clone()
    } else {
        // Memory is of the batches that form, but for one in a thousand.
        let formed = |kept: Kept| whole(kept.batch + 3.0 * kept.batch.sqrt()).min(most);
        let batch = kept.map_or(shown, formed);
        replica.served(batch, kept.is_none()).moments
    };
    let (_, fullest) = service.fullest();
    let frames = match &replica.scenario.task {
        Task::Pipeline(model) => f64::from(question.frames.unwrap_or(model.frames)),
        _ => 1.0,
    };
    Ok(Sizing {
        replicas,
        each,
        latency: kept.map(|kept| Seconds::new(kept.latency)),
        alone: Seconds::new(alone),
        most,
        batch: kept.map_or_else(|| f64::from(shown), |kept| kept.batch),
        capacity: kept.map_or(fullest, |kept| kept.each),
        full: fullest,
        units: units(
            question,
            rent.as_ref(),
            once.as_ref(),
            (question.tokens, frames),
        ),
        rent,
        once,
        moments: held,
        phases: served.phases,
        trust: Trust::of(question, &offer.accelerator).of_model(question, &replica.scenario.task),
    })
}

/// The largest batch whose memory fits; a generation has the one asked.
fn largest(replica: &Replica<'_>, library: bool) -> Result<u32, Verdict> {
    let question = &replica.scenario.question;
    let capacity = replica.board.accelerator.memory;
    let lacks = |batch: u32| replica.served(batch, library).needed() - capacity;
    let least = lacks(1);
    if least > Bytes::ZERO {
        return Err(Verdict::TooLittleMemory { short: least });
    }
    if question.generates() {
        return Ok(question.batch.unwrap_or(1));
    }
    let most = question.batch.unwrap_or(u32::MAX);
    let sizes = BATCHES.into_iter().chain(question.batch);
    let fits = sizes.filter(|size| *size <= most && lacks(*size) <= Bytes::ZERO);
    Ok(fits.fold(1, u32::max))
}

/// The replicas that keep the promise.
fn kept(
    replica: &Replica<'_>,
    service: &Service,
    most: u32,
    arrives: f64,
    alone: f64,
) -> Result<Kept, Verdict> {
    let question = &replica.scenario.question;
    let limit = question.limit.map(Seconds::get);
    // Nobody waits less than for one's own work.
    if let Some(limit) = limit.filter(|limit| alone > *limit) {
        return Err(Verdict::Misses {
            least: Seconds::new(alone),
            limit: Seconds::new(limit),
        });
    }
    let promise = Promise {
        rate: arrives,
        limit,
        percentile: question.percentile,
    };
    let (_, fullest) = service.fullest();
    // However they wait, the work itself is more than all of them do.
    if arrives > fullest * f64::from(MOST) {
        return Err(Verdict::TooMany);
    }
    let kept = if question.generates() {
        queue::single(&promise, None, alone)
    } else {
        queue::batched(&promise, most, None, |batch| service.at(batch))
    };
    match kept {
        Some(kept) if kept.replicas <= MOST => Ok(kept),
        _ => Err(Verdict::TooMany),
    }
}

/// A library of so many items: the fewest instances that end in time, all of them at work.
fn once(replica: &Replica<'_>, offer: &Offer, items: f64) -> Result<Once, Verdict> {
    let question = &replica.scenario.question;
    let library = question.kind == Kind::Texts;
    let most = largest(replica, library)?;
    let service = Service::new(most, |batch| replica.seconds_of_library(batch));
    let work = Work {
        service,
        items,
        set: question.epoch().unwrap_or(f64::INFINITY),
    };
    let within = question.within.get();
    let node = offer.accelerator.node_size;
    let priced = offer.prices().iter().enumerate();
    let bills = priced
        .filter(|(_, price)| price.holds(1, node))
        .filter_map(|(place, price)| {
            let lot = price.lot();
            let replicas = work.in_time(lot, within)?;
            let rented = rented(replicas, 1, price);
            let billed = price.billing.billed(Seconds::new(work.takes(replicas)));
            let cost = rented.per_hour.get() * billed.get() / HOUR;
            let rent = Rent {
                rented,
                price: place,
            };
            Some((price.expired, cost, replicas, rent))
        });
    let least = bills.fold(
        None,
        |least: Option<(bool, f64, u32, Rent)>, next| match least {
            Some(least) if (least.0, least.1) <= (next.0, next.1) => Some(least),
            _ => Some(next),
        },
    );
    let replicas = match least {
        Some(least) => least.2,
        None => work.in_time(1, within).ok_or(Verdict::TooMany)?,
    };
    Ok(Once {
        replicas,
        takes: Seconds::new(work.takes(replicas)),
        per_second: work.rate(replicas),
        batch: whole(work.batch(replicas)),
        bill: least.map(|(_, cost, _, rent)| (rent, Usd::new(cost))),
    })
}

/// A whole number of at least one.
pub(super) fn whole(value: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 1; casts of floats saturate"
    )]
    let whole = value.ceil().max(1.0) as u32;
    whole
}

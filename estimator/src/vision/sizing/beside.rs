//! A model that is no language model as a workload of a fleet: what a replica holds and how busy it
//! keeps each accelerator.
//!
//! ```text
//! busy GPUs    = arrivals / what a replica keeps within the promise, in as many replicas as here
//! slowed most  = service times so many times as long, of which those replicas keep the promise
//! engine, fill = the parts of its time in which kernels run, and the longer of compute and memory
//! ```

use super::report::{Moment, Part, Phase, Report, Sizing, Verdict};
use super::scenario::{Scenario, Task};
use super::served::Replica;
use super::service::Service;
use crate::decimal::round;
use crate::fleet::figures::{Figure, slowest};
use crate::offer::Offer;
use crate::quantity::{Bytes, Seconds};
use crate::vision::Board;
use crate::vision::queue::{self, Promise};

/// The least of a GPU that a replica beyond the first is taken to be busy: without it, one fewer
/// would seem enough where a queue of all is what needs it.
const BEYOND: f64 = 0.01;

/// The figures on every accelerator that keeps the promise on one board a replica, by its id; none
/// where only a library is asked.
#[must_use]
pub fn figures(
    scenario: &Scenario,
    offers: &[Offer],
    boards: &[Board],
    report: &Report,
) -> Vec<(String, Figure)> {
    let meets = report.candidates.iter();
    let meets = meets.filter(|candidate| candidate.verdict == Verdict::Meets);
    let all = meets.filter_map(|candidate| {
        let sizing = candidate.best.as_ref()?;
        let (offer, board) = offers
            .get(candidate.offer)
            .zip(boards.get(candidate.offer))?;
        let figure = figure(scenario, (offer, board), sizing)?;
        Some((offer.accelerator.id.clone(), figure))
    });
    all.collect()
}

/// As many digits as a link needs.
pub(super) fn digits(value: f64) -> f64 {
    round(value, 4)
}

fn figure(
    scenario: &Scenario,
    (offer, board): (&Offer, &Board),
    sizing: &Sizing,
) -> Option<Figure> {
    let question = &scenario.question;
    let working = sizing.replicas.saturating_sub(question.spares);
    if sizing.each != 1 || working == 0 {
        return None;
    }
    let replicas = f64::from(working);
    let arrives = scenario.arrivals();
    let busy = (arrives / sizing.capacity).clamp(replicas - 1.0 + BEYOND, replicas);
    if let Task::Reader(reader) = &scenario.task {
        return reader.figure(question, (offer, board), (working, busy));
    }
    let weights = sizing.moments.iter().map(weights);
    let weights = weights.fold(Bytes::ZERO, Bytes::max);
    let mut shares = Shares::default();
    for (phase, seconds) in &sizing.phases {
        shares.add(*phase, *seconds);
    }
    let total = (shares.compute + shares.memory + shares.host).max(f64::MIN_POSITIVE);
    let kernels = shares.compute + shares.memory;
    let replica = Replica { scenario, board };
    let promise = Promise {
        rate: arrives,
        limit: question.limit.map(Seconds::get),
        percentile: question.percentile,
    };
    // Memory no less than it is.
    Figure::of([
        sizing.fullest()?.total().to_mib().ceil(),
        weights.to_mib().floor(),
        digits(busy),
        digits(shares.compute / kernels.max(f64::MIN_POSITIVE)),
        digits(kernels / total),
        digits(shares.compute.max(shares.memory) / total),
        digits(slowdown(&replica, sizing.most, working, &promise)),
    ])
}

/// How many times as long the service may take before so many replicas miss the promise.
fn slowdown(replica: &Replica<'_>, most: u32, working: u32, promise: &Promise) -> f64 {
    let alone = replica.seconds(1).max(f64::MIN_POSITIVE);
    let draws = replica.scenario.question.draws();
    let service = Service::new(if draws { 1 } else { most }, |batch| replica.seconds(batch));
    slowest(|slower| {
        let kept = if draws {
            queue::single(promise, Some(working), alone * slower)
        } else {
            let at = |batch| service.at(batch) * slower;
            queue::batched(promise, most, Some(working), at)
        };
        let within = |seconds: f64| promise.limit.is_none_or(|limit| seconds <= limit);
        kept.is_some_and(|kept| {
            kept.each * f64::from(working) >= promise.rate
                && within(kept.latency)
                && within(alone * slower)
        })
    })
}

/// Seconds by what they wait for.
#[derive(Default)]
struct Shares {
    compute: f64,
    memory: f64,
    host: f64,
}

impl Shares {
    fn add(&mut self, phase: Phase, seconds: Seconds) {
        let part = match phase {
            Phase::Run
            | Phase::Products
            | Phase::Attention
            | Phase::Text
            | Phase::Denoise
            | Phase::Decode
            | Phase::Encode
            | Phase::Tower
            | Phase::Prompt => &mut self.compute,
            Phase::Elementwise | Phase::Write | Phase::Answer => &mut self.memory,
            // Nothing runs between kernels.
            Phase::Gaps
            | Phase::Launch
            | Phase::Load
            | Phase::Transfer
            | Phase::Host
            | Phase::Wait => &mut self.host,
        };
        *part += seconds.get();
    }
}

/// The weights of a moment.
fn weights(moment: &Moment) -> Bytes {
    let parts = moment.parts.iter().filter(|(part, _)| {
        matches!(
            part,
            Part::Weights | Part::Encoders | Part::Denoiser | Part::Decoder
        )
    });
    parts.fold(Bytes::ZERO, |sum, (_, bytes)| sum + *bytes)
}

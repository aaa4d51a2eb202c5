//! A recorded load on a sizing: its own requests at their own times, met by one of the replicas.

use super::report::Sizing;
use super::scenario::Scenario;
use crate::offer::Offer;
use crate::serving::queue::Quantiles;
use crate::session::Routing;
use crate::session::served::{Answer, Served};
use crate::session::settle::Shares;
use crate::trace::{Part, Trace, TraceError};

/// Requests of a replica that are met at the most, after those that fill its caches.
pub const MOST: usize = 4000;

/// What a replica makes of a recorded load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Replayed {
    /// Requests that came to it, at most [`MOST`].
    pub requests: f64,
    /// Requests that were answered before the run was given up.
    pub answered: f64,
    /// Seconds to the first token at 50, 95 and 99 %.
    pub ttft: [f64; 3],
    /// Seconds a token after it at 50, 95 and 99 %.
    pub tpot: [f64; 3],
    /// Shares of the input by where they were found.
    pub shares: Shares,
    /// Share of the answers within the demands.
    pub good: f64,
    /// Whether it keeps up with what comes.
    pub steady: bool,
}

/// `trace` on the `sizing` of an offer; `None` where the chip lacks a rate.
///
/// # Errors
/// More blocks than are held at once.
pub fn replayed(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    trace: &Trace,
) -> Result<Option<Replayed>, TraceError> {
    let Some(served) = sizing.served(scenario, offer) else {
        return Ok(None);
    };
    let Some(answer) = served.answer() else {
        return Ok(None);
    };
    let part = Part {
        replicas: sizing.working(),
        by_session: scenario.question.routing != Routing::None,
    };
    on(&served, &answer, scenario, trace, part).map(Some)
}

fn on(
    served: &Served<'_>,
    answer: &Answer,
    scenario: &Scenario,
    trace: &Trace,
    part: Part,
) -> Result<Replayed, TraceError> {
    let replay = trace.replay(part, MOST)?;
    let requests = replay.requests.len() as f64;
    let mut run = served.replay(answer, scenario.serving.sla, replay);
    run.advance(u64::MAX);
    let (simulated, found) = run.close();
    let at = |of: &Quantiles| [of.p50, of.p95, of.p99];
    Ok(Replayed {
        requests,
        answered: f64::from(simulated.requests),
        ttft: at(&simulated.ttft),
        tpot: at(&simulated.tpot),
        shares: found.shares(),
        good: found.goodput(),
        steady: simulated.steady && !simulated.given_up,
    })
}

impl Replayed {
    /// It as a line of numbers.
    #[must_use]
    pub fn write(&self) -> String {
        let [first, first_late, first_latest] = self.ttft;
        let [token, token_late, token_latest] = self.tpot;
        let Shares {
            accelerator,
            host,
            disk,
        } = self.shares;
        let steady = if self.steady { 1.0 } else { 0.0 };
        let numbers = [
            self.requests,
            self.answered,
            first,
            first_late,
            first_latest,
            token,
            token_late,
            token_latest,
            accelerator,
            host,
            disk,
            self.good,
            steady,
        ];
        numbers.map(|number: f64| number.to_string()).join(" ")
    }

    /// What [`Self::write`] wrote; `None` of anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let mut next = || words.next()?.parse::<f64>().ok();
        let read = Self {
            requests: next()?,
            answered: next()?,
            ttft: [next()?, next()?, next()?],
            tpot: [next()?, next()?, next()?],
            shares: Shares {
                accelerator: next()?,
                host: next()?,
                disk: next()?,
            },
            good: next()?,
            steady: next()? > 0.0,
        };
        next().is_none().then_some(read)
    }
}

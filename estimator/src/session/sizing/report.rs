//! The answer. Every view, chart, export and lever reads this.

use super::met::Met;
use super::scenario::Scenario;
use super::task::Task;
use crate::band::Evidence;
use crate::offer::{Offer, Price};
use crate::order::ascending;
use crate::quantity::Seconds;
use crate::serving::report::{Cost, Estimate, Miss, Verdict};
use crate::serving::soundness::{WITHOUT_PRICE, least_weighed};
use crate::session::Sessions;
use crate::session::served::Served;
use crate::session::settle::Shares;
use serde::Serialize;

/// Points of a sweep.
const SWEPT: u32 = 12;

/// Where a load falls over.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Fall {
    /// The most sessions at once before it.
    pub sessions: f64,
    /// Turns answered a second there.
    pub turns: f64,
    /// Share of the input that is found there.
    pub hits: f64,
}

/// The other state, in which a load stays once it fell over.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Fallen {
    /// Share of the input that is found.
    pub hits: f64,
    /// Turns answered a second.
    pub turns: f64,
    /// Mean time to the first token.
    pub ttft: Seconds,
}

/// The caches of a sizing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Found {
    /// Share of the input found on the accelerators.
    pub accelerator: f64,
    /// Share found in main memory.
    pub host: f64,
    /// Share that a cache without an end finds.
    pub limit: f64,
    /// Tokens of context that one replica's accelerators hold.
    pub pool: f64,
    /// Of them left to idle contexts.
    pub free: f64,
    /// Tokens that one replica's main memory holds.
    pub host_pool: f64,
    /// Bytes of a token, kept once.
    pub token_bytes: f64,
    /// Tokens that others touch in a replica's cache within the delay that one in ten exceeds.
    pub footprint: f64,
    /// Seconds that an idle context lives on the accelerators; infinite where nothing pushes it
    /// out.
    pub survival: f64,
    /// Share of the gaps between turns that are no longer.
    pub within: f64,
    /// Seconds that a turn waits until it is looked up.
    pub wait: f64,
    /// Seconds to copy a token back from main memory, and to compute it; `None` where unknown.
    pub restore: Option<[f64; 2]>,
}

impl Found {
    /// Share that is found anywhere.
    #[must_use]
    pub fn all(&self) -> f64 {
        self.shares().found()
    }

    /// Shares by tier.
    #[must_use]
    pub const fn shares(&self) -> Shares {
        Shares {
            accelerator: self.accelerator,
            host: self.host,
            disk: 0.0,
        }
    }
}

/// A number of replicas of one placement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sizing {
    /// Replicas, spares included.
    pub replicas: u32,
    /// Spares among them.
    pub spares: u32,
    /// One replica at its part of the load.
    pub estimate: Estimate,
    /// The bill; `None` where nobody sells it.
    pub cost: Option<Cost>,
    /// Demands that are missed.
    pub misses: Vec<Miss>,
    /// The finds of the caches.
    pub found: Found,
    /// The state after a fall, where it does not come back by itself.
    pub fallen: Option<Fallen>,
    /// Where it falls over; `None` where more sessions are never answered less.
    pub fall: Option<Fall>,
    /// The most of the load that it bears within the promise and before it falls over, counted as
    /// the load is: sessions at once, or begun an hour.
    pub bears: f64,
    /// Sessions at once.
    pub present: f64,
    /// Of them those whose turn is under way, of all replicas.
    pub running: f64,
    /// Turns answered a second, of all replicas.
    pub turns: f64,
    /// A finished session.
    pub task: Task,
    /// What one working replica makes of single turns, whose latencies it then has; `None` where
    /// that was not simulated.
    pub met: Option<Met>,
}

impl Sizing {
    /// Working replicas.
    #[must_use]
    pub fn working(&self) -> u32 {
        self.replicas.saturating_sub(self.spares).max(1)
    }

    /// Accelerators of a replica.
    #[must_use]
    pub fn each(&self) -> u32 {
        self.estimate.placement.accelerators()
    }

    /// Accelerators in use.
    #[must_use]
    pub fn accelerators(&self) -> u32 {
        self.replicas.saturating_mul(self.each())
    }

    /// Tokens of the contexts of all sessions of `load`, what they share counted once.
    #[must_use]
    pub fn context(&self, load: &Sessions) -> f64 {
        self.present * load.idle_context() + load.shared
    }

    /// The price behind the bill.
    #[must_use]
    pub fn price<'a>(&self, offer: &'a Offer) -> Option<&'a Price> {
        offer.prices().get(self.cost?.price)
    }

    /// Input and answers a second, tokens of all replicas.
    #[must_use]
    pub fn tokens(&self) -> f64 {
        self.task.finished * self.task.tokens.sum()
    }

    /// The load on it again, for curves; `None` where the chip lacks a rate.
    #[must_use]
    pub fn served<'a>(&self, scenario: &Scenario, offer: &'a Offer) -> Option<Served<'a>> {
        let caching = scenario.caching(self.working());
        let (chip, placement) = (&offer.accelerator, self.estimate.placement);
        Served::new(
            &scenario.serving,
            chip,
            placement,
            scenario.question.load,
            caching,
        )
    }

    /// Numbers of sessions at once to look at: from few to beyond the fall, the present one among
    /// them.
    #[must_use]
    pub fn swept(&self) -> Vec<f64> {
        let fall = self.fall.map_or(0.0, |fall| fall.sessions);
        let here = self.present.max(1.0);
        let most = (1.6 * fall).max(1.6 * here).max(8.0);
        let least = (here / 8.0).max(1.0);
        let mut all: Vec<f64> = (0..SWEPT)
            .map(|step| least * (most / least).powf(f64::from(step) / f64::from(SWEPT - 1)))
            .map(f64::round)
            .chain([here.round(), fall.floor()])
            .filter(|sessions| *sessions >= 1.0)
            .collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Dollars an hour that it is ranked by: half as much again on hardware that nobody measured,
    /// far more at a price that has expired, as the serving search weighs them.
    pub(super) fn weighed(&self, scenario: &Scenario, offer: &Offer) -> f64 {
        let performance = self.estimate.performance.as_ref();
        let evidence = performance.map_or(Evidence::Unmeasured, |performance| {
            performance.tpot.band.evidence
        });
        let lot = (self.replicas, self.each());
        least_weighed(&scenario.serving, offer, lot, evidence)
    }
}

/// The judgement on one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// Index of the offer it answers for.
    pub offer: usize,
    /// The judgement.
    pub verdict: Verdict,
    /// The sizing, or the one that comes nearest; `None` where nothing can be placed.
    pub best: Option<Sizing>,
    /// Its weighed bill, dollars an hour.
    pub weighed: f64,
}

impl Candidate {
    /// Whether it keeps the promise.
    #[must_use]
    pub fn meets(&self) -> bool {
        self.verdict == Verdict::Meets
    }
}

/// All candidates, the best first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// One an offer.
    pub candidates: Vec<Candidate>,
    /// The place of the one to take.
    pub best: Option<usize>,
    /// The place of the next.
    pub runner_up: Option<usize>,
}

impl Report {
    /// Ranks candidates: those that keep the promise by their weighed bill, those without a price,
    /// those that miss it by how far, the rest by the memory that they lack.
    #[must_use]
    pub fn ranked(candidates: Vec<Candidate>) -> Self {
        let candidates = ascending(candidates, rank);
        let meeting = candidates.iter().enumerate();
        let mut meeting = meeting
            .filter(|(_, candidate)| candidate.meets())
            .map(|(place, _)| place);
        let (best, runner_up) = (meeting.next(), meeting.next());
        Self {
            candidates,
            best,
            runner_up,
        }
    }

    /// The one to take.
    #[must_use]
    pub fn recommended(&self) -> Option<&Candidate> {
        self.candidates.get(self.best?)
    }
}

pub(super) fn rank(candidate: &Candidate) -> f64 {
    match &candidate.verdict {
        Verdict::Meets => candidate.weighed.min(WITHOUT_PRICE),
        Verdict::Misses => {
            let misses = candidate.best.iter().flat_map(|best| &best.misses);
            let worst = misses
                .map(|miss| miss.value / miss.limit)
                .fold(1.0, f64::max);
            1e16 * worst.min(1e4)
        }
        Verdict::TooLittleMemory { short, .. } => 1e21 + short.get(),
        _ => f64::INFINITY,
    }
}

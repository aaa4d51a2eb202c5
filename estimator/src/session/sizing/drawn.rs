//! The load that was asked, met turn by turn: lengths and delays are drawn, each turn is looked up in
//! the caches, the next one comes after its answer and the tool.
//!
//! ```text
//! borne    the most sessions whose turns keep the promise, never more than by the closed form
//! ```
//!
//! Averages say little of turns whose fresh input is long: the first ones, and those after a
//! summary. What is borne does not depend on what is asked, as in [`super::borne`].

use super::borne::{Borne, halved, many, same};
use super::met::Met;
use crate::session::Population;

/// Turns that are measured where the most is sought, and where a number is answered for.
const SOUGHT: u32 = 2000;
const MEASURED: u32 = 6000;
/// Where the draws begin: the same question has the same answer.
const SEED: u64 = 1;
/// Halvings to the most sessions: to some hundredths.
const HALVINGS: u32 = 7;
/// By how much fewer sessions are looked at where the most that was sought is late, doubled each
/// time.
const STEP: f64 = 1.0 / 32.0;
/// By how much latencies stay below their limits at the most sessions: about what 2,000 turns leave
/// uncertain of their 95th percentile.
const SURE: f64 = 1.05;

/// The most that is borne turn by turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// Sessions, counted as the load counts them.
    pub(super) sessions: f64,
    /// One replica's turns there.
    pub(super) met: Met,
}

impl Borne<'_> {
    /// What one of so many replicas makes of its part of the load; `None` where the chip lacks a
    /// rate.
    pub(super) fn met(&self, replicas: u32) -> Option<Met> {
        let asked = many(self.scenario.question.load.population);
        if !self.is_alike() {
            return self.met_at(replicas, asked, (MEASURED, 1.0));
        }
        // Of replicas that sessions keep to, some have one more.
        let part = self.whole(asked / f64::from(replicas.max(1)), f64::ceil);
        self.met_at(1, part, (MEASURED, 1.0))
    }

    /// The same of `sessions`, counted as the load counts them: of so many turns, with latencies
    /// that are `sure`.
    fn met_at(&self, replicas: u32, sessions: f64, (turns, sure): (u32, f64)) -> Option<Met> {
        let served = self.served(replicas)?;
        let served = served.of(same(served.load().population, sessions));
        let answer = served.answer()?;
        let sla = &self.scenario.serving.sla;
        let mut run = served.simulation(&answer, *sla, turns, SEED);
        run.advance(u64::MAX);
        let seen = run.close();
        let turns = seen.1.turns as f64;
        Some(Met::new(turns, seen, sla, &answer, sure))
    }

    /// The most of at most `most` sessions that so many replicas bear turn by turn; `None` where
    /// even few miss the promise.
    pub(super) fn edge(&self, replicas: u32, most: f64) -> Option<Edge> {
        let keeps = |sessions: f64| {
            let met = self.met_at(replicas, sessions, (SOUGHT, SURE));
            met.is_some_and(|met| met.kept)
        };
        let each = f64::from(replicas);
        let most = self.whole(most, f64::floor);
        // Nobody has less than one at once.
        let (least, grain) = match self.scenario.question.load.population {
            Population::AtOnce(_) => (each, each),
            Population::PerHour(_) => (most / 64.0, 0.0),
        };
        let sought = if most <= least || keeps(most) {
            most
        } else if keeps(least) {
            halved((least, most), (HALVINGS, grain), keeps)
        } else {
            return None;
        };
        // A run may be lucky: a longer one says so.
        let mut sessions = self.whole(sought, f64::floor);
        let mut step = STEP;
        while sessions >= least && sessions > 0.0 {
            let met = self.met_at(replicas, sessions, (MEASURED, SURE))?;
            if met.kept {
                return Some(Edge { sessions, met });
            }
            let fewer = self.whole(sessions * (1.0 - step), f64::floor);
            sessions = fewer.min(sessions - grain);
            step = (2.0 * step).min(0.5);
        }
        None
    }

    /// A number of sessions as there may be: at once they are whole ones.
    fn whole(&self, sessions: f64, round: fn(f64) -> f64) -> f64 {
        match self.scenario.question.load.population {
            Population::AtOnce(_) => round(sessions),
            Population::PerHour(_) => sessions,
        }
    }
}

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

/// Turns that are measured.
const MEASURED: u32 = 2000;
/// Where the draws begin: the same question has the same answer.
const SEED: u64 = 1;
/// Halvings to the most sessions: to some hundredths.
const HALVINGS: u32 = 7;
/// By how much latencies stay below their limits at the most sessions: about what 2,000 turns leave
/// uncertain of their 95th percentile.
const SURE: f64 = 1.05;

impl Borne<'_> {
    /// What one of so many replicas makes of its part of the load; `None` where the chip lacks a
    /// rate.
    pub(super) fn met(&self, replicas: u32) -> Option<Met> {
        let asked = many(self.scenario.question.load.population);
        self.met_at(replicas, asked, 1.0)
    }

    /// The same of `sessions`, counted as the load counts them, with latencies that are `sure`.
    fn met_at(&self, replicas: u32, sessions: f64, sure: f64) -> Option<Met> {
        let served = self.served(replicas)?;
        let served = served.of(same(served.load().population, sessions));
        let answer = served.answer()?;
        let sla = &self.scenario.serving.sla;
        let mut run = served.simulation(&answer, *sla, MEASURED, SEED);
        run.advance(u64::MAX);
        let seen = run.close();
        let turns = seen.1.turns as f64;
        Some(Met::new(turns, seen, sla, &answer, sure))
    }

    /// The most of at most `most` sessions that so many replicas bear turn by turn, counted as the
    /// load counts them; 0 where even few miss the promise.
    pub(super) fn met_within(&self, replicas: u32, most: f64) -> f64 {
        if self.is_alike() && replicas > 1 {
            let times = f64::from(replicas);
            return self.met_within(1, most / times) * times;
        }
        let keeps = |sessions: f64| {
            let met = self.met_at(replicas, sessions, SURE);
            met.is_some_and(|met| met.kept)
        };
        if most <= 0.0 || keeps(most) {
            return most;
        }
        let each = f64::from(replicas);
        // Nobody has less than one at once.
        let (least, grain) = match self.scenario.question.load.population {
            Population::AtOnce(_) => (each, each),
            Population::PerHour(_) => (most / 64.0, 0.0),
        };
        if least >= most || !keeps(least) {
            return 0.0;
        }
        halved((least, most), (HALVINGS, grain), keeps)
    }
}

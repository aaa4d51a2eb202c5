//! Curves: throughput, hits and first tokens by sessions, and hits by cache. Worked out point by
//! point, so that whoever waits can look up between, or stop.

use super::law::{Law, Rhythm};
use super::served::Served;
use super::settle::Shares;

/// One number of sessions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swept {
    /// Sessions at once.
    pub sessions: f64,
    /// Turns answered a second, of all replicas.
    pub turns: f64,
    /// Sessions finished a second.
    pub finished: f64,
    /// Tokens of answers a second.
    pub output: f64,
    /// Tokens of input and answers a second.
    pub total: f64,
    /// Hits by tier.
    pub shares: Shares,
    /// Hits once it fell over, where it does not come back by itself.
    pub cold: Option<Shares>,
    /// Mean seconds to the first token.
    pub ttft: f64,
    /// At the percentile of the demands.
    pub ttft_at_percentile: f64,
    /// Mean seconds per output token.
    pub tpot: f64,
    /// Turns that are under way, mean of all replicas.
    pub running: f64,
    /// Seconds that an idle context lives.
    pub survival: f64,
}

/// Numbers of sessions, one after the other.
#[derive(Debug, Clone)]
pub struct Sweep<'a> {
    served: Served<'a>,
    replicas: f64,
    rest: Vec<f64>,
    points: Vec<Swept>,
}

impl<'a> Sweep<'a> {
    /// Of `served` at each of `sessions` at once, the first last in line.
    #[must_use]
    pub fn new(served: Served<'a>, sessions: &[f64]) -> Self {
        Self {
            replicas: served.caching().replicas,
            served,
            rest: sessions.iter().rev().copied().collect(),
            points: Vec::new(),
        }
    }

    /// Works out one point more; false where none is left.
    pub fn advance(&mut self) -> bool {
        let Some(sessions) = self.rest.pop() else {
            return false;
        };
        let served = self.served.at_once(sessions);
        if let Some(answer) = served.answer() {
            let (load, point) = (served.load(), &answer.point);
            let turns = point.rate * self.replicas;
            self.points.push(Swept {
                sessions,
                turns,
                finished: turns / load.mean_turns(),
                output: turns * load.answer,
                total: turns * (load.answer + load.mean_input()),
                shares: answer.balance.warm.shares,
                cold: answer.balance.cold.map(|cold| cold.shares),
                ttft: point.ttft,
                ttft_at_percentile: point.ttft_at_percentile,
                tpot: point.outcome.tpot,
                running: point.users * self.replicas,
                survival: answer.balance.warm.survival,
            });
        }
        true
    }

    /// The points worked out so far, by growing numbers of sessions where they were given so.
    #[must_use]
    pub fn points(&self) -> &[Swept] {
        &self.points
    }
}

/// One size of cache.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sized {
    /// Tokens of one pool.
    pub tokens: f64,
    /// Share of the input that it finds.
    pub hits: f64,
    /// Seconds that an idle context lives in it.
    pub survival: f64,
}

impl Served<'_> {
    /// Hits by the size of a replica's pool, at `points` sizes from a hundredth of `reach` tokens
    /// up to them, with gaps and rates as they settled: the line on which each tier is a dot.
    /// `None` where the load cannot be served.
    #[must_use]
    pub fn by_size(&self, reach: f64, points: u32) -> Option<Vec<Sized>> {
        let serves = self.warm()?.serves;
        let load = self.load();
        let rhythm = Rhythm {
            wait: serves.wait,
            ..Rhythm::of(load)
        };
        let question = self.question();
        let rate = load.rate(serves.latency);
        let routed = (question.routing, question.replicas);
        let law = Law::routed(load, rate, rhythm, question.block, routed);
        let last = f64::from(points.saturating_sub(1).max(1));
        let at = |point: u32| {
            let tokens = reach * 100f64.powf(f64::from(point) / last - 1.0);
            Sized {
                tokens,
                hits: law.hits(tokens),
                survival: law.survival(tokens).unwrap_or(0.0),
            }
        };
        Some((0..points).map(at).collect())
    }
}

//! The hit share that keeps itself up: hits shorten turns, shorter turns leave more of the pool
//! to idle contexts and bring the next turn sooner, and both make hits.
//!
//! ```text
//! h <- (h + f(h)) / 2,   f: hits -> turns -> running tokens, gaps -> hits of the pool
//! ```
//!
//! It is begun from both ends: with all that a cache without an end would find, and with
//! nothing. Where they settle apart, a load that fell over does not come back by itself.

use super::law::{Law, Rhythm};
use super::load::{Population, Sessions};
use super::routing::Routing;
use serde::Serialize;

/// Rounds at the most.
const ROUNDS: u32 = 20;
/// The share to which hits settle: a tenth of a point.
const GRAIN: f64 = 1e-3;
/// Shares that are told apart as two solutions.
const APART: f64 = 0.05;
/// Something of every input is new.
const MOST: f64 = 0.999_999;

/// Capacity of caches, tokens of one replica. A tier that is no larger than the one before it
/// finds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tiers {
    /// On the accelerators, requests that run included.
    pub accelerator: f64,
    /// In main memory.
    pub host: f64,
    /// On disk.
    pub disk: f64,
}

/// Shares of all input by where they are found; the rest is computed.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Shares {
    /// On the accelerators.
    pub accelerator: f64,
    /// In main memory.
    pub host: f64,
    /// On disk.
    pub disk: f64,
}

impl Shares {
    /// All that is not computed.
    #[must_use]
    pub fn found(&self) -> f64 {
        (self.accelerator + self.host + self.disk).min(MOST)
    }
}

/// Shares that are said instead of computed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Overrides {
    /// Found on the accelerators, `prefix_hit_rate`.
    pub accelerator: Option<f64>,
    /// Found in main memory.
    pub host: Option<f64>,
}

/// The question to settle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question<'a> {
    /// The load of all replicas.
    pub load: &'a Sessions,
    /// Replicas.
    pub replicas: f64,
    /// How turns are sent to them.
    pub routing: Routing,
    /// Of each.
    pub tiers: Tiers,
    /// Tokens of a block of the cache.
    pub block: f64,
    /// Shares that are said.
    pub overrides: Overrides,
}

/// How a replica serves its part of the load at some shares.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Serves {
    /// Seconds from a turn's arrival to the end of its answer.
    pub latency: f64,
    /// Seconds of them until its context is looked up.
    pub wait: f64,
    /// Tokens of cache that running requests hold.
    pub running: f64,
}

/// Shares that keep themselves up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settled {
    /// By tier.
    pub shares: Shares,
    /// How the replica then serves.
    pub serves: Serves,
    /// Tokens of the accelerators' pool that idle contexts have.
    pub free: f64,
    /// Seconds that an idle context lives there; infinite where nothing pushes it out.
    pub survival: f64,
    /// Share of the gaps between turns that are no longer.
    pub within: f64,
    /// Whether they were settled to a tenth of a point.
    pub converged: bool,
}

/// Both ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Balance {
    /// As reached from a warm cache.
    pub warm: Settled,
    /// As reached from an empty one, where that is another.
    pub cold: Option<Settled>,
}

impl Question<'_> {
    fn found(&self, serves: &Serves) -> Settled {
        let load = self.load;
        let rhythm = Rhythm {
            delay: load.delay,
            wait: serves.wait,
        };
        let rate = load.rate(serves.latency);
        let law = Law::routed(
            load,
            rate,
            rhythm,
            self.block,
            (self.routing, self.replicas),
        );
        // One of the requests that run may be the context's own session's.
        let others = match load.population {
            Population::AtOnce(many) => (1.0 - self.replicas / many).max(0.0),
            Population::PerHour(_) => 1.0,
        };
        let tiers = self.tiers;
        let free = (tiers.accelerator - others * serves.running).max(0.0);
        let [accelerator, host, disk] = law.tiers([free, tiers.host, tiers.disk]);
        let mut shares = Shares {
            accelerator,
            host,
            disk,
        };
        if let Some(said) = self.overrides.accelerator {
            // Every tier holds all that the faster ones do, so that it finds the rest of its own.
            let beyond = |room: f64, found: f64| {
                let all = if room > 0.0 { law.hits(room) } else { 0.0 };
                (all - found).max(0.0)
            };
            let host = beyond(tiers.host, said);
            shares = Shares {
                accelerator: said,
                host,
                disk: beyond(tiers.disk, said + host),
            };
        }
        if let Some(said) = self.overrides.host {
            shares.host = said.min(1.0 - shares.accelerator);
        }
        shares.disk = shares
            .disk
            .min(1.0 - shares.accelerator - shares.host)
            .max(0.0);
        let survival = law.survival(free).unwrap_or(0.0);
        Settled {
            shares,
            serves: *serves,
            free,
            survival,
            within: if survival > 0.0 {
                rhythm.within(survival)
            } else {
                0.0
            },
            converged: false,
        }
    }

    /// The shares that a cache without an end would find.
    #[must_use]
    pub fn limit(&self) -> Shares {
        let idle = Law::new(self.load, 0.0, Rhythm::of(self.load), self.block);
        Shares {
            accelerator: idle.limit(),
            ..Shares::default()
        }
    }

    /// Settles from `from`; `None` where the load cannot be served at all.
    pub fn from(
        &self,
        from: Shares,
        serve: &mut dyn FnMut(&Shares) -> Option<Serves>,
    ) -> Option<Settled> {
        let mut shares = from;
        let mut now = self.found(&serve(&shares)?);
        for _ in 0..ROUNDS {
            let next = Shares {
                accelerator: f64::midpoint(shares.accelerator, now.shares.accelerator),
                host: f64::midpoint(shares.host, now.shares.host),
                disk: f64::midpoint(shares.disk, now.shares.disk),
            };
            let moved = (next.accelerator - shares.accelerator)
                .abs()
                .max((next.host - shares.host).abs())
                .max((next.disk - shares.disk).abs());
            shares = next;
            now = self.found(&serve(&shares)?);
            if moved < GRAIN {
                now.converged = true;
                break;
            }
        }
        Some(now)
    }
}

/// Settles from both ends; `serve` says how a replica serves at some shares. `None` where it
/// cannot serve the load at all.
pub fn settle(
    question: &Question<'_>,
    serve: &mut dyn FnMut(&Shares) -> Option<Serves>,
) -> Option<Balance> {
    let warm = question.from(question.limit(), serve)?;
    let cold = question.from(Shares::default(), serve)?;
    let apart = warm.shares.found() - cold.shares.found() > APART;
    Some(Balance {
        warm,
        cold: apart.then_some(cold),
    })
}

//! The finds of a cache: the time that an idle context survives in it, and which share of the gaps
//! between turns is shorter.
//!
//! ```text
//! footprint  distinct tokens that others touch within T seconds
//!            s(T) = L [p K m(T) + (q K + E) T] + S (1 - exp(-L n T))
//! survival   T solves s(T) = C - d: how long a block lives that lies d tokens deep in its
//!            context, which is evicted from its tail
//! hits(C)    = [p K mean over d of F(T) + n S (1 - exp(-L n T))] / sum of inputs
//! ```
//!
//! `L` sessions begin a second, `K` and `E` are the private tokens of contexts that go on and
//! that end, `q = 1 - p` the share that a compaction leaves behind, `S` the shared tokens, `n`
//! turns, `F` and `m` the distribution of the gap and its mean up to `T`. It is the time-to-live
//! form of Che and others (2002, "Hierarchical web caching systems") with the gaps of sessions
//! in place of independent draws: a context is read in a burst and then never again.
//!
//! Of `N` sessions that are always there a context competes with `N - 1`. Spread over `r` pools
//! without affinity, the last visit to a pool was `j` turns ago with the chance
//! `1/r (1 - 1/r)^(j-1)`: `F(T/j)` stands for `F(T)` and `j m(T/j)` for `m(T)`.

use super::delay::Delay;
use super::load::{Population, Sessions};
use super::routing::Routing;
use super::turns::Sums;

/// Places in a context at which survival is looked at, as shares of the mean one: the middles
/// of quarters.
const DEPTHS: [f64; 4] = [0.125, 0.375, 0.625, 0.875];

/// Shortest and longest survival that are told apart, seconds.
const SPAN: (f64, f64) = (1e-6, 1e12);
/// Steps to a survival at the most; some eight are usual.
const STEPS: u32 = 64;
/// The part of a survival to which it is found.
const GRAIN: f64 = 1e-9;

/// Visits to other pools that are followed: older contexts are hardly ever found.
const VISITS: usize = 64;

/// The time that a context is idle between two turns of its session.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rhythm {
    /// The user's or the tool's.
    pub delay: Delay,
    /// Seconds that the turn then waits before it is looked up.
    pub wait: f64,
}

impl Rhythm {
    /// Of a load whose turns wait for nothing.
    #[must_use]
    pub const fn of(load: &Sessions) -> Self {
        Self {
            delay: load.delay,
            wait: 0.0,
        }
    }

    /// The chance that it is over within `seconds`.
    #[must_use]
    pub fn within(&self, seconds: f64) -> f64 {
        self.delay.within(seconds - self.wait)
    }

    /// Its mean up to `seconds`.
    fn up_to(&self, seconds: f64) -> f64 {
        self.wait.min(seconds) + self.delay.up_to(seconds - self.wait)
    }
}

/// The share of a load that a pool of any size finds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Law {
    sums: Sums,
    /// Sessions that begin a second and use the pool.
    rate: f64,
    /// Share of the contexts that are not left behind by a compaction.
    stays: f64,
    shared: f64,
    rhythm: Rhythm,
    /// Pools among which the turns of a session are spread.
    pools: f64,
    /// Share of the sessions that are others.
    others: f64,
}

impl Law {
    /// Of a load of which `rate` sessions begin a second and use one pool, cached in blocks of
    /// `block` tokens.
    #[must_use]
    pub fn new(load: &Sessions, rate: f64, rhythm: Rhythm, block: f64) -> Self {
        Self::routed(load, rate, rhythm, block, (Routing::Session, 1.0))
    }

    /// The same for one of several replicas, by how turns are sent to them.
    #[must_use]
    pub fn routed(
        load: &Sessions,
        rate: f64,
        rhythm: Rhythm,
        block: f64,
        (routing, replicas): (Routing, f64),
    ) -> Self {
        let replicas = replicas.max(1.0);
        let pools = routing.pools(replicas);
        Self {
            sums: load.sums(block),
            rate: rate.max(0.0) / replicas,
            stays: 1.0 - load.compaction,
            shared: load.shared,
            rhythm,
            pools,
            others: match load.population {
                // Of a pool, where a session keeps to it.
                Population::AtOnce(many) => (1.0 - replicas / pools / many).max(0.0),
                // Who comes at random meets as many as there are on average.
                Population::PerHour(_) => 1.0,
            },
        }
    }

    /// The share of all input that is found where nothing is ever evicted.
    #[must_use]
    pub fn limit(&self) -> f64 {
        let private = self.stays * self.sums.kept;
        self.share(private + self.sums.turns * self.shared)
    }

    fn share(&self, tokens: f64) -> f64 {
        (tokens / self.sums.inputs).clamp(0.0, 1.0)
    }

    /// Chance and number of turns of each way back to a pool where turns are spread.
    fn visits(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let here = 1.0 / self.pools;
        let most = if self.pools > 1.0 { VISITS } else { 1 };
        let mut chance = here * self.stays;
        (1..=most).map(move |turns| {
            let now = chance;
            chance *= (1.0 - here) * self.stays * self.sums.again;
            (now, turns as f64)
        })
    }

    /// The chance that a context is back at its pool within `seconds`.
    fn back(&self, seconds: f64) -> f64 {
        let within = |(chance, turns)| chance * self.rhythm.within(seconds / turns);
        self.visits().map(within).sum()
    }

    /// Distinct tokens that others touch in a pool within `seconds`.
    #[must_use]
    pub fn footprint(&self, seconds: f64) -> f64 {
        let Sums { kept, left, .. } = self.sums;
        let (mut back, mut waiting) = (0.0, 0.0);
        for (chance, turns) in self.visits() {
            back += chance;
            waiting += chance * turns * self.rhythm.up_to(seconds / turns);
        }
        let private = kept * waiting + (kept * (1.0 - back) + left) * seconds;
        self.others * self.rate * private + self.shared * self.touched(seconds)
    }

    /// Tokens a second by which the footprint grows after `seconds`: less and less.
    fn growth(&self, seconds: f64) -> f64 {
        let Sums {
            kept, left, turns, ..
        } = self.sums;
        let private = kept * (1.0 - self.back(seconds)) + left;
        let begun = self.rate * turns;
        self.others * self.rate * private + self.shared * begun * (-begun * seconds).exp()
    }

    /// The chance that the shared tokens are touched within `seconds`.
    fn touched(&self, seconds: f64) -> f64 {
        -(-self.rate * self.sums.turns * seconds).exp_m1()
    }

    /// Seconds that an idle context lives in a pool of `room` tokens: infinite where nothing
    /// pushes it out, `None` where there is no room for it.
    #[must_use]
    pub fn survival(&self, room: f64) -> Option<f64> {
        self.survival_beyond(0.0, room)
    }

    /// The same where it is known to be no less than `least` seconds.
    fn survival_beyond(&self, least: f64, room: f64) -> Option<f64> {
        if room.is_nan() || room <= 0.0 {
            return None;
        }
        if !least.is_finite() || self.footprint(SPAN.1) <= room {
            return Some(f64::INFINITY);
        }
        // The footprint is concave: a tangent lies above it, and Newton's steps from below never
        // go too far.
        let mut seconds = least;
        for _ in 0..STEPS {
            let step = (room - self.footprint(seconds)) / self.growth(seconds);
            if !step.is_finite() {
                break;
            }
            seconds += step;
            if step <= GRAIN * seconds {
                break;
            }
        }
        Some(seconds.clamp(SPAN.0, SPAN.1))
    }

    /// The share of all input that a pool of `room` tokens finds.
    #[must_use]
    pub fn hits(&self, room: f64) -> f64 {
        let deep = self.sums.kept / self.sums.followed.max(f64::MIN_POSITIVE);
        let (mut found, mut least) = (0.0, 0.0);
        // What lies deeper is evicted sooner.
        for share in DEPTHS.into_iter().rev() {
            if let Some(seconds) = self.survival_beyond(least, room - share * deep) {
                least = seconds;
                found += self.back(seconds) / DEPTHS.len() as f64;
            }
        }
        let shared = if self.shared > 0.0 {
            self.survival_beyond(least, room)
                .map_or(0.0, |seconds| self.touched(seconds))
        } else {
            0.0
        };
        self.share(self.sums.kept * found + self.sums.turns * self.shared * shared)
    }

    /// The shares that tiers of so many tokens find, each without those of the ones before it:
    /// every tier holds all that those before it hold.
    #[must_use]
    pub fn tiers<const N: usize>(&self, rooms: [f64; N]) -> [f64; N] {
        let mut before = (0.0_f64, 0.0_f64);
        rooms.map(|room| {
            if room <= before.0 {
                return 0.0;
            }
            let found = self.hits(room).max(before.1);
            let more = found - before.1;
            before = (room, found);
            more
        })
    }
}

//! How many replicas of either kind carry a load.
//!
//! Decode replicas go by the most requests that decode together within the time per token, prefill
//! replicas by the time that the demand on the first token then leaves for the prompt.

use super::{Alone, Pools};
use crate::quantity::{RequestsPerSecond, Seconds};
use crate::serving::replica::{Point, Replica};
use crate::serving::sizing::{Draft, Total, whole};
use crate::workload::{Load, Sla};

/// The most of its time that a prefill replica reads, whatever may wait.
const BUSIEST: f64 = 0.95;

/// Halvings in which a load is sought.
const HALVINGS: u32 = 12;

/// Rounds in which the rate of users who wait settles.
const ROUNDS: u32 = 20;

/// Load that takes a replica more, at the least.
const GRAIN: f64 = 1e-6;

/// `most` requests a second of a replica, or the nearest to it where `replicas` are needed for
/// `rate`.
pub(crate) fn needing(most: f64, rate: f64, replicas: f64) -> f64 {
    let least = rate / replicas.max(1.0);
    let one_fewer = rate / (replicas - 1.0 + GRAIN).max(GRAIN);
    most.min(one_fewer).max(least)
}

/// The most that can be done within the demands.
struct Most {
    /// Seconds that remain till a prompt's end.
    left: f64,
    /// Requests a second of a decode replica.
    decode: f64,
    /// Requests decoding at once then.
    users: f64,
}

impl Replica {
    /// Prompts a second that each of so many prefill `replicas` reads, `left` seconds each
    /// at the percentile.
    fn most_read(&self, alone: &Alone, left: f64, replicas: u32) -> f64 {
        let full = self.rank.data() / alone.occupied;
        let in_time = |share: f64| self.read(alone, share * full, replicas).late <= left;
        let (mut idle, mut busy) = (0.0, BUSIEST);
        if in_time(busy) {
            idle = busy;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(idle, busy);
            if in_time(middle) {
                idle = middle;
            } else {
                busy = middle;
            }
        }
        full * idle.max(1e-3)
    }

    /// The fewest prefill replicas that read `rate` prompts a second so: the more there
    /// are, the busier each may be.
    fn readers(&self, alone: &Alone, left: f64, rate: f64) -> u32 {
        let full = BUSIEST * self.rank.data() / alone.occupied;
        let mut high = whole(rate / self.most_read(alone, left, 1) - 1e-9);
        let mut low = whole(rate / full - 1e-9).min(high);
        while low < high {
            let middle = low.midpoint(high);
            if self.read(alone, rate / f64::from(middle), middle).late <= left {
                high = middle;
            } else {
                low = middle.saturating_add(1);
            }
        }
        high
    }

    fn most(&self, sla: &Sla) -> Most {
        let limit = |limit: Option<Seconds>| limit.map_or(f64::INFINITY, Seconds::get);
        let (first, token) = (limit(sla.ttft), limit(sla.tpot));
        let rate = |users: f64| users / (self.lengths.output * self.token(users));
        let late = |users: f64| {
            let arrivals = self.share_of(self.variation(), rate(users));
            self.late_token(users, self.peakedness(arrivals))
        };
        let room = self.capacity().max(1.0);
        let room = self.mean_where(room, self.variation(), rate).max(0.05);
        let (mut low, mut high) = (0.05f64.min(room), room);
        if late(high) <= token {
            low = high;
        }
        for _ in 0..HALVINGS {
            let middle = (low * high).sqrt();
            if late(middle) <= token {
                low = middle;
            } else {
                high = middle;
            }
        }
        let users = low;
        Most {
            left: first - self.handed_over(users),
            decode: rate(users),
            users,
        }
    }

    /// Sizes both kinds of replicas for `load` under `sla`.
    pub(crate) fn draft_apart(&self, load: Load, sla: &Sla) -> Draft {
        let excess = self.excess_apart(sla);
        let alone = self.alone();
        let sla = &self.sure(sla);
        let most = self.most(sla);
        let pools = |rate: f64| {
            (
                self.readers(&alone, most.left, rate),
                whole(rate / most.decode - 1e-9),
            )
        };
        let rate = match Total::of(load) {
            Total::Rate(rate) => rate,
            Total::Anything => self.most_read(&alone, most.left, 1).min(most.decode),
            Total::Users(users) => {
                // Nobody asks more often than in an empty fleet, nor less often than where
                // the demands are just kept. The more replicas, the more requests come:
                // from below the first number is found that meets no more than it is for.
                let light = users / self.turn_alone(&alone);
                let limit = |limit: Option<Seconds>| limit.map_or(f64::INFINITY, Seconds::get);
                let late = limit(sla.ttft) + self.lengths.output * limit(sla.tpot);
                let mut rate = (users / (late + self.think)).min(light);
                let mut settled = false;
                for _ in 0..ROUNDS {
                    let met = self.rate_of(&alone, users, pools(rate), light).max(rate);
                    settled = pools(met) == pools(rate);
                    rate = met;
                    if settled {
                        break;
                    }
                }
                if settled { rate } else { light }
            }
        };
        let (prefill, decode) = pools(rate);
        let both = (prefill, decode);
        let most_read = needing(
            self.most_read(&alone, most.left, prefill),
            rate,
            f64::from(prefill),
        );
        let carried = (most_read * f64::from(prefill)).min(most.decode * f64::from(decode));
        Draft {
            most: most.users,
            at_most: self.at_rate(&alone, carried, both),
            replicas: prefill.saturating_add(decode),
            excess,
            pools: Some(Pools {
                prefill,
                decode,
                rate: RequestsPerSecond::new(rate),
                prefill_most: RequestsPerSecond::new(most_read),
                decode_most: RequestsPerSecond::new(most.decode),
                transfer: Seconds::new(self.transfer()),
                // A request's cache stands on the ranks of one copy of the attention.
                moved: self.space.own_prompt()
                    * (f64::from(self.placement.tensor) * f64::from(self.placement.pipeline)),
            }),
        }
    }

    /// Where a replica of `pools` stands that carry as much as they can within `sla`.
    pub(crate) fn most_apart(&self, sla: &Sla, pools: &Pools) -> Point {
        let alone = self.alone();
        let most = self.most(&self.sure(sla));
        let both = (pools.prefill, pools.decode);
        let read = self.most_read(&alone, most.left, pools.prefill) * f64::from(pools.prefill);
        let carried = read.min(most.decode * f64::from(pools.decode));
        self.at_rate(&alone, carried, both)
    }
}

#[cfg(test)]
mod tests;

//! Prefill and decode on replicas of their own.
//!
//! A prefill replica reads one prompt after another, `w` seconds each on a rank; it is a
//! queue with one server whose wait is Kingman's (1961), with an exponential tail:
//!
//! ```text
//! W   = rho/(1 - rho) (variation of arrivals + variation of prompts)/2 w    rho = l w/dp
//! W_p = W/rho ln(rho/tail)
//! ```
//!
//! The cache of the prompt then goes to a decode replica, every rank's part over its own
//! port of the nodes' network, and joins its batch at the next step. No prompt comes
//! between two tokens there:
//!
//! ```text
//! TTFT = q + W + t_1 + t_copy + 3/2 t_dec       t_copy = bytes/(0.8 BW)
//! TPOT = t_dec(B)/(1 + a)                        B = l o TPOT (Little)
//! ```
//!
//! The decode replica yields the first token, as engines do that pull the cache over
//! (vLLM with NIXL). Prompts shared by all are in both caches and are not sent. Both
//! kinds are split alike. Sources: Zhong et al. 2024 (DistServe, arXiv 2401.09670), Patel
//! et al. 2024 (Splitwise, arXiv 2311.18677).

use super::{Point, Replica, crowd_of, where_reached};
use crate::hardware::NODE_NETWORK;
use crate::quantity::{Bytes, RequestsPerSecond, Seconds};
use crate::sizing::{Draft, Total, whole};
use crate::speed::link::COPIED;
use crate::speed::load::{Outcome, PromptCost};
use crate::workload::{Load, Sla};
use serde::Serialize;

/// Replicas of a sizing whose prefill and decode are apart.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pools {
    /// Replicas that read prompts.
    pub prefill: u32,
    /// Replicas that decode.
    pub decode: u32,
    /// Requests that were sized for.
    pub rate: RequestsPerSecond,
    /// The most that one prefill replica reads within the demands.
    pub prefill_most: RequestsPerSecond,
    /// The most that one decode replica answers within them.
    pub decode_most: RequestsPerSecond,
    /// From the last prompt token to the cache being where it is needed, mean request.
    pub transfer: Seconds,
    /// Cached bytes that a request moves, of all ranks.
    pub moved: Bytes,
}

/// The most of its time that a prefill replica reads, whatever may wait.
const BUSIEST: f64 = 0.95;

/// Halvings in which a load is sought.
const HALVINGS: u32 = 12;

/// Rounds in which the rate of users who wait settles.
const ROUNDS: u32 = 20;

/// A prompt without anything beside it, seconds.
#[derive(Debug, Clone, Copy)]
struct Alone {
    /// From its first step to its last.
    whole: f64,
    /// What it keeps a rank from others.
    occupied: f64,
    /// By how much longer one takes whose length is at the percentile.
    longer: f64,
    /// Request overhead and waits that do not depend on the load.
    fixed: f64,
}

/// Time to the prompt's end: mean, and at the percentile.
#[derive(Debug, Clone, Copy)]
struct Read {
    mean: f64,
    late: f64,
}

/// A decode replica at a load.
pub(crate) struct Decoding {
    /// Time to first token behind an idle prefill replica, seconds.
    pub ttft: f64,
    /// Time per output token.
    pub tpot: f64,
    /// Requests a second.
    pub rate: f64,
}

/// What one replica of each kind can do within the demands.
struct Most {
    prefill: f64,
    decode: f64,
    /// Requests decoding at once then.
    users: f64,
}

impl Replica {
    /// Squared coefficient of variation of the time between arrivals; users who wait or
    /// think come independently of each other.
    fn variation(&self) -> f64 {
        if self.open { self.arrivals } else { 1.0 }
    }

    fn alone(&self) -> Alone {
        let (lengths, pace) = (self.lengths, self.pace());
        let (whole, occupied) = self.rank.prompt_alone(lengths, pace);
        let late = self.longer.map_or(whole, |longer| {
            let (late, _) = self.rank.prompt_alone(longer, pace);
            late
        });
        Alone {
            whole,
            occupied,
            longer: late - whole,
            fixed: self.rank.overhead().request_ms * 1e-3
                + self.rank.data_parallel_wait(lengths, pace),
        }
    }

    /// A prefill replica that meets `rate` prompts a second.
    fn read(&self, alone: &Alone, rate: f64) -> Read {
        let busy = (rate * alone.occupied / self.rank.data()).clamp(0.0, 0.999);
        let varies = f64::midpoint(self.variation(), self.spread.0);
        // What somebody waits who waits at all.
        let waiting = alone.occupied * varies / (1.0 - busy);
        let late = match self.percentile.tail() {
            Some(tail) if busy > tail => waiting * (busy / tail).ln(),
            _ => 0.0,
        };
        let base = alone.fixed + alone.whole;
        let mean = base + busy * waiting;
        Read {
            mean,
            late: (base + alone.longer.hypot(late)).max(mean),
        }
    }

    /// Every rank sends its part of the prompt's cache.
    fn transfer(&self) -> f64 {
        self.space.own_prompt().get() / (COPIED * NODE_NETWORK.get())
    }

    fn decode_step(&self, users: f64) -> f64 {
        let context = self.lengths.context();
        self.rank
            .step(self.rank.micro_batch(users.max(1.0)), 0.0, context)
    }

    fn token(&self, users: f64) -> f64 {
        self.decode_step(users) / (1.0 + self.rank.extra_tokens)
    }

    /// Time per token at the percentile, of a decode replica with `users` requests on
    /// average whose number varies by `dispersion`; over an answer's length the others
    /// average out by two thirds.
    fn late_token(&self, users: f64, dispersion: f64) -> f64 {
        let swing = self.percentile.z() * (dispersion * users * 2.0 / 3.0).sqrt();
        self.token(users + swing)
    }

    /// From the prompt's end to the first token.
    fn handed_over(&self, users: f64) -> f64 {
        self.transfer() + self.pace().copy + 1.5 * self.decode_step(users)
    }

    /// A fleet of `pools` at `rate` requests a second, per replica of either kind.
    fn at_rate(&self, alone: &Alone, rate: f64, (prefill, decode): (u32, u32)) -> Point {
        let output = self.lengths.output;
        let each = rate / f64::from(decode.max(1));
        let room = self.capacity().max(1.0);
        let users = where_reached(room, |users| users / (output * self.token(users)) >= each);
        let read = self.read(alone, rate / f64::from(prefill.max(1)));
        let over = self.handed_over(users);
        let (ttft, tpot) = (read.mean + over, self.token(users));
        let stay = ttft + output * tpot;
        // Of users who only wait, hardly any are elsewhere.
        let dispersion = if self.think > 0.0 || self.open {
            self.peakedness(self.variation())
        } else {
            1.0 - output * tpot / stay
        };
        let replicas = f64::from(prefill.saturating_add(decode).max(1));
        let step = self.decode_step(users);
        // Who decodes, decodes in a batch of one at the least.
        let running = users.max(1.0);
        Point {
            users: rate * stay / replicas,
            users_at_percentile: running + self.percentile.z() * (dispersion * running).sqrt(),
            dispersion,
            outcome: Outcome {
                running,
                ttft,
                tpot,
                decode_step: step,
                prompt: PromptCost {
                    attention: self.rank.prompt_attention(self.lengths),
                    mixed_step: step,
                    whole: alone.whole,
                    marginal: 0.0,
                    packed: alone.occupied,
                },
                admission_wait: 0.0,
                polling: 0.0,
                copy: self.transfer() + self.pace().copy,
                interference: 0.0,
                requests_per_second: rate / replicas,
            },
            ttft,
            ttft_at_percentile: read.late + over,
            tpot_at_percentile: self.late_token(users, dispersion),
            rate: rate / replicas,
        }
    }

    /// The rate of so many users who wait and think, at most `most`.
    fn rate_of(&self, alone: &Alone, users: f64, pools: (u32, u32), most: f64) -> f64 {
        where_reached(most, |rate| {
            let point = self.at_rate(alone, rate, pools);
            let stay = point.ttft + self.lengths.output * point.outcome.tpot;
            rate * (stay + self.think) >= users
        })
    }

    /// A decode replica with `users` requests in it: what one replica does with more and
    /// more of them.
    pub(crate) fn decoding(&self, users: f64) -> Decoding {
        let alone = self.alone();
        let token = self.token(users);
        Decoding {
            ttft: self.read(&alone, 0.0).mean + self.handed_over(users),
            tpot: token,
            rate: users / (self.lengths.output * token),
        }
    }

    fn most(&self, alone: &Alone, sla: &Sla) -> Most {
        let limit = |limit: Option<Seconds>| limit.map_or(f64::INFINITY, Seconds::get);
        let (first, token) = (limit(sla.ttft), limit(sla.tpot));
        let dispersion = self.peakedness(self.variation());
        let room = self.capacity().max(1.0);
        let room = crowd_of(room, self.percentile.z() * dispersion.sqrt()).max(0.05);
        let (mut low, mut high) = (0.05f64.min(room), room);
        if self.late_token(high, dispersion) <= token {
            low = high;
        }
        for _ in 0..HALVINGS {
            let middle = (low * high).sqrt();
            if self.late_token(middle, dispersion) <= token {
                low = middle;
            } else {
                high = middle;
            }
        }
        let users = low;
        let left = first - self.handed_over(users);
        let full = self.rank.data() / alone.occupied;
        let (mut idle, mut busy) = (0.0, BUSIEST);
        if self.read(alone, busy * full).late <= left {
            idle = busy;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(idle, busy);
            if self.read(alone, middle * full).late <= left {
                idle = middle;
            } else {
                busy = middle;
            }
        }
        Most {
            prefill: full * idle.max(1e-3),
            decode: users / (self.lengths.output * self.token(users)),
            users,
        }
    }

    /// Over the demands by this factor where hardly anybody is there.
    pub(crate) fn excess_apart(&self, sla: &Sla) -> f64 {
        let ttft = self.read(&self.alone(), 0.0).late + self.handed_over(1.0);
        sla.excess(ttft, self.token(1.0))
    }

    /// Sizes both kinds of replicas for `load` under `sla`.
    pub(crate) fn draft_apart(&self, load: Load, sla: &Sla) -> Draft {
        let alone = self.alone();
        let most = self.most(&alone, sla);
        let pools = |rate: f64| {
            (
                whole(rate / most.prefill - 1e-9),
                whole(rate / most.decode - 1e-9),
            )
        };
        let carried = |(prefill, decode): (u32, u32)| {
            (most.prefill * f64::from(prefill)).min(most.decode * f64::from(decode))
        };
        let rate = match Total::of(load) {
            Total::Rate(rate) => rate,
            Total::Anything => most.prefill.min(most.decode),
            Total::Users(users) => {
                // Nobody asks more often than in an empty fleet; the fuller it is, the
                // fewer requests come, and the fewer replicas are enough.
                let light = self.at_rate(&alone, 0.0, (1, 1));
                let stay = light.ttft + self.lengths.output * light.outcome.tpot;
                let mut rate = users / (stay + self.think);
                for _ in 0..ROUNDS {
                    let met = self.rate_of(&alone, users, pools(rate), rate);
                    if pools(met) == pools(rate) {
                        break;
                    }
                    rate = met;
                }
                rate
            }
        };
        let (prefill, decode) = pools(rate);
        let both = (prefill, decode);
        Draft {
            most: most.users,
            at_most: self.at_rate(&alone, carried(both), both),
            replicas: prefill.saturating_add(decode),
            excess: self.excess_apart(sla),
            pools: Some(Pools {
                prefill,
                decode,
                rate: RequestsPerSecond::new(rate),
                prefill_most: RequestsPerSecond::new(most.prefill),
                decode_most: RequestsPerSecond::new(most.decode),
                transfer: Seconds::new(self.transfer()),
                // A request's cache stands on the ranks of one copy of the attention.
                moved: self.space.own_prompt()
                    * (f64::from(self.placement.tensor) * f64::from(self.placement.pipeline)),
            }),
        }
    }

    /// Where a fleet of `pools` stands under `load`.
    pub(crate) fn apart(&self, load: Load, pools: &Pools) -> Point {
        let alone = self.alone();
        let both = (pools.prefill, pools.decode);
        let rate = match Total::of(load) {
            Total::Users(users) => self.rate_of(&alone, users, both, pools.rate.get()),
            _ => pools.rate.get(),
        };
        self.at_rate(&alone, rate, both)
    }
}

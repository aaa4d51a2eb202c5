//! Prefill and decode on replicas of their own.
//!
//! A prefill replica reads prompts as they come, `w` seconds each on a rank, `c` replicas
//! from one line, since a prompt goes where the least is left to read. How many wait and
//! for how long is Sakasegawa's (1977; Kingman's, 1961, of one), with an exponential tail;
//! a prompt that is read beside others in a step is through when the step is, with those
//! that came after it, as many as a step takes (`full` seconds):
//!
//! ```text
//! rho = l w/dp       P = rho^(sqrt(2 (c + 1)) - 1)
//! V   = (variation of arrivals + variation of prompts)/2 w/(c (1 - rho))
//! V'  = V + min(V rho/(1 + rho), full/2)
//! W   = P V'         W_p = V' ln(P/tail)
//! ```
//!
//! The cache of the prompt then goes to a decode replica, every rank's part over its own
//! port of the nodes' network, and joins its batch at the next step. No prompt comes
//! between two tokens there:
//!
//! ```text
//! TTFT = q + W + t_1 + t_copy + (2 - e^-B) t_dec     t_copy = bytes/(0.8 BW)
//! TPOT = t_dec(B)/(1 + a)                        B = l o TPOT (Little)
//! ```
//!
//! The decode replica yields the first token, as engines do that pull the cache over
//! (vLLM with NIXL); who comes while others decode there waits for a step before it.
//! Prompts shared by all are in both caches and are not sent. Both kinds are split alike.
//! Single requests are simulated by [`crate::serving::queue::pools`]. Sources: Zhong et al. 2024
//! (DistServe, arXiv 2401.09670), Patel et al. 2024 (Splitwise, arXiv 2311.18677).

mod sizing;

pub(crate) use sizing::needing;

use super::{Point, Replica, where_reached};
use crate::hardware::NODE_NETWORK;
use crate::quantity::{Bytes, RequestsPerSecond, Seconds};
use crate::serving::sizing::Total;
use crate::serving::speed::link::COPIED;
use crate::serving::speed::load::{Outcome, PromptCost};
use crate::workload::{Load, Sla, thinned};
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
    /// The most that each of these prefill replicas reads within the demands; no more than
    /// takes all of them, since fewer have a line that is longer for each.
    pub prefill_most: RequestsPerSecond,
    /// The most that one decode replica answers within them.
    pub decode_most: RequestsPerSecond,
    /// From the last prompt token to the cache being where it is needed, mean request.
    pub transfer: Seconds,
    /// Cached bytes that a request moves, of all ranks.
    pub moved: Bytes,
}

/// Bytes a second that go from replica to replica through a port.
pub(crate) const PORT: f64 = COPIED * NODE_NETWORK.get();

/// A prompt without anything beside it, seconds.
#[derive(Debug, Clone, Copy)]
struct Alone {
    /// From its first step to its last.
    whole: f64,
    /// The time it keeps a rank from others.
    occupied: f64,
    /// A step full of such prompts.
    full: f64,
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
            full: occupied * pace.chunk / self.lengths.fresh,
            longer: late - whole,
            fixed: self.rank.overhead().request_ms * 1e-3
                + self.rank.data_parallel_wait(lengths, pace),
        }
    }

    /// One of so many prefill `replicas`, each of which meets `rate` prompts a second.
    fn read(&self, alone: &Alone, rate: f64, replicas: u32) -> Read {
        let busy = (rate * alone.occupied / self.rank.data()).clamp(0.0, 0.999);
        let varies = f64::midpoint(self.variation(), self.spread.0);
        let servers = f64::from(replicas.max(1));
        let waits = busy.powf((2.0 * (servers + 1.0)).sqrt() - 1.0);
        // The wait of somebody who waits at all.
        let line = alone.occupied * varies / (servers * (1.0 - busy));
        let beside = (line * busy / (1.0 + busy)).min(alone.full / 2.0);
        let waiting = line + beside;
        let late = match self.percentile.tail() {
            Some(tail) if waits > tail => waiting * (waits / tail).ln(),
            _ => 0.0,
        };
        let base = alone.fixed + alone.whole;
        let mean = base + waits * waiting;
        Read {
            mean,
            late: (base + alone.longer.hypot(late)).max(mean),
        }
    }

    /// Every rank sends its part of the prompt's cache.
    fn transfer(&self) -> f64 {
        self.space.own_prompt().get() / PORT
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
        // Whoever comes while others decode waits for the step after theirs.
        let steps = 2.0 - (-users).exp();
        self.transfer() + self.pace().copy + steps * self.decode_step(users)
    }

    /// A fleet of `pools` at `rate` requests a second, per replica of either kind.
    fn at_rate(&self, alone: &Alone, rate: f64, (prefill, decode): (u32, u32)) -> Point {
        let output = self.lengths.output;
        let each = rate / f64::from(decode.max(1));
        let room = self.capacity().max(1.0);
        let users = where_reached(room, |users| users / (output * self.token(users)) >= each);
        let read = self.read(alone, rate / f64::from(prefill.max(1)), prefill);
        let over = self.handed_over(users);
        let (ttft, tpot) = (read.mean + over, self.token(users));
        let stay = ttft + output * tpot;
        // Of users who only wait, hardly any are elsewhere.
        let dispersion = if self.think > 0.0 || self.open {
            self.peakedness(thinned(self.variation(), f64::from(decode.max(1)).recip()))
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

    /// A decode replica with `users` requests in it: the speed of one replica with more and more
    /// of them.
    pub(crate) fn decoding(&self, users: f64) -> Decoding {
        let alone = self.alone();
        let token = self.token(users);
        Decoding {
            ttft: self.read(&alone, 0.0, 1).mean + self.handed_over(users),
            tpot: token,
            rate: users / (self.lengths.output * token),
        }
    }

    /// Over the demands by this factor where hardly anybody is there.
    pub(crate) fn excess_apart(&self, sla: &Sla) -> f64 {
        let sla = self.sure(sla);
        let ttft = self.read(&self.alone(), 0.0, 1).late + self.handed_over(1.0);
        sla.excess(ttft, self.token(1.0))
    }

    /// Seconds to a prompt's end, and from there to the first token of `users` that decode
    /// together, where nobody waits.
    pub(crate) fn least_phases(&self, users: f64) -> (f64, f64) {
        let copy = self.pace().copy;
        let handed = self.transfer() + self.decode_step(users);
        (self.alone().whole + copy, handed)
    }

    /// Where so many prefill and decode replicas stand under `load`, whatever they may be
    /// asked for.
    #[must_use]
    pub fn standing(&self, load: Load, pools: (u32, u32)) -> Point {
        let alone = self.alone();
        let rate = match Total::of(load) {
            Total::Rate(rate) => rate,
            Total::Users(users) => {
                let most = users / self.turn_alone(&alone);
                self.rate_of(&alone, users, pools, most)
            }
            Total::Anything => 0.0,
        };
        self.at_rate(&alone, rate, pools)
    }

    /// Seconds from one request of a user to the next, in an empty fleet.
    fn turn_alone(&self, alone: &Alone) -> f64 {
        let light = self.at_rate(alone, 0.0, (1, 1));
        light.ttft + self.lengths.output * light.outcome.tpot + self.think
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

#[cfg(test)]
mod tests;

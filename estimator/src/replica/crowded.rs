//! A replica among requests that come and go.
//!
//! The mean request meets those that are there on average ([`crate::crowd`]); at a
//! percentile prompts are longer, waits are, and more others decode beside. A search that
//! asks for a rate alone, or finds the mean request too slow, needs none of the latter.

use super::{Point, Replica};
use crate::crowd::{Crowd, Wait};
use crate::speed::load::{Habit, Lengths, Outcome};

/// What the mean request meets where requests come and go.
pub(super) struct Met {
    /// Requests in the replica, mean.
    users: f64,
    /// Without waiting for the ranks.
    outcome: Outcome,
    /// Those in its way.
    crowd: Crowd,
    /// What it waits for them.
    wait: Wait,
    /// Mean time to first token.
    ttft: f64,
    /// Requests a second that this is.
    pub rate: f64,
}

impl Replica {
    /// A mean of `users` requests that come and go: open arrivals, or users whose
    /// requests differ or who think between them.
    #[must_use]
    pub fn crowded(&self, users: f64, open: bool) -> Point {
        self.at_percentile(&self.met(users, open))
    }

    /// What the mean request meets among `users` that come and go.
    pub(super) fn met(&self, users: f64, open: bool) -> Met {
        let output = self.lengths.output;
        // The share of its time that a source of requests spends outside.
        let outside = if open {
            1.0
        } else if self.think > 0.0 {
            let alike = self.outcome(users);
            self.think / (self.think + alike.ttft + output * alike.tpot)
        } else {
            0.0
        };
        // Who arrives from outside meets as many others as there are on average.
        let outcome = self.outcome(users + outside);
        let rate = users / (outcome.ttft + output * outcome.tpot);
        // The fewer there are, the less of the rate is others'.
        let others = 1.0 - (1.0 - outside) / users.max(1.0);
        let crowd = Crowd {
            step: outcome.decode_step,
            prompt: outcome.prompt.marginal,
            rate: rate * others / self.rank.data(),
            returning: (users - 1.0).max(0.0) / (output * self.rank.data()),
            outside,
            prompts: self.spread.0,
            arrivals: if open { self.arrivals } else { 1.0 },
        };
        let wait = crowd.wait();
        let ttft = outcome.ttft + wait.mean;
        Met {
            users,
            ttft,
            rate: users / (ttft + output * outcome.tpot),
            outcome,
            crowd,
            wait,
        }
    }

    /// The same with what requests meet at the percentile.
    pub(super) fn at_percentile(&self, met: &Met) -> Point {
        let (users, outcome, crowd) = (met.users, met.outcome, &met.crowd);
        let dispersion = crowd.outside * self.peakedness(crowd.arrivals);
        let swing = self.percentile.z() * (dispersion * users).sqrt();
        let slower = if swing > 0.0 {
            // Over the length of an answer the others average out by two thirds.
            let averaged = swing * (2.0f64 / 3.0).sqrt();
            self.outcome(users + crowd.outside + averaged).tpot - outcome.tpot
        } else {
            0.0
        };
        let (ttft, tpot) = self.late(met, self.longer_prompt(&outcome), slower);
        Point {
            users,
            users_at_percentile: (users + swing).max(1.0),
            dispersion,
            outcome,
            ttft: met.ttft,
            ttft_at_percentile: ttft,
            tpot_at_percentile: tpot,
            rate: met.rate,
        }
    }

    /// Time to first token and per output token at the percentile, where a long prompt
    /// takes `own` seconds more than the mean one, and a token `slower` seconds more among
    /// many others.
    pub(super) fn late(&self, met: &Met, own: f64, slower: f64) -> (f64, f64) {
        let z = self.percentile.z();
        let ttft = met.outcome.ttft + met.wait.late(z, own);
        let deviation = met.crowd.deviation(self.lengths.output, self.spread.1);
        (
            ttft.max(met.ttft),
            met.outcome.tpot + slower.hypot(z * deviation),
        )
    }

    /// How much longer than the mean prompt one takes whose length lies at the percentile.
    fn longer_prompt(&self, outcome: &Outcome) -> f64 {
        self.longer.map_or(0.0, |lengths| {
            let whole = self.rank.prompt_whole(outcome.running, lengths, &self.pace);
            whole - outcome.prompt.whole
        })
    }

    fn outcome(&self, users: f64) -> Outcome {
        self.rank
            .outcome(users, self.lengths, &self.pace, Habit::Steady)
    }

    /// Variance over mean of the requests at once, where arrivals vary by `arrivals`
    /// and there is room for all: `1 + (c^2 - 1)` times how long two of them overlap.
    pub(super) fn peakedness(&self, arrivals: f64) -> f64 {
        (1.0 + (arrivals - 1.0) / (1.0 + self.spread.1)).max(0.05)
    }
}

/// Lengths of a request whose prompt lies at the normal quantile `z`, where prompts of
/// mean `lengths` spread by `prompts` (squared coefficient of variation); `None` where
/// that is no longer.
pub(super) fn longer(lengths: Lengths, prompts: f64, z: f64) -> Option<Lengths> {
    let sigma = prompts.ln_1p().sqrt();
    let longer = (z * sigma - sigma * sigma / 2.0).exp();
    (longer > 1.0).then_some(Lengths {
        fresh: lengths.fresh * longer,
        cached: lengths.cached * longer,
        restored: lengths.restored * longer,
        ..lengths
    })
}

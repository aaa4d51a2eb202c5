//! A replica among requests that come and go.
//!
//! The mean request meets those that are there on average ([`crate::serving::crowd`]); at a
//! percentile prompts are longer, waits are, and more others decode beside. A search that
//! asks for a rate alone, or finds the mean request too slow, needs none of the latter.

use super::{Point, Replica};
use crate::serving::crowd::{Crowd, settled};
use crate::serving::speed::load::{Habit, Lengths, Outcome};

/// Requests in each other's way, before it is known how often they come.
struct Meeting {
    /// Latencies of the mean request, the wait for others' prompts left out.
    outcome: Outcome,
    /// Share of its time that a source of requests spends outside.
    outside: f64,
    /// Share of the rate that is others', on one rank.
    others: f64,
    /// Prompts that answers which end in a step bring.
    returning: f64,
    /// Seconds of a request, that wait left out.
    stay: f64,
    /// Requests a second whose prompts take all of a rank's time.
    most: f64,
    /// Whether requests come whatever others wait.
    open: bool,
}

impl Meeting {
    /// Who is in the way where `rate` requests come a second.
    fn at(&self, replica: &Replica, rate: f64) -> Crowd {
        Crowd {
            step: self.outcome.decode_step,
            prompt: self.outcome.prompt.marginal,
            rate: rate * self.others,
            returning: self.returning,
            outside: self.outside,
            prompts: replica.spread.0,
            arrivals: if self.open {
                replica.share_of(replica.arrivals, rate)
            } else {
                1.0
            },
        }
    }
}

impl Replica {
    /// A mean of `users` requests that come and go: open arrivals, or users whose
    /// requests differ or who think between them.
    #[must_use]
    pub fn crowded(&self, users: f64, open: bool) -> Point {
        let (mean, crowd) = self.mean_of(users, open);
        self.at_percentile(&mean, &crowd)
    }

    /// The same as the mean request meets it, and who is in its way.
    pub(super) fn mean_of(&self, users: f64, open: bool) -> (Point, Crowd) {
        let meeting = self.meeting(users, open);
        let rate = settled(users, meeting.stay, meeting.most, |rate| {
            meeting.at(self, rate).wait().mean
        });
        let crowd = meeting.at(self, rate);
        let ttft = meeting.outcome.ttft + crowd.wait().mean;
        let point = Point {
            users,
            users_at_percentile: users,
            dispersion: meeting.outside * self.peakedness(crowd.arrivals),
            outcome: meeting.outcome,
            ttft,
            ttft_at_percentile: ttft,
            tpot_at_percentile: meeting.outcome.tpot,
            rate,
        };
        (point, crowd)
    }

    /// Requests under way where `rate` of them come a second and meet `users` others, by
    /// Little's law; no end of them where prompts take all of a rank's time.
    pub(super) fn under_way(&self, rate: f64, users: f64) -> f64 {
        let meeting = self.meeting(users, true);
        if rate >= meeting.most {
            return f64::INFINITY;
        }
        rate * (meeting.stay + meeting.at(self, rate).wait().mean)
    }

    /// A mean of `users` requests, before it is known how often they come.
    fn meeting(&self, users: f64, open: bool) -> Meeting {
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
        // The fewer there are, the less of the rate is others'.
        let others = 1.0 - (1.0 - outside) / users.max(1.0);
        Meeting {
            outcome,
            outside,
            others: others / self.rank.data(),
            returning: (users - 1.0).max(0.0) / (output * self.rank.data()),
            stay: outcome.ttft + output * outcome.tpot,
            most: if outside > 0.0 {
                self.rank.data() / (others * outcome.prompt.marginal)
            } else {
                f64::INFINITY
            },
            open,
        }
    }

    /// The same with latencies at the percentile.
    pub(super) fn at_percentile(&self, mean: &Point, crowd: &Crowd) -> Point {
        let outcome = &mean.outcome;
        let z = self.percentile.z();
        let wait = crowd.wait().late(z, self.longer_prompt(outcome));
        let swing = z * (mean.dispersion * mean.users).sqrt();
        let slower = if swing > 0.0 {
            // Over the length of an answer the others average out by two thirds.
            let averaged = swing * (2.0f64 / 3.0).sqrt();
            self.outcome(mean.users + crowd.outside + averaged).tpot - outcome.tpot
        } else {
            0.0
        };
        let late = z * crowd.deviation(self.lengths.output, self.spread.1);
        Point {
            users_at_percentile: (mean.users + swing).max(1.0),
            ttft_at_percentile: (outcome.ttft + wait).max(mean.ttft),
            tpot_at_percentile: outcome.tpot + slower.hypot(late),
            ..*mean
        }
    }

    /// How much longer than the mean prompt one takes whose length lies at the percentile.
    fn longer_prompt(&self, outcome: &Outcome) -> f64 {
        self.longer.map_or(0.0, |lengths| {
            let whole = self.rank.prompt_whole(outcome.running, lengths, &self.pace);
            whole - outcome.prompt.whole
        })
    }

    fn outcome(&self, users: f64) -> Outcome {
        self.outcome_of(users, Habit::Steady)
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

#[cfg(test)]
mod tests;

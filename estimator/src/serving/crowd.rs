//! How requests get into each other's way, in closed form: the model of a search before the
//! shortlist is simulated ([`crate::serving::queue`]).
//!
//! A step takes the prompts that arrived while the one before ran, so steps breed steps. With `d`
//! a step without prompts, `w` the time that one prompt adds, prompts at rate `l` on a rank, `r =
//! l w`, and all second moments of prompts and arrivals in `s = w^2 (variation of arrivals +
//! variation of prompts)`:
//!
//! ```text
//! T       = d/(1 - r)                  mean step
//! var T   = s l T/(1 - r^2)            each step breeds the next (a branching process)
//! T_a     = T + var T / T              the step that somebody meets who arrives
//! wait    = (1/2 + r) T_a + T/2        till the next step is settled, and others in it
//! ```
//!
//! The load of a step is settled half-way through the one before, so an empty engine makes a
//! request wait for one step, as measured rows do. Deviations of waits, and of the own prompt's
//! length, add as squares. A decoding user waits for the prompts that pass meanwhile, a compound
//! Poisson sum first passed at the answer's end: `var TPOT = l s d/(o (1 - r)^3)`; how many others
//! decode beside it varies as in a system without limits, over the answer's length by two thirds.
//!
//! Requests come as often as they are answered: with `B` of them under way, each of which
//! stays `S` and the wait, `l (S + wait(l)) = B` ([`settled`]). However many there are, `r`
//! stays below 1.
//!
//! Users who wait for their answers and ask again do not press on while a step is long:
//! an answer ends in a step with the chance `1/o`, so `m = (B - 1)/o` prompts come back
//! in every step, none of them for having waited longer:
//! `wait = d + 2 w m`, `var wait = 2 s m`, `var TPOT = s m/o`. Users who think between
//! answers lie between the two, by the share of their time they spend outside.

use crate::root::crossing;

/// Prompts in the way of others on one rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Crowd {
    /// A step without prompts, seconds: `d`.
    pub step: f64,
    /// The time that a prompt adds to the steps, seconds: `w`.
    pub prompt: f64,
    /// Prompts a second: `l`.
    pub rate: f64,
    /// Prompts that answers which end in a step bring, where users wait for them: `m`.
    pub returning: f64,
    /// Share of its time that a source of requests spends outside: 1 for open arrivals.
    pub outside: f64,
    /// Squared coefficient of variation of prompts.
    pub prompts: f64,
    /// The same of the time between arrivals.
    pub arrivals: f64,
}

/// The rate, requests a second and less than `most`, at which `users` requests are under way, each
/// of which stays `stay` seconds and its wait at that rate (Little's law). Waits grow with the
/// rate, without bound towards `most`, so that there is one.
pub(crate) fn settled(users: f64, stay: f64, most: f64, wait: impl Fn(f64) -> f64) -> f64 {
    // Requests under way beyond those there are, times a factor that keeps it finite.
    let beyond = |rate: f64| (rate * (stay + wait(rate)) - users) * (1.0 - rate / most);
    let high = (users / stay).min(most * NEARLY);
    let over = beyond(high);
    // Nobody waits, or there are more than wait next to `most`.
    if over.is_nan() || over <= 0.0 {
        return high;
    }
    crossing((0.0, -users), (high, over), SETTLED * users, beyond)
}

/// Next to the rate at which waits have no end.
const NEARLY: f64 = 1.0 - 1e-9;
/// Share of the requests under way to which a rate is settled.
const SETTLED: f64 = 1e-7;

/// A wait for the first token beyond one step, which an empty engine takes too, and the
/// prompt's own time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Wait {
    /// Mean, seconds.
    pub mean: f64,
    /// Variance of the wait till the step of one's own is over.
    variance: f64,
}

impl Wait {
    /// The wait at the normal quantile `z`, where a long prompt takes `own` seconds more
    /// than the mean one.
    pub(crate) fn late(&self, z: f64, own: f64) -> f64 {
        self.mean + own.hypot(z * self.variance.sqrt())
    }
}

impl Crowd {
    /// Share of a rank's time that prompts take.
    fn busy(&self) -> f64 {
        self.rate * self.prompt
    }

    fn second(&self, arrivals: f64) -> f64 {
        self.prompt * self.prompt * (arrivals + self.prompts)
    }

    /// Between open arrivals and users who wait.
    fn between(&self, open: f64, closed: f64) -> f64 {
        if self.outside > 0.0 {
            self.outside * open + (1.0 - self.outside) * closed
        } else {
            closed
        }
    }

    /// Mean and variance of the wait till the step of one's own is over, the own prompt
    /// left out.
    fn moments(&self) -> (f64, f64) {
        let busy = self.busy();
        let second = self.second(self.arrivals);
        let mean = self.step / (1.0 - busy);
        let variation = second * self.rate / (1.0 - busy * busy) / mean;
        let met = mean * (1.0 + variation);
        let met_variance = met * mean * variation * (1.0 + variation);
        let weight = 0.5 + busy;
        let open = (
            weight * met + 0.5 * mean,
            (met * met + met_variance) / 12.0
                + second * self.rate * met
                + weight * weight * met_variance,
        );
        let closed = (
            self.step + 2.0 * self.prompt * self.returning,
            2.0 * self.second(1.0) * self.returning,
        );
        (
            self.between(open.0, closed.0),
            self.between(open.1, closed.1),
        )
    }

    /// The wait for the first token.
    pub(crate) fn wait(&self) -> Wait {
        let (all, variance) = self.moments();
        Wait {
            mean: all - self.step,
            variance,
        }
    }

    /// Standard deviation of the time per output token, over answers of `output` tokens
    /// that spread by `outputs` (squared coefficient of variation).
    pub(crate) fn deviation(&self, output: f64, outputs: f64) -> f64 {
        let idle = 1.0 - self.busy();
        let open = self.rate * self.second(self.arrivals) * self.step / (idle * idle * idle);
        let closed = self.second(1.0) * self.returning;
        (self.between(open, closed) * (1.0 + outputs) / output).sqrt()
    }
}

#[cfg(test)]
mod tests;

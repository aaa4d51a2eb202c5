//! How many requests a rate keeps in a replica, and with how many it answers most.

use super::Replica;
use crate::root::{crossing, least};

/// A population in which nobody is in another's way.
const FEWEST: f64 = 1e-3;
/// Share of a population to which it is found.
const GRAIN: f64 = 1e-9;
/// Steps in which it is, at the most.
const STEPS: u32 = 100;
/// Steps to where fewest come beyond those there are.
const CLOSELY: u32 = 20;
/// Steps to the batch that answers most, from half to twice the best of the halves: to 2 % of it.
const NEAR_THE_TOP: u32 = 8;

impl Replica {
    /// The population that open arrivals of `rate` keep in the replica, the least where
    /// there are more; `None` where it is beyond `most`.
    #[must_use]
    pub fn users_at_rate(&self, rate: f64, most: f64) -> Option<f64> {
        settled(most, |users| self.under_way(rate, users))
    }

    /// The population up to `most` with which the replica answers most open arrivals: `most`
    /// itself, unless prompts cost the more the more sequences decode beside them, so that
    /// more at once are answered less often.
    pub(crate) fn busiest(&self, most: f64) -> f64 {
        self.busiest_below(most, self.rate(most, true))
    }

    /// The same where with `most` it answers `rate` a second.
    pub(crate) fn busiest_below(&self, most: f64, rate: f64) -> f64 {
        let answered = |users: f64| self.rate(users, true);
        let mut best = (most, rate);
        // Nobody is answered sooner than alone, so that far fewer cannot do more.
        let alone = answered(FEWEST) / FEWEST;
        let mut users = most / 2.0;
        while users * alone > best.1 {
            let now = answered(users);
            if now > best.1 {
                best = (users, now);
            }
            users /= 2.0;
        }
        if best.0 >= most {
            return most;
        }
        let around = |power: f64| best.0 * power.exp2();
        let (power, less) = least(-1.0, 1.0, NEAR_THE_TOP, |power| -answered(around(power)));
        if -less > best.1 {
            around(power)
        } else {
            best.0
        }
    }
}

/// The least population up to `most` that keeps itself up, `under_way(users) = users`, where
/// `under_way` tells how many a rate keeps in a replica that holds `users`; `None` where that
/// is beyond `most`.
///
/// While more come than there are, the population grows. It is followed from below, by the
/// secant through the last two steps and by no more than doubling at once; where fewer come
/// beyond those there are than both before and after, the least of them is looked at.
fn settled(most: f64, under_way: impl Fn(f64) -> f64) -> Option<f64> {
    let beyond = |users: f64| under_way(users) - users;
    let between = |low: (f64, f64), high: (f64, f64)| crossing(low, high, GRAIN * high.0, beyond);
    let mut before = (0.0, f64::INFINITY);
    let mut low = (0.0, under_way(0.0));
    // Where prompts alone take more time than there is, one is there at the least.
    let mut users = if low.1.is_finite() { low.1 } else { 1.0 }.min(most);
    for _ in 0..STEPS {
        let now = (users, beyond(users));
        if now.1.abs() <= GRAIN * users {
            return Some(users);
        }
        if now.1 <= 0.0 {
            return Some(between(low, now));
        }
        let ends = users >= most;
        let rises = now.1 > low.1 || (ends && beyond(users * NEARLY) < now.1);
        if rises {
            let fewest = least(before.0, users, CLOSELY, beyond);
            if fewest.1 <= 0.0 {
                return Some(between(before, fewest));
            }
        }
        if ends {
            return None;
        }
        // Where the line through both ends, if it falls.
        let slope = (now.1 - low.1) / (now.0 - low.0);
        let ahead = if slope < 0.0 {
            users - now.1 / slope
        } else {
            f64::INFINITY
        };
        (before, low) = (low, now);
        users = ahead.min(2.0 * users).min(most);
    }
    None
}

/// A population next to another, below it.
pub(crate) const NEARLY: f64 = 1.0 - 1e-6;

#[cfg(test)]
mod tests;

//! What it saves that the last replica may go, and what it costs whoever comes then, where requests
//! come independently of each other.
//!
//! ```text
//! l       = requests a second of an hour, T = the replica's start, p = half a polling interval
//! C       = an answer + the cooldown: a pause that long, and the replica goes
//! awake   = T + (e^(l C) - 1) / l       a start, and then until a pause of C comes (Poisson)
//! asleep  = 1 / l + p                   until somebody comes, and until that is seen
//! share   = asleep / (asleep + awake);  first requests = one a cycle, each waits p + T on average
//! ```

use super::day::{Day, HOUR};

/// A day of a workload that may sleep.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sleep {
    /// Hours of the day without a replica.
    pub hours: f64,
    /// Requests of the day that wake it.
    pub wakes: f64,
    /// Seconds that such a request waits on average.
    pub wait: f64,
}

impl Day {
    /// Its sleep; `None` where the last replica stays.
    #[must_use]
    pub fn sleep(&self) -> Option<Sleep> {
        let keda = self.keda.filter(|_| self.night == 0)?;
        let mut sleep = Sleep {
            hours: 0.0,
            wakes: 0.0,
            wait: keda.polling as f64 / 2.0 + self.start,
        };
        for load in self.load {
            let (share, wakes) = self.sleeping(load)?;
            sleep.hours += share;
            sleep.wakes += wakes;
        }
        Some(sleep)
    }

    /// The share of an hour with this load, requests a second, that it sleeps, and the requests of
    /// the hour that wake it; `None` where the last replica stays.
    pub(super) fn sleeping(&self, load: f64) -> Option<(f64, f64)> {
        let keda = self.keda.filter(|_| self.night == 0)?;
        let seen = keda.polling as f64 / 2.0;
        let pause = self.answer + keda.cooldown as f64;
        // Nobody comes in an hour without load.
        let asleep = 1.0 + load * seen;
        let cycle = asleep + load * self.start + (load * pause).exp_m1();
        let share = if cycle.is_finite() {
            asleep / cycle
        } else {
            0.0
        };
        Some((share, share / asleep * load * f64::from(HOUR)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test's own numbers are in range")]
mod tests {
    use super::*;
    use crate::kubernetes::autoscale::Keda;
    use rand_distr::{Distribution, Exp};
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    fn day(load: f64) -> Day {
        Day {
            load: [load; 24],
            rate: 1.0,
            carries: 10.0,
            start: 120.0,
            patience: 5.0,
            answer: 20.0,
            night: 0,
            peak: 2,
            keda: Some(Keda {
                polling: 30,
                cooldown: 300,
                activation: 0.0,
            }),
        }
    }

    /// The share asleep, and the first requests an hour, of many drawn arrivals.
    fn drawn(day: &Day, load: f64) -> (f64, f64) {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let pauses = Exp::new(load).unwrap();
        let (mut now, mut asleep, mut wakes) = (0.0, 0.0, 0.0);
        let mut next = pauses.sample(&mut random);
        while wakes < 20_000.0 {
            // Asleep until somebody comes, and half a polling interval on average until it is seen.
            let up = next + 15.0;
            asleep += up - now;
            wakes += 1.0;
            // It goes after the first pause of an answer and a cooldown once it has started.
            let mut last = up + day.start;
            next += pauses.sample(&mut random);
            while next < last + 320.0 {
                last = last.max(next);
                next += pauses.sample(&mut random);
            }
            now = last + 320.0;
        }
        (asleep / now, wakes / now * 3_600.0)
    }

    /// Twenty to a tenth of a request an hour: what the formula says is what drawn arrivals do.
    #[test]
    fn sleep_is_that_of_drawn_arrivals() {
        for an_hour in [20.0, 10.0, 1.0, 0.1] {
            let load = an_hour / 3_600.0;
            let found = day(load).sleep().unwrap();
            let (share, wakes) = drawn(&day(load), load);
            assert!(
                (found.hours / 24.0 - share).abs() < 0.01,
                "{an_hour}: {found:?} {share}"
            );
            assert!(
                (found.wakes / 24.0 / wakes - 1.0).abs() < 0.03,
                "{found:?} {wakes}"
            );
            assert!((found.wait - 135.0).abs() < 1e-9);
        }
    }

    /// Without a load it sleeps all day and nobody wakes it; a busy one never does; one that must
    /// stay has no sleep.
    #[test]
    fn a_busy_day_has_no_sleep() {
        let still = day(0.0).sleep();
        assert!(still.is_some_and(|sleep| (sleep.hours - 24.0).abs() < 1e-9 && sleep.wakes == 0.0));
        let busy = day(5.0).sleep();
        assert!(busy.is_some_and(|sleep| sleep.hours < 1e-9 && sleep.wakes < 1e-9));
        let stays = Day {
            night: 1,
            ..day(1.0)
        };
        assert_eq!(stays.sleep(), None);
        let hpa = Day {
            keda: None,
            ..day(1.0)
        };
        assert_eq!(hpa.sleep(), None);
    }
}

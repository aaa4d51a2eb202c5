//! A week under an autoscaler: each of its days is tried from midnight to midnight, days alike
//! once.
//!
//! ```text
//! asleep = the longer of what the trial and what independent requests leave without a replica,
//!          taken off the fewest replicas of the hour
//! ```

use super::day::{Day, HOUR, HOURS, STEP, Settings};
use super::run::Run;
use super::trial::Trial;
use crate::quantity::Seconds;
use crate::serving::plan::{Level, Scaled, ScaledHour};
use std::collections::BTreeMap;

impl Trial {
    /// The week under some settings; `None` where a number is out of range.
    #[must_use]
    pub fn scaled(&self, settings: Settings) -> Option<Scaled> {
        let (days, _) = self.week.as_chunks::<HOURS>();
        let mut tried = Vec::<(Day, Vec<ScaledHour>)>::new();
        let mut hours = Vec::with_capacity(self.week.len());
        for load in days {
            let day = Day {
                load: *load,
                ..self.day
            };
            let alike = tried.iter().find(|(known, _)| *known == day);
            let own = match alike {
                Some((_, hours)) => hours.clone(),
                None => day.scaled(settings)?,
            };
            hours.extend(own.iter().cloned());
            tried.push((day, own));
        }
        Some(Scaled {
            hours,
            least: settings.least,
        })
    }
}

impl Day {
    /// The day under some settings, hour by hour.
    fn scaled(&self, settings: Settings) -> Option<Vec<ScaledHour>> {
        let mut run = Run::new(self.question(settings, self.series(false))).ok()?;
        let mut hours = Vec::with_capacity(HOURS);
        let mut end = 0;
        for load in self.load {
            end += u64::from(HOUR);
            let sleeping = self.sleeping(load).filter(|_| settings.least == 0);
            hours.push(hour(&mut run, end, load, sleeping));
        }
        Some(hours)
    }
}

/// Goes on to the end of an hour.
fn hour(run: &mut Run, end: u64, load: f64, sleeping: Option<(f64, f64)>) -> ScaledHour {
    let before = run.totals();
    let mut spans = BTreeMap::<u32, f64>::new();
    let mut fewest = u32::MAX;
    while let Some(moment) = run.moment().filter(|moment| moment.at < end) {
        if moment.asked > 0 {
            fewest = fewest.min(moment.ready);
        }
        let paid = run.totals().replica_seconds;
        run.advance(1);
        let asked = (run.totals().replica_seconds - paid) / STEP;
        let asked = u32::try_from(asked).unwrap_or(u32::MAX);
        *spans.entry(asked).or_default() += STEP as f64 / f64::from(HOUR);
    }
    let after = run.totals();
    let (share, wakes) = sleeping.unwrap_or_default();
    let came = after.requests - before.requests;
    let all = load * f64::from(HOUR);
    ScaledHour {
        levels: asleep(spans, share),
        ready: if fewest == u32::MAX { 0 } else { fewest },
        waiting: Seconds::new((after.seconds_with_waiting - before.seconds_with_waiting) as f64),
        late: (after.late_requests - before.late_requests) / came.max(f64::MIN_POSITIVE),
        woken: (wakes / all.max(f64::MIN_POSITIVE)).min(1.0),
    }
}

/// The same with so large a share of the hour without a replica, at the least.
fn asleep(spans: BTreeMap<u32, f64>, share: f64) -> Vec<Level> {
    let still = spans.get(&0).copied().unwrap_or_default();
    let mut left = (share - still).max(0.0);
    let asleep = still + left;
    let mut levels = Vec::with_capacity(spans.len() + 1);
    for (replicas, hours) in spans.into_iter().filter(|(replicas, _)| *replicas > 0) {
        let gone = left.min(hours);
        left -= gone;
        levels.push(Level {
            replicas,
            hours: hours - gone,
        });
    }
    // Never more than the whole hour.
    let none = Level {
        replicas: 0,
        hours: asleep - left,
    };
    if none.hours > 0.0 {
        levels.insert(0, none);
    }
    levels.retain(|level| level.hours > 0.0);
    levels
}

#[cfg(test)]
#[path = "week_tests.rs"]
mod tests;

//! An autoscaler tried on a day: the replicas that it asks for, and who waits for them.
//!
//! ```text
//! load    = a straight line through the middles of the hours; the day goes round
//! service = requests in flight that a replica carries / requests a second that it serves
//! late    = requests that come while queue / (ready x rate) > the wait that the promise leaves
//! ```
//!
//! The queue is a fluid: it finds the lag of autoscaler and cold start, not the randomness of
//! arrivals, which the replicas' own headroom is for.

use super::behavior::{Behavior, Policy, Rules, Select, Size, finely};
use super::keda::Keda;
use super::measure::Metric;
use super::question::{Drive, Plant, Question, Scaler};
use super::run::{Moment, Run, Totals};
use crate::quantity::Seconds;
use crate::serving::plan::Level;
use serde::Serialize;

/// Hours of a day.
pub(super) const HOURS: usize = 24;
/// Seconds of an hour.
pub(super) const HOUR: u32 = 3_600;
/// Seconds of a day.
const DAY: u64 = 24 * HOUR as u64;
/// Seconds of a step, the controller's sync among them.
pub(super) const STEP: u64 = 15;
/// Seconds between two stamps of the load.
const STAMP: u32 = 60;
/// Seconds between two moments that are kept.
pub const MOMENT: u32 = 300;
/// Seconds of the steepest rise, which the second trial doubles.
pub(super) const SURGE: u32 = 600;
/// Seconds in which replicas are added; one goes in twice that.
const UP_PERIOD: u64 = 60;
const DOWN_PERIOD: u64 = 120;

/// A day to try an autoscaler on, and the replicas that answer it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// Requests per second, the mean of each hour.
    pub load: [f64; HOURS],
    /// Requests per second that a replica serves within the promise.
    pub rate: f64,
    /// Requests in flight that it then holds.
    pub carries: f64,
    /// Seconds from asking for a replica to its first answer.
    pub start: f64,
    /// Seconds that a request may wait for a replica within the promise.
    pub patience: f64,
    /// Seconds of a whole answer.
    pub answer: f64,
    /// Replicas of the night.
    pub night: u32,
    /// Replicas of the peak: never more.
    pub peak: u32,
    /// Whether the last replica may go.
    pub keda: Option<Keda>,
}

/// The settings of an autoscaler that can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Settings {
    /// Requests in flight of a replica that are aimed at.
    pub target: f64,
    /// Seconds that the load must be less before a replica goes.
    pub window: u64,
    /// Replicas that may be added in a minute.
    pub up: u32,
    /// Replicas that stay; none only below KEDA.
    pub least: u32,
}

/// The day under some settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tried {
    /// The settings.
    pub settings: Settings,
    /// Hours of replicas that were asked for, those that load included.
    pub replica_hours: f64,
    /// Seconds at whose end requests waited.
    pub waiting: f64,
    /// Share of the requests that came too late for the promise, 0 to 1.
    pub late: f64,
}

/// The day under some settings, moment by moment, and the sums of its week.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// The sums of the day.
    pub tried: Tried,
    /// How long in the week each number of replicas is asked for, sleep told by chance among them.
    pub week: Vec<Level>,
    /// How long requests wait on a mean day of the week.
    pub waiting: Seconds,
    /// Share of the week's requests that come too late for the promise, 0 to 1.
    pub late: f64,
    /// Its moments, one every [`MOMENT`] seconds.
    pub moments: Vec<Moment>,
}

impl Day {
    /// The load at a second of the day, requests per second.
    #[must_use]
    pub fn at(&self, second: u32) -> f64 {
        let hour = f64::from(second) / f64::from(HOUR) - 0.5;
        let before = hour.floor();
        let part = hour - before;
        // A place of the ring of hours: whole, and within it.
        let of = |place: f64| {
            let ring = place.rem_euclid(24.0);
            let found = (0_u8..).zip(self.load);
            let found = found.filter(|(index, _)| f64::from(*index) <= ring);
            found.last().map_or(0.0, |(_, load)| load)
        };
        of(before) * (1.0 - part) + of(before + 1.0) * part
    }

    /// The second at which the steepest ten minutes begin, and by how much the load rises in
    /// them, requests per second.
    #[must_use]
    pub fn steepest(&self) -> (u32, f64) {
        let rise = |from: u32| self.at(from + SURGE) - self.at(from);
        let mut found = (0, 0.0);
        for (hour, _) in (0_u32..).zip(self.load) {
            let from = (hour * HOUR + HOUR / 2) % (24 * HOUR - SURGE);
            let more = rise(from);
            if more > found.1 {
                found = (from, more);
            }
        }
        found
    }

    /// Replicas whose whole load comes within one cold start where the day is steepest.
    #[must_use]
    pub fn lag(&self) -> f64 {
        let (_, rise) = self.steepest();
        rise * self.start / f64::from(SURGE) / self.rate
    }

    /// The load by the minute; with `surge` the steepest ten minutes rise twice as much, which is
    /// gone ten minutes later.
    pub(super) fn series(&self, surge: bool) -> Vec<(f64, f64)> {
        let (from, rise) = self.steepest();
        let extra = |second: u32| {
            let part = f64::from(second) - f64::from(from);
            let part = part / f64::from(SURGE);
            rise * part.min(2.0 - part).max(0.0)
        };
        let stamps = (0..24 * HOUR).step_by(STAMP as usize);
        let stamps = stamps.map(|second| {
            let more = if surge { extra(second) } else { 0.0 };
            (f64::from(second), self.at(second) + more)
        });
        stamps.collect()
    }

    /// The question of a trial.
    pub(super) fn question(&self, settings: Settings, load: Vec<(f64, f64)>) -> Question {
        let most = self.peak.max(1);
        let rules = |window, replicas, period, tolerance| Rules {
            window,
            select: Select::Max,
            tolerance,
            policies: vec![Policy {
                size: Size::Pods(replicas),
                period,
            }],
        };
        Question {
            metric: Metric::InFlight,
            target: settings.target,
            start: self.first(settings),
            scaler: Scaler {
                low: settings.least.min(most),
                high: most,
                behavior: Behavior {
                    up: rules(0, settings.up.max(1), UP_PERIOD, finely(most)),
                    down: rules(settings.window, 1, DOWN_PERIOD, None),
                },
                sync: STEP,
            },
            keda: self.keda,
            cold_start: self.start,
            until: DAY - STEP,
            drive: Drive::Closed(Plant {
                load,
                rate: self.rate,
                service: self.carries / self.rate,
                step: STEP,
                patience: self.patience,
            }),
        }
    }

    /// Replicas at midnight: as many as its load asks for.
    fn first(&self, settings: Settings) -> u32 {
        let flying = self.at(0) * self.carries / self.rate;
        let mut replicas = settings.least.max(u32::from(flying > 0.0));
        while f64::from(replicas) * settings.target < flying && replicas < self.peak {
            replicas += 1;
        }
        replicas.min(self.peak.max(1))
    }

    /// The peak's replicas all day.
    pub(super) const fn all_day(&self) -> Settings {
        Settings {
            target: self.carries,
            window: 0,
            up: 1,
            least: self.peak,
        }
    }

    /// A trial at the end of its day; `None` where a number is out of range.
    pub(super) fn ended(&self, settings: Settings, load: Vec<(f64, f64)>) -> Option<Run> {
        let mut run = Run::new(self.question(settings, load)).ok()?;
        while !run.advance(DAY) {}
        Some(run)
    }

    /// A day under some settings; `None` where a number is out of range.
    #[must_use]
    pub fn tried(&self, settings: Settings) -> Option<Tried> {
        let run = self.ended(settings, self.series(false))?;
        Some(Tried::of(settings, &run.totals()))
    }

    /// The peak's replicas all day.
    #[must_use]
    pub fn fixed(&self) -> Option<Tried> {
        self.tried(self.all_day())
    }

    /// A day under some settings, moment by moment; `None` where a number is out of range.
    pub(super) fn moments(&self, settings: Settings) -> Option<(Tried, Vec<Moment>)> {
        let mut run = Run::new(self.question(settings, self.series(false))).ok()?;
        let mut moments = Vec::new();
        while let Some(moment) = run.moment() {
            if moment.at.is_multiple_of(u64::from(MOMENT)) {
                moments.push(moment);
            }
            run.advance(1);
        }
        Some((Tried::of(settings, &run.totals()), moments))
    }
}

impl Tried {
    pub(super) fn of(settings: Settings, totals: &Totals) -> Self {
        Self {
            settings,
            replica_hours: totals.replica_seconds as f64 / f64::from(HOUR),
            waiting: totals.seconds_with_waiting as f64,
            late: totals.late(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;

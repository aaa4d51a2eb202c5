//! The search for the settings of an autoscaler that cost least on a day.
//!
//! ```text
//! kept  = late <= late with the peak's replicas all day + 1 %, on the day and on the day with its
//!         steepest ten minutes doubled
//! found = the kept one with the fewest replica-hours, of equals the one with the fewest late
//! ```
//!
//! A trial ends as soon as its requests are too late for the whole day, or its hours are more than
//! those of the cheapest that was kept.

use super::day::{Day, Settings, Tried};
use super::run::Run;
use std::cmp::Ordering;

/// Shares of what a replica carries that are tried as targets.
pub(super) const TARGETS: [f64; 10] = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
/// Windows downwards that are tried, seconds.
pub(super) const WINDOWS: [u64; 4] = [300, 600, 900, 1_800];
/// Replicas a minute that are tried.
pub(super) const UPS: [u32; 3] = [1, 2, 4];
/// Replicas beyond the night's that are tried.
pub(super) const MORE: [u32; 3] = [0, 1, 2];
/// The share of requests that may be late, beyond the peak's replicas all day.
pub(super) const LATE: f64 = 0.01;

/// A search for the cheapest settings that keep the promise: on the day, and on the day with its
/// steepest ten minutes doubled. Dropping it cancels it.
#[derive(Debug, Clone)]
pub struct Search {
    day: Day,
    /// The day as it is.
    plain: Bar,
    /// The day with the surge.
    surge: Bar,
    /// Those not yet tried, the first to be preferred of equals.
    left: Vec<Settings>,
    /// The cheapest so far of those that keep the promise on both days, by its seconds of replicas:
    /// whole ones, so that equals are told from cheaper ones.
    best: Option<(u64, Tried)>,
    all: usize,
}

/// What is asked of settings on a day.
#[derive(Debug, Clone)]
struct Bar {
    /// The load by the minute.
    load: Vec<(f64, f64)>,
    /// All its requests.
    requests: f64,
    /// The share of them that may be late.
    allowed: f64,
}

/// Steps between two looks at what a trial has come to.
const STEPS: u64 = 60;

impl Search {
    /// A search at its start; `least` is zero where the last replica may go. `None` where a number
    /// of the day is out of range.
    #[must_use]
    pub fn new(day: Day) -> Option<Self> {
        let sleeps = day.keda.is_some() && day.night == 0;
        // The controller takes whole targets, as manifests write them: small replicas have the
        // same for several shares.
        let mut targets = TARGETS
            .map(|share| (share * day.carries).floor().max(1.0))
            .to_vec();
        targets.dedup();
        let mut left = Vec::new();
        for more in MORE {
            let least = day.night.saturating_add(more);
            if least > day.peak || (sleeps && more > 0) {
                continue;
            }
            for &target in &targets {
                for window in WINDOWS {
                    left.extend(UPS.map(|up| Settings {
                        target,
                        window,
                        up,
                        least,
                    }));
                }
            }
        }
        Some(Self {
            day,
            plain: Bar::of(&day, false)?,
            surge: Bar::of(&day, true)?,
            all: left.len(),
            left,
            best: None,
        })
    }

    /// Tries one more; whether the search is at its end.
    pub fn advance(&mut self) -> bool {
        let Some(settings) = self.left.pop() else {
            return true;
        };
        let most = self.best.map_or(u64::MAX, |(seconds, _)| seconds);
        let kept = self.plain.kept(&self.day, settings, most);
        let kept = kept.filter(|(seconds, tried)| self.is_better(*seconds, tried));
        if kept.is_some() && self.surge.kept(&self.day, settings, u64::MAX).is_some() {
            self.best = kept;
        }
        self.left.is_empty()
    }

    /// Whether it is cheaper than the best so far, or of equals to be preferred.
    fn is_better(&self, seconds: u64, tried: &Tried) -> bool {
        self.best.is_none_or(|(least, best)| {
            let cost = seconds.cmp(&least);
            // They are tried from the last to the first.
            cost.then(tried.late.total_cmp(&best.late)) != Ordering::Greater
        })
    }

    /// How many of the settings have been tried, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        1.0 - self.left.len() as f64 / self.all.max(1) as f64
    }

    /// The cheapest; `None` where none keeps the promise, or before the end.
    #[must_use]
    pub fn found(&self) -> Option<Tried> {
        let (_, best) = self.best.filter(|_| self.left.is_empty())?;
        Some(best)
    }
}

impl Bar {
    /// What the peak's replicas all day keep on a day, or on it with its surge; `None` where a number
    /// is out of range.
    fn of(day: &Day, surge: bool) -> Option<Self> {
        let load = day.series(surge);
        let totals = day.ended(day.all_day(), load.clone())?.totals();
        Some(Self {
            load,
            requests: totals.requests,
            allowed: totals.late() + LATE,
        })
    }

    /// The day under some settings, where they keep the promise with at most so many seconds of
    /// replicas, and how many those are.
    fn kept(&self, day: &Day, settings: Settings, most: u64) -> Option<(u64, Tried)> {
        let mut run = Run::new(day.question(settings, self.load.clone())).ok()?;
        loop {
            let over = run.advance(STEPS);
            let totals = run.totals();
            let late = totals.late_requests / self.requests.max(f64::MIN_POSITIVE);
            if late > self.allowed || totals.replica_seconds > most {
                return None;
            }
            if over {
                return Some((totals.replica_seconds, Tried::of(settings, &totals)));
            }
        }
    }
}

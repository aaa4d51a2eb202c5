//! The search for the settings of an autoscaler that cost least on a day.
//!
//! ```text
//! kept  = late <= late with the peak's replicas all day + 1 %, on the day and on the day with its
//!         steepest ten minutes doubled
//! found = the kept one with the fewest replica-hours
//! ```

use super::day::{Day, Settings, Tried};

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
    /// Its load by the minute, and the same with the surge.
    loads: [Vec<(f64, f64)>; 2],
    /// Those not yet tried.
    left: Vec<Settings>,
    /// Those that keep the promise on the day, the dearest first once all are tried.
    kept: Vec<Tried>,
    /// Late shares that are allowed on both days.
    allowed: [f64; 2],
    all: usize,
    found: Option<Tried>,
}

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
        let loads = [false, true].map(|surge| day.series(surge));
        let allowed = |load: &Vec<(f64, f64)>| {
            let run = day.ended(day.all_day(), load.clone())?;
            Some(run.totals().late() + LATE)
        };
        let [plain, surge] = &loads;
        Some(Self {
            day,
            all: left.len(),
            left,
            kept: Vec::new(),
            allowed: [allowed(plain)?, allowed(surge)?],
            loads,
            found: None,
        })
    }

    /// Some settings on one of the days, where they keep the promise on it.
    fn keeping(&self, settings: Settings, surge: bool) -> Option<Tried> {
        let place = usize::from(surge);
        let (load, allowed) = (self.loads.get(place)?, self.allowed.get(place)?);
        let run = self.day.ended(settings, load.clone())?;
        Some(Tried::of(settings, &run.totals())).filter(|tried| tried.late <= *allowed)
    }

    /// Tries one more; whether the search is at its end.
    pub fn advance(&mut self) -> bool {
        if self.found.is_some() {
            return true;
        }
        if let Some(settings) = self.left.pop() {
            let kept = self.keeping(settings, false);
            self.kept.extend(kept);
            if self.left.is_empty() {
                let dearest = |one: &Tried, other: &Tried| {
                    let hours = other.replica_hours.total_cmp(&one.replica_hours);
                    hours.then(other.late.total_cmp(&one.late))
                };
                self.kept.sort_by(dearest);
            }
            return false;
        }
        let Some(tried) = self.kept.pop() else {
            return true;
        };
        if self.keeping(tried.settings, true).is_some() {
            self.found = Some(tried);
        }
        self.found.is_some() || self.kept.is_empty()
    }

    /// How many of the settings have been tried, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        1.0 - self.left.len() as f64 / self.all.max(1) as f64
    }

    /// The cheapest; `None` where none keeps the promise, or before the end.
    #[must_use]
    pub const fn found(&self) -> Option<Tried> {
        self.found
    }
}

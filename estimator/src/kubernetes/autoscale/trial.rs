//! An autoscaler tried on an answer's day in every way that is shown side by side, in turns: the
//! peak's replicas all day, the settings by rules, one replica awake where the last may sleep, and
//! the cheapest that the search finds.

use super::day::{Day, Settings, Tried, Way};
use super::keda::Keda;
use super::run::Moment;
use super::search::Search;
use crate::parcel::{Parcel, fields};
use crate::serving::plan::Level;
use crate::serving::plan::demand::WEEK;

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// The day.
    pub day: Day,
    /// The settings by rules.
    pub ruled: Settings,
    /// The week that the day is of, requests per second from Monday's first hour on.
    pub week: [f64; WEEK],
}

impl Trial {
    /// A day and its week under some settings; `None` where a number is out of range.
    #[must_use]
    pub fn way(&self, settings: Settings) -> Option<Way> {
        let (tried, moments) = self.day.moments(settings)?;
        let scaled = self.scaled(settings)?;
        Some(Way {
            tried,
            week: scaled.levels(),
            waiting: scaled.daily_waiting(),
            late: scaled.late(&self.week),
            moments,
        })
    }
}

/// What is known of a trial.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// With the peak's replicas all day.
    pub fixed: Way,
    /// By rules.
    pub ruled: Way,
    /// The cheapest that keeps the promise; `None` where none does, or before the end.
    pub found: Option<Way>,
    /// The share of the search that is done, 0 to 1.
    pub searched: f64,
}

/// A trial that is advanced in turns. Dropping it cancels it.
#[derive(Debug, Clone)]
pub struct Trying {
    outcome: Outcome,
    trial: Trial,
    search: Search,
}

impl Trying {
    /// A trial at its start; `None` where a number of the day is out of range.
    #[must_use]
    pub fn new(trial: &Trial) -> Option<Self> {
        Some(Self {
            outcome: Outcome {
                fixed: trial.way(trial.day.all_day())?,
                ruled: trial.way(trial.ruled)?,
                found: None,
                searched: 0.0,
            },
            trial: *trial,
            search: Search::new(trial.day)?,
        })
    }

    /// Tries one more setting; whether that was the last.
    pub fn advance(&mut self) -> bool {
        let over = self.search.advance();
        self.outcome.searched = self.search.progress();
        if over {
            let found = self.search.found();
            self.outcome.found = found.and_then(|found| self.trial.way(found.settings));
            self.outcome.searched = 1.0;
        }
        over
    }

    /// What is known so far.
    #[must_use]
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }
}

/// What worker and page send each other.
macro_rules! sent {
    ($($name:ident)*) => {$(
        impl $name {
            /// It as a parcel.
            #[must_use]
            pub fn parcel(&self) -> Parcel {
                Parcel::of(self)
            }

            /// The one of a parcel; `None` of any other.
            #[must_use]
            pub fn of(parcel: &Parcel) -> Option<Self> {
                parcel.open()
            }
        }
    )*};
}

sent!(Trial Outcome);

fields! {
    Trial { day, ruled, week }
    Day { load, rate, carries, start, patience, answer, night, peak, keda }
    Keda { polling, cooldown, activation }
    Settings { target, window, up, least }
    Outcome { fixed, ruled, found, searched }
    Way { tried, week, waiting, late, moments }
    Level { replicas, hours }
    Tried { settings, replica_hours, waiting, late }
    Moment { at, asked, ready, waiting }
}

#[cfg(test)]
mod tests;

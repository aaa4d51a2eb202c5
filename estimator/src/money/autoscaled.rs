//! The autoscaler that was chosen for the cluster, tried on the week of the demand: its hours of
//! replicas are what is paid for.
//!
//! ```text
//! replica-hours a day = replica-hours of the tried week / its days
//! band                = the same where a replica serves as much as the band of its output allows
//! ```

use crate::kubernetes::autoscale::{Day, Settings, Trial};
use crate::kubernetes::manifest::{Untried, standing, trial};
use crate::offer::Offer;
use crate::quantity::Seconds;
use crate::serving::autoscaling::{Autoscaling, Controller};
use crate::serving::plan::Scaled;
use crate::serving::plan::demand::WEEK;
use crate::serving::question::Scaling;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use serde::Serialize;

/// The week under the autoscaler, and what it was tried with.
#[derive(Debug, Clone, PartialEq)]
pub struct ScaledWeek {
    trial: Trial,
    chosen: Autoscaling,
    settings: Settings,
    scaled: Scaled,
}

/// What was counted of an autoscaler.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Autoscaled {
    /// Who sets the replicas.
    pub by: Controller,
    /// The settings.
    pub settings: Settings,
    /// Whether they were found by trying, and taken over.
    pub found: bool,
    /// From asking for a replica to its first answer; a machine's start where machines come when
    /// pods wait.
    pub start: Seconds,
    /// Hours of replicas of a mean day of the week, those that start among them.
    pub replica_hours: f64,
    /// The same where a replica serves as much as the band of its output allows.
    pub least_hours: f64,
    /// The same where it serves as little.
    pub most_hours: f64,
    /// How long requests wait on a mean day.
    pub waiting: Seconds,
    /// Share of the requests that come too late for the promise, 0 to 1.
    pub late: f64,
}

/// A week, and how its replicas follow it.
#[derive(Debug, Clone, Copy)]
pub struct Followed<'a> {
    /// The loads, in any unit, from Monday's first hour on.
    pub loads: [f64; WEEK],
    /// How replicas follow them.
    pub scaling: &'a Scaling,
}

/// A week under the autoscaler that was chosen; `None` where none was, or why it is not tried.
#[must_use]
pub fn autoscaled(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    week: Followed<'_>,
) -> Option<Result<ScaledWeek, Untried>> {
    let chosen = week.scaling.autoscaler?;
    let with = (&chosen, week.scaling);
    let trial = trial(scenario, offer, sizing, week.loads, with);
    Some(trial.and_then(|trial| ScaledWeek::new(&trial, chosen)))
}

impl ScaledWeek {
    fn new(trial: &Trial, chosen: Autoscaling) -> Result<Self, Untried> {
        let settings = standing(trial, &chosen);
        let scaled = trial.scaled(settings).ok_or(Untried::Range)?;
        Ok(Self {
            trial: *trial,
            chosen,
            settings,
            scaled,
        })
    }

    /// The week, hour by hour.
    #[must_use]
    pub const fn scaled(&self) -> &Scaled {
        &self.scaled
    }

    /// The same with a last replica that stays, or may go; `None` where KEDA is not chosen.
    pub(super) fn with_sleep(&self, sleeps: bool) -> Option<Scaled> {
        self.trial.day.keda?;
        let least = if sleeps {
            0
        } else {
            self.settings.least.max(1)
        };
        let trial = Trial {
            day: Day {
                night: least,
                ..self.trial.day
            },
            ..self.trial
        };
        trial.scaled(Settings {
            least,
            ..self.settings
        })
    }

    /// What was counted; `sizing` has the band.
    pub(super) fn counted(&self, sizing: &Sizing) -> Autoscaled {
        let speed = sizing.estimate.performance.as_ref();
        let band = speed.map(|speed| speed.output_band);
        let at = |factor: f64| {
            let trial = Trial {
                day: Day {
                    rate: self.trial.day.rate * factor,
                    ..self.trial.day
                },
                ..self.trial
            };
            let scaled = trial.scaled(self.settings);
            scaled.map(|scaled| scaled.daily_hours())
        };
        let replica_hours = self.scaled.daily_hours();
        let hours = |factor: Option<f64>| factor.and_then(at).unwrap_or(replica_hours);
        Autoscaled {
            by: self.chosen.by,
            settings: self.settings,
            found: self.chosen.pace.is_some(),
            start: Seconds::new(self.trial.day.start),
            replica_hours,
            least_hours: hours(band.map(|band| band.high)).min(replica_hours),
            most_hours: hours(band.map(|band| band.low)).max(replica_hours),
            waiting: self.scaled.daily_waiting(),
            late: self.scaled.late(&self.trial.week),
        }
    }
}

//! The autoscaler that was chosen for the cluster, tried on the week of the demand: its hours of
//! replicas are what is paid for.
//!
//! ```text
//! replica-hours a day = replica-hours of the tried week / 7
//! band                = the same where a replica serves as much as the band of its output allows
//! ```

use super::terms::Terms;
use crate::kubernetes::autoscale::{Day, Settings, Trial};
use crate::kubernetes::manifest::{Untried, standing, trial};
use crate::offer::Offer;
use crate::quantity::Seconds;
use crate::serving::autoscaling::{Autoscaling, Controller};
use crate::serving::plan::{Scaled, replica_hours};
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use serde::Serialize;

/// Days of a week.
const DAYS: f64 = 7.0;

/// The week under the autoscaler, and what it was tried with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Week {
    trial: Trial,
    chosen: Autoscaling,
    settings: Settings,
    /// The week.
    pub(super) scaled: Scaled,
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

/// The week under the autoscaler of the terms; `None` where none was chosen, or why it is not tried.
pub(super) fn tried(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    terms: &Terms,
) -> Option<Result<Week, Untried>> {
    let chosen = terms.scaling.autoscaler?;
    let of = || {
        let scaling = (&chosen, &terms.scaling);
        let trial = trial(scenario, offer, sizing, terms.week, scaling)?;
        let settings = standing(&trial, &chosen);
        let scaled = trial.scaled(settings).ok_or(Untried::Range)?;
        Ok(Week {
            trial,
            chosen,
            settings,
            scaled,
        })
    };
    Some(of())
}

impl Week {
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
            trial.scaled(self.settings).map(|scaled| daily(&scaled))
        };
        let replica_hours = daily(&self.scaled);
        let hours = |factor: Option<f64>| factor.and_then(at).unwrap_or(replica_hours);
        let requests: f64 = self.trial.week.iter().sum();
        let tried = self.trial.week.iter().zip(&self.scaled.hours);
        let late: f64 = tried.map(|(load, hour)| load * hour.late).sum();
        let waiting = self.scaled.hours.iter().map(|hour| hour.waiting.get());
        Autoscaled {
            by: self.chosen.by,
            settings: self.settings,
            found: self.chosen.pace.is_some(),
            start: Seconds::new(self.trial.day.start),
            replica_hours,
            least_hours: hours(band.map(|band| band.high)).min(replica_hours),
            most_hours: hours(band.map(|band| band.low)).max(replica_hours),
            waiting: Seconds::new(waiting.sum::<f64>() / DAYS),
            late: late / requests.max(f64::MIN_POSITIVE),
        }
    }
}

/// Replica-hours of a mean day.
fn daily(scaled: &Scaled) -> f64 {
    replica_hours(&scaled.levels()) / DAYS
}

//! The question about an autoscaler, and which numbers it may hold.

use super::behavior::{Behavior, Rules, Size};
use super::keda::Keda;
use super::measure::Metric;
use crate::kubernetes::problem::{FieldError, Problem};

/// The most replicas of a question.
pub const MOST_REPLICAS: u32 = 1_000_000;
/// The most seconds at which something happens in a run.
pub const MOST_STEPS: u64 = 2_000_000;
/// The longest window, as the API has it, seconds.
const LONGEST_WINDOW: u64 = 3_600;
/// The longest period of a policy, as the API has it, seconds.
const LONGEST_PERIOD: u64 = 1_800;
/// The most policies of a direction.
pub(super) const MOST_POLICIES: usize = 32;
/// The most stamps of a series.
pub(super) const MOST_STAMPS: usize = 1_000_000;
/// The longest time, seconds: some thirty years.
pub(super) const LONGEST: u64 = 1_000_000_000;
/// The largest measure, load or rate, each in its own unit.
pub(super) const LARGEST: f64 = 1e15;
/// The least rate, service or target.
const LEAST: f64 = 1e-9;

/// An autoscaler, its measure and how long it is watched.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The quantity measured.
    pub metric: Metric,
    /// The target of it for a replica (`Value`: for all of them), in its unit.
    pub target: f64,
    /// Replicas at the start, all ready.
    pub start: u32,
    /// The autoscaler.
    pub scaler: Scaler,
    /// The settings of KEDA.
    pub keda: Option<Keda>,
    /// Seconds from asking for a replica to its first request.
    pub cold_start: f64,
    /// The last second.
    pub until: u64,
    /// Where the measure comes from.
    pub drive: Drive,
}

/// A `HorizontalPodAutoscaler`.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaler {
    /// `minReplicas`; zero only below KEDA.
    pub low: u32,
    /// `maxReplicas`.
    pub high: u32,
    /// `behavior`.
    pub behavior: Behavior,
    /// Seconds between two syncs, 15 by default.
    pub sync: u64,
}

/// Where the measure comes from. A series holds each value from its stamp (seconds) on.
#[derive(Debug, Clone, PartialEq)]
pub enum Drive {
    /// From a record that does not depend on the replicas.
    Open(Vec<(f64, f64)>),
    /// From the requests that the replicas serve.
    Closed(Plant),
}

/// Requests and their servers, as a fluid.
#[derive(Debug, Clone, PartialEq)]
pub struct Plant {
    /// Requests per second by time.
    pub load: Vec<(f64, f64)>,
    /// Requests per second that a ready replica serves.
    pub rate: f64,
    /// Seconds that a request is in service.
    pub service: f64,
    /// Seconds of a step.
    pub step: u64,
    /// Seconds that a request may wait within the promise; [`f64::MAX`] where nothing is promised.
    pub patience: f64,
}

impl Question {
    /// Whether all numbers are in range.
    ///
    /// # Errors
    ///
    /// The first field that is not, as files call it.
    pub fn check(&self) -> Result<(), FieldError> {
        let wrong = |field: &str, problem| Err(FieldError::new(field, problem));
        let open = matches!(self.drive, Drive::Open(_));
        let plant_metric = matches!(self.metric, Metric::InFlight | Metric::Waiting);
        if open == plant_metric {
            return wrong("metric", Problem::Not("a metric of this kind of loop"));
        }
        within("target", self.target, LEAST)?;
        within("cold_start_s", self.cold_start, 0.0)?;
        let most = f64::from(MOST_REPLICAS);
        if self.start > MOST_REPLICAS {
            return wrong("start_replicas", Problem::Range(0.0, most));
        }
        let (low, high) = if open {
            ("autoscaler.low", "autoscaler.high")
        } else {
            ("min", "max")
        };
        if self.scaler.high == 0 || self.scaler.high > MOST_REPLICAS {
            return wrong(high, Problem::Range(1.0, most));
        }
        if self.scaler.low > self.scaler.high {
            return wrong(low, Problem::AboveMost);
        }
        let behavior = if open {
            "autoscaler.behavior"
        } else {
            "behavior"
        };
        self.scaler
            .behavior
            .up
            .check(&format!("{behavior}.scaleUp"))?;
        self.scaler
            .behavior
            .down
            .check(&format!("{behavior}.scaleDown"))?;
        time("sync_s", self.scaler.sync, 1)?;
        time("until_s", self.until, 0)?;
        let mut steps = self.until / self.scaler.sync + 1;
        if let Some(keda) = &self.keda {
            time("keda.polling", keda.polling, 1)?;
            time("keda.cooldown", keda.cooldown, 0)?;
            within("keda.activation", keda.activation, 0.0)?;
            steps += self.until / keda.polling + 1;
        }
        match &self.drive {
            Drive::Open(series) => check_series("metric_series", series)?,
            Drive::Closed(plant) => {
                check_series("load_requests_per_s", &plant.load)?;
                within("plant.requests_per_s_a_replica", plant.rate, 0.0)?;
                within("plant.service_s", plant.service, 0.0)?;
                time("plant.step_s", plant.step, 1)?;
                steps += self.until / plant.step + 1;
            }
        }
        if steps > MOST_STEPS {
            return wrong("until_s", Problem::TooLong(MOST_STEPS));
        }
        Ok(())
    }
}

impl Rules {
    /// The first number out of range, below `path`.
    pub(super) fn check(&self, path: &str) -> Result<(), FieldError> {
        let wrong = |field: String, problem| Err(FieldError::new(field, problem));
        if self.window > LONGEST_WINDOW {
            let range = Problem::Range(0.0, LONGEST_WINDOW as f64);
            return wrong(format!("{path}.window"), range);
        }
        if let Some(tolerance) = self.tolerance {
            within(&format!("{path}.tolerance"), tolerance, 0.0)?;
        }
        if self.policies.is_empty() {
            return wrong(format!("{path}.policies"), Problem::Empty);
        }
        if self.policies.len() > MOST_POLICIES {
            return wrong(format!("{path}.policies"), Problem::TooMany(MOST_POLICIES));
        }
        for (place, policy) in self.policies.iter().enumerate() {
            let path = format!("{path}.policies[{place}]");
            let (Size::Pods(value) | Size::Percent(value)) = policy.size;
            if value == 0 || value > MOST_REPLICAS {
                let range = Problem::Range(1.0, f64::from(MOST_REPLICAS));
                return wrong(format!("{path}.value"), range);
            }
            if policy.period == 0 || policy.period > LONGEST_PERIOD {
                let range = Problem::Range(1.0, LONGEST_PERIOD as f64);
                return wrong(format!("{path}.period"), range);
            }
        }
        Ok(())
    }
}

/// A number from `least` to the largest.
fn within(field: &str, number: f64, least: f64) -> Result<(), FieldError> {
    if (least..=LARGEST).contains(&number) {
        Ok(())
    } else {
        Err(FieldError::new(field, Problem::Range(least, LARGEST)))
    }
}

/// A time in whole seconds.
fn time(field: &str, seconds: u64, least: u64) -> Result<(), FieldError> {
    if (least..=LONGEST).contains(&seconds) {
        Ok(())
    } else {
        let range = Problem::Range(least as f64, LONGEST as f64);
        Err(FieldError::new(field, range))
    }
}

fn check_series(field: &str, series: &[(f64, f64)]) -> Result<(), FieldError> {
    if series.is_empty() {
        return Err(FieldError::new(field, Problem::Empty));
    }
    if series.len() > MOST_STAMPS {
        return Err(FieldError::new(field, Problem::TooMany(MOST_STAMPS)));
    }
    let mut last = 0.0;
    for (place, &(stamp, value)) in series.iter().enumerate() {
        let entry = format!("{field}[{place}]");
        within(&entry, stamp, 0.0)?;
        within(&entry, value, 0.0)?;
        if stamp < last {
            return Err(FieldError::new(entry, Problem::Unordered));
        }
        last = stamp;
    }
    Ok(())
}

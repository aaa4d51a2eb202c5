//! The plan of a week: hour by hour, and in sums.

use super::demand::{DAY, WEEK};
use super::idle::NotZero;
use crate::quantity::{Seconds, Usd};
use serde::Serialize;

/// One hour.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct WeekHour {
    /// Load over that of the busiest hour, 0 to 1.
    pub share: f64,
    /// Replicas it needs, spares included; none where it goes to zero.
    pub needed: u32,
    /// Replicas that are paid for, on average.
    pub paid: f64,
    /// The fewest replicas that answer.
    pub ready: u32,
    /// The load that these carry, over that of the busiest hour.
    pub carried: f64,
    /// How long fewer answer than the load needs.
    pub at_risk: Seconds,
}

/// How long so many replicas are paid for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The replicas.
    pub replicas: u32,
    /// Hours of a week.
    pub hours: f64,
}

/// A week, followed and not.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeekPlan {
    /// Hour by hour from Monday's first.
    pub hours: Vec<WeekHour>,
    /// How long each number of replicas is paid for following demand, the fewest first;
    /// together a week.
    #[serde(skip)]
    pub levels: Vec<Level>,
    /// Replicas for the peak, all week; those against interruptions included.
    pub replicas: u32,
    /// Those against interruptions among them.
    pub interruption_spares: u32,
    /// Share of the peak's time that interruptions leave too few nevertheless.
    pub short: f64,
    /// From starting a replica to its first answer.
    pub cold_start: Seconds,
    /// Accelerator hours of a week that are paid for following demand.
    pub followed_hours: f64,
    /// The same with the peak's replicas.
    pub static_hours: f64,
    /// The cost of a month of such weeks following demand; as much as without where prices are
    /// committed.
    pub followed_cost: Option<Usd>,
    /// The cost of a month with the peak's replicas.
    pub static_cost: Option<Usd>,
    /// How long in a week fewer replicas answer than the load needs.
    pub at_risk: Seconds,
    /// Share of the requests that come then.
    pub requests_at_risk: f64,
    /// Hours of a week that go to zero.
    pub zero_hours: u32,
    /// Share of the requests that wait for a start, since they come in such hours.
    pub requests_waiting: f64,
    /// Why no hour goes to zero where replicas may; `None` where one does, or some always
    /// run.
    pub not_zero: Option<NotZero>,
}

impl WeekPlan {
    /// Replicas that are paid for following demand, the mean of the week.
    #[must_use]
    pub fn paid(&self) -> f64 {
        self.hours.iter().map(|hour| hour.paid).sum::<f64>() / WEEK as f64
    }

    /// Replicas that the load needs, the mean of the week.
    #[must_use]
    pub fn needed(&self) -> f64 {
        let needed = self.hours.iter().map(|hour| f64::from(hour.needed));
        needed.sum::<f64>() / WEEK as f64
    }

    /// The mean load over that of the busiest hour.
    #[must_use]
    pub fn mean_share(&self) -> f64 {
        self.hours.iter().map(|hour| hour.share).sum::<f64>() / WEEK as f64
    }

    /// The day that has the busiest hour, the first of equals: its number from Monday on.
    #[must_use]
    pub fn busiest_day(&self) -> usize {
        let mut busiest = (0, 0.0);
        for (number, hour) in self.hours.iter().enumerate() {
            if hour.share > busiest.1 {
                busiest = (number / DAY, hour.share);
            }
        }
        busiest.0
    }
}

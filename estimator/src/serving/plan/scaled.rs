//! A week whose replicas an autoscaler sets, as it was tried: hours of replicas that were asked
//! for, those that start among them, in whole instances as they are sold.
//!
//! ```text
//! accelerator hours = sum over numbers of replicas of hours x accelerators sold for them
//! month             = accelerator hours / 168 h x price x hours of a month
//! ```

use super::demand::{DAYS, WEEK};
use super::replicas::Replicas;
use super::term;
use super::week::{Following, week};
use super::week_plan::{Level, WeekPlan};
use crate::quantity::{Seconds, Usd};
use crate::serving::question::Scaling;
use std::collections::BTreeMap;

/// An hour under an autoscaler.
#[derive(Debug, Clone, PartialEq)]
pub struct ScaledHour {
    /// How long so many replicas are asked for, the fewest first; together an hour.
    pub levels: Vec<Level>,
    /// The fewest that take load while any is asked for.
    pub ready: u32,
    /// How long requests wait.
    pub waiting: Seconds,
    /// Share of its requests that come too late for the promise, 0 to 1.
    pub late: f64,
    /// Share of its requests that wake the last replica, 0 to 1.
    pub woken: f64,
}

/// A week under an autoscaler.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaled {
    /// Hour by hour from Monday's first.
    pub hours: Vec<ScaledHour>,
    /// Replicas that stay; none where the last may go.
    pub least: u32,
}

impl Scaled {
    /// How long in the week each number of replicas is asked for, the fewest first.
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        levels(&self.hours, |replicas| replicas)
    }

    /// Hours of replicas of a mean day, those that start among them.
    #[must_use]
    pub fn daily_hours(&self) -> f64 {
        daily_hours(&self.levels())
    }

    /// How long requests wait on a mean day.
    #[must_use]
    pub fn daily_waiting(&self) -> Seconds {
        let waiting = self.hours.iter().map(|hour| hour.waiting.get());
        Seconds::new(waiting.sum::<f64>() / DAYS)
    }

    /// Share of the requests of a week's `loads`, in any unit, that come too late for the promise,
    /// 0 to 1.
    #[must_use]
    pub fn late(&self, loads: &[f64; WEEK]) -> f64 {
        let requests: f64 = loads.iter().sum();
        let tried = loads.iter().zip(&self.hours);
        let late: f64 = tried.map(|(load, hour)| load * hour.late).sum();
        late / requests.max(f64::MIN_POSITIVE)
    }
}

/// Hours of replicas of a mean day, each number of them as long as it is asked for in the week.
#[must_use]
pub fn daily_hours(week: &[Level]) -> f64 {
    replica_hours(week) / DAYS
}

/// Hours of replicas, each number of them as long as it is asked for.
#[must_use]
pub fn replica_hours(levels: &[Level]) -> f64 {
    let hours = levels.iter();
    hours
        .map(|level| f64::from(level.replicas) * level.hours)
        .sum()
}

/// How long each number of replicas is asked for, with what is held beside them.
fn levels(hours: &[ScaledHour], held: impl Fn(u32) -> u32) -> Vec<Level> {
    let mut sums = BTreeMap::<u32, f64>::new();
    for level in hours.iter().flat_map(|hour| &hour.levels) {
        *sums.entry(held(level.replicas)).or_default() += level.hours;
    }
    let sums = sums.into_iter();
    sums.map(|(replicas, hours)| Level { replicas, hours })
        .collect()
}

impl Replicas {
    /// Accelerator hours that are paid for, in whole instances.
    #[must_use]
    pub fn hours_sold(&self, levels: &[Level]) -> f64 {
        let sold = levels.iter();
        sold.map(|level| f64::from(self.sold(level.replicas)) * level.hours)
            .sum()
    }

    /// A month of weeks like this, of which `most` replicas are the most; `None` without a price.
    /// By a term of more than a month, what is shut down is paid for.
    #[must_use]
    pub fn month(&self, levels: &[Level], most: u32, term: u32) -> Option<Usd> {
        let hours = if term > 1 {
            f64::from(self.sold(most)) * WEEK as f64
        } else {
            self.hours_sold(levels)
        };
        self.cost_of_accelerators(hours / WEEK as f64)
    }
}

/// The week of `kind` under an autoscaler: spares against interruptions stand beside the replicas
/// that it asks for, and time at risk is that with a queue.
#[must_use]
pub fn scaled_week(
    kind: &Replicas,
    loads: [f64; WEEK],
    following: &Following,
    scaled: &Scaled,
) -> WeekPlan {
    // What stands all week, and what the load needs, is the plan's.
    let planned = Following {
        scaling: Scaling {
            least: following.scaling.least.max(1),
            ..following.scaling
        },
        ..*following
    };
    let mut plan = week(kind, loads, &planned);
    let held = |replicas| following.beside(kind, replicas);
    let total: f64 = plan.hours.iter().map(|hour| hour.share).sum();
    (plan.at_risk, plan.requests_at_risk) = (Seconds::ZERO, 0.0);
    for (hour, tried) in plan.hours.iter_mut().zip(&scaled.hours) {
        let own = levels(std::slice::from_ref(tried), held);
        hour.paid = replica_hours(&own);
        hour.ready = held(tried.ready);
        hour.carried = kind.carry(tried.ready);
        hour.at_risk = tried.waiting;
        plan.at_risk += tried.waiting;
        plan.requests_at_risk += hour.share / total * tried.late;
        plan.requests_waiting += hour.share / total * tried.woken;
        let asleep = own.first().filter(|level| level.replicas == 0);
        plan.zero_hours += u32::from(asleep.is_some_and(|level| level.hours > 0.5));
    }
    plan.levels = following.held(kind, &scaled.levels());
    // Below its target an autoscaler asks for more than the load needs: the most that it asked for is
    // the most that stands.
    let most = plan.levels.last().map_or(0, |level| level.replicas);
    if most > plan.replicas {
        plan.replicas = most;
        plan.static_hours = f64::from(kind.sold(most)) * WEEK as f64;
        plan.static_cost = kind.cost_of_accelerators(f64::from(kind.sold(most)));
    }
    plan.followed_hours = kind.hours_sold(&plan.levels);
    plan.followed_cost = kind.month(&plan.levels, plan.replicas, term(following.basis));
    plan
}

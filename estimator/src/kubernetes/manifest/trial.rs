//! The week that the autoscaler of an answer is tried on. The manifests, the plan of the answer
//! and its costs go by this one.
//!
//! ```text
//! rate of a replica = today's requests a second / replicas that they need, not rounded
//! patience          = the promised first token - its mean; the mean answer without a promise
//! start             = cold start, and a machine's where machines come when pods wait
//! day tried         = the one with the busiest hour; its settings stand all week
//! ```

use super::answer::{carries, replicas, today};
use super::deploy::{Deploy, Work};
use super::figure;
use crate::kubernetes::autoscale::{Day, Keda, Settings, Trial};
use crate::offer::Offer;
use crate::quantity::Seconds;
use crate::serving::autoscaling::{Autoscaling, Controller};
use crate::serving::balance::balance;
use crate::serving::plan::demand::{WEEK, busiest, shares};
use crate::serving::plan::{Replicas, day};
use crate::serving::question::Scaling;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::serving::sizing::keeping;
use serde::Serialize;

/// Why an autoscaler is not tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Untried {
    /// Every hour of the day asks for as much.
    Even,
    /// Prefill and decode are apart: their replicas do not follow one measure.
    Pools,
    /// A number of the day is out of range, or the speed is not known.
    Range,
}

/// The trial of an autoscaler on the week's `loads`, in any unit, whose busiest hour is the answer's.
///
/// # Errors
/// Why there is none.
pub fn trial(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    loads: [f64; WEEK],
    (chosen, scaling): (&Autoscaling, &Scaling),
) -> Result<Trial, Untried> {
    let speed = sizing.estimate.performance.as_ref();
    let speed = speed.ok_or(Untried::Range)?;
    if sizing.pools.is_some() {
        return Err(Untried::Pools);
    }
    let kind = Replicas::of(scenario, offer, sizing);
    // What is paid for is not asked.
    let plan = day(&kind, busiest(loads), 1);
    if plan.hours.iter().all(|hour| hour.share >= 1.0) {
        return Err(Untried::Even);
    }
    let today = today(sizing);
    let waits = match scenario.sla.ttft {
        Some(promised) => promised - speed.ttft.mean,
        None => speed.request_latency,
    };
    let cold = balance(scenario, offer, sizing).cold_start;
    let node = if chosen.machines {
        scaling.machine
    } else {
        Seconds::ZERO
    };
    let over_day = replicas(sizing.replicas.max(1), Some(&plan));
    let tried = chosen.pace.and(chosen.least);
    let least = chosen.least.filter(|_| tried.is_none());
    let least = least.unwrap_or(over_day.least);
    let carries = carries(sizing);
    let least = if chosen.sleeps() { 0 } else { least };
    let target = chosen.target.filter(|_| tried.is_none());
    Ok(Trial {
        week: shares(loads).map(|share| share * today),
        day: Day {
            load: plan.hours.map(|hour| hour.share * today),
            rate: today / keeping(sizing),
            carries,
            start: (cold + node).get(),
            patience: waits.max(Seconds::ZERO).get(),
            answer: speed.request_latency.get(),
            night: least,
            peak: over_day.peak,
            keda: (chosen.by == Controller::Keda).then(|| Keda {
                polling: figure::POLLING,
                cooldown: figure::ruled_cooldown(cold),
                activation: 0.0,
            }),
        },
        ruled: Settings {
            target: figure::whole_target(target.map(f64::from), carries) as f64,
            window: figure::ruled_window(scaling.machine, cold),
            up: plan.most_started.max(figure::UP),
            least,
        },
    })
}

/// The settings that stand: those tried and taken over, or those of the rules.
#[must_use]
pub fn standing(trial: &Trial, chosen: &Autoscaling) -> Settings {
    match (chosen.pace, chosen.least, chosen.target) {
        (Some(pace), Some(least), Some(target)) => Settings {
            target: f64::from(target),
            window: figure::clamped_window(u64::from(pace.window)),
            up: pace.up,
            least: least.min(trial.day.peak),
        },
        _ => trial.ruled,
    }
}

/// The settings that the manifests have.
#[must_use]
pub fn written(deploy: &Deploy) -> Option<Settings> {
    let Work::Serving(serving) = &deploy.work else {
        return None;
    };
    Some(Settings {
        target: figure::target(serving) as f64,
        window: figure::window(serving),
        up: serving.up,
        least: if serving.sleeps() {
            0
        } else {
            serving.replicas.least
        },
    })
}

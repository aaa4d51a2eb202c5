//! The day that the autoscaler of a set of manifests is tried on.
//!
//! ```text
//! rate of a replica = today's requests a second / replicas that they need, not rounded
//! patience          = the promised first token - its mean; the mean answer without a promise
//! start             = cold start, and a machine's where machines come when pods wait
//! ```

use super::answer::today;
use super::deploy::{Autoscaler, Deploy, Work};
use super::figure;
use crate::kubernetes::autoscale::{Day, Keda, Settings};
use crate::offer::Offer;
use crate::quantity::Seconds;
use crate::serving::command::Asked;
use crate::serving::plan::{DayPlan, Replicas};

/// The day of an answer and its manifests; `None` without an autoscaler, and where prefill and
/// decode are apart, whose replicas do not follow one measure.
#[must_use]
pub fn trial(asked: &Asked<'_>, offer: &Offer, plan: &DayPlan, deploy: &Deploy) -> Option<Day> {
    let Work::Serving(serving) = &deploy.work else {
        return None;
    };
    let speed = asked.sizing.estimate.performance.as_ref()?;
    if serving.autoscaler == Autoscaler::None || asked.sizing.pools.is_some() {
        return None;
    }
    let kind = Replicas::of(asked.scenario, offer, asked.sizing);
    let today = today(asked);
    let waits = match serving.first_token {
        Some(promised) => promised - speed.ttft.mean,
        None => speed.request_latency,
    };
    let node = if deploy.machines.is_some() {
        serving.node_start
    } else {
        Seconds::ZERO
    };
    let sleeps = serving.to_zero && serving.autoscaler == Autoscaler::Keda;
    Some(Day {
        load: plan.hours.map(|hour| hour.share * today),
        rate: today / kind.needed,
        carries: serving.carries,
        start: (serving.cold_start + node).get(),
        patience: waits.max(Seconds::ZERO).get(),
        answer: speed.request_latency.get(),
        night: if sleeps { 0 } else { serving.replicas.least },
        peak: serving.replicas.peak,
        keda: (serving.autoscaler == Autoscaler::Keda).then(|| Keda {
            polling: figure::POLLING,
            cooldown: figure::cooldown(serving),
            activation: 0.0,
        }),
    })
}

/// The settings that the manifests have.
#[must_use]
pub fn written(deploy: &Deploy) -> Option<Settings> {
    let Work::Serving(serving) = &deploy.work else {
        return None;
    };
    let sleeps = serving.to_zero && serving.autoscaler == Autoscaler::Keda;
    Some(Settings {
        target: figure::target(serving) as f64,
        window: figure::window(serving),
        up: serving.up,
        least: if sleeps { 0 } else { serving.replicas.least },
    })
}

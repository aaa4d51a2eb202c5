//! The question that manifests are written from, out of the calculator's answer and what the
//! reader chose: every number is the report's.
//!
//! ```text
//! held        = weights + drafter + adapters + activations + runtime + cache of the load
//! carries     = requests at once that memory and both SLAs allow a replica
//! peak        = replicas of the answer; at night as many as the day's least hour needs
//! answer, p99 = twice the mean answer
//! gap         = 1 / requests a second, of the day's least hour
//! ```

use super::deploy::{
    Autoscaler, Board, Deploy, Devices, Form, Machines, Prefill, Queue, Replicas, Serving, Sharing,
    Site, Work,
};
use super::figure::{NIGHT, TAIL, UP};
use crate::kubernetes::autoscale::Settings;
use crate::offer::Offer;
use crate::quantity::{Bytes, Seconds};
use crate::serving::balance::balance;
use crate::serving::command::{Asked, gaps_of, needs_file, settings_of};
use crate::serving::memory::Component;
use crate::serving::plan::DayPlan;
use crate::serving::question::MACHINE_START;
use crate::serving::report::Sizing;

/// What a reader chooses, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Choices {
    /// Name of the workload.
    pub name: String,
    /// Its namespace.
    pub namespace: String,
    /// The checkpoint: a name on the hub, or a path below `/models`.
    pub model: String,
    /// The engine's image; that of the version the options were read from if absent.
    pub image: Option<String>,
    /// Into which kind it is written; by the placement if absent.
    pub form: Option<Form>,
    /// How accelerators are asked for.
    pub devices: Devices,
    /// Who sets the number of replicas.
    pub autoscaler: Autoscaler,
    /// Replicas that stay; by the day if absent.
    pub least: Option<u32>,
    /// Requests in flight of a replica that it aims at; by the rule if absent.
    pub target: Option<f64>,
    /// Its settings as they were tried on a day, which take the place of those two.
    pub scaling: Option<Settings>,
    /// Whether it may sleep without a replica.
    pub to_zero: bool,
    /// The queue that admits it, where Kueue is installed.
    pub queue: Option<String>,
    /// Whether Karpenter brings the machines.
    pub karpenter: bool,
    /// Whether the Prometheus operator is installed.
    pub monitored: bool,
    /// What else no answer knows.
    pub site: Site,
}

/// Why an answer has no manifests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoManifest {
    /// They are not written for accelerators of this maker.
    Vendor,
    /// Nothing of the answer runs.
    Nothing,
    /// The engine has no option for a setting of the answer, or takes it from a file of its own.
    Gap,
}

/// The question of an answer: `asked` is the sizing, `product` the label of its accelerator where
/// that is known, `day` the plan of a day where the reader has one.
///
/// # Errors
/// Why there is none.
pub fn deploy(
    asked: &Asked<'_>,
    offer: &Offer,
    product: Option<&str>,
    day: Option<&DayPlan>,
    choices: Choices,
) -> Result<Deploy, NoManifest> {
    let (scenario, sizing) = (asked.scenario, asked.sizing);
    let chip = &offer.accelerator;
    let estimate = &sizing.estimate;
    let board = Board::of(chip, estimate.memory.capacity, product.map(str::to_owned));
    let board = board.ok_or(NoManifest::Vendor)?;
    let speed = estimate.performance.as_ref();
    let speed = speed.ok_or(NoManifest::Nothing)?;
    let memory = &estimate.memory;
    let prefill = sizing.pools.as_ref().map(|pools| Prefill {
        replicas: pools.prefill,
        tensor: estimate.placement.tensor,
    });
    let peak = sizing.pools.as_ref().map_or(sizing.replicas, |pools| {
        sizing.replicas.saturating_sub(pools.prefill)
    });
    let peak = peak.max(1);
    let engine = scenario.engine.engine;
    let mut settings = settings_of(engine, asked);
    let gaps = gaps_of(engine, asked, &settings);
    let stops = gaps.iter().any(|gap| gap.stops());
    if stops || needs_file(engine, &settings) {
        return Err(NoManifest::Gap);
    }
    if prefill.is_some() {
        settings.pool = Some(crate::serving::command::Pool::Decode);
    }
    // Memory of the system that no process of a pod holds is not asked for.
    let held = memory.used() - memory.part(Component::Driver);
    let serving = Serving {
        model: choices.model.clone(),
        served: choices.model,
        engine,
        image: choices.image,
        form: choices.form,
        settings,
        replicas: at_least(
            choices.least,
            replicas(peak, day.filter(|_| prefill.is_none())),
        ),
        weights: scenario.checkpoint(),
        held: held.max(Bytes::ZERO),
        cold_start: balance(scenario, offer, sizing).cold_start,
        node_start: MACHINE_START,
        carries: carries(sizing),
        target: choices.target,
        first_token: scenario.sla.ttft,
        answer: Seconds::new(speed.request_latency.get() * TAIL),
        gap: choices.to_zero.then(|| pause(today(sizing), day)),
        autoscaler: choices.autoscaler,
        scaling: choices.scaling,
        to_zero: choices.to_zero,
        up: day.map_or(UP, |day| day.most_started.max(UP)),
        devices: choices.devices,
        sharing: Sharing::None,
        prefill,
        given: None,
    };
    let serving = match choices.scaling {
        None => serving,
        Some(tried) => Serving {
            up: tried.up,
            replicas: Replicas {
                least: tried.least.clamp(1, peak),
                mean: serving.replicas.mean.max(tried.least.clamp(1, peak)),
                ..serving.replicas
            },
            ..serving
        },
    };
    let board = board.in_nodes(asked.node);
    Ok(Deploy {
        name: choices.name,
        namespace: choices.namespace,
        seat: None,
        machines: choices.karpenter.then(|| Machines {
            each: board.node,
            ..Machines::of(chip)
        }),
        board,
        queue: choices
            .queue
            .map(|name| Queue::of(name, sizing.accelerators())),
        monitored: choices.monitored,
        site: choices.site,
        work: Work::Serving(Box::new(serving)),
    })
}

/// The same with so many that stay, where the reader said how many.
fn at_least(least: Option<u32>, ruled: Replicas) -> Replicas {
    let Some(least) = least else {
        return ruled;
    };
    Replicas {
        least,
        mean: ruled.mean.max(least.min(ruled.peak)),
        ..ruled
    }
}

/// Requests a second of the answer.
pub(super) fn today(sizing: &Sizing) -> f64 {
    let speed = sizing.estimate.performance.as_ref();
    speed.map_or(0.0, |speed| speed.requests.get()) * f64::from(sizing.working())
}

/// Requests at once that a replica carries within the promise.
pub(super) fn carries(sizing: &Sizing) -> f64 {
    sizing.max_concurrency.floor().max(1.0)
}

/// The mean pause between two requests in the quietest hour of a day, at most a year's.
fn pause(today: f64, day: Option<&DayPlan>) -> Seconds {
    /// A year, in seconds.
    const MOST: f64 = 365.0 * 86_400.0;
    let shares = day.map_or(1.0, |day| {
        let shares = day.hours.iter().map(|hour| hour.share);
        shares.fold(f64::INFINITY, f64::min)
    });
    Seconds::new((today * shares).recip().min(MOST))
}

/// Replicas over the day; without one, what stays at night is assumed.
pub(super) fn replicas(peak: u32, day: Option<&DayPlan>) -> Replicas {
    let Some(day) = day else {
        let least = NIGHT.min(peak);
        return Replicas {
            least,
            mean: least.midpoint(peak),
            peak,
        };
    };
    let running = || day.hours.iter().map(|hour| hour.running.clamp(1, peak));
    let least = running().min().unwrap_or(peak);
    let sum: u64 = running().map(u64::from).sum();
    let mean = sum.div_ceil(day.hours.len() as u64);
    Replicas {
        least,
        mean: u32::try_from(mean).unwrap_or(peak).clamp(least, peak),
        peak,
    }
}

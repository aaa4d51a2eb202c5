//! One fixed configuration: this model, on this accelerator, spread so, under
//! this load.

use crate::hardware::Accelerator;
use crate::parameters;
use crate::placement::Placement;
use crate::quantity::{RequestsPerSecond, Seconds, TokensPerSecond};
use crate::serving::replica::{Point, Replica};
use crate::serving::report::{Bottleneck, Estimate, Latency, Performance};
use crate::serving::scenario::Scenario;
use crate::workload::Load;

/// A fixed configuration at its load.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimated {
    /// Its memory and speed. Where it is overrun it has no performance.
    pub estimate: Estimate,
    /// The most that one replica answers, where requests come more often.
    pub overrun: Option<RequestsPerSecond>,
}

/// Estimates `placement` of `scenario` on `chip`. `None` where the chip's record lacks a rate that is needed.
#[must_use]
pub fn estimate(scenario: &Scenario, chip: &Accelerator, placement: Placement) -> Option<Estimate> {
    estimated(scenario, chip, placement).map(|found| found.estimate)
}

/// The same, and whether it keeps up with arrivals.
#[must_use]
pub fn estimated(
    scenario: &Scenario,
    chip: &Accelerator,
    placement: Placement,
) -> Option<Estimated> {
    let counted = parameters::count(&scenario.model);
    let replica = Replica::new(scenario, &counted, chip, placement)?;
    Some(estimate_load(&replica, scenario))
}

fn estimate_load(replica: &Replica, scenario: &Scenario) -> Estimated {
    let idle = |running: f64| Estimate {
        placement: replica.placement,
        memory: replica.memory(running),
        performance: None,
    };
    if replica.space.short() > crate::quantity::Bytes::ZERO {
        return Estimated {
            estimate: idle(1.0),
            overrun: None,
        };
    }
    let (point, saturated) = match scenario.workload.load {
        Load::Steady(users) | Load::Closed(users) | Load::Lockstep(users) | Load::Burst(users) => {
            (replica.closed(users), None)
        }
        Load::Poisson(rate) => {
            let fits = replica.capacity();
            let Some(users) = replica.users_at_rate(rate, fits) else {
                let most = replica.rate(replica.busiest(fits), true);
                return Estimated {
                    estimate: idle(fits),
                    overrun: Some(RequestsPerSecond::new(most)),
                };
            };
            (replica.crowded(users, true), None)
        }
        Load::Saturated => {
            let users = replica.saturated_users();
            let output = replica
                .rank
                .saturated(users, users, replica.lengths, replica.pace());
            (replica.closed(users), Some(output / replica.slowed(users)))
        }
    };
    let mut performance = performance(replica, &point);
    if let Some(output) = saturated {
        performance.output = TokensPerSecond::new(output);
        performance.requests = RequestsPerSecond::new(output / replica.lengths.output);
    }
    Estimated {
        estimate: Estimate {
            performance: Some(performance),
            ..idle(point.outcome.running)
        },
        overrun: None,
    }
}

/// Puts a replica at a load into the report's terms.
#[must_use]
pub fn performance(replica: &Replica, point: &Point) -> Performance {
    let lengths = replica.lengths;
    let outcome = &point.outcome;
    let bands = replica.bands(point);
    let context = lengths.context();
    let decoding = replica.rank.micro_batch(outcome.running);
    let step = replica.rank.parts(decoding, 0.0, context);
    let chunk = lengths.fresh.min(replica.pace().chunk);
    let prompt_step = replica
        .rank
        .parts(0.0, chunk * replica.rank.data(), context);
    let bottleneck = if outcome.admission_wait > 0.0 {
        Bottleneck::KvCapacity
    } else if outcome.interference > outcome.decode_step {
        // Decoding mostly waits for prompts.
        Bottleneck::Compute
    } else {
        step.bottleneck()
    };
    Performance {
        concurrency: point.users,
        running: outcome.running,
        ttft: Latency {
            mean: Seconds::new(point.ttft),
            at_percentile: Seconds::new(point.ttft_at_percentile),
            band: bands.ttft,
        },
        tpot: Latency {
            mean: Seconds::new(outcome.tpot),
            at_percentile: Seconds::new(point.tpot_at_percentile),
            band: bands.tpot,
        },
        output: TokensPerSecond::new(point.rate * lengths.output),
        output_band: bands.output,
        requests: RequestsPerSecond::new(point.rate),
        prefill: TokensPerSecond::new(lengths.fresh / outcome.prompt.whole),
        request_latency: Seconds::new(point.ttft + (lengths.output - 1.0) * outcome.tpot),
        bottleneck,
        prefill_bottleneck: prompt_step.bottleneck(),
        step,
        prompt_step,
    }
}

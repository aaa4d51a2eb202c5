//! An estimate as a line of JSON.

use crate::batch::estimate::{Bands, Calibrated, Cost, Estimate, Memory, Performance, around};
use crate::batch::input::Line;
use crate::batch::ownership::Owning;
use crate::batch::run::Chosen;
use crate::batch::sessions::Asked;
use crate::calibration::{Errors, is_beyond, matches};
use crate::decimal;
use crate::quantity::TokensPerSecond;
use crate::serving::memory::engine_rules::assumed_utilization;
use crate::serving::memory::{Component, MemoryBreakdown, is_published};
use crate::serving::report;
use crate::serving::scenario::Scenario;
use crate::session::Routing;
use crate::workload::Load;
use serde_json::{Map, Value};

/// The object of the contract, less its `id`.
pub(crate) fn write(
    (line, sessions): (&Line, Option<&Asked>),
    scenario: &Scenario,
    chosen: &Chosen,
    owning: Option<Owning>,
) -> Estimate {
    let memory = &chosen.estimate.memory;
    let performance = chosen.estimate.performance.as_ref();
    let overrun = chosen
        .overrun
        .map(|most| most.get() * f64::from(chosen.replicas));
    let fits = memory.fits();
    let mut assumed = assumed(line, scenario, chosen);
    let mut cost = fits.then(|| money(scenario, chosen, performance));
    if let Some(asked) = sessions {
        taken_by_sessions(line, asked, &mut assumed);
    }
    if let (Some(cost), Some(owning)) = (&mut cost, owning) {
        cost.tco_usd_per_gpu_hour = Some(owning.per_hour);
        assumed.insert("ownership".to_owned(), owning.assumed.into());
    }
    Estimate {
        fits,
        reason: reason(
            line.request_rate.or(sessions.and_then(Asked::rate)),
            memory,
            overrun,
        ),
        overrun_at_requests_per_s: overrun,
        memory: held(memory),
        performance: performance.map(|performance| {
            let mut speed = speed(scenario, chosen, performance);
            if let Some(found) = chosen.found {
                found.beside(&mut speed);
            }
            speed
        }),
        band: performance.map(|performance| bands(chosen, performance)),
        calibrated: calibrated(scenario, chosen),
        cost: cost.filter(|cost| *cost != Cost::default()),
        assumed,
    }
}

/// What the calibration of a line did.
fn calibrated(scenario: &Scenario, chosen: &Chosen) -> Option<Calibrated> {
    let record = scenario.calibration.as_deref()?;
    let applied = matches(record, scenario, &chosen.chip);
    let errors = |errors: Option<Errors>| errors.map(|errors| [errors.before, errors.after]);
    let users = chosen
        .estimate
        .performance
        .as_ref()
        .map(|performance| performance.concurrency);
    Some(Calibrated {
        applied,
        beyond: applied
            && users
                .is_some_and(|users| is_beyond(record, scenario, chosen.estimate.placement, users)),
        rows: record.rows,
        tpot_error: errors(record.tpot),
        ttft_error: errors(record.ttft),
    })
}

/// Why there is no performance.
fn reason(rate: Option<f64>, memory: &MemoryBreakdown, overrun: Option<f64>) -> Option<String> {
    if !memory.fits() {
        let short = decimal::fixed(memory.short.to_gib(), 2);
        return Some(format!("one request lacks {short} GiB per accelerator"));
    }
    let (asked, most) = rate.zip(overrun)?;
    let [asked, most] = [asked, most].map(|rate| decimal::show(decimal::round(rate, 6)));
    Some(format!(
        "overrun: {asked} requests a second come, {most} are answered at the most"
    ))
}

fn held(memory: &MemoryBreakdown) -> Memory {
    let used = memory.used();
    let with_pool = used - memory.part(Component::KvCache) + memory.kv_pool;
    let part = |part: Component| memory.part(part).get();
    Memory {
        capacity_bytes: memory.capacity.get(),
        weights_bytes: part(Component::Weights),
        activation_bytes: part(Component::Activations),
        runtime_bytes: part(Component::Runtime),
        peak_bytes: used.get().max(with_pool.get().min(memory.capacity.get())),
        kv_bytes_per_token: Some(memory.kv_per_token.get()),
        kv_pool_bytes: Some(memory.kv_pool.get()),
        kv_tokens: Some(memory.kv_tokens.floor()),
        max_concurrency: Some(memory.mean_concurrency.floor()),
        driver_bytes: Some(part(Component::Driver)),
        ..Memory::default()
    }
}

fn speed(scenario: &Scenario, chosen: &Chosen, performance: &report::Performance) -> Performance {
    let working = chosen.working;
    let output = performance.output.get() * working;
    let requests = performance.requests.get() * working;
    let input = requests * scenario.workload.input_tokens;
    let total = output + input;
    Performance {
        ttft_s: Some(performance.ttft.mean.get()),
        tpot_s: Some(performance.tpot.mean.get()),
        request_latency_s: Some(performance.request_latency.get()),
        output_tokens_per_s: Some(output),
        requests_per_s: Some(requests),
        prefill_tokens_per_s: Some(performance.prefill.get() * working),
        ttft_p50_s: Some(performance.ttft.mean.get()),
        ttft_p95_s: Some(performance.ttft.at_percentile.get()),
        tpot_p95_s: Some(performance.tpot.at_percentile.get()),
        concurrency: Some(performance.concurrency * working),
        ..Performance::new(
            performance.step.total,
            total,
            chosen.accelerators(),
            performance.bottleneck,
        )
    }
}

/// Bands of the figures of [`speed`]: of the whole deployment.
fn bands(chosen: &Chosen, performance: &report::Performance) -> Bands {
    let output = performance.output.get() * chosen.working;
    Bands {
        ttft: Some(around(performance.ttft.mean.get(), performance.ttft.band)),
        tpot: Some(around(performance.tpot.mean.get(), performance.tpot.band)),
        output_tokens_per_s: Some(around(output, performance.output_band)),
        ..Bands::default()
    }
}

/// The cost of renting, and that of a token where it keeps up; nothing without a price.
fn money(scenario: &Scenario, chosen: &Chosen, performance: Option<&report::Performance>) -> Cost {
    let Some((bill, price)) = &chosen.bill else {
        return Cost::default();
    };
    let rented = Cost {
        usd_per_hour: Some(bill.per_hour.get()),
        price: Some(price.into()),
        ..Cost::default()
    };
    let Some(performance) = performance else {
        return rented;
    };
    let output = TokensPerSecond::new(performance.output.get() * chosen.working);
    let requests = performance.requests.get() * chosen.working;
    let input = TokensPerSecond::new(requests * scenario.workload.input_tokens);
    let per_hour = bill.per_hour;
    let both = TokensPerSecond::new(output.get() + input.get());
    Cost {
        usd_per_million_output_tokens: Some(per_hour.per_million(output).get()),
        usd_per_million_input_tokens: Some(per_hour.per_million(input).get()),
        usd_per_million_blended_tokens: Some(per_hour.per_million(both).get()),
        ..rented
    }
}

/// Fields of its sessions that the line left to a default, in place of those given.
fn taken_by_sessions(line: &Line, asked: &Asked, assumed: &mut Map<String, Value>) {
    for field in ["prefix_hit_rate", "load"] {
        assumed.remove(field);
    }
    if !asked.assumed.is_empty() {
        assumed.insert("sessions".to_owned(), asked.assumed.clone().into());
    }
    if line.host_cache_gb.is_none() {
        assumed.insert("host_cache_gb".to_owned(), 0.0.into());
    }
    if line.routing.is_none() {
        assumed.insert("routing".to_owned(), Routing::Session.id().into());
    }
}

/// Every field the line left to a default, with the value taken.
fn assumed(line: &Line, scenario: &Scenario, chosen: &Chosen) -> Map<String, Value> {
    let placement = chosen.estimate.placement;
    let mut taken = Map::new();
    let mut take = |missing: bool, field: &str, value: Value| {
        if missing {
            taken.insert(field.to_owned(), value);
        }
    };
    take(line.task.is_none(), "task", "serving".into());
    take(
        line.weights.is_none(),
        "weights",
        scenario.weights.id().into(),
    );
    take(
        line.kv_cache.is_none(),
        "kv_cache",
        scenario.kv_cache.id().into(),
    );
    take(
        line.accelerator.is_none(),
        "accelerator",
        chosen.chip.id.clone().into(),
    );
    take(
        line.accelerators.is_none(),
        "accelerators",
        (chosen.replicas.saturating_mul(placement.accelerators())).into(),
    );
    take(
        line.tensor_parallel.is_none(),
        "tensor_parallel",
        placement.tensor.into(),
    );
    take(
        line.pipeline_parallel.is_none(),
        "pipeline_parallel",
        placement.pipeline.into(),
    );
    take(
        line.expert_parallel.is_none(),
        "expert_parallel",
        placement.expert.into(),
    );
    take(
        line.data_parallel.is_none(),
        "data_parallel",
        placement.data.into(),
    );
    take(
        line.engine.is_none(),
        "engine",
        scenario.engine.engine.id().into(),
    );
    take(
        line.input_tokens.is_none(),
        "input_tokens",
        scenario.workload.input_tokens.into(),
    );
    take(
        line.output_tokens.is_none(),
        "output_tokens",
        scenario.workload.output_tokens.into(),
    );
    take(
        line.prefix_hit_rate.is_none(),
        "prefix_hit_rate",
        scenario.workload.prefix_hit_rate.into(),
    );
    take(
        line.scheduler_poll_steps.is_none(),
        "scheduler_poll_steps",
        scenario.engine.scheduler_poll_steps.into(),
    );
    let load = match scenario.workload.load {
        Load::Steady(_) => "steady",
        Load::Closed(_) => "closed",
        Load::Lockstep(_) => "lockstep",
        Load::Burst(_) => "burst",
        Load::Poisson(_) => "poisson",
        Load::Saturated => "saturated",
    };
    take(line.load.is_none(), "load", load.into());
    let share = assumed_utilization(scenario.engine.engine, is_published(scenario));
    if let Some(share) = share {
        take(
            line.memory_utilization.is_none(),
            "memory_utilization",
            share.into(),
        );
    }
    taken
}

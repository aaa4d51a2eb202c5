//! An estimate as a line of JSON.

use crate::batch::input::Line;
use crate::batch::ownership::Owning;
use crate::batch::run::Chosen;
use crate::cost::cost;
use crate::memory::Component;
use crate::quantity::TokensPerSecond;
use crate::report::Performance;
use crate::scenario::Scenario;
use crate::workload::Load;
use serde_json::{Map, Value, json};

/// The object of the contract, less its `id`.
pub(crate) fn write(
    line: &Line,
    scenario: &Scenario,
    chosen: &Chosen,
    owning: Option<Owning>,
) -> Value {
    let memory = &chosen.estimate.memory;
    let fits = chosen.estimate.performance.is_some();
    let mut object = Map::new();
    object.insert("fits".to_owned(), fits.into());
    object.insert(
        "reason".to_owned(),
        if fits {
            Value::Null
        } else {
            format!(
                "one request lacks {:.2} GiB per accelerator",
                memory.short.to_gib()
            )
            .into()
        },
    );
    object.insert(
        "memory".to_owned(),
        json!({
            "capacity_bytes": memory.capacity.get(),
            "weights_bytes": memory.part(Component::Weights).get(),
            "kv_bytes_per_token": memory.kv_per_token.get(),
            "kv_pool_bytes": memory.kv_pool.get(),
            "kv_tokens": memory.kv_tokens.floor(),
            "max_concurrency": memory.mean_concurrency.floor(),
            "activation_bytes": memory.part(Component::Activations).get(),
            "runtime_bytes": memory.part(Component::Runtime).get(),
            "driver_bytes": memory.part(Component::Driver).get(),
            "peak_bytes": memory.used().get().max((memory.used()
                - memory.part(Component::KvCache)
                + memory.kv_pool).get().min(memory.capacity.get())),
        }),
    );
    if let Some(performance) = &chosen.estimate.performance {
        object.insert(
            "performance".to_owned(),
            speed(scenario, chosen, performance),
        );
        object.insert("band".to_owned(), bands(performance));
        let mut cost = money(scenario, chosen, performance);
        if let Some(owning) = &owning {
            cost.insert("tco_usd_per_gpu_hour".to_owned(), owning.per_hour.into());
        }
        if !cost.is_empty() {
            object.insert("cost".to_owned(), cost.into());
        }
    }
    let mut assumed = assumed(line, scenario, chosen);
    if let Some(owning) = owning.filter(|_| fits) {
        assumed.insert("ownership".to_owned(), owning.assumed.into());
    }
    object.insert("assumed".to_owned(), assumed.into());
    Value::Object(object)
}

fn speed(scenario: &Scenario, chosen: &Chosen, performance: &Performance) -> Value {
    let replicas = f64::from(chosen.replicas);
    let output = performance.output.get() * replicas;
    let requests = performance.requests.get() * replicas;
    let accelerators = replicas * f64::from(chosen.estimate.placement.accelerators());
    let input = requests * scenario.workload.input_tokens;
    json!({
        "ttft_s": performance.ttft.mean.get(),
        "tpot_s": performance.tpot.mean.get(),
        "request_latency_s": performance.request_latency.get(),
        "output_tokens_per_s": output,
        "total_tokens_per_s": output + input,
        "requests_per_s": requests,
        "prefill_tokens_per_s": performance.prefill.get() * replicas,
        "ttft_p50_s": performance.ttft.mean.get(),
        "ttft_p95_s": performance.ttft.at_percentile.get(),
        "tpot_p95_s": performance.tpot.at_percentile.get(),
        "step_s": performance.step.total.get(),
        "tokens_per_s_per_gpu": (output + input) / accelerators,
        "concurrency": performance.concurrency * replicas,
        "bottleneck": performance.bottleneck,
    })
}

fn bands(performance: &Performance) -> Value {
    let around = |value: f64, band: crate::band::Band| json!([value * band.low, value * band.high]);
    json!({
        "ttft": around(performance.ttft.mean.get(), performance.ttft.band),
        "tpot": around(performance.tpot.mean.get(), performance.tpot.band),
        "output_tokens_per_s": around(performance.output.get(), performance.output_band),
    })
}

/// What renting costs; nothing without a price.
fn money(scenario: &Scenario, chosen: &Chosen, performance: &Performance) -> Map<String, Value> {
    let mut fields = Map::new();
    let Some(price) = &chosen.price else {
        return fields;
    };
    let replicas = f64::from(chosen.replicas);
    let output = TokensPerSecond::new(performance.output.get() * replicas);
    let input = TokensPerSecond::new(
        performance.requests.get() * replicas * scenario.workload.input_tokens,
    );
    let accelerators = replicas * f64::from(chosen.estimate.placement.accelerators());
    let cost = cost(price.per_accelerator, accelerators, output, input, output);
    let both = TokensPerSecond::new(output.get() + input.get());
    for (field, dollars) in [
        ("usd_per_hour", cost.per_hour.get()),
        (
            "usd_per_million_output_tokens",
            cost.per_million_output.get(),
        ),
        ("usd_per_million_input_tokens", cost.per_million_input.get()),
        (
            "usd_per_million_blended_tokens",
            cost.per_hour.per_million(both).get(),
        ),
    ] {
        fields.insert(field.to_owned(), dollars.into());
    }
    let price = json!({"source": price.label, "as_of": price.as_of});
    fields.insert("price".to_owned(), price);
    fields
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
    take(
        line.memory_utilization.is_none(),
        "memory_utilization",
        crate::memory::engine_rules::default_utilization(scenario.engine.engine).into(),
    );
    taken
}

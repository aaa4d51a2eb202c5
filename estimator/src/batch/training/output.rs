//! A training estimate as a line of JSON.

use crate::batch::ownership::Owning;
use crate::batch::training::Chosen;
use crate::batch::training::input::Line;
use crate::batch::training::room::Room;
use crate::quantity::Bytes;
use crate::training::method::Method;
use crate::training::report::{Component, Speed};
use crate::training::run::Terms;
use crate::training::time::network;
use serde_json::{Map, Value, json};

/// The object of the contract, less its `id`.
pub(super) fn write(line: &Line, chosen: &Chosen, owning: Option<Owning>) -> Value {
    let estimate = &chosen.estimate;
    let mut object = Map::new();
    let room = chosen.room();
    let fits = room != Room::None;
    let speed = estimate.speed.as_ref().filter(|_| fits);
    let reason = if fits && speed.is_none() {
        Some("the accelerator's record lacks a rate that this format needs".to_owned())
    } else {
        room.reason(&estimate.memory)
    };
    object.insert("fits".to_owned(), fits.into());
    object.insert("reason".to_owned(), reason.into());
    object.insert("memory".to_owned(), memory(chosen));
    if let Some(speed) = speed {
        object.insert("performance".to_owned(), performance(chosen, speed));
        let around = |value: f64| json!([value * speed.band.low, value * speed.band.high]);
        object.insert(
            "band".to_owned(),
            json!({"tokens_per_s_per_gpu": around(speed.tokens.get())}),
        );
        let mut cost = cost(line, chosen, speed);
        if let Some(owning) = &owning {
            cost.insert("tco_usd_per_gpu_hour".to_owned(), owning.per_hour.into());
        }
        if !cost.is_empty() {
            object.insert("cost".to_owned(), cost.into());
        }
    }
    let mut assumed = assumed(line, chosen);
    if let Some(owning) = owning.filter(|_| speed.is_some()) {
        assumed.insert("ownership".to_owned(), owning.assumed.into());
    }
    object.insert("assumed".to_owned(), assumed.into());
    Value::Object(object)
}

fn memory(chosen: &Chosen) -> Value {
    let memory = &chosen.estimate.memory;
    let sum = |parts: &[Component]| -> f64 {
        let bytes: Bytes = parts.iter().map(|part| memory.part(*part)).sum();
        bytes.get()
    };
    json!({
        "capacity_bytes": memory.capacity.get(),
        "weights_bytes": sum(&[Component::Weights]),
        "gradient_bytes": sum(&[Component::Gradients]),
        "optimizer_bytes": sum(&[Component::MasterWeights, Component::Optimizer]),
        "master_weights_bytes": sum(&[Component::MasterWeights]),
        "gathered_bytes": sum(&[Component::Gathered]),
        "activation_bytes": sum(&[Component::Activations, Component::Logits]),
        "logits_bytes": sum(&[Component::Logits]),
        "workspace_bytes": sum(&[Component::Workspace]),
        "runtime_bytes": sum(&[Component::Context]),
        "allocated_bytes": memory.allocated.get(),
        "peak_bytes": memory.peak.get(),
        "reserved_bytes": memory.reserved.get(),
        "host_bytes": memory.host.get(),
        "stage": memory.stage,
        "trainable_parameters": chosen.estimate.trainable,
    })
}

fn performance(chosen: &Chosen, speed: &Speed) -> Value {
    let accelerators = f64::from(chosen.layout().accelerators);
    let computed = speed.tokens.get() / chosen.job.packed;
    json!({
        "step_s": speed.step.total.get(),
        "tokens_per_s_per_gpu": speed.tokens.get(),
        "total_tokens_per_s": speed.tokens.get() * accelerators,
        "model_tflops_per_gpu": computed * speed.flops_per_token.get() / 1e12,
        "mfu": speed.utilization,
        "mfu_16bit": speed.utilization_sixteen,
        "bottleneck": speed.bottleneck,
    })
}

/// Accelerators that work, at their price; the run with checkpoints and failures. Nothing
/// without a price.
fn cost(line: &Line, chosen: &Chosen, speed: &Speed) -> Map<String, Value> {
    let mut fields = Map::new();
    let Some(price) = &chosen.offer.price else {
        return fields;
    };
    let layout = chosen.layout();
    let hourly = price.per_accelerator.get() * f64::from(layout.accelerators);
    let tokens = 3600.0 * speed.tokens.get() * f64::from(layout.accelerators);
    fields.insert("usd_per_hour".to_owned(), hourly.into());
    let per_million = hourly * 1e6 / tokens;
    fields.insert("usd_per_million_tokens".to_owned(), per_million.into());
    let source = json!({"source": price.label, "as_of": price.as_of});
    fields.insert("price".to_owned(), source);
    if line.tokens.is_some() {
        let node = chosen.offer.accelerator.node_size;
        let terms = Terms::new(&chosen.job, &chosen.site, &chosen.offer, node);
        let wall = terms.duration(layout, speed.step.total).wall.get();
        fields.insert("run_s".to_owned(), wall.into());
        fields.insert("usd_per_run".to_owned(), (hourly * wall / 3600.0).into());
    }
    fields
}

/// Every field the line left to a default, with the value taken.
fn assumed(line: &Line, chosen: &Chosen) -> Map<String, Value> {
    let (job, layout) = (&chosen.job, chosen.layout());
    let chip = &chosen.offer.accelerator;
    let mut taken = Map::new();
    let mut take = |missing: bool, field: &str, value: Value| {
        if missing {
            taken.insert(field.to_owned(), value);
        }
    };
    take(
        line.accelerator.is_none(),
        "accelerator",
        chip.id.clone().into(),
    );
    let counts = [
        ("accelerators", line.accelerators, layout.accelerators),
        ("tensor_parallel", line.tensor_parallel, layout.tensor),
        ("pipeline_parallel", line.pipeline_parallel, layout.pipeline),
        ("context_parallel", line.context_parallel, layout.context),
        ("data_parallel", line.data_parallel, layout.data()),
        ("expert_parallel", line.expert_parallel, layout.expert),
        (
            "expert_tensor_parallel",
            line.expert_tensor_parallel,
            layout.expert_tensor,
        ),
        (
            "virtual_pipeline",
            line.virtual_pipeline,
            layout.virtual_stages,
        ),
        ("micro_batch", line.micro_batch, layout.micro_batch),
        ("global_batch", line.global_batch, job.global_batch),
        ("sequence_length", line.sequence_length, job.sequence),
    ];
    for (field, given, value) in counts {
        take(given.is_none(), field, value.into());
    }
    let names = [
        ("precision", line.precision.is_none(), job.precision.id()),
        ("optimizer", line.optimizer.is_none(), job.optimizer.id()),
        ("framework", line.framework.is_none(), job.stack.id()),
        ("loss", line.loss.is_none(), job.loss.id()),
        ("sharding", line.sharding.is_none(), layout.sharding.id()),
        ("recompute", line.recompute.is_none(), layout.recompute.id()),
        ("offload", line.offload.is_none(), layout.offload.id()),
    ];
    for (field, missing, id) in names {
        take(missing, field, id.into());
    }
    let flags = [
        ("flash_attention", line.flash_attention, job.flash),
        ("dropout", line.dropout, job.dropout),
        (
            "sequence_parallel",
            line.sequence_parallel,
            layout.sequence_parallel,
        ),
    ];
    for (field, given, value) in flags {
        take(given.is_none(), field, value.into());
    }
    take(line.packed.is_none(), "packed", job.packed.into());
    let share = chosen.site.network.unwrap_or_else(|| network(chip));
    let gbps = share.to_gb() * 8.0 * f64::from(chip.node_size.max(1));
    take(
        line.network_gbps_per_node.is_none(),
        "network_gbps_per_node",
        gbps.into(),
    );
    method(line, job.method, &mut take);
    taken
}

fn method(line: &Line, method: Method, take: &mut impl FnMut(bool, &str, Value)) {
    let Some(adapter) = method.adapter() else {
        take(line.method.is_none(), "method", "full".into());
        return;
    };
    take(line.method.is_none(), "method", "lora".into());
    take(line.lora_rank.is_none(), "lora_rank", adapter.rank.into());
    let targets = adapter.targets.id();
    take(line.lora_targets.is_none(), "lora_targets", targets.into());
    take(line.weights.is_none(), "weights", adapter.base.id().into());
}

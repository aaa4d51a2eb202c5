//! A training estimate as a line of JSON.

use crate::batch::estimate::{Bands, Cost, Estimate, Memory, Performance, around};
use crate::batch::ownership::Owning;
use crate::batch::training::Chosen;
use crate::batch::training::input::Line;
use crate::batch::training::room::Room;
use crate::quantity::{Bytes, Seconds};
use crate::rental::cheapest_rented;
use crate::training::method::Method;
use crate::training::report::{Component, Speed};
use crate::training::run::Terms;
use crate::training::time::network;
use serde_json::{Map, Value};

/// The object of the contract, less its `id`.
pub(super) fn write(line: &Line, chosen: &Chosen, owning: Option<Owning>) -> Estimate {
    let estimate = &chosen.estimate;
    let room = chosen.room();
    let fits = room != Room::None;
    let speed = estimate.speed.as_ref().filter(|_| fits);
    let reason = if fits && speed.is_none() {
        Some("the accelerator's record lacks a rate that this format needs".to_owned())
    } else {
        room.reason(&estimate.memory)
    };
    let mut assumed = assumed(line, chosen);
    let mut cost = speed.map(|speed| cost(line, chosen, speed));
    if let (Some(cost), Some(owning)) = (&mut cost, owning) {
        cost.tco_usd_per_gpu_hour = Some(owning.per_hour);
        assumed.insert("ownership".to_owned(), owning.assumed.into());
    }
    Estimate {
        fits,
        reason,
        overrun_at_requests_per_s: None,
        memory: memory(chosen),
        performance: speed.map(|speed| performance(chosen, speed)),
        band: speed.map(|speed| Bands {
            tokens_per_s_per_gpu: Some(around(speed.tokens.get(), speed.band)),
            ..Bands::default()
        }),
        calibrated: None,
        cost: cost.filter(|cost| *cost != Cost::default()),
        assumed,
    }
}

fn memory(chosen: &Chosen) -> Memory {
    let memory = &chosen.estimate.memory;
    let sum = |parts: &[Component]| -> f64 {
        let bytes: Bytes = parts.iter().map(|part| memory.part(*part)).sum();
        bytes.get()
    };
    Memory {
        capacity_bytes: memory.capacity.get(),
        weights_bytes: sum(&[Component::Weights]),
        activation_bytes: sum(&[Component::Activations, Component::Logits]),
        runtime_bytes: sum(&[Component::Context]),
        peak_bytes: memory.peak.get(),
        gradient_bytes: Some(sum(&[Component::Gradients])),
        optimizer_bytes: Some(sum(&[Component::MasterWeights, Component::Optimizer])),
        master_weights_bytes: Some(sum(&[Component::MasterWeights])),
        gathered_bytes: Some(sum(&[Component::Gathered])),
        logits_bytes: Some(sum(&[Component::Logits])),
        workspace_bytes: Some(sum(&[Component::Workspace])),
        allocated_bytes: Some(memory.allocated.get()),
        reserved_bytes: Some(memory.reserved.get()),
        host_bytes: Some(memory.host.get()),
        stage: Some(memory.stage),
        trainable_parameters: Some(chosen.estimate.trainable),
        ..Memory::default()
    }
}

fn performance(chosen: &Chosen, speed: &Speed) -> Performance {
    let accelerators = f64::from(chosen.layout().accelerators);
    let computed = speed.tokens.get() / chosen.job.packed;
    let total = speed.tokens.get() * accelerators;
    Performance {
        model_tflops_per_gpu: Some(computed * speed.flops_per_token.get() / 1e12),
        mfu: Some(speed.utilization),
        mfu_16bit: Some(speed.utilization_sixteen),
        ..Performance::new(
            speed.step.total,
            total,
            accelerators,
            speed.bottleneck.into(),
        )
    }
}

/// Whole instances that hold the accelerators: those whose bill of the run is the least, start,
/// checkpoints and failures included; of an hour where the line asks for no run. Nothing
/// without a price.
fn cost(line: &Line, chosen: &Chosen, speed: &Speed) -> Cost {
    let (layout, offer) = (chosen.layout(), &chosen.offer);
    let terms = Terms::new(
        &chosen.job,
        &chosen.site,
        offer,
        offer.accelerator.node_size,
    );
    let run = line.tokens.map(|_| {
        let time = terms.duration(layout, speed.step.total).wall;
        (time, terms.bill(layout.accelerators, time))
    });
    let prices = offer.prices();
    let sold = run.map_or_else(
        || cheapest_rented(1, layout.accelerators, prices, terms.node_sold()),
        |(_, bill)| bill.sold,
    );
    let Some((price, sold)) = sold.and_then(|(place, sold)| Some((prices.get(place)?, sold)))
    else {
        return Cost::default();
    };
    let hourly = sold.per_hour.get();
    let tokens = 3600.0 * speed.tokens.get() * f64::from(layout.accelerators);
    let dollars = |time: Seconds| hourly * time.get() / 3600.0;
    Cost {
        usd_per_hour: Some(hourly),
        usd_per_million_tokens: Some(hourly * 1e6 / tokens),
        run_s: run.map(|(time, _)| time.get()),
        usd_per_run: run.map(|(time, _)| dollars(time)),
        start_s: run.map(|(_, bill)| bill.start.total().get()),
        usd_of_start: run.map(|(time, bill)| dollars(bill.billed - time)),
        price: Some(price.into()),
        ..Cost::default()
    }
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

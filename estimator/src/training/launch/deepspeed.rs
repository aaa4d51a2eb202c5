//! `DeepSpeed`: its configuration as JSON, under TRL's script.
//!
//! `train_batch_size = train_micro_batch_size_per_gpu * gradient_accumulation_steps * dp`.
//! Source: deepspeedai/DeepSpeed at edaa722 (August 2026), `docs/_pages/config-json.md`;
//! `MiCS`, which is hybrid sharding, in `docs/code-docs/source/zero3.rst`. Pipelines take a
//! model written as a `PipelineModule`, which no setting makes of another.

use super::shell;
use super::trainer::Under;
use super::tree::{Fields, Tree};
use super::{Gap, Launch, Setup, script};
use crate::training::method::{Offload, Optimizer, Precision, Sharding};

pub(super) const CONFIG: &str = "ds_config.json";

pub(super) fn write(setup: &Setup<'_>, launch: &mut Launch) {
    let layout = setup.layout;
    let mut command = shell::torchrun(setup.machines, "");
    command.raw(script::NAME);
    for argument in script::arguments(setup) {
        command.raw(argument);
    }
    launch.file("launch.sh", command.finish());
    write_config(setup, launch);
    let under = Under {
        deepspeed: Some(CONFIG),
        ..Under::default()
    };
    script::write(setup, under, launch);
    launch.gap(layout.expert_tensor > 1, Gap::ExpertTensor);
}

/// The configuration alone, for software over it.
pub(super) fn write_config(setup: &Setup<'_>, launch: &mut Launch) {
    let config = config(setup, launch);
    launch.file(CONFIG, config.json());
}

fn config(setup: &Setup<'_>, launch: &mut Launch) -> Tree {
    let (job, layout) = (setup.job, setup.layout);
    let mut fields = Fields::default();
    // Preferred and rejected answers go together: a pair is one example.
    let together = if job.reference { 2 } else { 1 };
    fields.set("train_batch_size", job.global_batch.div_ceil(together));
    fields.set("train_micro_batch_size_per_gpu", setup.examples());
    let accumulated = layout.micro_batches(job);
    fields.set("gradient_accumulation_steps", accumulated);
    precision(&mut fields, setup, launch);
    fields.set("zero_optimization", zero(setup));
    if layout.offload != Offload::None && job.optimizer == Optimizer::AdamW {
        // Its own, for the host's cores; the trainer fills in the rate.
        let mut rate = Fields::default();
        rate.set("lr", "auto");
        let mut optimizer = Fields::default();
        optimizer.set("type", "AdamW");
        optimizer.set("params", rate.tree());
        fields.set("optimizer", optimizer.tree());
    }
    if layout.tensor > 1 {
        let mut tensor = Fields::default();
        tensor.set("autotp_size", layout.tensor);
        fields.set("tensor_parallel", tensor.tree());
    }
    fields.tree()
}

fn precision(fields: &mut Fields, setup: &Setup<'_>, launch: &mut Launch) {
    let enabled = || {
        let mut format = Fields::default();
        format.set("enabled", true);
        format
    };
    match setup.job.precision {
        Precision::Bf16Mixed => fields.set("bf16", enabled().tree()),
        Precision::Fp16Mixed => fields.set("fp16", enabled().tree()),
        Precision::Fp32 => {}
        Precision::Bf16 => {
            let mut format = enabled();
            format.set("bf16_master_weights_and_grads", true);
            format.set("bf16_optimizer_states", true);
            fields.set("bf16", format.tree());
            // Documented for stages 1 to 3 alone.
            launch.gap(stage(setup.layout.sharding) == 0, Gap::Precision);
        }
        _ => {
            fields.set("bf16", enabled().tree());
            launch.gap(true, Gap::Precision);
        }
    }
    launch.gap(setup.job.optimizer == Optimizer::Muon, Gap::Optimizer);
}

/// The stage of ZeRO.
const fn stage(sharding: Sharding) -> u32 {
    match sharding {
        Sharding::None => 0,
        Sharding::DistributedOptimizer | Sharding::Zero1 => 1,
        Sharding::Zero2 => 2,
        Sharding::Zero3 | Sharding::Hybrid => 3,
    }
}

fn zero(setup: &Setup<'_>) -> Tree {
    let layout = setup.layout;
    let stage = stage(layout.sharding);
    let mut fields = Fields::default();
    fields.set("stage", stage);
    fields.set_if(stage > 1, "overlap_comm", true);
    fields.set_if(stage > 1, "contiguous_gradients", true);
    if layout.sharding == Sharding::Hybrid {
        fields.set("mics_shard_size", setup.shard_group());
    }
    let on = |device: &str| {
        let mut fields = Fields::default();
        fields.set("device", device);
        fields.set_if(device == "nvme", "nvme_path", "/local_nvme");
        fields.tree()
    };
    match layout.offload {
        Offload::None => {}
        Offload::Optimizer => fields.set("offload_optimizer", on("cpu")),
        Offload::States => {
            fields.set("offload_optimizer", on("cpu"));
            fields.set("offload_param", on("cpu"));
        }
        Offload::Nvme => fields.set("offload_optimizer", on("nvme")),
    }
    fields.tree()
}

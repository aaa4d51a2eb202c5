//! The arguments of TRL's trainers: `SFTConfig`, or `DPOConfig` where preferences are
//! taught, and transformers' `TrainingArguments` below both.
//!
//! `per_device_train_batch_size * gradient_accumulation_steps * dp` is the global batch.
//! Source: trl 1.16.0 `trl/trainer/sft_config.py` and `dpo_config.py`; transformers 5.24.0
//! `training_args.py`. There `nll` is a loss that never holds all logits at once.

use super::python::Call;
use super::tree::{Fields, Tree};
use super::{Gap, Launch, Setup};
use crate::training::method::{Loss, Optimizer, Precision, Recompute};

/// What of a trainer depends on what launches it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Under {
    /// The configuration of `DeepSpeed`.
    pub deepspeed: Option<&'static str>,
    /// Whether states are cut by FSDP.
    pub sharded: bool,
    /// Whether the trainer loads the model.
    pub loads: bool,
}

/// The call that makes the configuration.
pub(super) fn config(setup: &Setup<'_>, under: Under, launch: &mut Launch) -> Call {
    let (job, layout) = (setup.job, setup.layout);
    let mut call = Call::new(if job.reference {
        "DPOConfig"
    } else {
        "SFTConfig"
    });
    call.raw("output_dir", "args.output");
    call.raw("learning_rate", "args.learning_rate");
    call.set("per_device_train_batch_size", setup.examples());
    call.set("gradient_accumulation_steps", layout.micro_batches(job));
    call.set("max_steps", setup.steps());
    call.set("save_strategy", "steps");
    call.set("save_steps", setup.save_every());
    call.set("max_length", job.sequence);
    if !job.reference {
        // Pairs are not packed. Examples follow each other and are cut at the length.
        let packs = job.packed >= 1.0;
        call.set("packing", packs);
        call.set_if(packs, "packing_strategy", "wrapped");
        call.set("loss_type", "nll");
    }
    call.set_if(under.loads, "model_init_kwargs", model(setup));
    call.set("bf16", job.precision == Precision::Bf16Mixed);
    call.set("fp16", job.precision == Precision::Fp16Mixed);
    let again = layout.recompute == Recompute::Full;
    call.set("gradient_checkpointing", again);
    if again {
        let mut fields = Fields::default();
        fields.set("use_reentrant", false);
        call.set("gradient_checkpointing_kwargs", fields.tree());
    }
    launch.gap(layout.recompute == Recompute::Selective, Gap::Recompute);
    match optimizer(setup, under) {
        Some(name) => call.set("optim", name),
        None => launch.gap(true, Gap::Optimizer),
    }
    launch.gap(job.loss == Loss::Fused, Gap::Loss);
    if let Some(file) = under.deepspeed {
        call.set("deepspeed", file);
    }
    call.set("report_to", "none");
    call
}

/// How the model is loaded.
fn model(setup: &Setup<'_>) -> Tree {
    let mut fields = Fields::default();
    fields.set("dtype", dtype(setup));
    let kernel = if setup.job.flash { "sdpa" } else { "eager" };
    fields.set("attn_implementation", kernel);
    fields.tree()
}

/// The format that weights are loaded in: what learns under mixed precision is kept at
/// fp32, a frozen base at 16 bits.
pub(super) fn dtype(setup: &Setup<'_>) -> &'static str {
    let job = setup.job;
    let frozen = job.method.adapter().is_some();
    match job.precision {
        Precision::Fp32 => "float32",
        Precision::Bf16 => "bfloat16",
        _ if !frozen => "float32",
        Precision::Fp16Mixed => "float16",
        _ => "bfloat16",
    }
}

/// The name among `OptimizerNames`; bitsandbytes' optimizer in 8 bits does not run over
/// what FSDP2 cuts, torchao's does (axolotl 0.19, `check_fsdp2_w_8bit_optimizer`).
pub(super) fn optimizer(setup: &Setup<'_>, under: Under) -> Option<&'static str> {
    let job = setup.job;
    let half = job.precision == Precision::Bf16
        || job.method.adapter().is_some_and(|adapter| adapter.half);
    match job.optimizer {
        Optimizer::AdamW => Some("adamw_torch_fused"),
        // Moments have the format of what learns.
        Optimizer::AdamWHalf if half => Some("adamw_torch_fused"),
        Optimizer::AdamW8 if under.sharded => Some("adamw_torch_8bit"),
        Optimizer::AdamW8 => Some("adamw_8bit"),
        Optimizer::AdamW4 => Some("adamw_torch_4bit"),
        Optimizer::Adafactor => Some("adafactor"),
        Optimizer::Sgd => Some("sgd"),
        Optimizer::AdamWHalf | Optimizer::Muon => None,
    }
}

//! The trainer's arguments of a Hugging Face run, as the JSON that `HfArgumentParser`
//! reads: TRL's `SFTConfig`, and `TrainingArguments` below it.
//!
//! `per_device_train_batch_size * gradient_accumulation_steps * dp` is the global batch.
//! Source: huggingface/transformers `src/transformers/training_args.py`,
//! huggingface/trl `trl/trainer/sft_config.py` (2026).

use super::tree::{Fields, Tree};
use super::{Gap, Launch, Setup};
use crate::training::method::{Loss, Optimizer, Precision, Recompute};

/// The name the other files know it by.
pub(super) const NAME: &str = "training_args.json";

pub(super) fn write(setup: &Setup<'_>, deepspeed: Option<&str>, launch: &mut Launch) {
    let (job, layout) = (setup.job, setup.layout);
    let mut fields = Fields::default();
    fields.set("output_dir", "output");
    // TRL counts a pair as one example.
    let together = if job.reference { 2 } else { 1 };
    let micro = layout.micro_batch.div_ceil(together);
    fields.set("per_device_train_batch_size", micro);
    let accumulated = layout.micro_batches(job);
    fields.set("gradient_accumulation_steps", accumulated);
    fields.set("max_steps", setup.steps());
    fields.set("max_length", job.sequence);
    // Preference tuning takes pairs, which are not packed.
    fields.set_if(!job.reference, "packing", job.packed >= 1.0);
    fields.set("model_init_kwargs", model(setup));
    let bf16 = matches!(job.precision, Precision::Bf16Mixed | Precision::Fp8Mixed);
    fields.set("bf16", bf16);
    fields.set("fp16", job.precision == Precision::Fp16Mixed);
    fields.set(
        "gradient_checkpointing",
        layout.recompute == Recompute::Full,
    );
    launch.gap(layout.recompute == Recompute::Selective, Gap::Recompute);
    match optimizer(job.optimizer) {
        Some(name) => fields.set("optim", name),
        None => launch.gap(true, Gap::Optimizer),
    }
    // TRL's name of a loss over all logits at once, and of one in chunks.
    let loss = match job.loss {
        Loss::Chunked => "chunked_nll",
        Loss::Plain | Loss::Fused => "nll",
    };
    fields.set_if(!job.reference, "loss_type", loss);
    launch.gap(job.loss == Loss::Fused, Gap::Loss);
    if let Some(file) = deepspeed {
        fields.set("deepspeed", file);
    }
    launch.file(NAME, fields.tree().json());
}

/// How the model is loaded: what learns under mixed precision is kept at fp32, a frozen
/// base at 16 bits.
fn model(setup: &Setup<'_>) -> Tree {
    let job = setup.job;
    let frozen = job.method.adapter().is_some();
    let half = match job.precision {
        Precision::Fp32 => false,
        Precision::Bf16 => true,
        _ => frozen,
    };
    let mut fields = Fields::default();
    fields.set("dtype", if half { "bfloat16" } else { "float32" });
    let kernel = if job.flash { "sdpa" } else { "eager" };
    fields.set("attn_implementation", kernel);
    fields.tree()
}

/// The name among `OptimizerNames`.
const fn optimizer(optimizer: Optimizer) -> Option<&'static str> {
    match optimizer {
        Optimizer::AdamW => Some("adamw_torch_fused"),
        Optimizer::AdamW8 => Some("adamw_8bit"),
        Optimizer::AdamW4 => Some("adamw_torch_4bit"),
        Optimizer::Adafactor => Some("adafactor"),
        Optimizer::Sgd => Some("sgd"),
        Optimizer::AdamWHalf | Optimizer::Muon => None,
    }
}

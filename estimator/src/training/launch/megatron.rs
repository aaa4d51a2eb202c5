//! Megatron-LM: one `torchrun` line with flags.
//!
//! Source: NVIDIA/Megatron-LM at d98e8a6 (August 2026), `megatron/training/arguments.py`,
//! `megatron/core/transformer/transformer_config.py`, and
//! `docs/user-guide/features/megatron_fsdp.md` for states that are cut further than the
//! optimizer's. It trains from data that `tools/preprocess_data.py` made, and goes on from
//! a checkpoint in its own format where the model is a published one.

use super::shell;
use super::{Gap, Launch, Setup, network};
use crate::script::Command;
use crate::training::method::{Loss, Offload, Optimizer, Precision, Recompute, Sharding};

pub(super) fn write(setup: &Setup<'_>, launch: &mut Launch) {
    let (job, layout) = (setup.job, setup.layout);
    let mut command = shell::torchrun(setup.machines, &note(setup));
    command.raw("pretrain_gpt.py");
    degrees(&mut command, setup);
    stages(&mut command, setup);
    command.option("--micro-batch-size", layout.micro_batch);
    command.option("--global-batch-size", job.global_batch);
    command.option("--seq-length", job.sequence);
    command.option("--train-iters", setup.steps());
    command.raw("--lr \"${LEARNING_RATE:?}\"");
    command.raw("--data-path \"${DATASET:?}\"");
    command.option("--tokenizer-type", "HuggingFaceTokenizer");
    match setup.repository() {
        Some(name) => command.option("--tokenizer-model", name),
        None => command.raw("--tokenizer-model \"${MODEL:?}\""),
    }
    if !job.scratch {
        command.raw("--load \"${CHECKPOINT:?}\"");
        command.flag("--finetune");
    }
    command.option("--save", "output");
    command.option("--save-interval", setup.save_every());
    network::write(&mut command, job, launch);
    precision(&mut command, setup, launch);
    sharding(&mut command, setup);
    optimizer(&mut command, setup, launch);
    recompute(&mut command, layout.recompute);
    command.flag_if(job.loss == Loss::Fused, "--cross-entropy-loss-fusion");
    launch.gap(job.loss == Loss::Chunked, Gap::Loss);
    let kernel = if job.flash { "flash" } else { "unfused" };
    command.option("--attention-backend", kernel);
    let dropout = if job.dropout { "0.1" } else { "0.0" };
    command.option("--attention-dropout", dropout);
    command.option("--hidden-dropout", dropout);
    launch.gap(job.model.block.bidirectional, Gap::Model);
    launch.file("launch.sh", command.finish());
}

/// What stands above the command: the release, and what of the model its reader names.
fn note(setup: &Setup<'_>) -> String {
    let release = "Flags of Megatron-LM at d98e8a6 (August 2026).";
    let asked = network::note(&setup.job.model);
    format!("{release}\n{asked}")
}

fn degrees(command: &mut Command, setup: &Setup<'_>) {
    let layout = setup.layout;
    command.option("--tensor-model-parallel-size", layout.tensor);
    command.option("--pipeline-model-parallel-size", layout.pipeline);
    command.option("--context-parallel-size", layout.context);
    if setup.job.model.experts.is_some() {
        command.option("--expert-model-parallel-size", layout.expert);
        command.option("--expert-tensor-parallel-size", layout.expert_tensor);
    }
    command.flag_if(
        layout.sequence_parallel && layout.tensor > 1,
        "--sequence-parallel",
    );
}

/// Stages: their layers dealt by count where Megatron has a flag for it, else by hand.
fn stages(command: &mut Command, setup: &Setup<'_>) {
    let (layout, model) = (setup.layout, &setup.job.model);
    let (pipeline, chunks) = (layout.pipeline.max(1), layout.virtual_stages.max(1));
    let held = |stage| layout.stage(model.layers, stage).1;
    let (first, last) = (held(0), held(pipeline - 1));
    // All before the last hold the same, in equal chunks.
    let alike = held(pipeline.saturating_sub(2)) == first;
    let whole = first.is_multiple_of(chunks) && last.is_multiple_of(chunks);
    if !alike || !whole {
        let dealt = dealt(setup, pipeline, chunks);
        command.option("--pipeline-model-parallel-layout", dealt.as_str());
        return;
    }
    if chunks > 1 {
        command.option("--num-virtual-stages-per-pipeline-rank", chunks);
    }
    if last != first {
        command.option("--decoder-last-pipeline-num-layers", last);
    }
}

/// Layers dealt by hand, in Megatron's letters (`PipelineParallelLayerLayout`): embedding,
/// decoder layers, those for further tokens and loss, a `|` between chunks, first all first
/// chunks, then all second ones. A stage's earlier chunks hold what does not divide.
fn dealt(setup: &Setup<'_>, pipeline: u32, chunks: u32) -> String {
    let model = &setup.job.model;
    let mut all = Vec::new();
    for chunk in 0..chunks {
        for stage in 0..pipeline {
            let (_, held) = setup.layout.stage(model.layers, stage);
            let layers = held / chunks + u32::from(chunk < held % chunks);
            all.push(match layers {
                0 => String::new(),
                1 => "t".to_owned(),
                _ => format!("t*{layers}"),
            });
        }
    }
    let further: String = (0..model.block.further_tokens).map(|_| 'm').collect();
    format!("E{}{further}L", all.join("|"))
}

fn precision(command: &mut Command, setup: &Setup<'_>, launch: &mut Launch) {
    let eight = |command: &mut Command, recipe| {
        command.flag("--bf16");
        command.option("--fp8-format", "hybrid");
        command.option("--fp8-recipe", recipe);
    };
    match setup.job.precision {
        Precision::Bf16Mixed => command.flag("--bf16"),
        Precision::Fp16Mixed => command.flag("--fp16"),
        Precision::Fp32 => {}
        Precision::Fp8Mixed => eight(command, "tensorwise"),
        Precision::Mxfp8Mixed => eight(command, "mxfp8"),
        Precision::Nvfp4Mixed => {
            command.flag("--bf16");
            command.option("--fp4-format", "e2m1");
            command.option("--fp4-recipe", "nvfp4");
        }
        // Master weights stay at fp32 or fp16; scales a row are no recipe.
        Precision::Bf16 | Precision::Fp8Row => {
            command.flag("--bf16");
            launch.gap(true, Gap::Precision);
        }
    }
}

fn sharding(command: &mut Command, setup: &Setup<'_>) {
    let layout = setup.layout;
    let further = |command: &mut Command, strategy| {
        command.flag("--use-distributed-optimizer");
        command.flag("--use-megatron-fsdp");
        command.option("--data-parallel-sharding-strategy", strategy);
        command.flag("--no-gradient-accumulation-fusion");
        command.option("--ckpt-format", "fsdp_dtensor");
    };
    match layout.sharding {
        Sharding::None => {}
        Sharding::DistributedOptimizer | Sharding::Zero1 => {
            command.flag("--use-distributed-optimizer");
            command.flag("--overlap-grad-reduce");
            command.flag("--overlap-param-gather");
        }
        Sharding::Zero2 => further(command, "optim_grads"),
        Sharding::Zero3 => further(command, "optim_grads_params"),
        Sharding::Hybrid => {
            further(command, "optim_grads_params");
            let copies = layout.data() / setup.shard_group();
            command.option("--num-distributed-optimizer-instances", copies);
        }
    }
    let offload = layout.offload == Offload::Optimizer;
    command.flag_if(offload, "--optimizer-cpu-offload");
}

fn optimizer(command: &mut Command, setup: &Setup<'_>, launch: &mut Launch) {
    let moments = match setup.job.optimizer {
        Optimizer::AdamWHalf => Some("bf16"),
        Optimizer::AdamW8 => Some("fp8"),
        _ => None,
    };
    let name = match setup.job.optimizer {
        Optimizer::Sgd => "sgd",
        Optimizer::Muon => "muon",
        _ => "adam",
    };
    command.option("--optimizer", name);
    let offloaded = setup.layout.offload == Offload::Optimizer;
    command.flag_if(
        moments.is_some() || offloaded,
        "--use-precision-aware-optimizer",
    );
    // It asks for the distributed optimizer, also where there is but one shard.
    command.flag_if(
        (moments.is_some() || offloaded) && setup.layout.sharding == Sharding::None,
        "--use-distributed-optimizer",
    );
    if let Some(format) = moments {
        command.option("--exp-avg-dtype", format);
        command.option("--exp-avg-sq-dtype", format);
    }
    let alone = match setup.job.optimizer {
        Optimizer::AdamW4 | Optimizer::Adafactor => true,
        // Orthogonalising takes whole matrices: no cut beyond the optimizer's own.
        Optimizer::Muon => matches!(
            setup.layout.sharding,
            Sharding::Zero2 | Sharding::Zero3 | Sharding::Hybrid
        ),
        _ => false,
    };
    // Megatron takes both only with Adam.
    let not_adam = name != "adam" && (moments.is_some() || offloaded);
    launch.gap(alone || not_adam, Gap::Optimizer);
}

fn recompute(command: &mut Command, recompute: Recompute) {
    match recompute {
        Recompute::None => {}
        Recompute::Selective => command.option("--recompute-granularity", "selective"),
        Recompute::Full => {
            command.option("--recompute-granularity", "full");
            command.option("--recompute-method", "uniform");
            command.option("--recompute-num-layers", 1);
        }
    }
}

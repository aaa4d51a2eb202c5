//! torchtitan 0.3: one `torchrun` line with `--section.option` flags over a ready
//! configuration of the model.
//!
//! Source: `torchtitan/config/configs.py`, `distributed/parallel_dims.py` and
//! `distributed/pipeline_parallel.py` of release 0.3.0; `hf_datasets/text_datasets.py`,
//! where `c4_test` reads column `text` of whatever its path names; `docs/checkpoint.md` for
//! weights of the hub. The learning rate is that of the first group of parameters, which in
//! ready configurations is all of them (`components/optimizer/optimizer.py`). Number formats
//! below 16 bits and adapters are chosen in Python there, not by a flag; where no ready
//! configuration has the format it is a gap, and where none has the model `$MODULE` and
//! `$CONFIG` are the user's own.

use super::shell;
use super::{Gap, Launch, Setup};
use crate::script::Command;
use crate::training::method::{Loss, Offload, Optimizer, Precision, Recompute, Sharding};

/// What stands above the command.
const NOTE: &str = "Flags of torchtitan 0.3.0.";

/// Models with a ready configuration that reads texts: catalogue id, module, function.
const READY: [(&str, &str, &str); 14] = [
    ("meta-llama/Llama-3.1-8B", "llama3", "llama3_8b"),
    ("meta-llama/Meta-Llama-3-8B", "llama3", "llama3_8b"),
    ("meta-llama/Llama-3.1-70B", "llama3", "llama3_70b"),
    ("meta-llama/Llama-3.3-70B-Instruct", "llama3", "llama3_70b"),
    ("meta-llama/Meta-Llama-3-70B", "llama3", "llama3_70b"),
    ("meta-llama/Llama-3.1-405B", "llama3", "llama3_405b"),
    ("Qwen/Qwen3-0.6B", "qwen3", "qwen3_0_6b"),
    ("Qwen/Qwen3-1.7B", "qwen3", "qwen3_1_7b"),
    ("Qwen/Qwen3-14B", "qwen3", "qwen3_14b"),
    ("Qwen/Qwen3-32B", "qwen3", "qwen3_32b"),
    ("Qwen/Qwen3-30B-A3B", "qwen3", "qwen3_30b_a3b"),
    ("deepseek-ai/DeepSeek-V3", "deepseek_v3", "deepseek_v3_671b"),
    ("openai/gpt-oss-20b", "gpt_oss", "gpt_oss_20b"),
    ("openai/gpt-oss-120b", "gpt_oss", "gpt_oss_120b"),
];

/// The same in eight bits.
const READY_EIGHT: [(&str, Precision, &str, &str); 2] = [
    (
        "meta-llama/Llama-3.1-8B",
        Precision::Mxfp8Mixed,
        "llama3",
        "llama3_8b_mxfp8",
    ),
    (
        "deepseek-ai/DeepSeek-V3",
        Precision::Fp8Mixed,
        "deepseek_v3",
        "deepseek_v3_671b_float8",
    ),
];

pub(super) fn write(setup: &Setup<'_>, launch: &mut Launch) {
    let (job, layout) = (setup.job, setup.layout);
    let mut command = shell::torchrun(setup.machines, NOTE);
    command.raw("-m torchtitan.train");
    configuration(&mut command, setup, launch);
    let staged = layout.pipeline > 1;
    // A stage cuts what one accumulation step reads into micro-batches.
    let local = if staged {
        layout.micro_batch.saturating_mul(layout.micro_batches(job))
    } else {
        layout.micro_batch
    };
    command.option("--training.local_batch_size", local);
    command.option("--training.global_batch_size", job.global_batch);
    command.option("--training.seq_len", job.sequence);
    command.option("--training.steps", setup.steps());
    command.raw("--optimizer.param_groups.0.optimizer_kwargs.lr \"${LEARNING_RATE:?}\"");
    command.option("--dataloader.dataset", "c4_test");
    command.raw("--dataloader.dataset_path \"${DATASET:?}\"");
    // A folder: tokenizer, and the weights that a run goes on from.
    command.raw("--hf_assets_path \"${MODEL:?}\"");
    command.flag("--checkpoint.enable");
    command.option("--checkpoint.interval", setup.save_every());
    command.flag_if(!job.scratch, "--checkpoint.initial_load_in_hf");
    degrees(&mut command, setup, launch);
    if staged {
        stages(&mut command, setup, launch);
    }
    formats(&mut command, setup, launch);
    command.flag("--compile.enable");
    launch.gap(job.loss == Loss::Fused, Gap::Loss);
    // It always asks PyTorch for the fastest kernel there is.
    launch.gap(!job.flash, Gap::Attention);
    // The choice of a policy ends the line.
    command.flag(match layout.recompute {
        Recompute::None => "activation-checkpoint:none",
        Recompute::Selective => "activation-checkpoint:selective",
        Recompute::Full => "activation-checkpoint:full",
    });
    launch.file("launch.sh", command.finish());
}

/// The ready configuration, or a place for the user's own.
fn configuration(command: &mut Command, setup: &Setup<'_>, launch: &mut Launch) {
    let job = setup.job;
    let id = job.model.id.as_str();
    let sixteen = matches!(
        job.precision,
        Precision::Bf16Mixed | Precision::Bf16 | Precision::Fp32
    );
    let eight = READY_EIGHT
        .iter()
        .find(|(known, precision, ..)| *known == id && *precision == job.precision)
        .map(|(_, _, module, config)| (*module, *config));
    let plain = READY
        .iter()
        .find(|(known, ..)| *known == id)
        .map(|(_, module, config)| (*module, *config));
    launch.gap(!sixteen && eight.is_none(), Gap::Precision);
    if let Some((module, config)) = eight.or(plain) {
        command.option("--module", module);
        command.option("--config", config);
    } else {
        launch.gap(true, Gap::Configuration);
        command.raw("--module \"${MODULE:?}\"");
        command.raw("--config \"${CONFIG:?}\"");
    }
}

/// `dp_replicate * dp_shard * cp * tp * pp` is the number of accelerators.
fn degrees(command: &mut Command, setup: &Setup<'_>, launch: &mut Launch) {
    let layout = setup.layout;
    let copies = layout.data().max(1);
    let shard = match layout.sharding {
        Sharding::None => 1,
        Sharding::Hybrid => setup.shard_group(),
        _ => copies,
    };
    let gathered = matches!(layout.sharding, Sharding::Zero3 | Sharding::Hybrid);
    let degrees = [
        ("data_parallel_replicate_degree", copies / shard),
        ("data_parallel_shard_degree", shard),
        ("tensor_parallel_degree", layout.tensor),
        ("pipeline_parallel_degree", layout.pipeline),
        ("context_parallel_degree", layout.context),
        ("expert_parallel_degree", layout.expert),
    ];
    for (name, degree) in degrees {
        command.option(&format!("--parallelism.{name}"), degree);
    }
    if shard > 1 {
        let policy = if gathered { "always" } else { "never" };
        command.option("--parallelism.fsdp_reshard_after_forward", policy);
    }
    command.flag_if(
        layout.tensor > 1 && !layout.sequence_parallel,
        "--parallelism.no-enable_sequence_parallel",
    );
    launch.gap(layout.expert_tensor > 1, Gap::ExpertTensor);
}

/// Stages of equal layers: as many to a chunk as make `pp * v` chunks.
fn stages(command: &mut Command, setup: &Setup<'_>, launch: &mut Launch) {
    let layout = setup.layout;
    let interleaved = layout.virtual_stages > 1;
    let schedule = if interleaved {
        "Interleaved1F1B"
    } else {
        "1F1B"
    };
    command.option("--parallelism.pipeline_parallel_schedule", schedule);
    let micro = layout.micro_batch;
    command.option("--parallelism.pipeline_parallel_microbatch_size", micro);
    let chunks = layout.pipeline.saturating_mul(layout.virtual_stages).max(1);
    let layers = setup.job.model.layers;
    let each = layers.div_ceil(chunks).max(1);
    launch.gap(layers.div_ceil(each) != chunks, Gap::VirtualStages);
    command.option("--parallelism.pipeline_parallel_layers_per_stage", each);
    for end in ["first", "last"] {
        let name = format!("--parallelism.pipeline_parallel_{end}_stage_less_layers");
        command.option(&name, 0);
    }
}

fn formats(command: &mut Command, setup: &Setup<'_>, launch: &mut Launch) {
    let job = setup.job;
    match job.precision {
        Precision::Bf16 => command.option("--training.dtype", "bfloat16"),
        Precision::Fp32 => command.option("--training.mixed_precision_param", "float32"),
        _ => {}
    }
    match job.optimizer {
        Optimizer::AdamW => {}
        Optimizer::AdamWHalf if job.precision == Precision::Bf16 => {}
        Optimizer::AdamWHalf => {
            command.option("--optimizer.implementation", "fused_opt_states_bf16");
        }
        _ => launch.gap(true, Gap::Optimizer),
    }
    let offload = setup.layout.offload;
    command.flag_if(offload == Offload::States, "--training.enable_cpu_offload");
}

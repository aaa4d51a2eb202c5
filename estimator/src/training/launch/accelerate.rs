//! Hugging Face Accelerate: a YAML of FSDP2 or of plain data parallelism, the trainer's
//! arguments, and the launch line.
//!
//! Source: huggingface/accelerate at 16cb6eb (July 2026), `commands/config/config_args.py`,
//! `examples/config_yaml_templates` and `examples/torch_native_parallelism/configs`.
//! Pipelines and expert parallelism have no setting there.

use super::shell::Command;
use super::tree::{Fields, Tree};
use super::{Gap, Launch, Setup, arguments, peft};
use crate::training::method::{Offload, Precision, Sharding};

const CONFIG: &str = "accelerate.yaml";

pub(super) fn write(setup: &Setup<'_>, launch: &mut Launch) {
    let layout = setup.layout;
    let mut command = Command::new("accelerate launch");
    command.option("--config_file", CONFIG);
    if setup.machines.nodes > 1 {
        command.raw("--machine_rank \"$NODE_RANK\"");
        command.raw("--main_process_ip \"$MASTER_ADDR\"");
        command.option("--main_process_port", 29500);
    }
    command.raw("train.py");
    command.raw(arguments::NAME);
    launch.file("launch.sh", command.finish());
    let config = config(setup, launch);
    launch.file(CONFIG, config.yaml());
    arguments::write(setup, None, launch);
    peft::write(setup, launch);
    launch.gap(layout.pipeline > 1, Gap::Pipeline);
    launch.gap(layout.expert > 1, Gap::Expert);
    launch.gap(layout.expert_tensor > 1, Gap::ExpertTensor);
    launch.gap(
        matches!(layout.offload, Offload::Optimizer | Offload::Nvme),
        Gap::Offload,
    );
}

fn config(setup: &Setup<'_>, launch: &mut Launch) -> Tree {
    let layout = setup.layout;
    let shards = matches!(
        layout.sharding,
        Sharding::Zero2 | Sharding::Zero3 | Sharding::Hybrid
    );
    // Only FSDP offloads, on one accelerator too; over copies it cuts what it offloads.
    let offloads = layout.offload == Offload::States;
    launch.gap(
        matches!(
            layout.sharding,
            Sharding::Zero1 | Sharding::DistributedOptimizer
        ) || (offloads && !shards && layout.data() > 1),
        Gap::Sharding,
    );
    let meshed = layout.tensor > 1 || layout.context > 1 || layout.sharding == Sharding::Hybrid;
    let several = layout.accelerators > 1;
    let kind = if offloads || several && (shards || meshed) {
        "FSDP"
    } else if !several {
        "NO"
    } else {
        "MULTI_GPU"
    };
    let mut fields = Fields::default();
    fields.set("compute_environment", "LOCAL_MACHINE");
    fields.set("distributed_type", kind);
    fields.set("mixed_precision", precision(setup, launch));
    fields.set("num_machines", setup.machines.nodes);
    fields.set("num_processes", layout.accelerators);
    fields.set("machine_rank", 0);
    fields.set("rdzv_backend", "static");
    if kind == "FSDP" {
        fields.set("fsdp_config", fsdp(setup));
    }
    if kind == "FSDP" && meshed {
        fields.set("parallelism_config", mesh(setup, shards));
    }
    fields.tree()
}

/// FSDP2: whole states over all copies, weights given back after the forward pass or
/// kept until the backward one.
fn fsdp(setup: &Setup<'_>) -> Tree {
    let layout = setup.layout;
    let mut fields = Fields::default();
    fields.set("fsdp_version", 2);
    fields.set("fsdp_auto_wrap_policy", "TRANSFORMER_BASED_WRAP");
    let again = layout.sharding != Sharding::Zero2;
    fields.set("fsdp_reshard_after_forward", again);
    let offload = layout.offload == Offload::States;
    fields.set("fsdp_offload_params", offload);
    // The trainer's arguments recompute; both at once would do it twice.
    fields.set("fsdp_activation_checkpointing", false);
    fields.set("fsdp_cpu_ram_efficient_loading", true);
    fields.set("fsdp_state_dict_type", "SHARDED_STATE_DICT");
    fields.tree()
}

/// `dp_replicate * dp_shard * cp * tp` is the number of processes.
fn mesh(setup: &Setup<'_>, shards: bool) -> Tree {
    let layout = setup.layout;
    let copies = layout.data().max(1);
    let shard = match layout.sharding {
        Sharding::Hybrid => setup.shard_group(),
        _ if shards => copies,
        _ => 1,
    };
    let mut fields = Fields::default();
    fields.set("parallelism_config_dp_replicate_size", copies / shard);
    fields.set("parallelism_config_dp_shard_size", shard);
    fields.set("parallelism_config_tp_size", layout.tensor);
    fields.set("parallelism_config_cp_size", layout.context);
    fields.tree()
}

fn precision(setup: &Setup<'_>, launch: &mut Launch) -> &'static str {
    match setup.job.precision {
        Precision::Bf16Mixed => "bf16",
        Precision::Fp16Mixed => "fp16",
        // Pure formats follow the dtype that the model is loaded in.
        Precision::Fp32 | Precision::Bf16 => "no",
        Precision::Fp8Mixed => "fp8",
        Precision::Mxfp8Mixed | Precision::Fp8Row | Precision::Nvfp4Mixed => {
            launch.gap(true, Gap::Precision);
            "bf16"
        }
    }
}

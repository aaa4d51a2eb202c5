//! Hugging Face Accelerate: a YAML of FSDP2 or of plain data parallelism, and the launch
//! line of TRL's script.
//!
//! Source: huggingface/accelerate at 16cb6eb (July 2026), `commands/config/config_args.py`,
//! `examples/config_yaml_templates` and `examples/torch_native_parallelism/configs`.
//! accelerate 1.15 `utils/fsdp_utils.py`: a 4-bit base is cut where it is stored in floats,
//! and is not broadcast from one rank. Pipelines and expert parallelism have no setting
//! there, and tensor parallelism none in TRL.

use super::trainer::Under;
use super::tree::{Fields, Tree};
use super::{Gap, Launch, Setup, script};
use crate::script::Command;
use crate::training::method::{Base, Offload, Precision, Sharding};

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
    command.raw(script::NAME);
    for argument in script::arguments(setup) {
        command.raw(argument);
    }
    launch.file("launch.sh", command.finish());
    let config = config(setup, launch);
    launch.file(CONFIG, config.yaml());
    let under = Under {
        sharded: kind(setup) == FSDP,
        ..Under::default()
    };
    script::write(setup, under, launch);
    launch.gap(layout.expert_tensor > 1, Gap::ExpertTensor);
}

const FSDP: &str = "FSDP";

/// Whether weights are cut over copies.
const fn shards(setup: &Setup<'_>) -> bool {
    matches!(
        setup.layout.sharding,
        Sharding::Zero2 | Sharding::Zero3 | Sharding::Hybrid
    )
}

/// Whether the processes are more than one row of copies.
fn is_meshed(setup: &Setup<'_>) -> bool {
    let layout = setup.layout;
    layout.context > 1 || layout.sharding == Sharding::Hybrid
}

/// The kind of distribution. Only FSDP offloads, on one accelerator too.
fn kind(setup: &Setup<'_>) -> &'static str {
    let several = setup.layout.accelerators > 1;
    let cut = several && (shards(setup) || is_meshed(setup));
    if cut || setup.layout.offload == Offload::States {
        FSDP
    } else if several {
        "MULTI_GPU"
    } else {
        "NO"
    }
}

fn config(setup: &Setup<'_>, launch: &mut Launch) -> Tree {
    let layout = setup.layout;
    let kind = kind(setup);
    let mut fields = Fields::default();
    fields.set("compute_environment", "LOCAL_MACHINE");
    fields.set("distributed_type", kind);
    fields.set("mixed_precision", precision(setup, launch));
    fields.set("num_machines", setup.machines.nodes);
    fields.set("num_processes", layout.accelerators);
    fields.set("machine_rank", 0);
    fields.set("rdzv_backend", "static");
    if kind == FSDP {
        fields.set("fsdp_config", fsdp(setup));
    }
    if kind == FSDP && is_meshed(setup) {
        fields.set("parallelism_config", mesh(setup));
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
    // A 4-bit base is loaded by every rank.
    let base = setup.job.method.adapter().map(|adapter| adapter.base);
    let whole = base.is_none_or(|base| base == Base::Sixteen);
    fields.set("fsdp_cpu_ram_efficient_loading", whole);
    fields.set("fsdp_state_dict_type", "SHARDED_STATE_DICT");
    fields.tree()
}

/// `dp_replicate * dp_shard * cp` is the number of processes.
fn mesh(setup: &Setup<'_>) -> Tree {
    let layout = setup.layout;
    let copies = layout.data().max(1);
    let shard = match layout.sharding {
        Sharding::Hybrid => setup.shard_group(),
        _ if shards(setup) => copies,
        _ => 1,
    };
    let mut fields = Fields::default();
    fields.set("parallelism_config_dp_replicate_size", copies / shard);
    fields.set("parallelism_config_dp_shard_size", shard);
    fields.set("parallelism_config_tp_size", 1);
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

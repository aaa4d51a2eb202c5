//! Axolotl: a YAML that its command reads, over FSDP2, or `DeepSpeed` where Axolotl asks for
//! it or ZeRO-1 is meant.
//!
//! Source: axolotl 0.19.0 `utils/schemas` (`config.py`, `model.py`, `peft.py`,
//! `training.py`, `datasets.py`, `fsdp.py`; what it refuses in `validation.py`) and
//! `cli/main.py`. It loads weights in the format of the computation: all parameters under
//! mixed precision, kept at fp32, are a gap.

use super::peft::Adapters;
use super::shell;
use super::trainer::{self, Under};
use super::tree::{Fields, Tree};
use super::{Gap, Launch, Setup, deepspeed};
use crate::script::Command;
use crate::training::method::{
    Adapter, Base, Loss, Method, Offload, Precision, Recompute, Sharding,
};

const CONFIG: &str = "axolotl.yaml";
/// What the data set is linked as, since the YAML takes no variables.
const DATA: &str = "dataset.jsonl";

pub(super) fn write(setup: &Setup<'_>, launch: &mut Launch) {
    let mut command = Command::new(&format!(
        "ln -sfn \"${{DATASET:?}}\" {DATA}\naxolotl train {CONFIG}"
    ));
    if setup.repository().is_none() {
        command.raw("--base-model \"${MODEL:?}\"");
    }
    command.raw("--learning-rate \"${LEARNING_RATE:?}\"");
    command.raw("--launcher torchrun --");
    shell::processes(&mut command, setup.machines);
    launch.file("launch.sh", command.finish());
    let backend = Backend::of(setup);
    let config = config(setup, backend, launch);
    launch.file(CONFIG, config.yaml());
    if backend == Backend::DeepSpeed {
        deepspeed::write_config(setup, launch);
    }
}

/// What cuts states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Backend {
    None,
    Fsdp,
    DeepSpeed,
}

impl Backend {
    fn of(setup: &Setup<'_>) -> Self {
        let (job, layout) = (setup.job, setup.layout);
        let narrow = job
            .method
            .adapter()
            .is_some_and(|adapter| adapter.base != Base::Sixteen);
        match layout.sharding {
            Sharding::Zero1 => Self::DeepSpeed,
            Sharding::None if layout.offload == Offload::None && layout.model_ranks() == 1 => {
                Self::None
            }
            // "FSDP2 does not support load_in_8bit or load_in_4bit with dpo. Please use
            // DeepSpeed" (`check_fsdp2_base_model_quant_rl`).
            _ if job.reference && narrow => Self::DeepSpeed,
            _ => Self::Fsdp,
        }
    }
}

fn config(setup: &Setup<'_>, backend: Backend, launch: &mut Launch) -> Tree {
    let (job, layout) = (setup.job, setup.layout);
    launch.gap(job.scratch, Gap::Scratch);
    let mut fields = Fields::default();
    // A name that is given on the command line stands here all the same: the key is needed.
    fields.set("base_model", setup.repository().unwrap_or("model"));
    data(&mut fields, setup);
    fields.set("sequence_len", job.sequence);
    fields.set("output_dir", "output");
    fields.set("micro_batch_size", setup.examples());
    fields.set("gradient_accumulation_steps", layout.micro_batches(job));
    fields.set("max_steps", setup.steps());
    fields.set("save_strategy", "steps");
    fields.set("save_steps", setup.save_every());
    let under = Under {
        sharded: backend == Backend::Fsdp,
        ..Under::default()
    };
    match trainer::optimizer(setup, under) {
        Some(name) => fields.set("optimizer", name),
        None => launch.gap(true, Gap::Optimizer),
    }
    precision(&mut fields, setup, launch);
    let kernel = if job.flash {
        "flash_attention_2"
    } else {
        "eager"
    };
    fields.set("attn_implementation", kernel);
    fields.set_if(job.loss == Loss::Chunked, "chunked_cross_entropy", true);
    launch.gap(job.loss == Loss::Fused, Gap::Loss);
    let again = layout.recompute == Recompute::Full;
    fields.set("gradient_checkpointing", again);
    launch.gap(layout.recompute == Recompute::Selective, Gap::Recompute);
    if again {
        let mut how = Fields::default();
        how.set("use_reentrant", false);
        fields.set("gradient_checkpointing_kwargs", how.tree());
    }
    if let Some(adapter) = job.method.adapter() {
        adapters(&mut fields, setup, adapter, launch);
    }
    match backend {
        Backend::None => {}
        Backend::DeepSpeed => fields.set("deepspeed", deepspeed::CONFIG),
        Backend::Fsdp => fsdp(&mut fields, setup),
    }
    fields.tree()
}

/// One data set, a JSON object a line: texts, or preferred answers beside rejected ones.
fn data(fields: &mut Fields, setup: &Setup<'_>) {
    let job = setup.job;
    let mut set = Fields::default();
    set.set("path", DATA);
    set.set("ds_type", "json");
    if job.reference {
        fields.set("rl", "dpo");
        set.set("type", "chat_template.default");
        set.set("field_messages", "prompt");
        set.set("field_chosen", "chosen");
        set.set("field_rejected", "rejected");
    } else {
        set.set("type", "completion");
        set.set("field", "text");
    }
    fields.set("datasets", Tree::List(vec![set.tree()]));
    if !job.reference {
        let packs = job.packed >= 1.0;
        fields.set("sample_packing", packs);
        fields.set("pad_to_sequence_len", packs);
    }
}

/// Weights have the format of the computation; adapters beside them are kept at fp32.
fn precision(fields: &mut Fields, setup: &Setup<'_>, launch: &mut Launch) {
    let adapts = setup.job.method != Method::Full;
    let (bf16, fp16, same) = match setup.job.precision {
        Precision::Bf16 => (true, false, true),
        Precision::Bf16Mixed => (true, false, adapts),
        Precision::Fp16Mixed => (false, true, adapts),
        Precision::Fp32 => (false, false, true),
        Precision::Fp8Mixed | Precision::Mxfp8Mixed | Precision::Fp8Row | Precision::Nvfp4Mixed => {
            (true, false, false)
        }
    };
    fields.set("bf16", bf16);
    fields.set("fp16", fp16);
    launch.gap(!same, Gap::Precision);
}

fn adapters(fields: &mut Fields, setup: &Setup<'_>, adapter: Adapter, launch: &mut Launch) {
    let mixture = setup.job.model.is_mixture();
    let four = matches!(adapter.base, Base::Nf4 | Base::Nf4Double);
    let narrow = adapter.base != Base::Sixteen;
    let adapters = Adapters::of(setup, adapter, !mixture, launch);
    fields.set("adapter", if four { "qlora" } else { "lora" });
    fields.set("load_in_4bit", four);
    fields.set("load_in_8bit", adapter.base == Base::Eight);
    if four {
        let mut bits = Fields::default();
        let double = adapter.base == Base::Nf4Double;
        bits.set("bnb_4bit_use_double_quant", double);
        fields.set("bnb_config_kwargs", bits.tree());
    }
    fields.set_if(narrow && mixture, "quantize_moe_experts", true);
    fields.set("lora_r", adapters.rank);
    fields.set("lora_alpha", adapters.alpha);
    fields.set("lora_dropout", 0.0);
    match adapters.modules {
        Some(modules) => fields.set("lora_target_modules", Tree::Texts(modules)),
        None => fields.set("lora_target_linear", true),
    }
    if !adapters.experts.is_empty() {
        fields.set("lora_target_parameters", Tree::Texts(adapters.experts));
    }
    fields.set_if(adapters.magnitude, "peft_use_dora", true);
    fields.set_if(adapter.half, "peft_autocast_adapter_dtype", false);
}

/// FSDP2, and the mesh where it is not one row of copies.
fn fsdp(fields: &mut Fields, setup: &Setup<'_>) {
    let layout = setup.layout;
    let narrow = setup
        .job
        .method
        .adapter()
        .is_some_and(|adapter| adapter.base != Base::Sixteen);
    fields.set("fsdp_version", 2);
    let mut config = Fields::default();
    config.set("auto_wrap_policy", "TRANSFORMER_BASED_WRAP");
    config.set("reshard_after_forward", layout.sharding != Sharding::Zero2);
    config.set("offload_params", layout.offload == Offload::States);
    // A base in few bits is packed on one rank only, the others would wait for its shape.
    config.set("cpu_ram_efficient_loading", !narrow);
    config.set("state_dict_type", "SHARDED_STATE_DICT");
    fields.set("fsdp_config", config.tree());
    let meshed = layout.model_ranks() > 1 || layout.sharding == Sharding::Hybrid;
    if meshed {
        let copies = layout.data().max(1);
        let shard = match layout.sharding {
            Sharding::Hybrid => setup.shard_group(),
            Sharding::None => 1,
            _ => copies,
        };
        fields.set("dp_replicate_size", copies / shard);
        fields.set("dp_shard_size", shard);
        fields.set("tensor_parallel_size", layout.tensor);
        fields.set("context_parallel_size", layout.context);
    }
}

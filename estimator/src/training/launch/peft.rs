//! PEFT: the adapters as `adapter_config.json`, and how the frozen base is loaded.
//!
//! Source: huggingface/peft at 5d602fd (August 2026), `src/peft/tuners/lora/config.py`;
//! transformers' `BitsAndBytesConfig`. Modules are named as in Llama, Mistral, Qwen and
//! Gemma; models that name or fuse theirs otherwise are a gap, unless all linear layers
//! are meant, which PEFT finds itself.

use super::tree::{Fields, Tree};
use super::{Gap, Launch, Setup};
use crate::model::Attention;
use crate::training::method::Base;
use crate::training::target::{Matrix, Targets};

pub(super) fn write(setup: &Setup<'_>, launch: &mut Launch) {
    let Some(adapter) = setup.job.method.adapter() else {
        return;
    };
    let mut fields = Fields::default();
    fields.set("peft_type", "LORA");
    let encoder = setup.job.model.block.bidirectional;
    fields.set_if(!encoder, "task_type", "CAUSAL_LM");
    fields.set("base_model_name_or_path", setup.job.model.id.as_str());
    fields.set("r", adapter.rank);
    fields.set("bias", "none");
    fields.set("use_dora", adapter.magnitude);
    let targets = if adapter.targets == Targets::LINEAR {
        Tree::from("all-linear")
    } else {
        Tree::Texts(adapter.targets.matrices().map(module).collect())
    };
    fields.set("target_modules", targets);
    launch.gap(
        !is_named_so(setup) && adapter.targets != Targets::LINEAR,
        Gap::Model,
    );
    launch.file("adapter_config.json", fields.tree().json());
    if let Some(base) = base(adapter.base) {
        launch.file("quantization_config.json", base.json());
    }
}

/// What a module is called in those families.
const fn module(matrix: Matrix) -> &'static str {
    match matrix {
        Matrix::Query => "q_proj",
        Matrix::Key => "k_proj",
        Matrix::Value => "v_proj",
        Matrix::Output => "o_proj",
        Matrix::Gate => "gate_proj",
        Matrix::Up => "up_proj",
        Matrix::Down => "down_proj",
    }
}

/// Whether the model's projections are known to be named as [`module`] says: families by their published names, without those that fuse them.
fn is_named_so(setup: &Setup<'_>) -> bool {
    let model = &setup.job.model;
    let grouped = matches!(model.attention(), Some(Attention::Grouped { .. }));
    let name = model.id.to_lowercase();
    let has = |part: &&str| name.contains(*part);
    let known = [
        "llama", "mistral", "mixtral", "qwen", "gemma", "olmo", "smollm", "yi-",
    ];
    let fused = ["qwen-", "qwen1-", "qwen3-next", "qwen3.5", "chat-glm"];
    grouped && !model.block.bidirectional && known.iter().any(has) && !fused.iter().any(has)
}

/// How bitsandbytes keeps the base; storage in 16 bits lets FSDP cut it.
fn base(base: Base) -> Option<Tree> {
    let mut fields = Fields::default();
    match base {
        Base::Sixteen => return None,
        Base::Eight => fields.set("load_in_8bit", true),
        Base::Nf4 | Base::Nf4Double => {
            fields.set("load_in_4bit", true);
            fields.set("bnb_4bit_quant_type", "nf4");
            let double = base == Base::Nf4Double;
            fields.set("bnb_4bit_use_double_quant", double);
            fields.set("bnb_4bit_compute_dtype", "bfloat16");
            fields.set("bnb_4bit_quant_storage", "bfloat16");
        }
    }
    Some(fields.tree())
}

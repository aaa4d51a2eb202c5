//! PEFT: the adapters, and how bitsandbytes keeps the frozen base.
//!
//! Source: peft 0.21.2 `src/peft/tuners/lora/config.py`; transformers 5.24.0
//! `BitsAndBytesConfig`. Modules are named as in Llama, Mistral, Qwen and Gemma; models
//! that name or fuse theirs otherwise are a gap, unless all linear layers are meant, which
//! PEFT finds itself in models without experts. transformers keeps routed experts as two tensors, gate and up in one:
//! PEFT adapts those as parameters, by the end of their names.

use super::python::Call;
use super::trainer::dtype;
use super::tree::Tree;
use super::{Gap, Launch, Setup};
use crate::model::Attention;
use crate::training::method::{Adapter, Base};
use crate::training::target::{Matrix, Targets};

/// What an update is scaled by, over the rank: TRL's usual adapter has 16 and 32
/// (`ModelConfig`).
const SCALE: u32 = 2;

/// The adapters, as parts of whichever file says them.
pub(super) struct Adapters {
    pub rank: u32,
    pub alpha: u32,
    pub magnitude: bool,
    /// Modules by name; `None` for every linear one, which the software finds.
    pub modules: Option<Vec<&'static str>>,
    /// Parameters of routed experts.
    pub experts: Vec<&'static str>,
}

impl Adapters {
    /// Those of a job; the gap where its model's names are not known. `finds` says whether
    /// the software finds every linear layer.
    pub(super) fn of(
        setup: &Setup<'_>,
        adapter: Adapter,
        finds: bool,
        launch: &mut Launch,
    ) -> Self {
        let model = &setup.job.model;
        let all = adapter.targets == Targets::LINEAR;
        // Of a mixture PEFT would find the router as well.
        let found = all && finds && !model.is_mixture();
        launch.gap(!found && !is_named_so(setup), Gap::Model);
        let has = |matrix| adapter.targets.has(matrix);
        let mut experts = Vec::new();
        if model.is_mixture() {
            let gates = [Matrix::Gate, Matrix::Up].map(has);
            // One tensor, one adapter: never half of it.
            launch.gap(gates == [true, false] || gates == [false, true], Gap::Model);
            if gates == [true; 2] {
                experts.push("experts.gate_up_proj");
            }
            if has(Matrix::Down) {
                experts.push("experts.down_proj");
            }
        }
        let modules = adapter.targets.matrices().map(module).collect();
        Self {
            rank: adapter.rank,
            alpha: adapter.rank.saturating_mul(SCALE),
            magnitude: adapter.magnitude,
            modules: (!found).then_some(modules),
            experts,
        }
    }

    /// Sets how large the adapters are and how they are scaled.
    pub(super) fn size(&self, call: &mut Call) {
        call.set("r", self.rank);
        call.set("lora_alpha", self.alpha);
        call.set("lora_dropout", 0.0);
        call.set("bias", "none");
    }

    /// The call that makes the configuration.
    pub(super) fn config(&self) -> Call {
        let mut call = Call::new("LoraConfig");
        call.set("task_type", "CAUSAL_LM");
        self.size(&mut call);
        call.set("use_dora", self.magnitude);
        let modules = self.modules.clone();
        let modules = modules.map_or_else(|| Tree::from("all-linear"), Tree::Texts);
        call.set("target_modules", modules);
        if !self.experts.is_empty() {
            call.set("target_parameters", Tree::Texts(self.experts.clone()));
        }
        call
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

/// Whether the model's projections are known to be named as [`module`] says: families by
/// their published names, without those that fuse them.
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

/// How bitsandbytes keeps the base; `None` at 16 bits. Storage in the format of the
/// computation lets FSDP and ZeRO-3 cut it.
pub(super) fn quantization(setup: &Setup<'_>, base: Base) -> Option<Call> {
    let mut call = Call::new("BitsAndBytesConfig");
    match base {
        Base::Sixteen => return None,
        Base::Eight => call.set("load_in_8bit", true),
        Base::Nf4 | Base::Nf4Double => {
            call.set("load_in_4bit", true);
            call.set("bnb_4bit_quant_type", "nf4");
            call.set("bnb_4bit_use_double_quant", base == Base::Nf4Double);
            call.set("bnb_4bit_compute_dtype", dtype(setup));
            call.set("bnb_4bit_quant_storage", dtype(setup));
        }
    }
    Some(call)
}

//! How a model is trained: which parameters learn, in which number formats, by
//! which optimizer, in which software.

use crate::precision::formats;
use crate::training::target::Targets;
use serde::{Deserialize, Serialize};

/// Which parameters learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// All: pretraining and full fine-tuning.
    Full,
    /// Low-rank adapters beside a frozen base (LoRA, arXiv 2106.09685; `QLoRA` where the
    /// base is kept in 4 bits, arXiv 2305.14314; `DoRA`, arXiv 2402.09353).
    Adapter(Adapter),
}

/// Low-rank adapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Adapter {
    /// Rank of the two factors.
    pub rank: u32,
    /// The matrices that get one.
    pub targets: Targets,
    /// Whether a learnt magnitude a column stands beside them (`DoRA`).
    pub magnitude: bool,
    /// How the frozen base is kept.
    pub base: Base,
    /// Whether the adapters are kept at 16 bits; else at fp32, as PEFT does.
    pub half: bool,
}

formats!(
    /// How a frozen base is kept.
    Base {
        /// 16 bit.
        Sixteen = "bf16",
        /// 8-bit integers.
        Eight = "int8",
        /// 4-bit normal float, a 32-bit scale for 64 values.
        Nf4 = "nf4",
        /// The same, its scales quantised in turn.
        Nf4Double = "nf4-dq",
    }
);

formats!(
    /// Number formats of a step: of products, and of kept tensors.
    Precision {
        /// bf16 products, fp32 master weights.
        Bf16Mixed = "bf16-mixed",
        /// fp16 products, fp32 master weights, scaled loss.
        Fp16Mixed = "fp16-mixed",
        /// bf16 throughout, moments included.
        Bf16 = "bf16",
        /// fp32 throughout.
        Fp32 = "fp32",
        /// 8-bit products over bf16 (tensor-wise scales), fp32 master weights.
        Fp8Mixed = "fp8-mixed",
        /// The same with a scale for 32 values (Blackwell).
        Mxfp8Mixed = "mxfp8-mixed",
        /// 8-bit products with a scale a row.
        Fp8Row = "fp8-row",
        /// 4-bit products (NVIDIA Blackwell), fp32 master weights.
        Nvfp4Mixed = "nvfp4-mixed",
    }
);

formats!(
    /// The optimizer, which turns gradients into new weights.
    Optimizer {
        /// Adam with decoupled decay: two moments at fp32.
        AdamW = "adamw",
        /// The same, moments at 16 bits.
        AdamWHalf = "adamw-bf16",
        /// The same, moments at 8 bits.
        AdamW8 = "adamw-8bit",
        /// The same, moments at 4 bits.
        AdamW4 = "adamw-4bit",
        /// Factored second moment, no first.
        Adafactor = "adafactor",
        /// Momentum alone.
        Sgd = "sgd",
        /// One moment, orthogonalised.
        Muon = "muon",
    }
);

formats!(
    /// The states cut over the ranks of data parallelism.
    Sharding {
        /// Nothing: every rank keeps all.
        None = "none",
        /// Optimizer states and master weights, Megatron's way.
        DistributedOptimizer = "distributed-optimizer",
        /// Optimizer states.
        Zero1 = "zero1",
        /// And gradients.
        Zero2 = "zero2",
        /// And weights: ZeRO-3, FSDP.
        Zero3 = "zero3",
        /// All three inside a link's domain, copies beyond (hybrid FSDP).
        Hybrid = "hybrid",
    }
);

formats!(
    /// Activations computed again in the backward pass instead of kept.
    Recompute {
        /// Nothing.
        None = "none",
        /// The cheap ones: attention's scores (Megatron), every other matrix product (torchtitan).
        Selective = "selective",
        /// Whole layers.
        Full = "full",
    }
);

formats!(
    /// The software that trains, which decides the tensors kept and moved.
    Stack {
        /// Megatron-LM and Megatron Bridge: fused layers.
        Megatron = "megatron",
        /// torchtitan: compiled layers, FSDP2.
        Torchtitan = "torchtitan",
        /// Hugging Face, PEFT, llm-foundry and other eager stacks.
        HuggingFace = "hf",
        /// `DeepSpeed` over eager layers.
        DeepSpeed = "deepspeed",
        /// Unsloth: Hugging Face's trainers over adapters, one whole copy an accelerator.
        Unsloth = "unsloth",
        /// Axolotl: TRL and PEFT by a settings file, over FSDP2 or `DeepSpeed`.
        Axolotl = "axolotl",
    }
);

/// Stacks whose layers keep the same and move as often: the formulas of memory and time
/// distinguish these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Fused layers of Megatron-LM.
    Megatron,
    /// Compiled layers of torchtitan.
    Torchtitan,
    /// Eager layers of transformers under PyTorch's own data parallelism and FSDP.
    HuggingFace,
    /// The same layers under `DeepSpeed`.
    DeepSpeed,
}

formats!(
    /// How logits become a loss.
    Loss {
        /// All logits at once.
        Plain = "plain",
        /// Megatron's fused cross entropy.
        Fused = "fused",
        /// In chunks of the sequence.
        Chunked = "chunked",
    }
);

formats!(
    /// How attention is computed.
    Kernel {
        /// Block by block, its scores never written (`FlashAttention`, arXiv 2205.14135).
        Flash = "flash",
        /// Its scores written and read again: software without such a kernel.
        Plain = "plain",
    }
);

formats!(
    /// Where states go that the accelerator does not keep.
    Offload {
        /// Nowhere.
        None = "none",
        /// Optimizer states to host memory, the step on the host's cores.
        Optimizer = "cpu",
        /// Weights, gradients and optimizer states to host memory.
        States = "cpu-all",
        /// Optimizer states to local flash (ZeRO-Infinity, arXiv 2104.07857).
        Nvme = "nvme",
    }
);

impl Method {
    /// The adapters, where there are any.
    #[must_use]
    pub const fn adapter(&self) -> Option<Adapter> {
        match *self {
            Self::Full => None,
            Self::Adapter(adapter) => Some(adapter),
        }
    }
}

impl Stack {
    /// Whether it cuts a model into tensors, stages and pieces of sequences; others keep
    /// whole copies, and every degree at 1 unless somebody fixes another.
    #[must_use]
    pub const fn cuts_models(self) -> bool {
        matches!(self, Self::Megatron | Self::Torchtitan)
    }

    /// The stack whose formulas and constants describe it. Unsloth and Axolotl train
    /// transformers' layers under TRL and PEFT; no published run gives constants of their
    /// own that its figures could be checked against, so that they have Hugging Face's.
    #[must_use]
    pub const fn family(self) -> Family {
        match self {
            Self::Megatron => Family::Megatron,
            Self::Torchtitan => Family::Torchtitan,
            Self::HuggingFace | Self::Unsloth | Self::Axolotl => Family::HuggingFace,
            Self::DeepSpeed => Family::DeepSpeed,
        }
    }

    /// The loss as it takes it: Megatron-LM fuses it, the others cut it into chunks.
    #[must_use]
    pub const fn loss(self, wanted: Loss) -> Loss {
        match (self, wanted) {
            (_, Loss::Plain) => Loss::Plain,
            (Self::Megatron, _) => Loss::Fused,
            (_, Loss::Fused | Loss::Chunked) => Loss::Chunked,
        }
    }
}

impl Base {
    /// Bits of a kept value, scales included: nf4's fp32 scale for 64 values is half a
    /// bit each, 0.127 once those are quantised to 8 bits with one fp32 scale for 256
    /// (`QLoRA`, arXiv 2305.14314, section 3).
    #[must_use]
    pub const fn bits(self) -> f64 {
        match self {
            Self::Sixteen => 16.0,
            Self::Eight => 8.0,
            Self::Nf4 => 4.5,
            Self::Nf4Double => 4.127,
        }
    }
}

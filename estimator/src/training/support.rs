//! Which jobs run on which accelerators at all.
//!
//! Sources: the installation pages of each stack (Megatron-LM and AMD's `ROCm` fork of it;
//! torchtitan; `DeepSpeed`'s accelerator setup guide: CUDA, `ROCm`, Intel Gaudi and XPU; Hugging
//! Face Accelerate with Optimum for Gaudi, XLA for TPU, MPS for Apple; bitsandbytes' for 4-bit
//! bases and 8-bit optimizers; Unsloth's requirements: NVIDIA from Volta on, AMD, Intel XPU;
//! Axolotl's: NVIDIA and AMD, its quantised experts NVIDIA alone). AWS Neuron has a training
//! library of its own with layouts of its own, which no estimate here describes. The jobs that
//! software can train at all are [`ability`](super::ability)'s.

use crate::hardware::{Accelerator, Architecture, Vendor};
use crate::training::ability::{Gap, Kind};
use crate::training::job::Job;
use crate::training::method::{Base, Optimizer, Precision, Stack};
use serde::Serialize;

/// The barrier that keeps a job from an accelerator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Barrier {
    /// The software does not run there.
    Stack(Stack),
    /// There are no units for the format.
    Format(Precision),
    /// There are no kernels for a base or moments in few bits.
    Bits,
    /// The software has no way to train so, on any accelerator.
    Task(Stack, Gap),
}

impl Barrier {
    /// Its subject: the id of the software or format.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Stack(stack) => stack.id(),
            Self::Format(precision) => precision.id(),
            Self::Bits => "few-bits",
            Self::Task(_, gap) => gap.id(),
        }
    }
}

/// The barrier that keeps `job` from `chip`, the software first; `None` where it runs.
#[must_use]
pub fn barrier(job: &Job, chip: &Accelerator) -> Option<Barrier> {
    if !stack_runs(job.stack, chip) {
        Some(Barrier::Stack(job.stack))
    } else if !format_runs(job.precision, chip) {
        Some(Barrier::Format(job.precision))
    } else {
        (!bits_run(job, chip)).then_some(Barrier::Bits)
    }
}

/// Whether the software runs.
#[must_use]
pub const fn stack_runs(stack: Stack, chip: &Accelerator) -> bool {
    let graphics = matches!(chip.vendor, Vendor::Nvidia | Vendor::Amd | Vendor::Other);
    // Beyond those vendors' graphics processors; Unsloth not on all of theirs.
    let [torchtitan, deep_speed, hugging_face, unsloth] = match chip.architecture {
        Architecture::Xe => [true; 4],
        Architecture::Gaudi => [false, true, true, false],
        Architecture::Neuron => [false; 4],
        Architecture::Tpu | Architecture::Apple | Architecture::Pascal => {
            [false, false, true, false]
        }
        Architecture::Other
        | Architecture::Volta
        | Architecture::Turing
        | Architecture::Ampere
        | Architecture::AmpereGraphics
        | Architecture::Ada
        | Architecture::Hopper
        | Architecture::Blackwell
        | Architecture::BlackwellGraphics
        | Architecture::Rubin
        | Architecture::Cdna1
        | Architecture::Cdna2
        | Architecture::Cdna3
        | Architecture::Cdna4
        | Architecture::Rdna => [false, false, true, graphics],
    };
    match stack {
        Stack::Megatron | Stack::Axolotl => graphics,
        Stack::Torchtitan => graphics || torchtitan,
        Stack::DeepSpeed => graphics || deep_speed,
        Stack::HuggingFace => hugging_face,
        Stack::Unsloth => unsloth,
    }
}

/// Whether there are units for the format: bf16 came with Ampere and CDNA; 8 and 4 bits
/// where the record has a rate, their blocks of 32 and 16 values with Blackwell.
#[must_use]
pub const fn format_runs(precision: Precision, chip: &Accelerator) -> bool {
    let generation = chip.architecture.generation();
    match precision {
        Precision::Fp32 | Precision::Fp16Mixed => true,
        Precision::Bf16Mixed | Precision::Bf16 => generation.bf16,
        Precision::Fp8Mixed | Precision::Fp8Row => chip.peak.fp8.is_some(),
        Precision::Mxfp8Mixed => chip.peak.fp8.is_some() && generation.blocks_of_8_bit,
        Precision::Nvfp4Mixed => chip.peak.four.is_some() && generation.blocks_of_4_bit,
    }
}

/// Whether the kernels for a 4 or 8-bit base, and for moments in few bits, are there.
fn bits_run(job: &Job, chip: &Accelerator) -> bool {
    let base = job
        .method
        .adapter()
        .is_some_and(|adapter| adapter.base != Base::Sixteen);
    if base && Kind::of(&job.model).mixture && chip.vendor != Vendor::Nvidia {
        return false;
    }
    let narrow = base || matches!(job.optimizer, Optimizer::AdamW8 | Optimizer::AdamW4);
    !narrow || chip.architecture.generation().low_bit_training
}

//! The quick estimate of the field guides beside the real one, and why they differ.
//!
//! Quick: 2 bytes of weights, 2 of gradients, 8 of Adam's moments for each parameter, so that a 7B
//! model takes 14 + 14 + 56 = 84 GB; at 32 bit 4, 4, 16. Real: the bytes of
//! [`memory`](super::memory) on the most loaded rank. The reasons are the steps from the one to
//! the other, taken in the order of [`Reason`]; they add up to the difference.

use crate::hardware::Accelerator;
use crate::parameters;
use crate::quantity::Bytes;
use crate::quick::{QuickTraining, quick_training};
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::memory::memory;
use crate::training::method::{Method, Offload, Optimizer, Precision};
use crate::training::report::{Component, Memory};
use serde::{Deserialize, Serialize};

/// Why the real need differs from the quick one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Only adapters learn: the base has neither gradients nor moments, and may be kept
    /// in fewer bits.
    Adapters,
    /// A frozen copy of the model judges beside the one that learns.
    Reference,
    /// Weights are kept in another format than assumed.
    Weights,
    /// fp32 copies that the optimizer changes.
    MasterWeights,
    /// Gradients in another format than assumed.
    Gradients,
    /// Another optimizer than Adam, or its moments in other formats.
    Optimizer,
    /// States cut over ranks: by sharding, layers and stages.
    Sharding,
    /// States kept by the host.
    Offload,
    /// Layers gathered from other ranks.
    Gathered,
    /// Activations that layers keep for the backward pass.
    Activations,
    /// Logits and their gradient.
    Logits,
    /// Scratch space of kernels.
    Workspace,
    /// The allocator's reserve, the driver's context, buffers of collectives.
    Overhead,
}

/// The two estimates side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// By the rule of thumb, on one accelerator.
    pub quick: QuickTraining,
    /// On the most loaded rank of the layout.
    pub real: Bytes,
    /// The steps from one to the other, those of no bytes left out: signed.
    pub reasons: Vec<(Reason, Bytes)>,
}

/// Both estimates of `job`: the rule of thumb, and `layout` on `chip`.
#[must_use]
pub fn compare(job: &Job, chip: &Accelerator, layout: &Layout) -> Comparison {
    let wide = job.precision == Precision::Fp32;
    let quick = quick_training(parameters::count(&job.model).total, wide);
    let real = memory(job, chip, layout);
    // One copy on one accelerator, first as plain as the rule of thumb has it.
    let full = Job {
        method: Method::Full,
        optimizer: Optimizer::AdamW,
        reference: false,
        ..job.clone()
    };
    let plain = memory(&full, chip, &Layout::SINGLE);
    let other = Job {
        optimizer: job.optimizer,
        ..full.clone()
    };
    let optimized = memory(&other, chip, &Layout::SINGLE);
    let alone = Job {
        reference: false,
        ..job.clone()
    };
    let learning = memory(&alone, chip, &Layout::SINGLE);
    let beside = memory(job, chip, &Layout::SINGLE);
    let here = Layout {
        offload: Offload::None,
        ..*layout
    };
    let cut = states(&memory(job, chip, &here));
    let kept = states(&real);
    let of = |component| real.part(component);
    let steps = [
        (Reason::Adapters, states(&learning) - states(&optimized)),
        (Reason::Reference, states(&beside) - states(&learning)),
        (
            Reason::Weights,
            plain.part(Component::Weights) - quick.weights,
        ),
        (Reason::MasterWeights, plain.part(Component::MasterWeights)),
        (
            Reason::Gradients,
            plain.part(Component::Gradients) - quick.gradients,
        ),
        (
            Reason::Optimizer,
            plain.part(Component::Optimizer) - quick.optimizer + states(&optimized)
                - states(&plain),
        ),
        (Reason::Sharding, cut - states(&beside)),
        (Reason::Offload, kept - cut),
        (Reason::Gathered, of(Component::Gathered)),
        (Reason::Activations, of(Component::Activations)),
        (Reason::Logits, of(Component::Logits)),
        (Reason::Workspace, of(Component::Workspace)),
        (
            Reason::Overhead,
            of(Component::Reserve) + of(Component::Context),
        ),
    ];
    Comparison {
        quick,
        real: real.needed(),
        reasons: steps
            .into_iter()
            .filter(|(_, bytes)| bytes.get().abs() >= 1.0)
            .collect(),
    }
}

/// Weights, their fp32 copy, gradients and moments.
pub(super) fn states(memory: &Memory) -> Bytes {
    [
        Component::Weights,
        Component::MasterWeights,
        Component::Gradients,
        Component::Optimizer,
    ]
    .into_iter()
    .map(|component| memory.part(component))
    .sum()
}

//! Memory of the most loaded rank, component by component.
//!
//! ```text
//! allocated = weights + master + gradients + moments + workspaces + ends of chunks
//! peak      = the same without the ends + gathered + activations + logits
//! reserved  = peak + what the allocator holds beside
//! fits      : reserved + context <= what the driver reports
//! ```
//!
//! The context of the driver and the buffers of collectives are outside the framework's
//! count. One file a component; every coefficient is a count of tensors or has its source
//! where it stands. Of a pipeline's stages the fullest counts.

pub mod activations;
mod eager;
mod fused;
mod gathered;
mod logits;
mod recipe;
mod shards;
mod states;
mod trained;
mod workspace;

use crate::hardware::Accelerator;
use crate::quantity::Bytes;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::Stack;
use crate::training::parameters;
use crate::training::report::{Component, Memory};
use crate::training::shape::Shape;

pub use states::States;

/// What `layout` of `job` takes of each of `chip`'s accelerators, on the fullest stage.
#[must_use]
pub fn memory(job: &Job, chip: &Accelerator, layout: &Layout) -> Memory {
    let shape = shape(job, layout);
    let mut fullest = of_stage(job, chip, layout, &shape, 0);
    for stage in other_candidates(&shape, layout).into_iter().flatten() {
        let memory = of_stage(job, chip, layout, &shape, stage);
        if memory.reserved > fullest.reserved {
            fullest = memory;
        }
    }
    fullest
}

/// The same on stage `stage` of the pipeline, 0 first. Megatron logs the last one's.
#[must_use]
pub fn at_stage(job: &Job, chip: &Accelerator, layout: &Layout, stage: u32) -> Memory {
    of_stage(job, chip, layout, &shape(job, layout), stage)
}

/// Stages that can be the fullest beside the first: the second, which holds most micro-
/// batches of those without an embedding; the first without dense layers; the last.
fn other_candidates(shape: &Shape, layout: &Layout) -> [Option<u32>; 3] {
    let last = layout.pipeline.max(1) - 1;
    let stages = 1..=last;
    let sparse = if shape.dense_layers > 0.0 && shape.expert_layers > 0.0 {
        stages
            .clone()
            .find(|stage| parameters::stage_layers(shape, layout, *stage).dense <= 0.0)
    } else {
        None
    };
    [
        stages.contains(&1).then_some(1),
        sparse,
        (last > 1).then_some(last),
    ]
}

/// The shape of `job`'s model; Megatron pads the vocabulary to a multiple of `128 tp`.
fn shape(job: &Job, layout: &Layout) -> Shape {
    let mut shape = Shape::of(&job.model);
    if job.stack == Stack::Megatron {
        let unit = 128.0 * f64::from(layout.tensor.max(1));
        shape.vocabulary = (shape.vocabulary / unit).ceil() * unit;
    }
    shape
}

fn of_stage(job: &Job, chip: &Accelerator, layout: &Layout, shape: &Shape, stage: u32) -> Memory {
    let further = parameters::further_tokens(job, shape);
    let rank = parameters::of_stage(shape, layout, stage, further);
    let layers = parameters::stage_layers(shape, layout, stage);
    let trained = trained::Trained::of(job, layout, &rank, layers);
    let states = states::states(job, chip, layout, &rank, &trained);
    let held = workspace::held(job, chip);
    let passing = workspace::passing(
        job,
        layout,
        shape,
        trained.parameters.0 + trained.parameters.1,
    );
    let mut memory = Memory {
        capacity: chip.memory,
        parts: [Bytes::ZERO; Component::ALL.len()],
        allocated: Bytes::ZERO,
        peak: Bytes::ZERO,
        reserved: Bytes::ZERO,
        host: Bytes::new(states.host * f64::from(layout.accelerators.min(chip.node_size).max(1))),
        stage,
    };
    let (kept, logits) = backward(job, layout, shape, stage, states.gradients);
    let passing_parts = [
        gathered::gathered(job, chip, layout, shape, (&rank, &trained)),
        kept,
        logits,
    ];
    let state_parts = [
        states.weights,
        states.master,
        states.gradients,
        states.moments,
    ];
    let allocated = state_parts.iter().sum::<f64>() + held;
    let peak = allocated + passing + passing_parts.iter().sum::<f64>();
    let ends = activations::ends_of_chunks(job, layout, shape);
    memory.allocated = Bytes::new(allocated + ends.min(peak - allocated));
    memory.peak = Bytes::new(peak);
    let reserve = workspace::reserve(memory.peak);
    memory.reserved = memory.peak + reserve;
    let bytes = state_parts
        .into_iter()
        .chain(passing_parts)
        .chain([held + passing])
        .map(Bytes::new)
        .chain([reserve, workspace::context(chip, layout)]);
    for (part, bytes) in memory.parts.iter_mut().zip(bytes) {
        *part = bytes;
    }
    memory
}

/// Activations and logits at the fullest moment, on top of `gradients`.
///
/// Eager frameworks free gradients after each step. With a single micro-batch a step they
/// come as activations go, and the fullest moment is the fuller of the two ends of the
/// backward pass: all activations and no gradient, or all gradients and one layer.
fn backward(job: &Job, layout: &Layout, shape: &Shape, stage: u32, gradients: f64) -> (f64, f64) {
    let kept = activations::activations(job, layout, shape, stage);
    let logits = logits::logits(job, layout, shape, stage);
    if job.stack != Stack::HuggingFace || layout.micro_batches(job) > 1 {
        return (kept, logits);
    }
    let layers = parameters::stage_layers(shape, layout, stage);
    let one = layout.tokens(job) * activations::of_layer(job, layout, shape).largest(layers);
    let on_top = (kept + logits - gradients).max(one.min(kept + logits));
    (on_top - logits.min(on_top), logits.min(on_top))
}

impl Memory {
    /// Bytes of one component.
    #[must_use]
    pub fn part(&self, component: Component) -> Bytes {
        Component::ALL
            .iter()
            .zip(self.parts)
            .filter(|(kind, _)| **kind == component)
            .map(|(_, bytes)| bytes)
            .sum()
    }

    /// Everything the accelerator must hold: reserved, and what is outside that count.
    #[must_use]
    pub fn needed(&self) -> Bytes {
        self.reserved + self.part(Component::Context)
    }

    /// Whether it does hold it.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.needed() <= self.capacity
    }

    /// What is lacking; zero where it fits.
    #[must_use]
    pub fn short(&self) -> Bytes {
        (self.needed() - self.capacity).max(Bytes::ZERO)
    }
}

//! Memory of the most loaded rank, component by component.
//!
//! ```text
//! allocated = weights + master + gradients + moments + workspaces + ends of chunks
//! peak      = the same without the ends + gathered + activations + logits
//! reserved  = peak + the allocator's reserve
//! fits      : reserved + context <= the driver's memory
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
use crate::training::memory::activations::LayerBytes;
use crate::training::method::Family;
use crate::training::parameters::{self, StageLayers};
use crate::training::report::{Component, Memory};
use crate::training::shape::Shape;

pub use states::States;

/// The memory that `layout` of `job` takes of each of `chip`'s accelerators, on the fullest stage.
#[must_use]
pub fn memory(job: &Job, chip: &Accelerator, layout: &Layout) -> Memory {
    Cut::new(job, chip, &Shape::of(&job.model), layout).memory(layout)
}

/// The same on stage `stage` of the pipeline, 0 first. Megatron logs the last one's.
#[must_use]
pub fn at_stage(job: &Job, chip: &Accelerator, layout: &Layout, stage: u32) -> Memory {
    let cut = Cut::new(job, chip, &Shape::of(&job.model), layout);
    let stage = Stage::new(job, chip, &cut.shape, layout, stage);
    let layer = activations::of_layer(job, layout, &cut.shape);
    cut.broken_down(&stage, layout, cut.filled(&stage, layout, layer))
}

/// A job cut over accelerators: all of its memory that is the same whatever the
/// micro-batch, and whatever is computed again.
pub(crate) struct Cut<'a> {
    job: &'a Job,
    chip: &'a Accelerator,
    shape: Shape,
    /// Bytes held from the first step on beside states.
    held: f64,
    first: Stage,
    others: [Option<Stage>; 3],
}

/// A stage of the pipeline.
struct Stage {
    index: u32,
    layers: StageLayers,
    states: States,
    /// Bytes of weights from other ranks.
    gathered: f64,
    /// Bytes of workspaces while a step runs.
    passing: f64,
}

impl<'a> Cut<'a> {
    /// The cut of `layout`; `shape` is that of the job's model.
    pub(crate) fn new(job: &'a Job, chip: &'a Accelerator, shape: &Shape, layout: &Layout) -> Self {
        let shape = padded(job, shape, layout);
        let stage = |index| Stage::new(job, chip, &shape, layout, index);
        let mut others = [None, None, None];
        for (place, index) in others.iter_mut().zip(other_candidates(&shape, layout)) {
            *place = index.map(stage);
        }
        Self {
            first: stage(0),
            others,
            held: workspace::held(job, chip),
            job,
            chip,
            shape,
        }
    }

    /// The memory that `layout` takes on the fullest stage; it may differ from the cut's in the
    /// micro-batch and in recomputation.
    pub(crate) fn memory(&self, layout: &Layout) -> Memory {
        let layer = activations::of_layer(self.job, layout, &self.shape);
        let mut fullest = (&self.first, self.filled(&self.first, layout, layer));
        for stage in self.others.iter().flatten() {
            let filled = self.filled(stage, layout, layer);
            if filled.reserved() > fullest.1.reserved() {
                fullest = (stage, filled);
            }
        }
        self.broken_down(fullest.0, layout, fullest.1)
    }

    /// A stage at its fullest, where a layer keeps `layer` of each token.
    fn filled(&self, stage: &Stage, layout: &Layout, layer: LayerBytes) -> Filled {
        let states = &stage.states;
        let (activations, logits) = self.backward(stage, layout, layer);
        let allocated = [
            states.weights,
            states.master,
            states.gradients,
            states.moments,
        ]
        .iter()
        .sum::<f64>()
            + self.held;
        let passing = [stage.gathered, activations, logits];
        Filled {
            activations,
            logits,
            allocated,
            peak: Bytes::new(allocated + stage.passing + passing.iter().sum::<f64>()),
        }
    }

    /// Every component of a stage that is `filled`.
    fn broken_down(&self, stage: &Stage, layout: &Layout, filled: Filled) -> Memory {
        let (chip, states) = (self.chip, &stage.states);
        let ends = activations::ends_of_chunks(self.job, layout, &self.shape);
        let ends = ends.min(filled.peak.get() - filled.allocated);
        let bytes = [
            states.weights,
            states.master,
            states.gradients,
            states.moments,
            stage.gathered,
            filled.activations,
            filled.logits,
            self.held + stage.passing,
        ];
        let mut memory = Memory {
            capacity: chip.memory,
            parts: [Bytes::ZERO; Component::ALL.len()],
            allocated: Bytes::new(filled.allocated + ends),
            peak: filled.peak,
            reserved: filled.reserved(),
            host: Bytes::new(
                states.host * f64::from(layout.accelerators.min(chip.node_size).max(1)),
            ),
            stage: stage.index,
        };
        let beside = [
            workspace::reserve(filled.peak),
            workspace::context(chip, layout),
        ];
        let bytes = bytes.map(Bytes::new).into_iter().chain(beside);
        for (part, bytes) in memory.parts.iter_mut().zip(bytes) {
            *part = bytes;
        }
        memory
    }

    /// Activations and logits at the fullest moment, on top of gradients.
    ///
    /// Eager frameworks free gradients after each step. With a single micro-batch a step they
    /// come as activations go, and the fullest moment is the fuller of the two ends of the
    /// backward pass: all activations and no gradient, or all gradients and one layer.
    fn backward(&self, stage: &Stage, layout: &Layout, layer: LayerBytes) -> (f64, f64) {
        let (job, shape) = (self.job, &self.shape);
        let place = (stage.index, stage.layers);
        let kept = activations::activations(job, layout, shape, place, layer);
        let logits = logits::logits(job, layout, shape, stage.index);
        if job.stack.family() != Family::HuggingFace || layout.micro_batches(job) > 1 {
            return (kept, logits);
        }
        let one = layout.tokens(job) * layer.largest(stage.layers);
        let on_top = (kept + logits - stage.states.gradients).max(one.min(kept + logits));
        (on_top - logits.min(on_top), logits.min(on_top))
    }
}

impl Stage {
    fn new(job: &Job, chip: &Accelerator, shape: &Shape, layout: &Layout, index: u32) -> Self {
        let further = parameters::further_tokens(job, shape);
        let rank = parameters::of_stage(shape, layout, index, further);
        let layers = parameters::stage_layers(shape, layout, index);
        let trained = trained::Trained::of(job, layout, &rank, layers);
        let (dense, experts) = trained.parameters;
        Self {
            index,
            layers,
            states: states::states(job, chip, layout, &rank, &trained),
            gathered: gathered::gathered(job, chip, layout, shape, (&rank, &trained)),
            passing: workspace::passing(job, layout, shape, dense + experts),
        }
    }
}

/// A stage at its fullest: bytes.
#[derive(Clone, Copy)]
struct Filled {
    activations: f64,
    logits: f64,
    /// States and tensors held from the first step on.
    allocated: f64,
    peak: Bytes,
}

impl Filled {
    fn reserved(&self) -> Bytes {
        self.peak + workspace::reserve(self.peak)
    }
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

/// The shape that `job` trains; Megatron pads the vocabulary to a multiple of `128 tp`.
fn padded(job: &Job, shape: &Shape, layout: &Layout) -> Shape {
    let vocabulary = if job.stack.family() == Family::Megatron {
        let unit = 128.0 * f64::from(layout.tensor.max(1));
        (shape.vocabulary / unit).ceil() * unit
    } else {
        shape.vocabulary
    };
    Shape {
        vocabulary,
        ..*shape
    }
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

    /// Everything the accelerator must hold: reserved, and the memory outside that count.
    #[must_use]
    pub fn needed(&self) -> Bytes {
        self.reserved + self.part(Component::Context)
    }

    /// Whether it does hold it.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.needed() <= self.capacity
    }

    /// The memory lacking; zero where it fits.
    #[must_use]
    pub fn short(&self) -> Bytes {
        (self.needed() - self.capacity).max(Bytes::ZERO)
    }
}

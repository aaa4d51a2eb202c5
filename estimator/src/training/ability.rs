//! What each stack can train, and how it can spread it: what a search may propose, what a
//! typed combination is held against, what a launch says instead of a command.
//!
//! | stack | trains | spreads |
//! | --- | --- | --- |
//! | Megatron-LM, torchtitan | all parameters | by every degree |
//! | Hugging Face: TRL, PEFT, Accelerate | all, adapters, preferences | copies, FSDP2, pieces of sequences |
//! | `DeepSpeed` under the same trainers | all, adapters, preferences | ZeRO; tensors of a model that learns whole, up to ZeRO-2 |
//! | Unsloth | adapters, preferences | whole copies |
//! | Axolotl | all, adapters, preferences | as Hugging Face, `DeepSpeed` beside FSDP2 |
//!
//! Sources: NVIDIA/Megatron-LM `pretrain_gpt.py`, which has no adapters and no frozen
//! reference; torchtitan 0.3, which has neither by a setting; TRL 1.16, "Distributing Training":
//! data and sequence parallelism, no cut of layers; PEFT 0.21, "Fully Sharded Data
//! Parallel" (4-bit bases under FSDP, magnitudes with them, none in 8 bits) and
//! "`DeepSpeed`" (4-bit bases under ZeRO-1 to 3) with its page on `DoRA` (none on a 4-bit base
//! under ZeRO-2); deepspeedai/DeepSpeed, automatic tensor parallelism (ZeRO-0 to 2);
//! transformers 5.24, whose experts are one tensor that bitsandbytes leaves at 16 bits;
//! unsloth 2026.10 `FastLanguageModel` (nested scales, no argument for magnitudes) and its
//! guide to several GPUs (one copy each); axolotl 0.19 `utils/schemas` (`validation.py`:
//! no quantised base with preferences under FSDP2; `config.py`: `quantize_moe_experts`).

use crate::model::Model;
use crate::precision::formats;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::{Base, Method, Offload, Recompute, Sharding, Stack};
use crate::training::question::{Fixed, Purpose, Question};
use serde::{Deserialize, Serialize};

formats!(
    /// Something of a job or a layout that its software has no setting for, or none that
    /// a launch reaches.
    Gap {
        /// Tensor parallelism.
        Tensor = "tensor",
        /// Pipeline parallelism.
        Pipeline = "pipeline",
        /// Chunks of a stage's layers of this size.
        VirtualStages = "virtual-stages",
        /// Context parallelism.
        Context = "context",
        /// Expert parallelism.
        Expert = "expert",
        /// Experts that ranks share.
        ExpertTensor = "expert-tensor",
        /// States cut so.
        Sharding = "sharding",
        /// The number format.
        Precision = "precision",
        /// The optimizer.
        Optimizer = "optimizer",
        /// States kept there.
        Offload = "offload",
        /// This much recomputed.
        Recompute = "recompute",
        /// The loss taken so.
        Loss = "loss",
        /// Attention computed so.
        Attention = "attention",
        /// Adapters.
        Adapters = "adapters",
        /// A frozen copy beside the model.
        Reference = "reference",
        /// The model's layers, or names of them that are known.
        Model = "model",
        /// A ready configuration of the model; the user's own takes its place.
        Configuration = "configuration",
        /// All parameters.
        Full = "full",
        /// Learnt magnitudes beside adapters.
        Magnitude = "magnitude",
        /// A frozen base in so few bits, here.
        Base = "base",
        /// Weights at random.
        Scratch = "scratch",
    }
);

impl Gap {
    /// Whether a launch that leaves it out would train something else, or not as it was
    /// estimated: no command is written then. How a loss or attention is computed and what
    /// is computed again change no result; a configuration of the user's own takes the
    /// place of a ready one.
    #[must_use]
    pub const fn stops(self) -> bool {
        !matches!(
            self,
            Self::Loss
                | Self::Attention
                | Self::Recompute
                | Self::VirtualStages
                | Self::ExpertTensor
                | Self::Configuration
        )
    }
}

/// What of a model decides which software trains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kind {
    /// It has routed experts.
    pub mixture: bool,
    /// It reads both ways: no language model that predicts what follows.
    pub encoder: bool,
}

/// What of a job decides which software trains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The software.
    pub stack: Stack,
    /// Which parameters learn.
    pub method: Method,
    /// Whether a frozen copy judges beside.
    pub reference: bool,
    /// The model.
    pub kind: Kind,
}

/// A change of software: what it was, what it is, what the first had no way to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    /// Before.
    pub from: Stack,
    /// After.
    pub to: Stack,
    /// Why.
    pub gap: Gap,
}

/// The order in which software is offered: TRL first, for a layout that it has not those
/// that a search cuts models for.
const ORDER: [Stack; 6] = [
    Stack::HuggingFace,
    Stack::Torchtitan,
    Stack::Axolotl,
    Stack::DeepSpeed,
    Stack::Unsloth,
    Stack::Megatron,
];

/// Sharding as a search without a wish of the user may take it, the simplest first.
const SHARDINGS: [Sharding; 6] = [
    Sharding::None,
    Sharding::Zero3,
    Sharding::Zero2,
    Sharding::Zero1,
    Sharding::Hybrid,
    Sharding::DistributedOptimizer,
];

impl Kind {
    /// Of `model`.
    #[must_use]
    pub const fn of(model: &Model) -> Self {
        Self {
            mixture: model.is_mixture(),
            encoder: model.block.bidirectional,
        }
    }
}

impl From<&Job> for Task {
    fn from(job: &Job) -> Self {
        Self {
            stack: job.stack,
            method: job.method,
            reference: job.reference,
            kind: Kind::of(&job.model),
        }
    }
}

impl Task {
    /// What `question` asks of its software, with a model of `kind`.
    #[must_use]
    pub const fn of(question: &Question, kind: Kind) -> Self {
        Self {
            stack: question.stack,
            method: question.method,
            reference: matches!(question.purpose, Purpose::Preference),
            kind,
        }
    }

    const fn on(self, stack: Stack) -> Self {
        Self { stack, ..self }
    }

    /// How the frozen base is kept, where there is one in few bits.
    fn narrow(&self) -> Option<Base> {
        let base = self.method.adapter()?.base;
        (base != Base::Sixteen).then_some(base)
    }

    /// What the software has no way to train, however it is spread; `None` where it can.
    #[must_use]
    pub fn untrained(&self) -> Option<Gap> {
        let adapter = self.method.adapter();
        let first =
            |gaps: &[(bool, Gap)]| gaps.iter().find(|(lacks, _)| *lacks).map(|(_, gap)| *gap);
        let narrow_experts = self.kind.mixture && self.narrow().is_some();
        match self.stack {
            Stack::Megatron | Stack::Torchtitan => first(&[
                (adapter.is_some(), Gap::Adapters),
                (self.reference, Gap::Reference),
            ]),
            Stack::HuggingFace | Stack::DeepSpeed => first(&[(narrow_experts, Gap::Base)]),
            Stack::Unsloth => first(&[
                (adapter.is_none(), Gap::Full),
                (self.kind.encoder, Gap::Model),
                (
                    adapter.is_some_and(|adapter| adapter.magnitude),
                    Gap::Magnitude,
                ),
                (
                    self.narrow() == Some(Base::Nf4) || narrow_experts,
                    Gap::Base,
                ),
            ]),
            Stack::Axolotl => first(&[(self.kind.encoder, Gap::Model)]),
        }
    }

    /// What of `layout` the software has no way to do; `None` where it runs so.
    #[must_use]
    pub fn unspread(&self, layout: &Layout) -> Option<Gap> {
        self.of_layout(layout).next()
    }

    /// All that the software has no way to do of the task spread as `layout`.
    pub fn gaps(&self, layout: &Layout) -> impl Iterator<Item = Gap> {
        self.untrained().into_iter().chain(self.of_layout(layout))
    }

    fn of_layout(&self, layout: &Layout) -> impl Iterator<Item = Gap> + use<> {
        let selective = layout.recompute == Recompute::Selective;
        let again = (selective && !self.stack.cuts_models()).then_some(Gap::Recompute);
        self.uncut(layout)
            .chain(self.unsharded(layout))
            .chain(self.kept(layout))
            .chain(again)
    }

    /// The degrees that the software has not.
    fn uncut(&self, layout: &Layout) -> impl Iterator<Item = Gap> + use<> {
        let whole = self.method == Method::Full;
        let pieces = !self.reference;
        // Tensors, stages, pieces of sequences, experts.
        let has = match self.stack {
            Stack::Megatron | Stack::Torchtitan => [true; 4],
            Stack::HuggingFace => [false, false, pieces, false],
            Stack::DeepSpeed => [whole, false, false, false],
            Stack::Unsloth => [false; 4],
            Stack::Axolotl => [whole, false, pieces, false],
        };
        let degrees = [
            (layout.tensor, Gap::Tensor),
            (layout.pipeline, Gap::Pipeline),
            (layout.context, Gap::Context),
            (layout.expert, Gap::Expert),
        ];
        let all = degrees.into_iter().zip(has);
        all.filter(|((degree, _), has)| *degree > 1 && !has)
            .map(|((_, gap), _)| gap)
    }

    /// Whether states are cut in a way that the software has not.
    fn unsharded(&self, layout: &Layout) -> Option<Gap> {
        let sharding = layout.sharding;
        let parts = cuts_weights(layout);
        let of_optimizer = matches!(sharding, Sharding::DistributedOptimizer | Sharding::Zero1);
        let eight = parts && self.narrow() == Some(Base::Eight);
        match self.stack {
            Stack::Megatron => None,
            Stack::Torchtitan => of_optimizer.then_some(Gap::Sharding),
            Stack::HuggingFace if of_optimizer => Some(Gap::Sharding),
            Stack::Axolotl if of_optimizer => {
                let adapts = self.method.adapter().is_some() && sharding == Sharding::Zero1;
                (!adapts).then_some(Gap::Sharding)
            }
            Stack::HuggingFace | Stack::Axolotl => eight.then_some(Gap::Base),
            Stack::DeepSpeed if layout.tensor > 1 && parts => Some(Gap::Sharding),
            Stack::DeepSpeed if eight => Some(Gap::Base),
            Stack::DeepSpeed => {
                let adapter = self.method.adapter();
                let magnitudes = adapter.is_some_and(|adapter| adapter.magnitude);
                let reported = magnitudes && self.narrow().is_some();
                (reported && sharding == Sharding::Zero2).then_some(Gap::Sharding)
            }
            Stack::Unsloth => (sharding != Sharding::None).then_some(Gap::Sharding),
        }
    }

    /// Whether states go where the software does not send them.
    fn kept(&self, layout: &Layout) -> Option<Gap> {
        let whole = matches!(layout.sharding, Sharding::Zero3 | Sharding::Hybrid);
        let cut = whole || layout.sharding == Sharding::Zero2;
        let legal = match (self.stack, layout.offload) {
            (_, Offload::None) => true,
            (Stack::Unsloth, _) => false,
            (Stack::Megatron, offload) => offload == Offload::Optimizer,
            (Stack::Torchtitan, offload) => offload == Offload::States,
            // Only FSDP offloads, on one accelerator too; over copies it cuts what it
            // offloads.
            (Stack::HuggingFace | Stack::Axolotl, offload) => {
                offload == Offload::States && (cut || layout.data() <= 1)
            }
            (Stack::DeepSpeed, Offload::Optimizer) => layout.sharding != Sharding::None,
            (Stack::DeepSpeed, Offload::States | Offload::Nvme) => whole,
        };
        (!legal).then_some(Gap::Offload)
    }

    /// What the software lacks of the task or of what is `fixed` of its layout, whatever
    /// else a search takes; `None` where there is a way.
    #[must_use]
    pub fn lacks(&self, fixed: &Fixed) -> Option<Gap> {
        self.untrained().or_else(|| {
            let one = |count: Option<u32>| count.unwrap_or(1).max(1);
            let copy = Layout {
                tensor: one(fixed.tensor),
                pipeline: one(fixed.pipeline),
                context: one(fixed.context),
                expert: one(fixed.expert),
                recompute: fixed.recompute.unwrap_or(Recompute::None),
                offload: fixed.offload.unwrap_or(Offload::None),
                ..Layout::SINGLE
            };
            let ranks = copy.model_ranks();
            let accelerators = fixed.accelerators.unwrap_or(ranks);
            let wanted = fixed.sharding;
            let all = SHARDINGS.into_iter();
            let mut gaps = all
                .filter(|sharding| wanted.is_none_or(|wanted| wanted == *sharding))
                .map(|sharding| {
                    self.unspread(&Layout {
                        accelerators,
                        sharding,
                        ..copy
                    })
                });
            let first = gaps.next().flatten()?;
            gaps.all(|gap| gap.is_some()).then_some(first)
        })
    }

    /// The first software that can do the task with what is `fixed`.
    #[must_use]
    pub fn instead(&self, fixed: &Fixed) -> Option<Stack> {
        let can = |stack: &Stack| self.on(*stack).lacks(fixed).is_none();
        ORDER.into_iter().find(can)
    }
}

/// Whether layers are cut over copies and gathered again.
fn cuts_weights(layout: &Layout) -> bool {
    matches!(layout.sharding, Sharding::Zero3 | Sharding::Hybrid)
        || layout.offload == Offload::States
}

impl Question {
    /// Moves a question to the first software that can train what it asks of a model of
    /// `kind`, where its own cannot: to one that can spread it as fixed, or else to one
    /// that can train it at all. Nothing but software and the way it takes the loss changes.
    pub fn fit_stack(&mut self, kind: Kind) -> Option<Moved> {
        let task = Task::of(self, kind);
        let gap = task.lacks(&self.fixed)?;
        let anyhow = || {
            let gap = task.untrained();
            gap.and_then(|_| task.instead(&Fixed::default()))
        };
        let to = task.instead(&self.fixed).or_else(anyhow)?;
        let from = self.stack;
        self.stack = to;
        self.loss = to.loss(self.loss);
        Some(Moved { from, to, gap })
    }
}

#[cfg(test)]
mod tests {
    use super::{Gap, Kind, Moved, Task};
    use crate::training::layout::Layout;
    use crate::training::method::{
        Adapter, Base, Loss, Method, Offload, Recompute, Sharding, Stack,
    };
    use crate::training::question::{Fixed, Purpose, Question};
    use crate::training::target::Targets;

    const KINDS: [Kind; 3] = [
        Kind {
            mixture: false,
            encoder: false,
        },
        Kind {
            mixture: true,
            encoder: false,
        },
        Kind {
            mixture: false,
            encoder: true,
        },
    ];

    fn adapters(base: Base, magnitude: bool) -> Method {
        Method::Adapter(Adapter {
            rank: 16,
            targets: Targets::LINEAR,
            magnitude,
            base,
            half: false,
        })
    }

    fn methods() -> Vec<Method> {
        let bases = Base::ALL.iter();
        let adapted = bases.flat_map(|base| [true, false].map(|dora| adapters(*base, dora)));
        adapted.chain([Method::Full]).collect()
    }

    /// Whatever is asked, some software trains it, and what a question is moved to does;
    /// nothing moves that can stay.
    #[test]
    fn every_task_has_software() {
        for method in methods() {
            for stack in Stack::ALL {
                for purpose in Purpose::ALL {
                    for kind in KINDS {
                        // No language model, no preferences; its experts are none.
                        let mut question = Question {
                            method,
                            stack: *stack,
                            purpose: *purpose,
                            ..Question::default()
                        };
                        let before = question.clone();
                        let moved = question.fit_stack(kind);
                        let task = Task::of(&question, kind);
                        assert_eq!(task.lacks(&question.fixed), None, "{before:?}");
                        let stays = Task::of(&before, kind).untrained().is_none();
                        assert_eq!(moved.is_none(), stays);
                        assert_eq!(question.stack == *stack, stays);
                    }
                }
            }
        }
    }

    /// Adapters go to TRL first, on a mixture in 4 bits to Axolotl; the loss goes along.
    #[test]
    fn adapters_go_where_they_are_trained() {
        let mut question = Question {
            method: adapters(Base::Nf4Double, false),
            stack: Stack::Megatron,
            loss: Loss::Fused,
            ..Question::default()
        };
        let moved = question.clone().fit_stack(KINDS[1]).unwrap();
        assert_eq!(moved.to, Stack::Axolotl);
        let moved = question.fit_stack(KINDS[0]);
        let wanted = Moved {
            from: Stack::Megatron,
            to: Stack::HuggingFace,
            gap: Gap::Adapters,
        };
        assert_eq!(moved, Some(wanted));
        assert_eq!(question.loss, Loss::Chunked);
    }

    /// A 4-bit base is never cut by tensors, a whole model is where software can; what no
    /// software does stays, for the user to say otherwise.
    #[test]
    fn a_fixed_cut_is_kept_where_it_can_be() {
        let fixed = Fixed {
            tensor: Some(4),
            ..Fixed::default()
        };
        let question = |method, stack| Question {
            method,
            stack,
            fixed,
            ..Question::default()
        };
        let mut full = question(Method::Full, Stack::HuggingFace);
        let task = Task::of(&full, KINDS[0]);
        assert_eq!(task.lacks(&fixed), Some(Gap::Tensor));
        let moved = full.fit_stack(KINDS[0]).unwrap();
        assert_eq!(moved.to, Stack::Torchtitan);
        let narrow = adapters(Base::Nf4Double, false);
        for stack in Stack::ALL {
            let task = Task::of(&question(narrow, *stack), KINDS[0]);
            assert!(task.lacks(&fixed).is_some() && task.instead(&fixed).is_none());
        }
        // The software changes all the same: without the cut it trains adapters.
        let mut asked = question(narrow, Stack::Torchtitan);
        assert_eq!(asked.fit_stack(KINDS[0]).unwrap().to, Stack::HuggingFace);
        let mut stays = question(narrow, Stack::HuggingFace);
        assert_eq!(stays.fit_stack(KINDS[0]), None);
    }

    /// What the sources say of single combinations.
    #[test]
    fn the_sources_are_followed() {
        let of = |stack, method, reference| Task {
            stack,
            method,
            reference,
            kind: KINDS[0],
        };
        let cut = |sharding| Layout {
            accelerators: 8,
            sharding,
            ..Layout::SINGLE
        };
        let four = adapters(Base::Nf4Double, false);
        let eight = adapters(Base::Eight, false);
        let dora = adapters(Base::Nf4Double, true);
        let trl = |method| of(Stack::HuggingFace, method, false);
        assert_eq!(trl(four).unspread(&cut(Sharding::Zero3)), None);
        assert_eq!(trl(dora).unspread(&cut(Sharding::Zero3)), None);
        assert_eq!(trl(eight).unspread(&cut(Sharding::None)), None);
        assert_eq!(trl(eight).unspread(&cut(Sharding::Zero3)), Some(Gap::Base));
        let zero = |method| of(Stack::DeepSpeed, method, false);
        assert_eq!(
            zero(dora).unspread(&cut(Sharding::Zero2)),
            Some(Gap::Sharding)
        );
        assert_eq!(zero(four).unspread(&cut(Sharding::Zero2)), None);
        let alone = of(Stack::Unsloth, four, true);
        assert_eq!(alone.untrained(), None);
        assert_eq!(alone.unspread(&cut(Sharding::None)), None);
        assert_eq!(alone.unspread(&cut(Sharding::Zero3)), Some(Gap::Sharding));
        assert_eq!(
            of(Stack::Unsloth, Method::Full, false).untrained(),
            Some(Gap::Full)
        );
        let away = Layout {
            offload: Offload::States,
            ..cut(Sharding::None)
        };
        assert_eq!(trl(four).unspread(&away), Some(Gap::Offload));
        let again = Layout {
            recompute: Recompute::Selective,
            ..cut(Sharding::Zero3)
        };
        assert_eq!(trl(four).unspread(&again), Some(Gap::Recompute));
    }
}

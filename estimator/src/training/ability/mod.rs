//! The jobs each stack can train, and how it can spread them: a search proposes them, a typed
//! combination is held against them, a launch names the gap instead of a command.
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

mod gap;
mod spread;

pub use gap::Gap;

use crate::model::Model;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::{Base, Method, Offload, Recompute, Sharding, Stack};
use crate::training::question::{Fixed, Purpose, Question};

/// The facts of a model that decide which software trains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kind {
    /// It has routed experts.
    pub mixture: bool,
    /// It reads both ways: no language model that predicts the next token.
    pub encoder: bool,
}

/// The facts of a job that decide which software trains it.
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

/// A change of software: the old one, the new one, the gap of the old.
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
    /// The task of `question` for its software, with a model of `kind`.
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

    /// The gap of the software in the task, however it is spread; `None` where it can.
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

    /// The gap of the software in the task or in the `fixed` part of its layout, whatever else a
    /// search takes; `None` where there is a way.
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

    /// The first software that can do the task with the `fixed` part.
    #[must_use]
    pub fn instead(&self, fixed: &Fixed) -> Option<Stack> {
        let can = |stack: &Stack| self.on(*stack).lacks(fixed).is_none();
        ORDER.into_iter().find(can)
    }
}

impl Question {
    /// Moves a question to the first software that can do its task with a model of `kind`, where
    /// its own cannot: to one that can spread it as fixed, or else to one that can train it at
    /// all. Nothing but software and the way it takes the loss changes.
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
mod tests;

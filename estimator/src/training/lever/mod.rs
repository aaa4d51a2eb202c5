//! Single changes of a training question that may make its answer cheaper or sooner: each asked
//! like any other question, by the full search, and put in the order of its saving.
//!
//! The cost of a change beside money is named as a [`Risk`]. Names are looked up by whoever asks,
//! so [`weigh`] is given the way to an answer.

mod weigh;

pub use weigh::{Risk, Weighed, weigh};

use crate::choice::{Area, PriceBasis};
use crate::date::Date;
use crate::quantity::Seconds;
use crate::training::ability::{Kind, Task};
use crate::training::job::Job;
use crate::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Stack,
};
use crate::training::question::{Deadline, Fixed, Limits, Purpose, Question};
use crate::training::target::Targets;

/// Rank of the adapters that are proposed: the most common of published recipes.
const RANK: u32 = 16;
/// Least sequence that halving leaves.
const SHORTEST: u32 = 512;
/// The share of the time left by which a deadline is put off.
const LATER: f64 = 0.5;
const DAY: f64 = 86_400.0;
/// Share of tokens that packing reaches.
const PACKED: f64 = 0.98;

/// A change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lever {
    /// Adapters instead of all weights.
    Adapters,
    /// The frozen base in 4 bits.
    FourBitBase,
    /// Moments in 8 bits.
    EightBitOptimizer,
    /// Products in 8 bits.
    EightBitProducts,
    /// 16 bits instead of 32.
    SixteenBit,
    /// Half the sequence.
    HalfSequence,
    /// Examples packed instead of padded.
    Packing,
    /// The loss taken in chunks, or fused.
    ChunkedLoss,
    /// Recompute as the search finds best.
    AnyRecompute,
    /// Whole layers computed again.
    FullRecompute,
    /// States cut and spread as the search finds best.
    AnyLayout,
    /// Optimizer states to the host.
    OffloadOptimizer,
    /// All states to the host.
    OffloadStates,
    /// Other software.
    Stack(Stack),
    /// A global batch twice as large.
    DoubleBatch,
    /// A deadline half as far again.
    LaterDeadline,
    /// Another way to pay.
    Basis(PriceBasis),
    /// Wherever it is cheapest.
    AnyArea,
    /// From whoever sells it.
    AnySeller,
    /// Any accelerator of any maker.
    AnyAccelerator,
    /// As many accelerators as are made, in nodes as large as they come.
    MoreAccelerators,
}

/// A question, with the values that it leaves to others.
#[derive(Debug, Clone, Copy)]
pub struct Resolved<'a> {
    /// The question.
    pub question: &'a Question,
    /// Sequences of one optimizer step: those asked for, or the usual number.
    pub global_batch: u32,
    /// Time left until the deadline; `None` for whenever.
    pub deadline: Option<Seconds>,
    /// The facts of the model that decide which software trains it.
    pub kind: Kind,
}

impl<'a> Resolved<'a> {
    /// `question`, of which the catalogue made `job` and `limits`.
    #[must_use]
    pub const fn new(question: &'a Question, job: &Job, limits: &Limits) -> Self {
        Self {
            question,
            global_batch: job.global_batch,
            deadline: limits.deadline,
            kind: Kind::of(&job.model),
        }
    }
}

/// Every change that makes sense for `asked`, each with the question it leads to.
#[must_use]
pub fn levers(asked: Resolved<'_>) -> Vec<(Lever, Question)> {
    candidates(asked)
        .into_iter()
        .filter_map(|lever| {
            let changed = apply(asked, lever);
            (changed != *asked.question).then_some((lever, changed))
        })
        .collect()
}

fn candidates(asked: Resolved<'_>) -> Vec<Lever> {
    let question = asked.question;
    let mut all = of_method(question);
    all.extend(of_layout(question));
    let stacks = [
        Stack::Megatron,
        Stack::Torchtitan,
        Stack::DeepSpeed,
        Stack::HuggingFace,
    ];
    let trains = |stack: &Stack| {
        let task = Task {
            stack: *stack,
            ..Task::of(question, asked.kind)
        };
        task.untrained().is_none()
    };
    all.extend(stacks.into_iter().filter(trains).map(Lever::Stack));
    all.push(Lever::DoubleBatch);
    all.push(Lever::LaterDeadline);
    let bases = [
        PriceBasis::Spot,
        PriceBasis::Reserved1y,
        PriceBasis::Reserved3y,
    ];
    all.extend(bases.map(Lever::Basis));
    all.extend([
        Lever::AnyArea,
        Lever::AnySeller,
        Lever::AnyAccelerator,
        Lever::MoreAccelerators,
    ]);
    all
}

/// The trained part, and its formats.
fn of_method(question: &Question) -> Vec<Lever> {
    let mut all = Vec::new();
    match question.method.adapter() {
        // A model from nothing has no base to freeze.
        None if question.purpose != Purpose::Pretraining => all.push(Lever::Adapters),
        Some(adapter) if matches!(adapter.base, Base::Sixteen | Base::Eight) => {
            all.push(Lever::FourBitBase);
        }
        None | Some(_) => {}
    }
    if matches!(
        question.optimizer,
        Optimizer::AdamW | Optimizer::AdamWHalf | Optimizer::Muon
    ) {
        all.push(Lever::EightBitOptimizer);
    }
    match question.precision {
        Precision::Fp32 => all.push(Lever::SixteenBit),
        Precision::Bf16Mixed | Precision::Fp16Mixed
            if question.method == Method::Full
                && matches!(question.stack, Stack::Megatron | Stack::Torchtitan) =>
        {
            all.push(Lever::EightBitProducts);
        }
        _ => {}
    }
    if question.sequence >= 2 * SHORTEST {
        all.push(Lever::HalfSequence);
    }
    if question.packed < PACKED {
        all.push(Lever::Packing);
    }
    if question.loss == Loss::Plain {
        all.push(Lever::ChunkedLoss);
    }
    all
}

/// How it is spread and which activations are kept.
fn of_layout(question: &Question) -> Vec<Lever> {
    let fixed = &question.fixed;
    let mut all = vec![Lever::AnyLayout];
    match fixed.recompute {
        Some(Recompute::Full) => all.push(Lever::AnyRecompute),
        Some(Recompute::None | Recompute::Selective) => {
            all.extend([Lever::AnyRecompute, Lever::FullRecompute]);
        }
        // The search tries it anyway.
        None => {}
    }
    let offloads = match question.stack {
        Stack::Megatron => vec![Lever::OffloadOptimizer],
        Stack::DeepSpeed => vec![Lever::OffloadOptimizer, Lever::OffloadStates],
        Stack::Torchtitan | Stack::HuggingFace | Stack::Axolotl => vec![Lever::OffloadStates],
        Stack::Unsloth => Vec::new(),
    };
    if fixed.offload.is_none_or(|offload| offload == Offload::None) {
        all.extend(offloads);
    }
    all
}

/// The question with a change made.
#[must_use]
pub fn apply(asked: Resolved<'_>, lever: Lever) -> Question {
    let question = asked.question;
    let twice = asked.global_batch.saturating_mul(2);
    let mut changed = question.clone();
    match lever {
        Lever::Adapters => {
            changed.method = Method::Adapter(Adapter {
                rank: RANK,
                targets: Targets::LINEAR,
                magnitude: false,
                base: Base::Sixteen,
                half: false,
            });
        }
        Lever::FourBitBase => {
            if let Method::Adapter(adapter) = &mut changed.method {
                adapter.base = Base::Nf4Double;
            }
        }
        Lever::EightBitOptimizer => changed.optimizer = Optimizer::AdamW8,
        Lever::EightBitProducts => changed.precision = Precision::Fp8Mixed,
        Lever::SixteenBit => changed.precision = Precision::Bf16Mixed,
        Lever::HalfSequence => {
            changed.sequence = question.sequence / 2;
            // As many tokens a step as before.
            changed.global_batch = Some(twice);
        }
        Lever::Packing => changed.packed = PACKED,
        Lever::ChunkedLoss => {
            changed.loss = question.stack.loss(Loss::Chunked);
        }
        Lever::AnyRecompute => changed.fixed.recompute = None,
        Lever::FullRecompute => changed.fixed.recompute = Some(Recompute::Full),
        Lever::AnyLayout => free(&mut changed),
        Lever::OffloadOptimizer => changed.fixed.offload = Some(Offload::Optimizer),
        Lever::OffloadStates => changed.fixed.offload = Some(Offload::States),
        Lever::Stack(stack) => move_to(&mut changed, stack),
        Lever::DoubleBatch => changed.global_batch = Some(twice),
        Lever::LaterDeadline => changed.deadline = later(asked),
        Lever::Basis(basis) => changed.fleet.basis = basis,
        Lever::AnyArea => changed.fleet.area = Area::Any,
        Lever::AnySeller => changed.fleet.providers.clear(),
        Lever::AnyAccelerator => {
            changed.fleet.accelerators.clear();
            changed.fleet.vendors.clear();
        }
        Lever::MoreAccelerators => {
            changed.fixed.accelerators = None;
            changed.limits.max_per_node = None;
            changed.limits.max_accelerators = changed.limits.max_accelerators.max(1024);
        }
    }
    // A task its software cannot do takes it to one that can.
    changed.fit_stack(asked.kind);
    changed
}

/// The deadline half as far again: a day by whole days, rounded up.
fn later(asked: Resolved<'_>) -> Deadline {
    match (&asked.question.deadline, asked.deadline) {
        (Deadline::Within(time), _) => Deadline::Within(*time * (1.0 + LATER)),
        (Deadline::By(day), Some(left)) => {
            #[expect(clippy::cast_possible_truncation, reason = "a century at most")]
            let days = (left.get() * LATER / DAY).ceil().clamp(0.0, 36_525.0) as i32;
            let put_off = Date::parse(day).map(|day| day.after(days).iso());
            Deadline::By(put_off.unwrap_or_else(|| day.clone()))
        }
        (deadline, _) => deadline.clone(),
    }
}

/// Nothing of the cut fixed, the number of accelerators excepted.
fn free(question: &mut Question) {
    question.fixed = Fixed {
        accelerators: question.fixed.accelerators,
        ..Fixed::default()
    };
}

/// Other software, with the settings it cannot do taken back.
fn move_to(question: &mut Question, stack: Stack) {
    if stack == question.stack {
        return;
    }
    question.stack = stack;
    free(question);
    question.loss = stack.loss(question.loss);
}

#[cfg(test)]
mod tests {
    use super::{Kind, Lever, Resolved, apply, levers};
    use crate::choice::PriceBasis;
    use crate::quantity::Seconds;
    use crate::training::method::{Loss, Method, Offload, Optimizer, Precision, Stack};
    use crate::training::question::{Deadline, Purpose, Question};

    /// A question of which 64 sequences a step are made, and ten days.
    fn asked(question: &Question) -> Resolved<'_> {
        Resolved {
            question,
            global_batch: question.global_batch.unwrap_or(64),
            deadline: Some(Seconds::new(10.0 * 86_400.0)),
            kind: Kind::default(),
        }
    }

    /// A batch left open is doubled as the one that is usual, and half the sequence keeps the
    /// tokens of a step; a deadline by date moves half of the days that are left.
    #[test]
    fn what_is_left_open_moves_too() {
        let mut question = Question {
            deadline: Deadline::By("2026-12-30".to_owned()),
            ..Question::default()
        };
        assert_eq!(question.global_batch, None);
        let doubled = apply(asked(&question), Lever::DoubleBatch);
        assert_eq!(doubled.global_batch, Some(128));
        let halved = apply(asked(&question), Lever::HalfSequence);
        assert_eq!((halved.sequence, halved.global_batch), (2048, Some(128)));
        let later = apply(asked(&question), Lever::LaterDeadline);
        assert_eq!(later.deadline, Deadline::By("2027-01-04".to_owned()));
        let offered = levers(asked(&question));
        for lever in [Lever::DoubleBatch, Lever::LaterDeadline] {
            assert!(
                offered.iter().any(|(other, _)| *other == lever),
                "{lever:?}"
            );
        }
        question.deadline = Deadline::None;
        let offered = levers(asked(&question));
        let late = |(lever, _): &(Lever, Question)| *lever == Lever::LaterDeadline;
        assert!(!offered.iter().any(late));
    }

    /// Every lever changes the question, none is offered twice, and each can be undone by
    /// going back to the question it was applied to.
    #[test]
    fn levers_change_something() {
        let question = Question {
            global_batch: Some(64),
            packed: 0.5,
            ..Question::default()
        };
        let offered = levers(asked(&question));
        assert!(offered.len() > 10, "{offered:?}");
        for (index, (lever, changed)) in offered.iter().enumerate() {
            assert_ne!(*changed, question, "{lever:?}");
            assert_eq!(apply(asked(&question), *lever), *changed);
            let later = offered.iter().skip(index + 1);
            assert!(later.into_iter().all(|(other, _)| other != lever));
        }
        let has = |wanted: Lever| offered.iter().any(|(lever, _)| *lever == wanted);
        for wanted in [
            Lever::Adapters,
            Lever::EightBitOptimizer,
            Lever::EightBitProducts,
            Lever::HalfSequence,
            Lever::Packing,
            Lever::ChunkedLoss,
            Lever::OffloadStates,
            Lever::DoubleBatch,
            Lever::LaterDeadline,
            Lever::Stack(Stack::Megatron),
            Lever::Basis(PriceBasis::Spot),
        ] {
            assert!(has(wanted), "{wanted:?}");
        }
        assert!(!has(Lever::Stack(question.stack)));
        assert!(!has(Lever::FourBitBase) && !has(Lever::SixteenBit));
    }

    /// A change made already, or impossible, is no lever: no adapters for a model from nothing, a
    /// 4-bit base for adapters only.
    #[test]
    fn what_is_done_is_not_offered() {
        let mut question = Question {
            purpose: Purpose::Pretraining,
            optimizer: Optimizer::AdamW8,
            precision: Precision::Fp8Mixed,
            loss: Loss::Chunked,
            sequence: 512,
            ..Question::default()
        };
        question.fixed.offload = Some(Offload::States);
        let offered = levers(asked(&question));
        for lever in [
            Lever::Adapters,
            Lever::EightBitOptimizer,
            Lever::EightBitProducts,
            Lever::ChunkedLoss,
            Lever::HalfSequence,
            Lever::OffloadStates,
        ] {
            assert!(
                offered.iter().all(|(other, _)| *other != lever),
                "{lever:?}"
            );
        }
        let lora = apply(asked(&Question::default()), Lever::Adapters);
        assert!(matches!(lora.method, Method::Adapter(_)));
        let offered = levers(asked(&lora));
        assert!(
            offered
                .iter()
                .any(|(lever, _)| *lever == Lever::FourBitBase)
        );
        assert!(offered.iter().all(|(lever, _)| *lever != Lever::Adapters));
    }
}

use super::{Gap, Kind, Moved, Task};
use crate::training::layout::Layout;
use crate::training::method::{Adapter, Base, Loss, Method, Offload, Recompute, Sharding, Stack};
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

/// Whatever is asked, some software trains it, and the one a question is moved to does; nothing
/// moves that can stay.
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

/// A 4-bit base is never cut by tensors, a whole model is where software can; a cut that no
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

/// The sources on single combinations.
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

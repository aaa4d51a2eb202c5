//! Which changes of a question do what a file asks for.

use crate::i18n::Msg;
use crate::measure::advice;
use estimator::profile::Group;
use estimator::serving::lever as serving;
use estimator::training;

/// Changes that are priced for what to do, and in all.
const EACH: usize = 2;
const MOST: usize = 4;

/// What the file asks for.
pub(super) fn to_do(facts: &Group) -> Vec<Msg> {
    let actions = advice::actions(facts, false).into_iter();
    actions.map(|(action, _)| action).collect()
}

/// How well a change of the calculator's question does what is to do, 0 best; `None` where it does not.
pub(super) fn is_served(action: Msg, lever: serving::Lever) -> Option<u8> {
    use serving::Lever;
    let place = match action {
        Msg::ProfileDoCompute | Msg::ProfileDoMatrix => match lever {
            Lever::Weights(_) => 0,
            Lever::AnyAccelerator => 1,
            _ => return None,
        },
        Msg::ProfileDoBytes => match lever {
            Lever::Weights(_) => 0,
            Lever::Cache(_) => 1,
            _ => return None,
        },
        Msg::ProfileDoRoom | Msg::ProfileDoQueue | Msg::ProfileDoOom => match lever {
            Lever::Cache(_) => 0,
            Lever::Weights(_) => 1,
            _ => return None,
        },
        Msg::ProfileDoCommunication if lever == Lever::AnyParallelism => 0,
        Msg::ProfileDoMemory | Msg::ProfileDoIdle if lever == Lever::AnyAccelerator => 0,
        _ => return None,
    };
    Some(place)
}

/// The same of a question of the page about training.
pub(super) fn is_trained(action: Msg, lever: training::lever::Lever) -> Option<u8> {
    use training::lever::Lever;
    let suited: &[Lever] = match action {
        Msg::ProfileDoCompute | Msg::ProfileDoMatrix => &[
            Lever::SixteenBit,
            Lever::EightBitProducts,
            Lever::AnyAccelerator,
        ],
        Msg::ProfileDoBytes => &[
            Lever::SixteenBit,
            Lever::EightBitProducts,
            Lever::DoubleBatch,
        ],
        Msg::ProfileDoCommunication => &[Lever::AnyLayout],
        Msg::ProfileDoOom => &[
            Lever::EightBitOptimizer,
            Lever::FullRecompute,
            Lever::AnyAccelerator,
        ],
        Msg::ProfileDoMemory | Msg::ProfileDoBatch => &[Lever::DoubleBatch],
        _ => &[],
    };
    let place = suited.iter().position(|one| *one == lever)?;
    u8::try_from(place).ok()
}

/// Whether fewer accelerators would do what is to do.
pub(super) const fn is_fewer(action: Msg) -> bool {
    matches!(action, Msg::ProfileDoCommunication | Msg::ProfileDoIdle)
}

/// Some of the levers for each thing to do, the best suited of them, each once.
pub(super) fn picked<L: Copy + PartialEq, Q>(
    actions: &[Msg],
    offered: Vec<(L, Q)>,
    suits: fn(Msg, L) -> Option<u8>,
) -> Vec<(L, Q)> {
    let mut wanted: Vec<L> = Vec::new();
    for action in actions {
        let suited = offered
            .iter()
            .filter_map(|(lever, _)| Some((suits(*action, *lever)?, *lever)));
        let mut suited: Vec<(u8, L)> = suited.collect();
        suited.sort_by_key(|(place, _)| *place);
        for (_, lever) in suited.into_iter().take(EACH) {
            if !wanted.contains(&lever) {
                wanted.push(lever);
            }
        }
    }
    wanted.truncate(MOST);
    let place = |lever: &L| wanted.iter().position(|one| one == lever);
    let mut chosen: Vec<(L, Q)> = offered;
    chosen.retain(|(lever, _)| place(lever).is_some());
    chosen.sort_by_key(|(lever, _)| place(lever));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::precision::{KvFormat, WeightFormat};
    use estimator::serving::question::Question;

    fn facts(json: &str) -> Group {
        Group::from_json(json).expect("facts")
    }

    /// A run that moves bytes is told to take fewer bits, one that communicates another split; one
    /// that waits for its input has no change of a question.
    #[test]
    fn changes_are_those_of_the_actions() {
        let question = Question {
            weights: WeightFormat::Bf16,
            kv_cache: KvFormat::Bf16,
            ..Question::default()
        };
        let of = |json: &str| {
            let offered = serving::levers(&question);
            let picked = picked(&to_do(&facts(json)), offered, is_served);
            picked
                .into_iter()
                .map(|(lever, _)| lever)
                .collect::<Vec<_>>()
        };
        let bytes = of(r#"{"verdict":{"bound":"bandwidth"},"gpu":{"compute_share":0.9}}"#);
        assert!(
            bytes.contains(&serving::Lever::Weights(WeightFormat::Fp8)),
            "{bytes:?}"
        );
        assert!(bytes.len() <= MOST);
        let full = of(r#"{"verdict":{"bound":"capacity"}}"#);
        assert!(
            matches!(full.first(), Some(serving::Lever::Cache(_))),
            "{full:?}"
        );
        let input = of(r#"{"findings":[{"id":"input","gain":0.4}]}"#);
        assert_eq!(input, []);
        let split = of(r#"{"findings":[{"id":"communication","gain":0.4}]}"#);
        assert!(
            split
                .iter()
                .all(|lever| *lever == serving::Lever::AnyParallelism)
        );
    }
}

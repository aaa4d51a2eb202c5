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

/// The changes of the calculator's question that do what is to do, the best suited first.
pub(super) fn is_served(action: Msg, lever: serving::Lever) -> bool {
    use serving::Lever;
    match action {
        Msg::ProfileDoCompute | Msg::ProfileDoMatrix => {
            matches!(lever, Lever::Weights(_) | Lever::AnyAccelerator)
        }
        Msg::ProfileDoBytes => matches!(lever, Lever::Weights(_) | Lever::Cache(_)),
        Msg::ProfileDoRoom | Msg::ProfileDoQueue | Msg::ProfileDoOom => {
            matches!(lever, Lever::Cache(_) | Lever::Weights(_))
        }
        Msg::ProfileDoCommunication => matches!(lever, Lever::AnyParallelism),
        Msg::ProfileDoMemory | Msg::ProfileDoIdle => matches!(lever, Lever::AnyAccelerator),
        _ => false,
    }
}

/// The same of a question of the page about training.
pub(super) fn is_trained(action: Msg, lever: training::lever::Lever) -> bool {
    use training::lever::Lever;
    match action {
        Msg::ProfileDoCompute | Msg::ProfileDoMatrix => {
            matches!(
                lever,
                Lever::SixteenBit | Lever::EightBitProducts | Lever::AnyAccelerator
            )
        }
        Msg::ProfileDoBytes => matches!(
            lever,
            Lever::SixteenBit | Lever::EightBitProducts | Lever::DoubleBatch
        ),
        Msg::ProfileDoCommunication => matches!(lever, Lever::AnyLayout),
        Msg::ProfileDoOom => matches!(
            lever,
            Lever::EightBitOptimizer | Lever::FullRecompute | Lever::AnyAccelerator
        ),
        Msg::ProfileDoMemory | Msg::ProfileDoBatch => matches!(lever, Lever::DoubleBatch),
        _ => false,
    }
}

/// Whether fewer accelerators would do what is to do.
pub(super) const fn is_fewer(action: Msg) -> bool {
    matches!(action, Msg::ProfileDoCommunication | Msg::ProfileDoIdle)
}

/// Some of the levers for each thing to do, each once.
pub(super) fn picked<L: Copy + PartialEq, Q>(
    actions: &[Msg],
    offered: Vec<(L, Q)>,
    suits: fn(Msg, L) -> bool,
) -> Vec<(L, Q)> {
    let mut wanted: Vec<L> = Vec::new();
    for action in actions {
        let suited = offered.iter().map(|(lever, _)| *lever);
        let suited = suited.filter(|lever| suits(*action, *lever));
        for lever in suited.take(EACH) {
            if !wanted.contains(&lever) {
                wanted.push(lever);
            }
        }
    }
    wanted.truncate(MOST);
    let chosen = offered.into_iter();
    chosen.filter(|(lever, _)| wanted.contains(lever)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::precision::WeightFormat;
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

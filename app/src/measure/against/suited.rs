//! Which changes of a question do what a file asks for.

use crate::measure::advice::Wanted;
use estimator::serving::lever as serving;
use estimator::training;

/// Changes that are priced for what to do, and in all.
const EACH: usize = 2;
const MOST: usize = 4;

/// How well a change of the calculator's question gives what is wanted, 0 best; `None` where it does not.
pub(super) fn is_served(wanted: Wanted, lever: serving::Lever) -> Option<u8> {
    use serving::Lever;
    let place = match wanted {
        Wanted::Operations => match lever {
            Lever::Weights(_) => 0,
            Lever::AnyAccelerator => 1,
            _ => return None,
        },
        Wanted::Bytes => match lever {
            Lever::Weights(_) => 0,
            Lever::Cache(_) => 1,
            _ => return None,
        },
        Wanted::Room | Wanted::Fit => match lever {
            Lever::Cache(_) => 0,
            Lever::Weights(_) => 1,
            _ => return None,
        },
        Wanted::Exchange if lever == Lever::AnyParallelism => 0,
        Wanted::Unused | Wanted::Idle if lever == Lever::AnyAccelerator => 0,
        Wanted::Exchange | Wanted::Unused | Wanted::Idle | Wanted::Batch => return None,
    };
    Some(place)
}

/// The same of a question of the page about training.
pub(super) fn is_trained(wanted: Wanted, lever: training::lever::Lever) -> Option<u8> {
    use training::lever::Lever;
    let suited: &[Lever] = match wanted {
        Wanted::Operations => &[
            Lever::SixteenBit,
            Lever::EightBitProducts,
            Lever::AnyAccelerator,
        ],
        Wanted::Bytes => &[
            Lever::SixteenBit,
            Lever::EightBitProducts,
            Lever::DoubleBatch,
        ],
        Wanted::Exchange => &[Lever::AnyLayout],
        Wanted::Fit => &[
            Lever::EightBitOptimizer,
            Lever::FullRecompute,
            Lever::AnyAccelerator,
        ],
        Wanted::Unused | Wanted::Batch => &[Lever::DoubleBatch],
        Wanted::Room | Wanted::Idle => &[],
    };
    let place = suited.iter().position(|one| *one == lever)?;
    u8::try_from(place).ok()
}

/// Whether fewer accelerators would give what is wanted.
pub(super) const fn is_fewer(wanted: Wanted) -> bool {
    matches!(wanted, Wanted::Exchange | Wanted::Idle)
}

/// Some of the levers for each thing that is wanted, the best suited of them, each once.
pub(super) fn picked<L: Copy + PartialEq, Q>(
    all: &[Wanted],
    offered: Vec<(L, Q)>,
    suits: fn(Wanted, L) -> Option<u8>,
) -> Vec<(L, Q)> {
    let mut chosen: Vec<L> = Vec::new();
    for wanted in all {
        let suited = offered
            .iter()
            .filter_map(|(lever, _)| Some((suits(*wanted, *lever)?, *lever)));
        let mut suited: Vec<(u8, L)> = suited.collect();
        suited.sort_by_key(|(place, _)| *place);
        for (_, lever) in suited.into_iter().take(EACH) {
            if !chosen.contains(&lever) {
                chosen.push(lever);
            }
        }
    }
    chosen.truncate(MOST);
    let place = |lever: &L| chosen.iter().position(|one| one == lever);
    let mut picked: Vec<(L, Q)> = offered;
    picked.retain(|(lever, _)| place(lever).is_some());
    picked.sort_by_key(|(lever, _)| place(lever));
    picked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::advice::wanted;
    use estimator::precision::{KvFormat, WeightFormat};
    use estimator::profile::Group;
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
            let picked = picked(&wanted(&facts(json)), offered, is_served);
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

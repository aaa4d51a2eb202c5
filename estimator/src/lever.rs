//! Single changes of a question that may make its answer cheaper: each asked like any
//! other question, by the full search.
//!
//! What a change costs beside money (quality, waiting, commitment) is named with it by
//! whoever shows it; here stands only what changes.

use crate::engine::Engine;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Seconds;
use crate::question::{Area, PriceBasis, Question};
use crate::serving::{Parallelism, Speculation};

/// By how much a demand is relaxed.
const RELAXED: f64 = 1.2;

/// Share of prompts found in the prefix cache where it is turned on: that of published
/// retrieval and agent traces is 31 and 59 % (`catalog/data/traffic`), and the lesser of
/// them is assumed.
pub const PREFIX_HITS: f64 = 0.31;

/// A change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lever {
    /// Weights in fewer bits.
    Weights(WeightFormat),
    /// The cache in fewer bits.
    Cache(KvFormat),
    /// Another engine.
    Engine(Engine),
    /// Prompts begin alike, and their beginning is kept.
    PrefixCaching,
    /// Several tokens a step, proposed by a draft head.
    Speculation,
    /// Prefill and decode on replicas of their own.
    Disaggregation,
    /// A replica split in whatever way is best.
    AnyParallelism,
    /// A first token a fifth later.
    LaterFirstToken,
    /// Tokens a fifth slower.
    SlowerTokens,
    /// Another way to pay.
    Basis(PriceBasis),
    /// Wherever it is cheapest.
    AnyArea,
    /// From whoever sells it.
    AnySeller,
    /// Any accelerator of any maker.
    AnyAccelerator,
    /// Nodes and replicas as large as they come.
    LargerNodes,
}

/// Every change that makes sense for `question`, each with the question it leads to, in
/// the order of [`Lever`].
#[must_use]
pub fn levers(question: &Question) -> Vec<(Lever, Question)> {
    candidates(question)
        .into_iter()
        .filter_map(|lever| {
            let changed = apply(question, lever);
            (changed != *question).then_some((lever, changed))
        })
        .collect()
}

fn candidates(question: &Question) -> Vec<Lever> {
    let bits = question.weights.bits_per_weight();
    let narrower = [
        WeightFormat::Fp8,
        WeightFormat::AwqInt4,
        WeightFormat::Nvfp4,
    ];
    let mut all: Vec<Lever> = narrower
        .into_iter()
        // An eighth less at the least: two kinds of four bits are no lever.
        .filter(|format| format.bits_per_weight() < 0.875 * bits)
        .map(Lever::Weights)
        .collect();
    if matches!(question.kv_cache, KvFormat::Bf16 | KvFormat::Fp16) {
        all.push(Lever::Cache(KvFormat::Fp8));
    }
    // llama.cpp reads files of its own.
    if question.engine.engine != Engine::LlamaCpp {
        let served = [Engine::Vllm, Engine::Sglang, Engine::TensorRtLlm];
        all.extend(served.map(Lever::Engine));
    }
    if question.prefix_hit_rate < PREFIX_HITS {
        all.push(Lever::PrefixCaching);
    }
    all.extend([Lever::Speculation, Lever::AnyParallelism]);
    // llama.cpp has no way to hand a cache over.
    if question.engine.engine != Engine::LlamaCpp {
        all.push(Lever::Disaggregation);
    }
    all.extend([Lever::LaterFirstToken, Lever::SlowerTokens]);
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
        Lever::LargerNodes,
    ]);
    all
}

/// The question with a change made.
#[must_use]
pub fn apply(question: &Question, lever: Lever) -> Question {
    let mut changed = question.clone();
    let relaxed = |limit: Option<Seconds>| limit.map(|limit| limit * RELAXED);
    match lever {
        Lever::Weights(format) => changed.weights = format,
        Lever::Cache(format) => changed.kv_cache = format,
        Lever::Engine(engine) => changed.engine.engine = engine,
        Lever::PrefixCaching => {
            changed.prefix_hit_rate = PREFIX_HITS;
            // What is found on the accelerator need not come from the host.
            let rest = changed.serving.restored - (PREFIX_HITS - question.prefix_hit_rate);
            changed.serving.restored = rest.max(0.0);
        }
        Lever::Speculation => {
            let drafts = &mut changed.serving.speculation;
            drafts.get_or_insert(Speculation::TYPICAL);
        }
        Lever::Disaggregation => changed.serving.disaggregated = true,
        Lever::AnyParallelism => changed.serving.parallelism = Parallelism::Any,
        Lever::LaterFirstToken => changed.sla.ttft = relaxed(changed.sla.ttft),
        Lever::SlowerTokens => changed.sla.tpot = relaxed(changed.sla.tpot),
        Lever::Basis(basis) => changed.fleet.basis = basis,
        Lever::AnyArea => changed.fleet.area = Area::Any,
        Lever::AnySeller => changed.fleet.providers.clear(),
        Lever::AnyAccelerator => {
            changed.fleet.accelerators.clear();
            changed.fleet.vendors.clear();
        }
        Lever::LargerNodes => {
            changed.limits.max_per_node = None;
            changed.limits.max_per_replica = changed.limits.max_per_replica.max(32);
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::{Lever, levers};
    use crate::precision::{KvFormat, WeightFormat};
    use crate::question::{Area, Question};
    use crate::serving::Parallelism;

    /// Every lever changes the question, and none is offered twice.
    #[test]
    fn levers_change_something() {
        let mut question = Question {
            weights: WeightFormat::Bf16,
            kv_cache: KvFormat::Bf16,
            ..Question::default()
        };
        question.fleet.area = Area::Europe;
        question.fleet.accelerators.push("nvidia-l4".to_owned());
        question.fleet.providers.push("aws".to_owned());
        question.limits.max_per_node = Some(2);
        question.serving.parallelism = Parallelism::Tensor;
        let offered = levers(&question);
        // Three formats, a cache, two engines, a prefix, drafts, phases apart, two demands,
        // three prices, and five restrictions that are lifted.
        assert_eq!(offered.len(), 19);
        for (index, (lever, changed)) in offered.iter().enumerate() {
            assert_ne!(*changed, question);
            assert!(
                offered
                    .iter()
                    .skip(index + 1)
                    .all(|(other, _)| other != lever)
            );
        }
    }

    /// What is done already is no lever.
    #[test]
    fn what_is_done_is_not_offered() {
        let mut question = Question {
            weights: WeightFormat::AwqInt4,
            prefix_hit_rate: 0.5,
            ..Question::default()
        };
        question.sla.ttft = None;
        let has = |wanted: &dyn Fn(Lever) -> bool| {
            levers(&question).iter().any(|(lever, _)| wanted(*lever))
        };
        assert!(!has(&|lever| matches!(
            lever,
            Lever::Weights(_) | Lever::Cache(_)
        )));
        assert!(!has(&|lever| lever == Lever::PrefixCaching));
        assert!(!has(&|lever| lever == Lever::LaterFirstToken));
        assert!(has(&|lever| lever == Lever::SlowerTokens));
    }
}

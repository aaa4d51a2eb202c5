//! Single changes of a question that may make its answer cheaper: each asked like any
//! other question, by the full search.
//!
//! The cost of a change beside money (quality, waiting, commitment) is named with it by whoever
//! shows it; here stands only the change.

use crate::choice::{Area, PriceBasis};
use crate::engine::Engine;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Seconds;
use crate::serving::options::{Parallelism, Speculation};
use crate::serving::question::Question;
use crate::serving::search::COUNTS;
use crate::serving::served::{eight_bit_cache, usual_weights};
use crate::support::engine_reads;

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

/// Weights of fewer bits than those in `weights` that are usual with `engine`, the widest
/// first; where it does not read those, all that are usual.
pub fn narrower(engine: Engine, weights: WeightFormat) -> impl Iterator<Item = WeightFormat> {
    // An eighth less at the least: two kinds of four bits are no lever.
    let bits = if engine_reads(engine, weights) {
        0.875 * weights.bits_per_weight()
    } else {
        f64::INFINITY
    };
    let is_narrower = move |format: &WeightFormat| format.bits_per_weight() < bits;
    usual_weights(engine).iter().copied().filter(is_narrower)
}

fn candidates(question: &Question) -> Vec<Lever> {
    let engine = question.engine.engine;
    let weights = narrower(engine, question.weights);
    let mut all: Vec<Lever> = weights.map(Lever::Weights).collect();
    if matches!(question.kv_cache, KvFormat::Bf16 | KvFormat::Fp16) {
        all.push(Lever::Cache(eight_bit_cache(engine)));
    }
    // Who serves with llama.cpp has its files.
    if engine != Engine::LlamaCpp {
        let served = [Engine::Vllm, Engine::Sglang, Engine::TensorRtLlm];
        let reading = served.into_iter();
        let reading = reading.filter(|other| engine_reads(*other, question.weights));
        all.extend(reading.map(Lever::Engine));
    }
    if question.prefix_hit_rate < PREFIX_HITS {
        all.push(Lever::PrefixCaching);
    }
    all.extend([Lever::Speculation, Lever::AnyParallelism]);
    // llama.cpp has no way to hand a cache over.
    if engine != Engine::LlamaCpp {
        all.push(Lever::Disaggregation);
    }
    all.extend([Lever::LaterFirstToken, Lever::SlowerTokens]);
    // What is bought has no seller of hours.
    if !question.fleet.bought {
        let bases = [
            PriceBasis::Spot,
            PriceBasis::Reserved1y,
            PriceBasis::Reserved3y,
        ];
        all.extend(bases.map(Lever::Basis));
        all.extend([Lever::AnyArea, Lever::AnySeller]);
    }
    all.extend([Lever::AnyAccelerator, Lever::LargerNodes]);
    all
}

/// Accelerators of a replica at most: as many as a search tries.
const MOST: u32 = {
    let [.., most] = COUNTS;
    most
};

/// The question with a change made.
#[must_use]
pub fn apply(question: &Question, lever: Lever) -> Question {
    let mut changed = question.clone();
    let relaxed = |limit: Option<Seconds>| limit.map(|limit| limit * RELAXED);
    match lever {
        Lever::Weights(format) => changed.weights = format,
        Lever::Cache(format) => changed.kv_cache = format,
        Lever::Engine(engine) => changed.serve_with(engine),
        Lever::PrefixCaching => {
            changed.prefix_hit_rate = PREFIX_HITS;
            // Hits on the accelerator need not come from the host.
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
            changed.limits.max_per_replica = changed.limits.max_per_replica.max(MOST);
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::{Lever, engine_reads, levers, narrower};
    use crate::choice::Area;
    use crate::engine::Engine;
    use crate::precision::{KvFormat, WeightFormat};
    use crate::serving::options::Parallelism;
    use crate::serving::question::Question;

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

    /// No lever leads to weights or a cache that the engine does not read, whatever was asked;
    /// llama.cpp is offered its own files, also where the format asked for is none.
    #[test]
    fn levers_lead_to_what_the_engine_reads() {
        for engine in Engine::ALL {
            for weights in WeightFormat::ALL {
                let mut question = Question {
                    weights: *weights,
                    kv_cache: KvFormat::Bf16,
                    ..Question::default()
                };
                question.engine.engine = *engine;
                for (lever, changed) in levers(&question) {
                    if matches!(lever, Lever::Weights(_) | Lever::Engine(_)) {
                        let read = engine_reads(changed.engine.engine, changed.weights);
                        assert!(read, "{lever:?} from {engine:?} with {weights:?}");
                    }
                    let float = lever == Lever::Cache(KvFormat::Fp8);
                    assert!(!float || *engine != Engine::LlamaCpp);
                }
            }
        }
        let files = |weights| {
            let files: Vec<_> = narrower(Engine::LlamaCpp, weights).collect();
            files
        };
        let both = [WeightFormat::Q8_0, WeightFormat::Q4KM];
        assert_eq!(files(WeightFormat::Bf16), both);
        assert_eq!(files(WeightFormat::Fp8), both);
        assert_eq!(files(WeightFormat::Q8_0), [WeightFormat::Q4KM]);
        let of_gguf = |engine| {
            let mut question = Question {
                weights: WeightFormat::Q4KM,
                ..Question::default()
            };
            question.engine.engine = Engine::Vllm;
            let mut all = levers(&question).into_iter();
            all.any(|(lever, _)| lever == Lever::Engine(engine))
        };
        assert!(of_gguf(Engine::Sglang) && !of_gguf(Engine::TensorRtLlm));
    }

    /// A change that is made already is no lever.
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

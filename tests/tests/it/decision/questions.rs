//! Questions as somebody may ask them.

use super::resolved;
use estimator::choice::{Area, Fleet, ModelChoice, PriceBasis};
use estimator::engine::Engine;
use estimator::precision::WeightFormat;
use estimator::quantity::Seconds;
use estimator::serving::question::{Question, Traffic, Variety};
use estimator::workload::Sla;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Models of every size and kind that people serve, asked for more often than others.
const MODELS: [&str; 8] = [
    "meta-llama/Llama-3.1-8B",
    "Qwen/Qwen3-14B",
    "Qwen/Qwen3-32B",
    "google/gemma-3-27b-it",
    "meta-llama/Llama-3.3-70B-Instruct",
    "openai/gpt-oss-120b",
    "Qwen/Qwen3-235B-A22B",
    "deepseek-ai/DeepSeek-V3.1",
];

fn traffic() -> impl Strategy<Value = Traffic> {
    prop_oneof![
        (-2.0..5.0_f64).prop_map(|log| Traffic::Rate(log.exp())),
        (0.0..7.0_f64).prop_map(|log| Traffic::Users(log.exp().round())),
    ]
}

/// The model, and the format of its weights: one that it is published in, or any usual one.
fn models() -> impl Strategy<Value = (String, WeightFormat)> {
    let written = catalog::models().iter().filter(|entry| entry.generates);
    let all: Vec<&'static str> = written.map(|entry| entry.id).collect();
    let model = prop_oneof![3 => select(MODELS.to_vec()), 1 => select(all)];
    let usual = vec![WeightFormat::Bf16, WeightFormat::Fp8, WeightFormat::AwqInt4];
    model.prop_flat_map(move |model| {
        let published: Vec<WeightFormat> = catalog::formats::published(model).collect();
        let formats = if published.is_empty() {
            usual.clone()
        } else {
            published
        };
        let format = prop_oneof![select(usual.clone()), select(formats)];
        (Just(model.to_owned()), format)
    })
}

/// Mean lengths in tokens, the share of a prompt that the cache has, and how requests differ.
fn requests() -> impl Strategy<Value = Question> {
    let hits = prop_oneof![2 => Just(0.0), 1 => 0.0..0.95_f64];
    let beyond = || prop_oneof![2 => Just(None), 1 => (1.2..4.0_f64).prop_map(Some)];
    let bursts = prop_oneof![2 => Just(1.0), 1 => 1.0..4.0_f64];
    let lengths = (50.0..12_000.0_f64, 10.0..1_500.0_f64);
    (lengths, hits, beyond(), beyond(), bursts).prop_map(
        |((input, output), prefix_hit_rate, longest_input, longest_output, burstiness)| {
            let (input, output) = (input.round(), output.round());
            Question {
                input_tokens: input,
                output_tokens: output,
                prefix_hit_rate,
                variety: Variety {
                    input_p95: longest_input.map(|times| (times * input).round()),
                    output_p95: longest_output.map(|times| (times * output).round()),
                    burstiness,
                    ..Variety::default()
                },
                ..Question::default()
            }
        },
    )
}

/// Whom to buy from, and where and how: often whoever sells.
fn fleets() -> impl Strategy<Value = Fleet> {
    let sellers: Vec<String> = catalog::prices::sellers()
        .iter()
        .map(|(id, _)| (*id).to_owned())
        .collect();
    let all = sellers.len();
    let sellers = prop_oneof![3 => Just(Vec::new()), 1 => subsequence(sellers, 1..=all)];
    let areas = vec![
        Area::Any,
        Area::Any,
        Area::Any,
        Area::Americas,
        Area::Europe,
    ];
    let bases = vec![
        PriceBasis::OnDemand,
        PriceBasis::Spot,
        PriceBasis::Reserved1y,
    ];
    let is_seldom = || prop::bool::weighted(0.1);
    (
        sellers,
        select(areas),
        select(bases),
        is_seldom(),
        is_seldom(),
    )
        .prop_map(|(providers, area, basis, bought, by_accelerator)| Fleet {
            providers,
            area,
            basis,
            bought,
            by_accelerator,
            ..Fleet::default()
        })
}

/// How fast the answers are to be.
fn targets() -> impl Strategy<Value = Sla> {
    let ttft = select(vec![None, Some(0.5), Some(1.0), Some(3.0)]);
    let tpot = select(vec![None, Some(25.0), Some(50.0), Some(100.0)]);
    (ttft, tpot).prop_map(|(ttft, tpot)| Sla {
        ttft: ttft.map(Seconds::new),
        tpot: tpot.map(Seconds::millis),
        ..Question::default().sla
    })
}

/// A question as somebody may ask it, of what somebody sells.
pub(super) fn questions() -> impl Strategy<Value = Question> {
    let engines = select(vec![Engine::Vllm, Engine::Sglang]);
    let spare = prop_oneof![4 => Just(0), 1 => 1..3_u32];
    let all = (
        models(),
        traffic(),
        requests(),
        targets(),
        fleets(),
        engines,
        spare,
    );
    all.prop_map(
        |((model, weights), traffic, requests, sla, fleet, engine, spare)| {
            let mut question = Question {
                model: ModelChoice::Catalog(model),
                weights,
                traffic,
                sla,
                fleet,
                ..requests
            };
            question.engine.engine = engine;
            question.limits.spare_replicas = spare;
            question
        },
    )
    .prop_filter("nobody sells it so", |question| {
        resolved(question).is_some()
    })
}

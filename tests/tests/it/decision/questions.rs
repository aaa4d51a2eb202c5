//! Questions as somebody may ask them.

use estimator::choice::{ModelChoice, PriceBasis};
use estimator::engine::Engine;
use estimator::precision::WeightFormat;
use estimator::quantity::Seconds;
use estimator::serving::question::{Question, Traffic};
use proptest::prelude::*;
use proptest::sample::select;

/// Models of every size and kind that people serve.
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

/// A question as somebody may ask it, of all that is for sale.
pub(super) fn questions() -> impl Strategy<Value = Question> {
    let lengths = (50.0..12_000.0_f64, 10.0..1_500.0_f64);
    let limits = (
        select(vec![None, Some(0.5), Some(1.0), Some(3.0)]),
        select(vec![None, Some(25.0), Some(50.0), Some(100.0)]),
    );
    let formats = select(vec![
        WeightFormat::Bf16,
        WeightFormat::Fp8,
        WeightFormat::AwqInt4,
    ]);
    let engines = select(vec![Engine::Vllm, Engine::Sglang]);
    let bases = select(vec![
        PriceBasis::OnDemand,
        PriceBasis::Spot,
        PriceBasis::Reserved1y,
    ]);
    (
        select(MODELS.to_vec()),
        traffic(),
        lengths,
        limits,
        formats,
        engines,
        bases,
    )
        .prop_map(
            |(model, traffic, (input, output), (ttft, tpot), weights, engine, basis)| {
                let mut question = Question {
                    model: ModelChoice::Catalog(model.to_owned()),
                    weights,
                    traffic,
                    input_tokens: input.round(),
                    output_tokens: output.round(),
                    ..Question::default()
                };
                question.engine.engine = engine;
                question.fleet.basis = basis;
                question.sla.ttft = ttft.map(Seconds::new);
                question.sla.tpot = tpot.map(Seconds::millis);
                question
            },
        )
}

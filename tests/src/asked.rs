//! Questions that several suites ask.

use estimator::choice::ModelChoice;
use estimator::precision::WeightFormat;
use estimator::serving::question::{Question, Traffic};

/// Models of every size and kind that people serve.
pub const MODELS: [&str; 8] = [
    "meta-llama/Llama-3.1-8B",
    "Qwen/Qwen3-14B",
    "Qwen/Qwen3-32B",
    "google/gemma-3-27b-it",
    "meta-llama/Llama-3.3-70B-Instruct",
    "openai/gpt-oss-120b",
    "Qwen/Qwen3-235B-A22B",
    "deepseek-ai/DeepSeek-V3.1",
];

/// Models of different kinds with lengths they are used for.
pub const ASKED: [(&str, WeightFormat, f64, f64); 4] = [
    ("meta-llama/Llama-3.1-8B", WeightFormat::Bf16, 1150.0, 211.0),
    (
        "meta-llama/Llama-3.3-70B-Instruct",
        WeightFormat::Fp8,
        2000.0,
        300.0,
    ),
    ("openai/gpt-oss-120b", WeightFormat::Mxfp4, 1000.0, 1000.0),
    ("Qwen/Qwen3-32B", WeightFormat::Fp8, 8000.0, 200.0),
];

/// A question about one of them.
///
/// # Panics
/// Where there is no such one: the test is then wrong.
#[must_use]
#[allow(clippy::indexing_slicing)]
pub fn question(asked: usize, traffic: Traffic) -> Question {
    let (model, weights, input_tokens, output_tokens) = ASKED[asked];
    Question {
        model: ModelChoice::Catalog(model.to_owned()),
        weights,
        input_tokens,
        output_tokens,
        traffic,
        ..Question::default()
    }
}

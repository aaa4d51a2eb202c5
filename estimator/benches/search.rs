//! How long answers take: `cargo bench -p estimator`. The page wants a search
//! over the whole catalogue in 16 ms; scripts want 20,000 lines a second.

#![allow(clippy::unwrap_used)] // A question of its own making.

use catalog::resolve;
use divan::Bencher;
use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::precision::WeightFormat;
use estimator::quantity::Seconds;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::search::search;

fn main() {
    divan::main();
}

fn questions() -> Vec<Question> {
    let models = [
        "meta-llama/Llama-3.3-70B-Instruct",
        "meta-llama/Llama-3.1-8B",
        "Qwen/Qwen3-32B",
        "openai/gpt-oss-120b",
        "deepseek-ai/DeepSeek-V3",
    ];
    let mut all = Vec::new();
    for model in models {
        for weights in [WeightFormat::Bf16, WeightFormat::Fp8] {
            for rate in [0.5, 10.0, 200.0] {
                for tpot in [20.0, 60.0] {
                    all.push(Question {
                        model: ModelChoice::Catalog(model.to_owned()),
                        weights,
                        traffic: Traffic::Rate(rate),
                        sla: estimator::workload::Sla {
                            tpot: Some(Seconds::millis(tpot)),
                            ..Question::default().sla
                        },
                        ..Question::default()
                    });
                }
            }
        }
    }
    all
}

/// The page's first answer.
#[divan::bench]
fn default_question(bencher: Bencher) {
    let (scenario, offers) = resolve(&Question::default()).unwrap();
    bencher.bench(|| search(divan::black_box(&scenario), &offers));
}

/// One of sixty different questions.
#[divan::bench(args = [0, 1, 2, 3, 4])]
fn varied(bencher: Bencher, model: usize) {
    let resolved: Vec<_> = questions()
        .iter()
        .skip(model * 12)
        .take(12)
        .map(|question| resolve(question).unwrap())
        .collect();
    let mut next = resolved.iter().cycle();
    bencher.bench_local(|| {
        let (scenario, offers) = next.next().unwrap();
        search(scenario, offers)
    });
}

/// Users at once instead of a rate.
#[divan::bench]
fn users(bencher: Bencher) {
    let mut question = Question {
        traffic: Traffic::Users(500.0),
        ..Question::default()
    };
    question.engine.engine = Engine::Sglang;
    let (scenario, offers) = resolve(&question).unwrap();
    bencher.bench(|| search(divan::black_box(&scenario), &offers));
}

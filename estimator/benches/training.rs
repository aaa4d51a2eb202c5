//! How long a training search takes: every accelerator of the catalogue, up to 1,024 of
//! each: `cargo bench -p estimator --bench training`. Wanted: 60 ms natively.

#![allow(clippy::unwrap_used)] // Questions of its own making.

use catalog::{model, resolve_training};
use divan::Bencher;
use estimator::offer::Offer;
use estimator::quantity::Seconds;
use estimator::training::method::{Adapter, Base, Loss, Method, Optimizer, Precision, Stack};
use estimator::training::question::{Fixed, Limits, Question};
use estimator::training::search::search;
use estimator::training::target::Targets;
use estimator::training::{Job, Site};

fn main() {
    divan::main();
}

fn offers() -> Vec<Offer> {
    resolve_training(&Question::default(), None).unwrap().3
}

fn job(id: &str, stack: Stack, global_batch: u32, tokens: f64) -> Job {
    Job {
        model: model(id).unwrap(),
        method: Method::Full,
        precision: Precision::Bf16Mixed,
        optimizer: Optimizer::AdamW,
        stack,
        sequence: 4096,
        global_batch,
        tokens,
        loss: Loss::Plain,
        flash: true,
        dropout: false,
        reference: false,
        scratch: false,
        packed: 1.0,
    }
}

const CASES: [&str; 7] = [
    "full 8B torchtitan",
    "QLoRA 70B hf",
    "pretrain 32B Megatron",
    "pretrain Qwen3-235B Megatron",
    "pretrain DeepSeek-V3 Megatron",
    "pretrain 405B Megatron",
    "full 70B DeepSpeed",
];

fn case(name: &str) -> Job {
    match name {
        "full 8B torchtitan" => job("meta-llama/Llama-3.1-8B", Stack::Torchtitan, 64, 200e6),
        "QLoRA 70B hf" => Job {
            method: Method::Adapter(Adapter {
                rank: 16,
                targets: Targets::LINEAR,
                magnitude: false,
                base: Base::Nf4Double,
                half: true,
            }),
            ..job(
                "meta-llama/Llama-3.3-70B-Instruct",
                Stack::HuggingFace,
                16,
                20e6,
            )
        },
        "pretrain 32B Megatron" => job("Qwen/Qwen3-32B", Stack::Megatron, 1024, 1e12),
        "pretrain Qwen3-235B Megatron" => job("Qwen/Qwen3-235B-A22B", Stack::Megatron, 4096, 10e12),
        "pretrain DeepSeek-V3 Megatron" => {
            job("deepseek-ai/DeepSeek-V3", Stack::Megatron, 4096, 14.8e12)
        }
        "pretrain 405B Megatron" => job(
            "meta-llama/Llama-3.1-405B-Instruct",
            Stack::Megatron,
            2048,
            1e12,
        ),
        _ => job(
            "meta-llama/Llama-3.3-70B-Instruct",
            Stack::DeepSpeed,
            128,
            1e9,
        ),
    }
}

/// A training question with a deadline, over the whole catalogue.
#[divan::bench(args = CASES, sample_count = 5)]
fn catalogue(bencher: Bencher, name: &str) {
    let offers = offers();
    let job = case(name);
    let limits = Limits {
        deadline: Some(Seconds::new(30.0 * 86_400.0)),
        ..Limits::default()
    };
    let (site, fixed) = (Site::default(), Fixed::default());
    bencher.bench_local(|| search(divan::black_box(&job), &site, &limits, &fixed, &offers));
}

//! Figures anybody can look up, each with its source.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::ModelChoice;
use estimator::parameters;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::quick::{quick_inference, quick_training};
use estimator::serving::memory::Component;
use estimator::serving::memory::kv_cache::Cache;
use estimator::serving::question::Question;
use estimator::serving::replica::Replica;
use estimator::serving::search::search;
use rightsize_tests::{accelerator, model, tensor};

fn kv_per_token(id: &str, format: KvFormat, placement: Placement) -> f64 {
    Cache::new(&model(id), format, placement, true)
        .per_token()
        .get()
}

/// 32 layers, 8 key/value heads of 128, two bytes, keys and values: the
/// arithmetic every write-up of Llama 3 repeats.
#[test]
fn llama_3_8b_takes_131072_bytes_a_token_at_bf16() {
    for id in ["meta-llama/Meta-Llama-3-8B", "meta-llama/Llama-3.1-8B"] {
        if catalog::model(id).is_some() {
            let bytes = kv_per_token(id, KvFormat::Bf16, Placement::SINGLE);
            assert!((bytes - 131_072.0).abs() < 0.5, "{id}: {bytes}");
        }
    }
    let half = kv_per_token("meta-llama/Llama-3.1-8B", KvFormat::Fp8, Placement::SINGLE);
    assert!((half - 65_536.0).abs() < 0.5);
}

/// DeepSeek-V3 caches one vector of 512 + 64 values a layer, 61 layers
/// (arXiv 2412.19437), which every rank of tensor parallelism needs whole.
#[test]
fn deepseek_v3_cache_is_not_divided_by_tensor_parallelism() {
    let one = kv_per_token("deepseek-ai/DeepSeek-V3", KvFormat::Bf16, Placement::SINGLE);
    let eight = kv_per_token("deepseek-ai/DeepSeek-V3", KvFormat::Bf16, tensor(8));
    assert!((one - 61.0 * 576.0 * 2.0).abs() < 0.5, "{one}");
    assert!((one - eight).abs() < 0.5, "{eight}");
}

/// Heads are copied once there are more ranks than heads.
#[test]
fn grouped_heads_are_split_and_then_copied() {
    let at = |ranks| kv_per_token("meta-llama/Llama-3.1-8B", KvFormat::Bf16, tensor(ranks));
    assert!((at(8) * 8.0 - at(1)).abs() < 0.5);
    assert!((at(16) - at(8)).abs() < 0.5);
}

/// The field guide: 2 + 2 + 8 bytes a parameter, 7B = 14 + 14 + 56 = 84 GB.
#[test]
fn quick_training_of_7b_is_84_gb() {
    let quick = quick_training(7e9, false);
    let gb = |bytes: estimator::quantity::Bytes| bytes.to_gb();
    assert!((gb(quick.weights) - 14.0).abs() < 1e-9);
    assert!((gb(quick.gradients) - 14.0).abs() < 1e-9);
    assert!((gb(quick.optimizer) - 56.0).abs() < 1e-9);
    assert!((gb(quick.total()) - 84.0).abs() < 1e-9);
    assert!((gb(quick_training(7e9, true).total()) - 168.0).abs() < 1e-9);
    assert!((gb(quick_inference(7e9)) - 14.0).abs() < 1e-9);
}

/// Published totals: 70,553,706,496 (Llama-3.1-70B, safetensors metadata),
/// 671 billion in all and 37 billion active (DeepSeek-V3 report).
#[test]
fn parameters_of_well_known_models() {
    let llama = parameters::count(&model("meta-llama/Llama-3.1-70B"));
    assert!((llama.total / 70_553_706_496.0 - 1.0).abs() < 1e-4);
    let deepseek = parameters::count(&model("deepseek-ai/DeepSeek-V3"));
    assert!((deepseek.total / 671.0e9 - 1.0).abs() < 0.001);
    assert!(
        (deepseek.active / 37.0e9 - 1.0).abs() < 0.03,
        "{}",
        deepseek.active
    );
}

/// vLLM's log for a 70B at bf16 on two H100: 65.74 GiB of weights a rank
/// (70.55e9 * 2 / 2); the card reports 79.65 GiB, not 80 GB.
#[test]
fn weights_and_capacity_are_what_drivers_and_logs_say() {
    let (scenario, _) = catalog::resolve(&Question {
        model: ModelChoice::Catalog("meta-llama/Llama-3.1-70B".to_owned()),
        weights: WeightFormat::Bf16,
        ..Question::default()
    })
    .unwrap();
    let chip = accelerator("nvidia-h100-sxm-80gb");
    let counted = parameters::count(&scenario.model);
    let replica = Replica::new(&scenario, &counted, &chip, tensor(2)).unwrap();
    let memory = replica.memory(1.0);
    let gib = memory.part(Component::Weights).to_gib();
    assert!((gib / 65.71 - 1.0).abs() < 0.01, "{gib}");
    assert!((memory.capacity.to_gib() - 79.65).abs() < 0.01);
}

/// "1,979 TFLOPS" of an H100 at 16 bit counts 2:4 sparsity; the dense rate is
/// 989.5 (NVIDIA H100 data sheet, footnote).
#[test]
fn sparse_headlines_are_not_taken_for_dense() {
    let chip = accelerator("nvidia-h100-sxm-80gb");
    let dense = chip.peak.sixteen.unwrap().to_tera();
    assert!((dense - 989.5).abs() < 0.1);
    assert!((chip.headline_factor - 2.0).abs() < 0.01);
}

/// The issue's own walk: Llama-3.3-70B at fp8, 10 requests a second, 2,000 in,
/// 300 out, TTFT 1 s, TPOT 40 ms. There is an answer, it keeps the SLA, and the
/// money adds up.
#[test]
fn the_default_question_has_a_complete_answer() {
    let (scenario, offers) = catalog::resolve(&Question::default()).unwrap();
    let report = search(&scenario, &offers);
    assert_eq!(report.candidates.len(), offers.len());
    let best = report.recommended().unwrap();
    let sizing = best.best.as_ref().unwrap();
    let speed = sizing.estimate.performance.as_ref().unwrap();
    assert!(speed.ttft.at_percentile.get() <= 1.0001);
    assert!(speed.tpot.at_percentile.to_millis() <= 40.004);
    assert!(sizing.headroom >= 0.0);
    let working = f64::from(sizing.replicas - sizing.spare_replicas);
    assert!((speed.requests.get() * working - 10.0).abs() < 0.05);
    let cost = sizing.cost.unwrap();
    // Whole instances that hold all replicas, at one price of one seller.
    let price = sizing.price(&offers[best.offer]).unwrap();
    assert!(!price.label.is_empty() && !price.as_of.is_empty());
    assert_eq!(cost.bill.instance, price.instance_accelerators);
    assert!(cost.bill.accelerators >= sizing.accelerators());
    let expected = price.per_accelerator.get() * f64::from(cost.bill.accelerators);
    assert!((cost.per_hour.get() - expected).abs() < 1e-9);
    let per_million = cost.per_hour.get() / 3600.0 / 3000.0 * 1e6;
    assert!((cost.per_million_output.get() / per_million - 1.0).abs() < 0.01);
    assert!(report.runner_up.is_some());
}

//! Laws for every model, chip and load, whatever the constants.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::hardware::LinkKind;
use estimator::offer::Offer;
use estimator::parameters;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::quantity::Seconds;
use estimator::serving::finding::Finding;
use estimator::serving::memory::Component;
use estimator::serving::memory::kv_cache::Cache;
use estimator::serving::memory::weights::weights;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::replica::Replica;
use estimator::serving::report::{Candidate, Verdict};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::soundness::weighed;
use estimator::workload::{Load, Percentile, Sla};
use proptest::prelude::*;
use proptest::sample::select;
use rightsize_tests::{accelerator, model, tensor};

fn ids() -> Vec<&'static str> {
    catalog::models()
        .iter()
        .filter(|entry| entry.generates)
        .map(|entry| entry.id)
        .collect()
}

fn scenario(id: &str) -> Scenario {
    catalog::resolve(&Question {
        model: ModelChoice::Catalog(id.to_owned()),
        ..Question::default()
    })
    .unwrap()
    .0
}

/// Weights that an engine does not read run nowhere; those that it reads do.
#[test]
fn an_engine_runs_what_it_reads() {
    for (engine, weights, reads) in [
        (Engine::LlamaCpp, WeightFormat::Fp8, false),
        (Engine::LlamaCpp, WeightFormat::AwqInt4, false),
        (Engine::LlamaCpp, WeightFormat::Q8_0, true),
        (Engine::LlamaCpp, WeightFormat::Bf16, true),
        (Engine::TensorRtLlm, WeightFormat::Q4KM, false),
        (Engine::TensorRtLlm, WeightFormat::AwqInt4, true),
        (Engine::Vllm, WeightFormat::Q4KM, true),
    ] {
        let mut question = Question {
            weights,
            ..Question::default()
        };
        question.engine.engine = engine;
        let (scenario, offers) = catalog::resolve(&question).unwrap();
        let report = search(&scenario, &offers);
        assert_eq!(report.best.is_some(), reads, "{engine:?} with {weights:?}");
        let unread = |one: &Candidate| one.verdict == Verdict::Unsupported { format: weights };
        assert!(reads || report.candidates.iter().any(unread));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// More context never takes less cache.
    #[test]
    fn more_context_never_lowers_kv(
        id in select(ids()),
        format in select(KvFormat::ALL),
        short in 1.0..100_000.0f64,
        more in 0.0..100_000.0f64,
        ranks in select(vec![1u32, 2, 4, 8]),
    ) {
        let cache = Cache::new(&model(id), format, tensor(ranks), true);
        prop_assert!(cache.request(short + more) >= cache.request(short));
    }

    /// A format of fewer bits never takes more memory.
    #[test]
    fn fewer_bits_never_raise_memory(
        id in select(ids()),
        one in select(WeightFormat::ALL),
        other in select(WeightFormat::ALL),
        ranks in select(vec![1u32, 2, 4, 8]),
    ) {
        // Mixtures keep some classes wide in some formats: compare like with like.
        prop_assume!(one.is_gguf() == other.is_gguf());
        // Named by the bits of the experts, which a dense model does not have.
        prop_assume!(![one, other].contains(&WeightFormat::Mxfp4Moe));
        let model = model(id);
        prop_assume!(!model.is_mixture());
        let (narrow, wide) = if one.bits_per_weight() <= other.bits_per_weight() {
            (one, other)
        } else {
            (other, one)
        };
        let counted = parameters::count(&model);
        let at = |format| weights(&model, &counted, format, tensor(ranks));
        prop_assert!(at(narrow) <= at(wide));
    }

    /// Halving the bits never raises memory, mixtures included.
    #[test]
    fn halving_bits_never_raises_memory(id in select(ids())) {
        let model = model(id);
        let counted = parameters::count(&model);
        let at = |format| weights(&model, &counted, format, Placement::SINGLE);
        prop_assert!(at(WeightFormat::Bf16) <= at(WeightFormat::Fp32));
        prop_assert!(at(WeightFormat::Fp8) <= at(WeightFormat::Bf16));
        prop_assert!(at(WeightFormat::Nvfp4) <= at(WeightFormat::Bf16));
        prop_assert!(at(WeightFormat::Q4_0) <= at(WeightFormat::Q8_0));
    }

    /// More users never make a token come sooner, and never lower the number
    /// of requests finished while memory holds them.
    #[test]
    fn more_users_never_speed_anybody_up(
        id in select(ids()),
        users in 1.0..200.0f64,
        factor in 1.0..4.0f64,
    ) {
        let scenario = scenario(id);
        let chip = accelerator("nvidia-b200-sxm");
        let counted = parameters::count(&scenario.model);
        let replica = Replica::new(&scenario, &counted, &chip, Placement::SINGLE).unwrap();
        prop_assume!(users * factor < replica.capacity());
        let (few, many) = (replica.closed(users), replica.closed(users * factor));
        prop_assert!(many.outcome.tpot >= few.outcome.tpot * 0.9999);
        prop_assert!(many.rate >= few.rate * 0.99);
    }

    /// Little's law: requests in the system are the rate times the time in it.
    #[test]
    fn littles_law_holds(users in 1.0..300.0f64) {
        let scenario = scenario("meta-llama/Llama-3.1-8B");
        let chip = accelerator("nvidia-h100-sxm-80gb");
        let counted = parameters::count(&scenario.model);
        let replica = Replica::new(&scenario, &counted, &chip, Placement::SINGLE).unwrap();
        for point in [replica.closed(users), replica.crowded(users, true)] {
            let time = point.ttft + scenario.workload.output_tokens * point.outcome.tpot;
            prop_assert!((point.rate * time / users - 1.0).abs() < 0.01);
        }
    }

    /// Any question inside the bounds gets an answer of finite numbers.
    #[test]
    fn every_question_gets_a_finite_answer(
        id in select(ids()),
        weights in select(WeightFormat::ALL),
        kv_cache in select(KvFormat::ALL),
        rate in prop_oneof![1e-6..1e-3f64, 0.1..100.0f64, 1e4..1e6f64],
        users in prop::option::of(1.0..1e6f64),
        input in 1.0..200_000.0f64,
        output in 1.0..50_000.0f64,
        hits in 0.0..0.99f64,
        ttft in prop::option::of(0.001..100.0f64),
        tpot in prop::option::of(0.0001..10.0f64),
        percentile in select(Percentile::ALL),
        engine in select(estimator::engine::Engine::ALL),
        spares in 0u32..5,
    ) {
        let mut question = Question {
            model: ModelChoice::Catalog(id.to_owned()),
            weights,
            kv_cache,
            traffic: users.map_or(Traffic::Rate(rate), Traffic::Users),
            input_tokens: input,
            output_tokens: output,
            prefix_hit_rate: hits,
            sla: Sla {
                ttft: ttft.map(Seconds::new),
                tpot: tpot.map(Seconds::new),
                percentile,
                certainty: estimator::workload::Certainty::Even, goodput: None, },
            ..Question::default()
        };
        question.engine.engine = engine;
        question.limits.spare_replicas = spares;
        let (scenario, offers) = catalog::resolve(&question).unwrap();
        let report = search(&scenario, &offers);
        prop_assert_eq!(report.candidates.len(), offers.len());
        for candidate in &report.candidates {
            for sizing in candidate.best.iter().chain(&candidate.alternatives) {
                let speed = sizing.estimate.performance.as_ref().unwrap();
                for value in [
                    speed.ttft.mean.get(),
                    speed.ttft.at_percentile.get(),
                    speed.tpot.mean.get(),
                    speed.output.get(),
                    sizing.headroom,
                    sizing.max_concurrency,
                    sizing.estimate.memory.used().get(),
                ] {
                    prop_assert!(value.is_finite() && value >= 0.0, "{:?}", sizing);
                }
                let memory = &sizing.estimate.memory;
                prop_assert!(memory.used() <= memory.capacity * 1.000_001, "{:?}", memory);
                prop_assert!(sizing.replicas >= 1);
            }
            // An answer that keeps every demand says so, and no other does.
            if let Some(best) = &candidate.best {
                prop_assert_eq!(candidate.meets(), best.misses.is_empty());
            }
        }
        // A candidate that misses never stands above one that keeps the SLA.
        let first_miss = report.candidates.iter().position(|one| !one.meets());
        let last_meet = report.candidates.iter().rposition(Candidate::meets);
        if let (Some(miss), Some(meet)) = (first_miss, last_meet) {
            prop_assert!(meet < miss);
        }
        if let Some(best) = report.recommended() {
            prop_assert!(best.meets());
        }
    }
}

/// Twice the accelerators on NVLink never slow the prefill of a 70B.
#[test]
fn twice_the_nvlinked_ranks_shorten_the_prefill_of_a_70b() {
    for input in [500.0, 2000.0, 8000.0, 32_000.0] {
        let mut scenario = scenario("meta-llama/Llama-3.3-70B-Instruct");
        scenario.workload.input_tokens = input;
        let counted = parameters::count(&scenario.model);
        for record in catalog::accelerators() {
            let chip = &record.accelerator;
            if chip.link.kind != LinkKind::NvLink || chip.link.domain < 8 || chip.node_size < 8 {
                continue;
            }
            let prefill = |ranks| {
                let replica = Replica::new(&scenario, &counted, chip, tensor(ranks)).unwrap();
                replica.closed(1.0).outcome.prompt.whole
            };
            for ranks in [1, 2, 4] {
                // A short prompt waits for launches, and more ranks agree later.
                assert!(
                    prefill(2 * ranks) <= 1.005 * prefill(ranks),
                    "{} at {ranks}, {input} tokens",
                    chip.id
                );
            }
        }
    }
}

/// A longer answer, a longer prompt or a higher rate never costs less.
#[test]
fn more_work_never_costs_less() {
    let cost = |question: &Question| {
        let (scenario, offers) = catalog::resolve(question).unwrap();
        let offers: Vec<Offer> = offers
            .into_iter()
            .filter(|offer| offer.accelerator.id == "nvidia-h100-sxm-80gb")
            .collect();
        let report = search(&scenario, &offers);
        let candidate = &report.candidates[0];
        candidate
            .best
            .as_ref()
            .and_then(|sizing| sizing.cost)
            .map_or(f64::INFINITY, |cost| cost.per_hour.get())
    };
    let base = Question::default();
    let mut last = 0.0;
    for rate in [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0] {
        let now = cost(&Question {
            traffic: Traffic::Rate(rate),
            ..base.clone()
        });
        assert!(now >= last, "{rate}: {now} after {last}");
        last = now;
    }
    let mut last = 0.0;
    for input_tokens in [100.0, 500.0, 2000.0, 4000.0, 8000.0] {
        let now = cost(&Question {
            input_tokens,
            ..base.clone()
        });
        assert!(now >= last, "{input_tokens}: {now} after {last}");
        last = now;
    }
}

/// A spare replica carries nothing, and is paid for: by who pays for each accelerator, and by
/// who rents whole machines unless it has room in them.
#[test]
fn spares_cost_and_do_not_carry() {
    for by_accelerator in [false, true] {
        let least = |spare_replicas: u32| {
            let mut question = Question::default();
            question.fleet.by_accelerator = by_accelerator;
            question.limits.spare_replicas = spare_replicas;
            let (scenario, offers) = catalog::resolve(&question).unwrap();
            let report = search(&scenario, &offers);
            let best = report.recommended().unwrap();
            let sizing = best.best.as_ref().unwrap();
            assert_eq!(sizing.spare_replicas, spare_replicas);
            weighed(&scenario, &offers[best.offer], sizing).unwrap()
        };
        let (plain, spared) = (least(0), least(1));
        assert!(spared >= plain, "{spared} {plain}");
        assert!(spared > plain || !by_accelerator, "{spared} {plain}");
    }
}

/// The bar's parts are the breakdown's own sum, and never exceed the card.
#[test]
fn memory_parts_add_up() {
    let (scenario, offers) = catalog::resolve(&Question::default()).unwrap();
    let report = search(&scenario, &offers);
    for candidate in &report.candidates {
        let Some(sizing) = &candidate.best else {
            continue;
        };
        let memory = &sizing.estimate.memory;
        let sum = memory.part(Component::Weights)
            + memory.part(Component::KvCache)
            + memory.part(Component::Activations)
            + memory.part(Component::Runtime)
            + memory.part(Component::Driver)
            + memory.free();
        assert!((sum / memory.capacity - 1.0).abs() < 1e-9);
    }
}

/// An SLA nothing can meet is answered with the nearest miss.
#[test]
fn an_impossible_demand_names_the_nearest_miss() {
    let mut question = Question::default();
    question.sla.tpot = Some(Seconds::micros(150.0));
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let report = search(&scenario, &offers);
    assert!(report.best.is_none());
    let near = report.near_miss.unwrap();
    assert!(!near.sizing.misses.is_empty());
    assert!(matches!(scenario.workload.load, Load::Poisson(_)));
}

/// Where no price is known of what is recommended, the nearest that has one is named beside it.
#[test]
fn what_has_no_price_names_the_nearest_that_has_one() {
    let mut question = Question {
        model: ModelChoice::Catalog("zai-org/GLM-4.6".to_owned()),
        input_tokens: 150_000.0,
        traffic: Traffic::Rate(0.2),
        ..Question::default()
    };
    question.sla.ttft = Some(Seconds::new(30.0));
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let report = search(&scenario, &offers);
    let best = report.recommended().and_then(|best| best.best.as_ref());
    assert!(best.unwrap().cost.is_none());
    let near = report.near_miss.unwrap();
    assert!(near.sizing.cost.is_some());
    assert!(!near.sizing.misses.is_empty() && !near.sizing.is_overrun());
}

/// Where prompts turn from reading weights to computing: near the ridge of the chip's
/// roof, some hundreds of tokens for 16-bit weights on an H100 (a weight of two bytes is
/// two operations a token). The fixed cost of a step hides the turn of 4-bit weights, which
/// are read in a quarter of the time: they come from the engine's to compute.
#[test]
fn prompts_turn_to_compute_near_the_ridge() {
    let turn = |weights| {
        let asked = Question {
            model: ModelChoice::Catalog("meta-llama/Llama-3.1-8B".to_owned()),
            weights,
            ..Question::default()
        };
        let (scenario, offers) = catalog::resolve(&asked).unwrap();
        let report = search(&scenario, &offers);
        let mut all = report.candidates.iter();
        let candidate = all
            .find(|one| offers[one.offer].accelerator.id == "nvidia-h100-sxm-80gb")
            .unwrap();
        let (offer, sizing) = (&offers[candidate.offer], candidate.best.as_ref().unwrap());
        let line = estimator::serving::roofline::roofline(&scenario, offer, sizing).unwrap();
        let turn = line.prompt_turn.unwrap();
        assert_eq!(turn.limit, estimator::serving::report::Bottleneck::Compute);
        (turn.tokens, line.sheet.ridge())
    };
    for weights in [WeightFormat::Bf16, WeightFormat::AwqInt4] {
        let (tokens, ridge) = turn(weights);
        let near = tokens / ridge;
        assert!(
            (0.5..1.5).contains(&near),
            "{weights:?}: {tokens} of {ridge}"
        );
    }
}

/// A fleet beyond any that is known is said to be one, and a usual one is not.
#[test]
fn a_fleet_nobody_has_is_called_rare() {
    let rare = |rate| {
        let asked = Question {
            traffic: Traffic::Rate(rate),
            ..Question::default()
        };
        let (scenario, offers) = catalog::resolve(&asked).unwrap();
        let report = search(&scenario, &offers);
        let accelerators = report
            .recommended()
            .unwrap()
            .best
            .as_ref()
            .unwrap()
            .accelerators();
        let mut found = report.findings.iter();
        let said = found.any(|one| matches!(one, Finding::RareFleet { accelerators: many, .. } if *many == accelerators));
        (accelerators, said)
    };
    assert!(!rare(10.0).1);
    let (accelerators, said) = rare(1e6);
    assert!(accelerators > 16_384 && said);
}

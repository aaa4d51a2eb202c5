//! Ways to serve: the figures each must and must not change, and published ones.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::ModelChoice;
use estimator::engine::{Engine, EngineSettings};
use estimator::offer::Offer;
use estimator::parameters;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::rental::rented;
use estimator::serving::options::{Adapters, Parallelism, Serving, Speculation};
use estimator::serving::question::{Question, Traffic};
use estimator::serving::replica::Replica;
use estimator::serving::report::{Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::speed::load::Lengths;
use estimator::workload::Load;

const CHIP: &str = "nvidia-h100-sxm-80gb";

fn asked(model: &str, serving: Serving) -> (Scenario, Vec<Offer>) {
    let mut question = Question {
        model: ModelChoice::Catalog(model.to_owned()),
        serving,
        ..Question::default()
    };
    question.fleet.accelerators.push(CHIP.to_owned());
    catalog::resolve(&question).unwrap()
}

/// A replica of `model` on H100, `tensor` ranks wide.
fn replica(model: &str, serving: Serving, tensor: u32) -> Replica {
    let (scenario, offers) = asked(model, serving);
    let placement = Placement {
        tensor,
        ..Placement::SINGLE
    };
    let counted = parameters::count(&scenario.model);
    Replica::new(&scenario, &counted, &offers[0].accelerator, placement).unwrap()
}

fn report(question: &Question) -> (Scenario, Vec<Offer>, Report) {
    let (scenario, offers) = catalog::resolve(question).unwrap();
    let report = search(&scenario, &offers);
    (scenario, offers, report)
}

fn sized(question: &Question) -> Sizing {
    let (_, _, report) = report(question);
    report.recommended().unwrap().best.clone().unwrap()
}

const LLAMA_8B: &str = "meta-llama/Llama-3.1-8B-Instruct";
const LLAMA_70B: &str = "meta-llama/Llama-3.3-70B-Instruct";

/// Draft heads have the sizes that EAGLE publishes (arXiv 2401.15077, section 4, and its
/// README): 0.25 billion for Llama-3.1-8B, 0.99 for 70B.
#[test]
fn draft_heads_have_their_published_sizes() {
    for (model, billions) in [(LLAMA_8B, 0.25), (LLAMA_70B, 0.99)] {
        let model = catalog::model(model).unwrap();
        let counted = parameters::count(&model);
        let (dense, experts) = estimator::serving::memory::drafter::parameters(&model, &counted);
        assert!((dense / 1e9 - billions).abs() < 0.02, "{dense}");
        assert_eq!(experts, 0.0);
    }
    // 11.5 billion of its own, embedding and head left out (model card).
    let model = catalog::model("deepseek-ai/DeepSeek-V3").unwrap();
    let counted = parameters::count(&model);
    let (dense, experts) = estimator::serving::memory::drafter::parameters(&model, &counted);
    assert!(((dense + experts) / 1e9 - 11.5).abs() < 0.5);
}

/// Tokens a step yields, held against accepted lengths that EAGLE measured with chains of
/// five drafts (Table 5: 3.20 and 3.12) and the mean of its rates by place (Table 2).
#[test]
fn accepted_lengths_are_as_measured() {
    for (rates, measured) in [
        ([0.79, 0.74, 0.72, 0.73, 0.67], 3.20),
        ([0.75, 0.69, 0.65, 0.64, 0.64], 3.12),
    ] {
        let drafts = Speculation {
            draft_tokens: 5,
            acceptance: rates.iter().sum::<f64>() / 5.0,
        };
        let length = 1.0 + drafts.extra_tokens();
        // Real rates fall with the place: an even one is a little low.
        assert!((length / measured - 1.0).abs() < 0.12, "{length}");
    }
}

/// Speculation helps few requests much and many requests little, as EAGLE-3 measured on
/// this model and chip in SGLang with chains of three (arXiv 2503.01840, Table 3: 1.81
/// with 2 requests, 1.48 with 16, 1.38 with 64), and takes memory.
#[test]
fn speculation_pays_most_for_few_requests() {
    let drafts = Speculation {
        draft_tokens: 3,
        acceptance: 0.75,
    };
    let with = |speculation| {
        let (mut scenario, offers) = asked(LLAMA_8B, Serving::default());
        scenario.serving.speculation = speculation;
        scenario.weights = WeightFormat::Bf16;
        scenario.kv_cache = KvFormat::Bf16;
        scenario.engine = EngineSettings::new(Engine::Sglang);
        // Questions of MT-bench are short.
        (
            scenario.workload.input_tokens,
            scenario.workload.output_tokens,
        ) = (100.0, 300.0);
        let counted = parameters::count(&scenario.model);
        let chip = &offers[0].accelerator;
        Replica::new(&scenario, &counted, chip, Placement::SINGLE).unwrap()
    };
    let (plain, with) = (with(None), with(Some(drafts)));
    let gain = |users: f64| plain.closed(users).outcome.tpot / with.closed(users).outcome.tpot;
    let gains = [2.0, 16.0, 64.0].map(gain);
    assert!(gains[0] > gains[2], "{gains:?}");
    assert!((1.5..2.4).contains(&gains[0]), "{gains:?}");
    assert!((1.5..2.2).contains(&gains[1]), "{gains:?}");
    assert!((1.2..1.7).contains(&gains[2]), "{gains:?}");
    let room = |replica: &Replica| replica.memory(1.0).mean_concurrency;
    assert!(room(&with) < room(&plain));
}

/// Adapters take memory and time, more of both the more and the larger they are, and as
/// much time as Punica measured: 2 ms a token on a model of 7 billion (arXiv 2310.18547).
#[test]
fn adapters_cost_memory_and_time() {
    let with = |count, rank| {
        let serving = Serving {
            adapters: Some(Adapters { count, rank }),
            ..Serving::default()
        };
        replica(LLAMA_8B, serving, 1)
    };
    let plain = replica(LLAMA_8B, Serving::default(), 1);
    let steps = [with(1, 16), with(32, 16), with(32, 64)].map(|replica| {
        let step = replica.closed(32.0).outcome.decode_step;
        (replica.capacity(), step)
    });
    let mut before = (plain.capacity(), plain.closed(32.0).outcome.decode_step);
    for now in steps {
        assert!(now.0 < before.0 && now.1 > before.1, "{before:?} {now:?}");
        before = now;
    }
    let added = steps[1].1 - plain.closed(32.0).outcome.decode_step;
    assert!((1.5e-3..4e-3).contains(&added), "{added}");
}

/// Tokens from host memory need not be computed: the first token is earlier, though not as early
/// as from the accelerator's own cache, and takes its place in memory.
#[test]
fn restored_tokens_come_early_and_take_room() {
    let host = Serving {
        restored: 0.5,
        ..Serving::default()
    };
    let plain = replica(LLAMA_70B, Serving::default(), 4);
    let restored = replica(LLAMA_70B, host, 4);
    let ttft = |replica: &Replica| replica.closed(1.0).ttft;
    assert!(ttft(&restored) < ttft(&plain));
    let near = restored.capacity() / plain.capacity();
    assert!((near - 1.0).abs() < 1e-9, "{near}");
    let (mut own, _) = asked(LLAMA_70B, Serving::default());
    own.workload.prefix_hit_rate = 0.5;
    let (_, offers) = asked(LLAMA_70B, Serving::default());
    let counted = parameters::count(&own.model);
    let placement = Placement {
        tensor: 4,
        ..Placement::SINGLE
    };
    let cached = Replica::new(&own, &counted, &offers[0].accelerator, placement).unwrap();
    assert!(ttft(&cached) < ttft(&restored));
    assert!(cached.capacity() > restored.capacity());
}

/// vLLM restores a prompt of 100,000 tokens of this model over PCI Express of the fifth
/// generation in about 0.31 s (its blog on KV offloading, 2026-01-08, figure 1).
#[test]
fn a_long_prompt_is_restored_as_fast_as_published() {
    let (mut scenario, offers) = asked(
        LLAMA_8B,
        Serving {
            restored: 0.999,
            ..Serving::default()
        },
    );
    scenario.kv_cache = KvFormat::Bf16;
    scenario.workload.input_tokens = 100_000.0;
    let counted = parameters::count(&scenario.model);
    let chip = &offers[0].accelerator;
    let replica = Replica::new(&scenario, &counted, chip, Placement::SINGLE).unwrap();
    let copy = replica.closed(1.0).outcome.copy;
    assert!((copy / 0.31 - 1.0).abs() < 0.25, "{copy}");
}

/// Apart, decoding is never held up by prompts: on the same replicas of the same chip, at
/// their share of the load, time per token falls; both kinds are counted and paid, and all
/// that arrives is answered.
#[test]
fn apart_tokens_come_evenly() {
    let mut together = Question::default();
    together.fleet.accelerators.push(CHIP.to_owned());
    together.serving.parallelism = Parallelism::Tensor;
    let mut apart = together.clone();
    apart.serving.disaggregated = true;
    let at = |question: &Question| {
        let (_, offers, report) = report(question);
        let candidate = &report.candidates[0];
        let found = candidate
            .best
            .iter()
            .chain(&candidate.alternatives)
            .find(|sizing| sizing.estimate.placement.accelerators() == 4)
            .cloned();
        let found = found.unwrap();
        let price = found.price(&offers[0]).unwrap().clone();
        (found, price)
    };
    let ((one, _), (two, price)) = (at(&together), at(&apart));
    let pools = two.pools.unwrap();
    assert!(one.pools.is_none());
    assert_eq!(pools.prefill + pools.decode, two.replicas);
    assert!(pools.transfer.get() > 0.0);
    let speed = |sizing: &Sizing| sizing.estimate.performance.clone().unwrap();
    assert!(speed(&two).tpot.mean < speed(&one).tpot.mean);
    let working = f64::from(two.replicas);
    assert!((speed(&two).requests.get() * working - 10.0).abs() < 1e-6);
    let bill = rented(two.replicas, 4, &price);
    assert_eq!(two.cost.unwrap().bill, bill);
    assert!(two.misses.is_empty());
}

/// A request moves the cache of its prompt, however the attention is copied: of latent attention
/// once for every rank that shares a layer.
#[test]
fn a_request_moves_its_own_cache() {
    let mut question = Question {
        model: ModelChoice::Catalog("deepseek-ai/DeepSeek-V3".to_owned()),
        ..Question::default()
    };
    question.serving.disaggregated = true;
    let (scenario, _, report) = report(&question);
    let token = scenario.model.full_cache_per_token(scenario.kv_cache).get();
    let mut seen = 0;
    for candidate in &report.candidates {
        for sizing in candidate.best.iter().chain(&candidate.alternatives) {
            let Some(pools) = sizing.pools else { continue };
            let placement = sizing.estimate.placement;
            if placement.pipeline == 1 {
                let copies = f64::from(placement.tensor);
                let wanted = copies * token * scenario.workload.input_tokens;
                assert!(
                    (pools.moved.get() / wanted - 1.0).abs() < 1e-6,
                    "{placement:?}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 3, "{seen}");
}

/// Prompts beside the drafts are none of theirs: a step that only reads prompts takes as
/// long with speculation as without.
#[test]
fn drafts_cost_prompts_nothing() {
    let serving = Serving {
        speculation: Some(Speculation {
            draft_tokens: 64,
            acceptance: 0.7,
        }),
        ..Serving::default()
    };
    let (plain, with) = (
        replica(LLAMA_70B, Serving::default(), 4),
        replica(LLAMA_70B, serving, 4),
    );
    let step = |replica: &Replica| replica.rank.step(0.0, 8192.0, 2000.0);
    assert!((step(&with) / step(&plain) - 1.0).abs() < 1e-9);
    let beside = |replica: &Replica| {
        let all = replica.rank.step(8.0, 4096.0, 2000.0);
        all - replica.rank.step(8.0, 0.0, 2000.0)
    };
    assert!(beside(&with) < 1.25 * beside(&plain));
}

/// Bursts ask for no fewer replicas of either kind, of the same size; users' answer does
/// not depend on the burstiness of arrivals they do not have.
#[test]
fn bursts_reach_both_kinds() {
    let pools = |traffic, burstiness| {
        let mut question = Question {
            traffic,
            ..Question::default()
        };
        question.variety.burstiness = burstiness;
        question.serving.disaggregated = true;
        question.serving.parallelism = Parallelism::Tensor;
        question.fleet.accelerators.push(CHIP.to_owned());
        question.limits.max_per_replica = 2;
        let (_, _, report) = report(&question);
        report.candidates[0].best.as_ref().unwrap().pools.unwrap()
    };
    let (even, bursty) = (
        pools(Traffic::Rate(60.0), 1.0),
        pools(Traffic::Rate(60.0), 20.0),
    );
    assert!(bursty.prefill_most < even.prefill_most);
    assert!(bursty.decode_most < even.decode_most);
    let users = Traffic::Users(500.0);
    assert_eq!(pools(users, 1.0), pools(users, 20.0));
}

/// More requests, or longer prompts, never need fewer prefill replicas; longer answers
/// never fewer decode replicas.
#[test]
fn pools_grow_with_what_they_do() {
    let pools = |rate: f64, input: f64, output: f64| {
        let mut question = Question {
            traffic: Traffic::Rate(rate),
            input_tokens: input,
            output_tokens: output,
            ..Question::default()
        };
        question.serving.disaggregated = true;
        question.serving.parallelism = Parallelism::Tensor;
        question.fleet.accelerators.push(CHIP.to_owned());
        question.limits.max_per_replica = 8;
        question.sla.ttft = Some(estimator::quantity::Seconds::new(5.0));
        let (_, _, report) = report(&question);
        let sizing = report.candidates[0]
            .best
            .iter()
            .chain(&report.candidates[0].alternatives)
            .find(|sizing| sizing.estimate.placement.accelerators() == 4)
            .unwrap()
            .clone();
        sizing.pools.unwrap()
    };
    let base = pools(20.0, 2000.0, 300.0);
    let more = pools(60.0, 2000.0, 300.0);
    assert!(more.prefill > base.prefill && more.decode >= base.decode);
    assert!(pools(20.0, 8000.0, 300.0).prefill > base.prefill);
    assert!(pools(20.0, 2000.0, 1500.0).decode > base.decode);
}

/// Users who wait are carried, too, within the demands, however many they are; their throughput
/// adds up by Little's law, and the pools are asked for no more than they can do.
#[test]
fn users_are_carried_apart() {
    for users in [1.0, 400.0, 1e6] {
        let mut question = Question {
            traffic: Traffic::Users(users),
            ..Question::default()
        };
        question.serving.disaggregated = true;
        let sizing = sized(&question);
        let performance = sizing.estimate.performance.as_ref().unwrap();
        let inside = performance.concurrency * f64::from(sizing.replicas);
        assert!((inside / users - 1.0).abs() < 0.01, "{inside}");
        assert!(sizing.misses.is_empty());
        let pools = sizing.pools.unwrap();
        let (prefill, decode) = (f64::from(pools.prefill), f64::from(pools.decode));
        assert!(prefill * pools.prefill_most.get() >= 0.999 * pools.rate.get());
        assert!(decode * pools.decode_most.get() >= 0.999 * pools.rate.get());
    }
}

/// A restriction of how a replica is split is kept, and never makes the answer cheaper.
#[test]
fn restrictions_are_kept() {
    let base = Question {
        model: ModelChoice::Catalog("deepseek-ai/DeepSeek-V3".to_owned()),
        ..Question::default()
    };
    let best = sized(&base).cost.unwrap().per_hour;
    for ways in [
        Parallelism::Tensor,
        Parallelism::Pipeline,
        Parallelism::AttentionData,
    ] {
        let mut question = base.clone();
        question.serving.parallelism = ways;
        let (_, _, report) = report(&question);
        for candidate in &report.candidates {
            for sizing in candidate.best.iter().chain(&candidate.alternatives) {
                assert!(ways.allows(&sizing.estimate.placement), "{ways:?}");
            }
        }
        if let Some(cost) = report
            .recommended()
            .and_then(|candidate| candidate.best.as_ref()?.cost)
        {
            assert!(cost.per_hour >= best, "{ways:?}");
        }
    }
}

/// Experts spread over many nodes, held against DeepSeek's published decoding profile (EP 128, 128
/// requests of 4,096 tokens on each accelerator: 18,598 tokens a second and node) and SGLang of 72
/// H100s (256 requests of 2,000 tokens: 22,282): our model has no overlap of two batches, and is
/// within a factor of 1.6.
#[test]
fn wide_expert_parallelism_is_near_what_is_published() {
    for (ranks, each, context, per_node) in [
        (128, 128.0, 4096.0, 18_598.0),
        (64, 256.0, 2000.0, 22_282.0),
    ] {
        let (mut scenario, offers) = asked("deepseek-ai/DeepSeek-V3", Serving::default());
        scenario.weights = WeightFormat::Fp8Block;
        scenario.kv_cache = KvFormat::Bf16;
        scenario.workload.load = Load::Steady(1.0);
        let placement = Placement {
            tensor: 1,
            pipeline: 1,
            expert: ranks,
            data: ranks,
        };
        let counted = parameters::count(&scenario.model);
        let chip = &offers[0].accelerator;
        let replica = Replica::new(&scenario, &counted, chip, placement).unwrap();
        let step = replica.rank.step(each * f64::from(ranks), 0.0, context);
        let ours = 8.0 * each / step;
        assert!(
            (0.625..1.6).contains(&(ours / per_node)),
            "{ours} {per_node}"
        );
    }
}

/// TensorRT-LLM's cache holds tokens that have left a window, vLLM's does not: of gpt-oss, half of
/// whose layers look back 128 tokens, long requests take twice as much, short ones as much.
#[test]
fn an_engine_that_keeps_windows_whole_holds_fewer_long_requests() {
    let takes = |engine, input_tokens| {
        let (mut scenario, offers) = asked("openai/gpt-oss-20b", Serving::default());
        scenario.engine = EngineSettings::new(engine);
        scenario.workload.input_tokens = input_tokens;
        scenario.workload.output_tokens = 1.0;
        let counted = parameters::count(&scenario.model);
        let chip = &offers[0].accelerator;
        let replica = Replica::new(&scenario, &counted, chip, Placement::SINGLE).unwrap();
        let memory = replica.memory(1.0);
        memory.kv_pool.get() / memory.guaranteed_concurrency
    };
    let ratio = |tokens| takes(Engine::TensorRtLlm, tokens) / takes(Engine::Vllm, tokens);
    assert!((ratio(32_000.0) - 2.0).abs() < 0.02, "{}", ratio(32_000.0));
    assert!((ratio(100.0) - 1.0).abs() < 1e-9, "{}", ratio(100.0));
}

/// Empty places of a captured step cost time in long answers, read no cache, and are not
/// there in steps that carry prompts.
#[test]
fn empty_places_slow_long_answers_most() {
    let replica = replica(LLAMA_8B, Serving::default(), 1);
    let loss = |output| {
        let lengths = Lengths {
            output,
            ..replica.lengths
        };
        let rate = |places| {
            replica
                .rank
                .saturated(300.0, places, lengths, replica.pace())
        };
        assert_eq!(
            rate(300.0),
            rate(10.0),
            "no step has fewer places than sequences"
        );
        assert!(rate(512.0) < rate(384.0));
        rate(512.0) / rate(300.0)
    };
    let (long, short) = (loss(4000.0), loss(100.0));
    // 512 places at most cost as much as 512 sequences would.
    assert!((300.0 / 512.0..1.0).contains(&long), "{long}");
    assert!(long < short, "{long} {short}");
}

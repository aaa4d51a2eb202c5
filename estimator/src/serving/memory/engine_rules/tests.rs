//! The memory each engine leaves for the cache, by hand in GiB.

use super::*;
use crate::published::{assert_near, h100, h100_of};
use proptest::prelude::*;

const ENGINES: [Engine; 4] = [
    Engine::Vllm,
    Engine::Sglang,
    Engine::TensorRtLlm,
    Engine::LlamaCpp,
];

/// 21.5 GiB that are loaded, 27.5 in all.
const TAKEN: Taken = Taken {
    weights: Bytes::gib(20.0),
    drafter: Bytes::gib(1.0),
    adapters: Bytes::gib(0.5),
    activations: Bytes::gib(4.0),
    runtime: Bytes::gib(1.0),
    driver: Bytes::gib(1.0),
};

const fn with(engine: Engine, memory_utilization: Option<f64>) -> EngineSettings {
    EngineSettings {
        memory_utilization,
        ..EngineSettings::new(engine)
    }
}

/// The pool in GiB.
fn pool(settings: &EngineSettings, placement: Placement, gib: f64) -> f64 {
    allot(settings, placement, &h100_of(gib), TAKEN)
        .pool
        .to_gib()
}

#[test]
fn what_is_taken_adds_up() {
    assert_near(TAKEN.loaded().to_gib(), 21.5);
    assert_near(TAKEN.total().to_gib(), 27.5);
}

/// Of 80 GiB programs see 79.5, and 79 are free when an engine starts.
#[test]
fn shares_are_of_what_engines_see() {
    for engine in ENGINES {
        let expected = if engine == Engine::Vllm { 79.5 } else { 79.0 };
        assert_near(shared_memory(engine, &h100()).to_gib(), expected);
    }
}

/// vLLM: `0.92 x 79.5 - 21.5 - 4 - 1 = 46.64`. At 0.5 `39.75 - 26.5`; at 1 no more than the
/// 52.5 that are left beside all that is taken.
#[test]
fn vllm() {
    let of = |share| pool(&with(Engine::Vllm, share), Placement::SINGLE, 80.0);
    assert_near(of(None), 46.64);
    assert_near(of(Some(0.5)), 13.25);
    assert_near(of(Some(1.0)), 52.5);
}

/// A reserve of 13.125 GiB of 79 leaves the share `65.875 / 79 = 0.83386`; said to the engine, it
/// gives the same pool.
#[test]
fn a_reserve_is_a_share() {
    let reserve = EngineSettings::new(Engine::Sglang);
    let share = static_share(&reserve, Placement::SINGLE, &h100_of(80.0));
    assert_near(share, 65.875 / 79.0);
    let said = with(Engine::Sglang, Some(share));
    assert_near(pool(&said, Placement::SINGLE, 80.0), 44.375);
}

/// SGLang keeps `512 + 1.5 x 8192 + 1/8 x 1024 + 2 x 256 = 13,440` MiB, 13.125 GiB, of the 79
/// that are free: `79 - 13.125 - 21.5 = 44.375`. Four ranks in each of two stages make the
/// third term 1024, and the reserve 14 GiB.
#[test]
fn sglang_keeps_a_reserve() {
    let engine = EngineSettings::new(Engine::Sglang);
    assert_near(pool(&engine, Placement::SINGLE, 80.0), 44.375);
    let eight = Placement {
        tensor: 4,
        pipeline: 2,
        ..Placement::SINGLE
    };
    assert_near(pool(&engine, eight, 80.0), 43.5);
}

/// Its settings: chunks of 2048 and 64 sequences would be 512 + 3072 + 128 + 128 = 3840 MiB, so
/// that the least counts, 10 GiB; 1024 sequences are captured up to 512:
/// 512 + 12,288 + 128 + 1024 = 13,952 MiB, 13.625 GiB.
#[test]
fn sglang_reserves_by_its_settings() {
    let of = |max_num_batched_tokens, max_num_seqs| {
        let settings = EngineSettings {
            max_num_seqs,
            max_num_batched_tokens,
            ..EngineSettings::new(Engine::Sglang)
        };
        pool(&settings, Placement::SINGLE, 80.0)
    };
    assert_near(of(Some(2048), Some(64)), 47.5);
    assert_near(of(None, Some(1024)), 43.875);
}

/// Cards of 60 GiB and less give an eighth at the most: 7.5 of 60, 5 of 40; and no more than
/// asked for, here 512 + 1.5 x 512 + 128 + 2 x 8 = 1424 MiB. Just above 60 they give 13.125.
#[test]
fn sglang_on_small_cards() {
    let engine = EngineSettings::new(Engine::Sglang);
    let of = |gib| pool(&engine, Placement::SINGLE, gib);
    assert_near(of(60.0), 59.0 - 7.5 - 21.5);
    assert_near(of(40.0), 39.0 - 5.0 - 21.5);
    assert_near(of(60.5), 59.5 - 13.125 - 21.5);
    let few = EngineSettings {
        max_num_batched_tokens: Some(512),
        max_num_seqs: Some(8),
        ..engine
    };
    let asked = 1424.0 / 1024.0;
    let modest = Taken {
        activations: Bytes::gib(0.25),
        runtime: Bytes::gib(0.25),
        ..TAKEN
    };
    let found = allot(&few, Placement::SINGLE, &h100_of(40.0), modest);
    assert_near(found.pool.to_gib(), 39.0 - asked - 21.5);
}

/// A static share stands for weights and cache together: `0.8 x 79 - 21.5 = 41.7`; at 1 no
/// more than is left.
#[test]
fn sglang_takes_a_share() {
    let of = |share| pool(&with(Engine::Sglang, Some(share)), Placement::SINGLE, 80.0);
    assert_near(of(0.8), 41.7);
    assert_near(of(1.0), 52.5);
}

/// TensorRT-LLM takes nine tenths of the `80 - 27.5 = 52.5` that are left, llama.cpp all.
#[test]
fn shares_of_the_rest() {
    let of = |engine, share| pool(&with(engine, share), Placement::SINGLE, 80.0);
    assert_near(of(Engine::TensorRtLlm, None), 47.25);
    assert_near(of(Engine::TensorRtLlm, Some(0.5)), 26.25);
    assert_near(of(Engine::LlamaCpp, None), 52.5);
    assert_near(of(Engine::LlamaCpp, Some(0.5)), 13.0);
    // A model that does not fit leaves less than nothing.
    assert_near(
        pool(
            &EngineSettings::new(Engine::LlamaCpp),
            Placement::SINGLE,
            20.0,
        ),
        -7.5,
    );
}

/// Published benchmarks: of 80 GiB and 20 split weights vLLM leaves `0.92 x 80 - 20` less
/// 4 GB, SGLang `0.9 x 80 - 20` less 3 GB, TensorRT-LLM nine tenths of `80 - 20` less 8 GB.
/// The reserve stands for activations and runtime, four to one here, and nothing else counts.
#[test]
fn published_benchmarks() {
    let gb = Bytes::gb(1.0).to_gib();
    for (engine, reserve, pool) in [
        (Engine::Vllm, 4.0, 53.6 - 4.0 * gb),
        (Engine::LlamaCpp, 4.0, 53.6 - 4.0 * gb),
        (Engine::Sglang, 3.0, 52.0 - 3.0 * gb),
        (Engine::TensorRtLlm, 8.0, 0.9 * (60.0 - 8.0 * gb)),
    ] {
        let found = allot_as_published(engine, Bytes::gib(80.0), Bytes::gib(20.0), TAKEN);
        assert_near(found.pool.to_gib(), pool);
        assert_near(found.taken.weights.to_gib(), 20.0);
        assert_near(found.taken.activations.to_gb(), reserve * 0.8);
        assert_near(found.taken.runtime.to_gb(), reserve * 0.2);
        let others = found.taken.total()
            - found.taken.weights
            - found.taken.activations
            - found.taken.runtime;
        assert!(others.get().abs() < 1.0);
    }
    let neither = Taken {
        activations: Bytes::ZERO,
        runtime: Bytes::ZERO,
        ..TAKEN
    };
    let halves = allot_as_published(Engine::Vllm, Bytes::gib(80.0), Bytes::gib(20.0), neither);
    assert_near(halves.taken.activations.to_gb(), 2.0);
    assert_near(halves.taken.runtime.to_gb(), 2.0);
}

/// The engines' own defaults, those of published benchmarks, and SGLang's, which keeps a reserve
/// instead.
#[test]
fn shares_by_default() {
    let own = [0.92, 0.90, 0.90, 1.0];
    let published = [0.92, 0.90, 0.90, 0.92];
    for ((engine, own), published) in ENGINES.into_iter().zip(own).zip(published) {
        assert_near(default_utilization(engine), own);
        assert_eq!(assumed_utilization(engine, true), Some(published));
        let assumed = (engine != Engine::Sglang).then_some(own);
        assert_eq!(assumed_utilization(engine, false), assumed);
    }
}

/// TensorRT-LLM alone keeps tokens that have left a window.
#[test]
fn windows_are_freed() {
    let kept = ENGINES.map(keeps_windows_whole);
    assert_eq!(kept, [false, false, true, false]);
}

/// Any one setting of memory is a choice; how often the queue is looked at is none.
#[test]
fn settings_that_touch_memory() {
    let plain = EngineSettings {
        scheduler_poll_steps: 8,
        ..EngineSettings::new(Engine::Vllm)
    };
    assert!(memory_untouched(&plain));
    for touched in [
        with(Engine::Vllm, Some(0.9)),
        EngineSettings {
            max_model_len: Some(1),
            ..plain
        },
        EngineSettings {
            max_num_seqs: Some(1),
            ..plain
        },
        EngineSettings {
            max_num_batched_tokens: Some(1),
            ..plain
        },
    ] {
        assert!(!memory_untouched(&touched));
    }
}

proptest! {
    /// No engine gives the cache more than is left; a larger share or card never gives less,
    /// more weights never more.
    #[test]
    fn nobody_gives_more_than_there_is(
        engine in 0..4_usize,
        gib in 30.0..200.0f64,
        share in proptest::option::of(0.3..1.0f64),
        weights in 0.0..40.0f64,
    ) {
        let engine = *ENGINES.get(engine).unwrap();
        let of = |gib: f64, share, weights| {
            let taken = Taken { weights: Bytes::gib(weights), ..TAKEN };
            let allotted = allot(&with(engine, share), Placement::SINGLE, &h100_of(gib), taken);
            (allotted.pool.to_gib(), gib - taken.total().to_gib())
        };
        let (pool, rest) = of(gib, share, weights);
        prop_assert!(pool <= rest.max(rest * share.unwrap_or(0.9)) + 1e-9, "{pool} of {rest}");
        prop_assert!(of(gib, share, weights + 1.0).0 < pool);
        prop_assert!(of(gib + 10.0, share, weights).0 > pool || (50.0..=60.0).contains(&gib));
        if let Some(share) = share.filter(|_| rest > 0.0) {
            prop_assert!(of(gib, Some(f64::midpoint(share, 1.0)), weights).0 >= pool - 1e-9);
        }
    }
}

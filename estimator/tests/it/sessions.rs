//! Sessions on placements of real models: lines of the batch estimator, and the simulation.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // Known inputs.

use catalog::CatalogFacts;
use estimator::batch::{Facts, answer};
use estimator::choice::ModelChoice;
use estimator::hardware::Accelerator;
use estimator::placement::Placement;
use estimator::precision::WeightFormat;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::scenario::Scenario;
use estimator::session::served::{Caching, Served};
use estimator::session::sweep::Sweep;
use estimator::session::{Preset, Sessions};
use serde_json::{Value, json};

fn line(change: &Value) -> Value {
    let mut line = json!({
        "model": "Qwen/Qwen3-32B",
        "accelerator": "nvidia-h100-sxm-80gb",
        "accelerators": 4,
        "tensor_parallel": 4,
        "weights": "fp8",
        "sessions": { "at_once": 8.0 },
    });
    for (field, value) in change.as_object().unwrap() {
        line[field] = value.clone();
    }
    line
}

fn found(change: &Value) -> Value {
    let line = line(change);
    let (found, good) = answer(&line.to_string(), &mut CatalogFacts::default());
    assert!(good, "{line} {found}");
    found
}

fn hits(change: &Value) -> f64 {
    found(change)["performance"]["hit_rate"].as_f64().unwrap()
}

/// Fewer sessions, more main memory and the stated rate: each where it belongs.
#[test]
fn a_line_finds_its_hit_rate() {
    let many = |many: f64| json!({ "sessions": { "at_once": many } });
    let (few, most) = (hits(&many(2.0)), hits(&many(400.0)));
    assert!(few > 0.9 && most < 0.8, "{few} {most}");
    let mut host = many(400.0);
    host["host_cache_gb"] = json!(1e5);
    assert!(hits(&host) > 0.9);
    assert!((hits(&json!({ "prefix_hit_rate": 0.5 })) - 0.5).abs() < 2e-3);
    let one = found(&json!({}));
    let cliff = one["performance"]["sessions_at_cliff"].as_f64().unwrap();
    assert!((2.0..200.0).contains(&cliff), "{cliff}");
    assert_eq!(one["assumed"]["sessions"]["turns"], 66.0);
    assert_eq!(one["assumed"]["routing"], "session");
    // Two replicas of two cards: affinity finds more than any router.
    let spread = |routing: &str| json!({ "tensor_parallel": 1, "sessions": { "at_once": 12.0 }, "routing": routing });
    assert!(hits(&spread("session")) > hits(&spread("none")) + 0.02);
}

/// A line without sessions says nothing of them.
#[test]
fn other_lines_are_as_before() {
    let mut line = line(&json!({ "concurrency": 8.0 }));
    line.as_object_mut().unwrap().remove("sessions");
    let (found, good) = answer(&line.to_string(), &mut CatalogFacts::default());
    assert!(good);
    let text = found.to_string();
    for word in ["hit_rate\":", "cliff", "sessions", "routing", "host_cache"] {
        assert!(
            word == "hit_rate\":" || !text.contains(word),
            "{word} {text}"
        );
    }
    assert!(found["performance"]["hit_rate"].is_null());
}

#[test]
fn what_is_wrong_is_named() {
    for (change, field) in [
        (json!({ "sessions": {} }), "sessions"),
        (json!({ "sessions": 3 }), "sessions"),
        (json!({ "sessions": [] }), "sessions"),
        (
            json!({ "sessions": { "at_once": 1, "per_hour": 2 } }),
            "sessions",
        ),
        (json!({ "sessions": { "at_once": 0 } }), "sessions.at_once"),
        (
            json!({ "sessions": { "at_once": 1e300 } }),
            "sessions.at_once",
        ),
        (
            json!({ "sessions": { "at_once": 1, "colour": 2 } }),
            "sessions.colour",
        ),
        (
            json!({ "sessions": { "at_once": "x" } }),
            "sessions.at_once",
        ),
        (
            json!({ "sessions": { "at_once": 1, "turns": 0 } }),
            "sessions.turns",
        ),
        (
            json!({ "sessions": { "at_once": 1, "shared": 1e6 } }),
            "sessions.shared",
        ),
        (
            json!({ "sessions": { "at_once": 1, "delay_p90_s": 1 } }),
            "sessions.delay_p90_s",
        ),
        (json!({ "host_cache_gb": -1 }), "host_cache_gb"),
        (json!({ "routing": "best" }), "routing"),
        (json!({ "concurrency": 4 }), "concurrency"),
        (json!({ "input_tokens": 4 }), "input_tokens"),
        (json!({ "sessions": null, "routing": "none" }), "routing"),
        (
            json!({ "sessions": null, "host_cache_gb": 1 }),
            "host_cache_gb",
        ),
    ] {
        let (found, good) = answer(&line(&change).to_string(), &mut CatalogFacts::default());
        assert!(!good, "{change}");
        assert_eq!(found["error"]["field"], field, "{change} {found}");
    }
}

fn served(load: Sessions) -> (Scenario, Accelerator) {
    let question = Question {
        model: ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned()),
        weights: WeightFormat::Fp8,
        traffic: Traffic::Users(load.present(0.0)),
        ..Question::default()
    };
    let (scenario, _) = catalog::resolve(&question).unwrap();
    let chip = CatalogFacts::default().accelerator("nvidia-h100-sxm-80gb");
    (scenario, chip.unwrap())
}

/// Turns met one by one find the law's rate where the cache holds all sessions, nothing of them
/// but the shared prompt where it holds none; all of them are answered.
#[test]
fn single_turns_find_what_the_law_says() {
    let placement = Placement {
        tensor: 4,
        ..Placement::SINGLE
    };
    for (sessions, found) in [(4.0, 0.9..1.0), (2000.0, 0.0..0.3)] {
        let load = Preset::ToolAgent.sessions(sessions);
        let load = if sessions < 10.0 {
            Preset::CodingAgent.sessions(sessions)
        } else {
            Sessions {
                shared: 0.0,
                first: 60_000.0,
                ..load
            }
        };
        let (scenario, chip) = served(load);
        let served = Served::new(&scenario, &chip, placement, load, Caching::PLAIN).unwrap();
        let answer = served.answer().unwrap();
        let simulate = || {
            let mut run = served.simulation(&answer, scenario.sla, 300, 3);
            while run.advance(1000) {}
            run.close()
        };
        let (simulated, turns) = simulate();
        assert_eq!(
            simulate(),
            (simulated, turns),
            "the same seed, the same turns"
        );
        let shares = turns.shares();
        assert!(found.contains(&shares.found()), "{sessions}: {shares:?}");
        let law = answer.balance.warm.shares.found();
        assert!(
            (shares.found() - law).abs() < 0.1,
            "{sessions}: {shares:?} {law}"
        );
        assert!(simulated.requests > 0 && simulated.ttft.p95 >= simulated.ttft.p50);
        assert!((0.0..=1.0).contains(&turns.goodput()));
    }
}

/// Point by point: hits never rise with sessions, nor fall with the size of the cache.
#[test]
fn curves_go_one_way() {
    let load = Preset::CodingAgent.sessions(8.0);
    let placement = Placement {
        tensor: 4,
        ..Placement::SINGLE
    };
    let (scenario, chip) = served(load);
    let served = Served::new(&scenario, &chip, placement, load, Caching::PLAIN).unwrap();
    let sizes = served.by_size(1e7, 12).unwrap();
    assert!(
        sizes
            .windows(2)
            .all(|two| two[0].hits <= two[1].hits + 1e-6)
    );
    let mut sweep = Sweep::new(served, &[1.0, 4.0, 16.0, 64.0, 256.0]);
    while sweep.advance() {}
    let points = sweep.points();
    assert_eq!(points.len(), 5);
    for two in points.windows(2) {
        assert!(
            two[1].shares.found() <= two[0].shares.found() + 3e-3,
            "{two:?}"
        );
        assert!(two[1].ttft >= two[0].ttft - 1e-3, "{two:?}");
    }
}

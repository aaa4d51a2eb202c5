//! Twenty worked cases of the serving model, every intermediate value to 0.5 %:
//! `data/serving_vectors.json`, published with the model's formulas and made with the
//! prototype's constants: they hold the form, natively and in a browser.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod prototype;

use catalog::CatalogFacts;
use catalog::measured::scenario;
use estimator::batch::answer;
use estimator::engine::{Engine, EngineSettings};
use estimator::hardware::Accelerator;
use estimator::parameters;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::serving::estimate::estimate;
use estimator::serving::replica::Replica;
use estimator::serving::scenario::Scenario;
use estimator::workload::Load;
use serde_json::Value;

const TOLERANCE: f64 = 0.005;

/// One of them.
struct Case {
    id: String,
    scenario: Scenario,
    chip: Accelerator,
    placement: Placement,
    users: f64,
    expected: Value,
}

impl Case {
    fn read(value: &Value) -> Self {
        let line = &value["scenario"];
        let text = |name: &str| line[name].as_str().unwrap();
        let number = |name: &str| line[name].as_f64().unwrap();
        let degree = |name: &str| u32::try_from(line[name].as_u64().unwrap()).unwrap();
        let users = number("concurrency");
        Self {
            id: text("id").to_owned(),
            scenario: scenario(
                rightsize_tests::model(text("model")),
                (
                    WeightFormat::from_id(text("weights")).unwrap(),
                    KvFormat::from_id(text("kv_cache")).unwrap(),
                ),
                (number("input_tokens"), number("output_tokens")),
                match text("load") {
                    "closed" => Load::Closed(users),
                    "lockstep" => Load::Lockstep(users),
                    "burst" => Load::Burst(users),
                    other => panic!("unknown load {other}"),
                },
                EngineSettings {
                    scheduler_poll_steps: line["scheduler_poll_steps"]
                        .as_u64()
                        .map_or(1, |steps| u32::try_from(steps).unwrap()),
                    ..EngineSettings::new(Engine::from_id(text("engine")).unwrap())
                },
            ),
            chip: rightsize_tests::accelerator(text("accelerator")),
            placement: Placement {
                tensor: degree("tensor_parallel"),
                pipeline: degree("pipeline_parallel"),
                expert: degree("expert_parallel"),
                data: degree("data_parallel"),
            },
            users,
            expected: value.clone(),
        }
    }

    /// Every checked value: name, ours, the vector's.
    fn values(&self) -> Vec<(String, f64, f64)> {
        let counted = parameters::count(&self.scenario.model);
        let replica = Replica::with(
            &prototype::constants(),
            &self.scenario,
            &counted,
            &self.chip,
            self.placement,
        )
        .unwrap();
        let point = replica.closed(self.users);
        let outcome = point.outcome;
        let context = replica.lengths.context();
        let memory = replica.memory(1.0);
        let mut all = Vec::new();
        let mut check = |name: &str, ours: f64, path: &[&str]| {
            let theirs = path
                .iter()
                .fold(&self.expected, |value, key| &value[*key])
                .as_f64()
                .unwrap_or_else(|| panic!("{}: no {path:?}", self.id));
            all.push((name.to_owned(), ours, theirs));
        };
        check(
            "parameters",
            counted.total - counted.other,
            &["parameters", "total"],
        );
        check("attention", counted.attention, &["parameters", "attn"]);
        check("feed-forward", counted.feed_forward, &["parameters", "ffn"]);
        check("experts", counted.experts, &["parameters", "experts"]);
        check(
            "kv full + window",
            memory.kv_per_token.get(),
            &["per_rank", "kv_bytes_per_token_full_layers"],
        );
        check("pool", memory.kv_pool.get(), &["per_rank", "kv_pool_bytes"]);
        check("fits", memory.mean_concurrency, &["concurrency_that_fits"]);
        for users in ["1", "4", "16", "64", "256"] {
            let decoding: f64 = users.parse().unwrap();
            check(
                &format!("step {users}"),
                replica.rank.step(decoding, 0.0, context),
                &["step_seconds_at_mean_context", users],
            );
        }
        check("decode step", outcome.decode_step, &["decode_step_seconds"]);
        let prompt = outcome.prompt;
        check(
            "prompt attention",
            prompt.attention,
            &["prompt", "attention_seconds"],
        );
        check(
            "mixed step",
            prompt.mixed_step,
            &["prompt", "mixed_step_seconds"],
        );
        check(
            "whole prompt",
            prompt.whole,
            &["prompt", "whole_prompt_seconds"],
        );
        check(
            "marginal",
            prompt.marginal,
            &["prompt", "marginal_prompt_seconds"],
        );
        check(
            "interference",
            outcome.interference,
            &["interference_seconds_per_token"],
        );
        check(
            "admission",
            outcome.admission_wait,
            &["admission_wait_seconds"],
        );
        check("polling", outcome.polling, &["polling_seconds"]);
        check("ttft", outcome.ttft, &["ttft_s"]);
        check("tpot", outcome.tpot, &["tpot_s"]);
        all
    }
}

fn vectors() -> Vec<Value> {
    let vectors: Vec<Value> =
        serde_json::from_str(include_str!("../../../data/serving_vectors.json")).unwrap();
    assert_eq!(vectors.len(), 20);
    vectors
}

/// Where the batch estimator says of a case's line of JSON something else than the
/// product of the case, in sentences.
pub(crate) fn differing_in_batch() -> Vec<String> {
    let mut differing = Vec::new();
    for vector in vectors() {
        let case = Case::read(&vector);
        let line = vector["scenario"].to_string();
        let (out, good) = answer(&line, &mut CatalogFacts::default());
        assert!(good, "{out}");
        let estimate = estimate(&case.scenario, &case.chip, case.placement).unwrap();
        let speed = estimate.performance.unwrap();
        for (name, ours) in [("ttft_s", speed.ttft), ("tpot_s", speed.tpot)] {
            let said = out["performance"][name].as_f64().unwrap();
            if (said / ours.mean.get() - 1.0).abs() > TOLERANCE {
                differing.push(format!("{} {name}: {said:.6e}", case.id));
            }
        }
    }
    differing
}

/// The differences, in sentences.
pub(crate) fn wrong() -> Vec<String> {
    let mut wrong = Vec::new();
    for vector in &vectors() {
        let case = Case::read(vector);
        for (name, ours, theirs) in case.values() {
            // Window layers are counted apart there; the sparse indexer not at all.
            let theirs = if name == "kv full + window" {
                theirs
                    + vector["per_rank"]["kv_bytes_per_token_window_layers"]
                        .as_f64()
                        .unwrap()
            } else {
                theirs
            };
            let off = (ours - theirs).abs();
            if off > TOLERANCE * theirs.abs() && off > 1e-9 {
                wrong.push(format!(
                    "{} {name}: {ours:.6e} against {theirs:.6e}",
                    case.id
                ));
            }
        }
    }
    wrong
}

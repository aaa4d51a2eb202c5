//! Formats of models: of known models, by the records, and by the formula.

#![allow(clippy::expect_used)] // helpers of tests

use catalog::formats::published;
use catalog::{draft, entry, fit_weights, is_published, models as listed, native_format};
use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::precision::WeightFormat;
use estimator::serving::command::Head;
use estimator::serving::options::Speculation;
use estimator::serving::question::Question;
use estimator::support::engine_reads;
use serde_json::Value;
use std::collections::HashSet;

fn record() -> Value {
    serde_json::from_str(include_str!("../../data/formats.json")).expect("JSON")
}

fn models(record: &Value) -> &Vec<Value> {
    record["models"].as_array().expect("a list")
}

fn list<'a>(model: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    model[key].as_array().into_iter().flatten()
}

/// Every model is in the catalogue, once; every source is explained, and none needlessly.
#[test]
fn records_are_of_known_models_and_sourced() {
    let record = record();
    let mut seen = HashSet::new();
    let mut named = HashSet::new();
    for model in models(&record) {
        let id = model["id"].as_str().expect("an id");
        let known = entry(id).expect(id);
        assert!(seen.insert(id.to_lowercase()), "{id}");
        assert!(known.id == id || known.aliases.contains(&id), "{id}");
        let drafts: Vec<&Value> = list(model, "drafts").collect();
        let measured = drafts.iter().filter_map(|draft| draft.get("measured"));
        let parts = model.get("native").into_iter();
        let parts = parts.chain(list(model, "published"));
        let parts = parts.chain(drafts.iter().copied());
        named.extend(parts.chain(measured).map(|part| part["source"].as_str()));
    }
    let explained = record["sources"].as_object().expect("a map");
    let explained: HashSet<_> = explained.keys().map(|key| Some(key.as_str())).collect();
    assert_eq!(named, explained);
}

/// Each format that the estimator has is found again, and no other.
#[test]
fn tables_hold_what_records_say() {
    let sixteen = [WeightFormat::Bf16, WeightFormat::Fp16];
    for model in models(&record()) {
        let id = model["id"].as_str().expect("an id");
        let native = model.get("native").map(|native| &native["format"]);
        let native = native.and_then(Value::as_str);
        assert_eq!(native_format(id), native.and_then(WeightFormat::from_id));
        let told = list(model, "published").filter_map(|one| one["format"].as_str());
        let told: Vec<&str> = told.chain(native).collect();
        let mut wanted: HashSet<WeightFormat> = HashSet::new();
        for format in &told {
            match WeightFormat::from_id(format) {
                _ if *format == "16-bit" => wanted.extend(sixteen),
                Some(format) if sixteen.contains(&format) => wanted.extend(sixteen),
                Some(format) => drop(wanted.insert(format)),
                None => {}
            }
        }
        assert_eq!(published(id).collect::<HashSet<_>>(), wanted, "{id}");
        let gguf = is_published(id, WeightFormat::Q4KM);
        if told.contains(&"gguf") {
            assert_eq!(gguf, Some(true), "{id}");
        } else {
            assert_ne!(gguf, Some(true), "{id}");
        }
    }
}

/// As their makers released them; an alias with a format of its own is not its record.
#[test]
fn well_known_releases() {
    for (id, format) in [
        ("openai/gpt-oss-120b", Some(WeightFormat::Mxfp4)),
        ("OPENAI/gpt-oss-20b", Some(WeightFormat::Mxfp4)),
        ("deepseek-ai/DeepSeek-V3", Some(WeightFormat::Fp8Block)),
        ("moonshotai/Kimi-K2.5", Some(WeightFormat::Int4G32)),
        ("moonshotai/Kimi-K2-Instruct", Some(WeightFormat::Fp8Block)),
        // 4-bit integers whose scheme is not stated.
        ("moonshotai/Kimi-K2-Thinking", None),
        ("Qwen/Qwen3-32B", Some(WeightFormat::Bf16)),
        // An alias without formats of its own.
        ("meta-llama/Llama-3.1-8B-Instruct", Some(WeightFormat::Bf16)),
        ("acme/none", None),
    ] {
        assert_eq!(native_format(id), format, "{id}");
    }
    assert_eq!(
        is_published("Qwen/Qwen3-32B", WeightFormat::Fp8),
        Some(true)
    );
    let missing = is_published("openai/gpt-oss-120b", WeightFormat::Mxfp8);
    assert_eq!(missing, Some(false));
    assert_eq!(is_published("acme/none", WeightFormat::Fp8), None);
}

/// A question about a model, its weights stored as it is released.
fn fitted(model: &ModelChoice, engine: Engine, weights: WeightFormat) -> WeightFormat {
    let mut question = Question {
        model: model.clone(),
        weights,
        ..Question::default()
    };
    question.engine.engine = engine;
    let before = question.clone();
    fit_weights(&mut question);
    let found = question.weights;
    // Nothing else has changed.
    question.weights = weights;
    assert_eq!(question, before);
    found
}

/// Models come as they are released where the engine reads that, and else stay as they are.
#[test]
fn weights_follow_the_release() {
    let (mut known, mut unread) = (0, 0);
    for engine in Engine::ALL {
        for model in listed() {
            let choice = ModelChoice::Catalog(model.id.to_owned());
            for weights in [WeightFormat::Q4KM, WeightFormat::Fp8, WeightFormat::Bf16] {
                let found = fitted(&choice, *engine, weights);
                match native_format(model.id) {
                    Some(released) if engine_reads(*engine, released) => {
                        assert_eq!(found, released, "{}", model.id);
                        known += 1;
                    }
                    released => {
                        assert_eq!(found, weights, "{}", model.id);
                        unread += usize::from(released.is_some());
                    }
                }
            }
        }
    }
    assert!(known > 0 && unread > 0, "{known} {unread}");
}

/// Nothing is known of a size in words, of a file of the user's own, whatever its name, and
/// of a name that nobody knows.
#[test]
fn weights_stay_where_no_release_is_known() {
    let mut own = catalog::model("openai/gpt-oss-20b").expect("a model");
    own.id = "openai/gpt-oss-20b".to_owned();
    for model in [
        ModelChoice::Plain(13.0),
        ModelChoice::Custom(Box::new(own)),
        ModelChoice::Catalog("acme/none".to_owned()),
    ] {
        let found = fitted(&model, Engine::Vllm, WeightFormat::Int8);
        assert_eq!(found, WeightFormat::Int8, "{model:?}");
    }
}

/// The acceptance of a head yields the length that was measured, within rounding.
#[test]
fn acceptance_is_that_of_the_measured_length() {
    let mut measured = 0;
    for model in models(&record()) {
        let id = model["id"].as_str().expect("an id");
        let heads: Vec<&Value> = list(model, "drafts").collect();
        let told = heads.iter().find(|head| head.get("measured").is_some());
        let Some(known) = draft(id) else {
            assert!(heads.is_empty(), "{id}");
            continue;
        };
        let head = told.or(heads.first()).expect("a head");
        assert_eq!(head["kind"], known.kind, "{id}");
        assert_eq!(head["tokens"].as_u64(), known.tokens.map(u64::from), "{id}");
        let Some(acceptance) = known.acceptance else {
            assert!(told.is_none(), "{id}");
            continue;
        };
        let (tokens, length) = (&head["measured"]["tokens"], &head["measured"]["length"]);
        let tokens = tokens
            .as_u64()
            .and_then(|tokens| u32::try_from(tokens).ok());
        let step = Speculation {
            draft_tokens: tokens.expect("a number"),
            acceptance,
        };
        let length = length.as_f64().expect("a number");
        let off = 1.0 + step.extra_tokens() - length;
        assert!(
            off.abs() < 0.01 && (0.3..0.95).contains(&acceptance),
            "{id}"
        );
        measured += 1;
    }
    assert!(measured >= 5, "{measured}");
}

/// Every kind of head on record is one that commands have a name for, or a gap.
#[test]
fn kinds_of_heads_are_known() {
    let record = record();
    let heads = models(&record)
        .iter()
        .flat_map(|model| list(model, "drafts"));
    let mut told = 0;
    for head in heads {
        let kind = head["kind"].as_str().expect("a kind");
        assert!(Head::from_id(kind).is_some(), "{kind}");
        let own = head.get("in_checkpoint").is_some();
        assert_eq!(own, kind == "mtp", "{kind}");
        told += 1;
    }
    assert!(told >= 50, "{told}");
}

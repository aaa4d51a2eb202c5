//! Models: counted right, found by every name, and of the right cache.

use crate::records::records;
use catalog::{entry, model, models};
use estimator::model::{Attention, ModelClass};
use estimator::parameters;
use estimator::precision::KvFormat;
use std::collections::HashMap;

/// What measurements, worked cases and the fresh page ask for by name.
const EXPECTED: [&str; 14] = [
    "MiniMaxAI/MiniMax-M2.5",
    "Qwen/Qwen3-32B",
    "Qwen/Qwen3.5-397B-A17B",
    "deepseek-ai/DeepSeek-R1",
    "deepseek-ai/DeepSeek-V3",
    "meta-llama/Llama-3.1-70B",
    "meta-llama/Llama-3.1-70B-Instruct",
    "meta-llama/Llama-3.1-8B",
    "meta-llama/Llama-3.1-8B-Instruct",
    "meta-llama/Llama-3.3-70B-Instruct",
    "meta-llama/Meta-Llama-3-8B",
    "moonshotai/Kimi-K2.5",
    "openai/gpt-oss-120b",
    "zai-org/GLM-5",
];

#[test]
fn counts_are_within_one_percent_of_the_published_totals() {
    let off: Vec<String> = records("models")
        .iter()
        .filter_map(|(_, record)| {
            let published = record["published_parameters"].as_f64()?;
            let entry = entry(record["id"].as_str()?)?;
            let ratio = entry.parameters / published;
            ((ratio - 1.0).abs() > 0.01).then(|| format!("{} {ratio:.4}", entry.id))
        })
        .collect();
    assert!(off.is_empty(), "{off:?}");
    assert!(models().len() >= 250, "{}", models().len());
}

#[test]
fn a_model_without_a_published_total_is_not_verified() {
    for (name, record) in records("models") {
        let entry = entry(record["id"].as_str().expect(&name)).expect(&name);
        assert!(
            record.get("published_parameters").is_some() || !entry.verified,
            "{name}"
        );
        // Names that follow from the id are left out of the table, and found again.
        assert_eq!(Some(entry.name), record["name"].as_str());
    }
}

#[test]
fn layers_add_up() {
    for entry in models() {
        let model = model(entry.id).expect(entry.id);
        let mixing = model.full.map_or(0, |part| part.layers)
            + model.window.map_or(0, |part| part.layers)
            + model.recurrent.map_or(0, |part| part.layers);
        assert!(mixing >= 1 && mixing <= model.layers, "{}", entry.id);
        let feeding: u32 = model.dense.iter().map(|part| part.layers).sum();
        let experts = model.experts.map_or(0, |part| part.layers);
        assert!(feeding.max(experts) <= model.layers, "{}", entry.id);
        assert!(feeding + experts >= 1, "{}", entry.id);
    }
}

#[test]
fn no_two_models_share_a_name() {
    let mut owners: HashMap<String, &str> = HashMap::new();
    for entry in models() {
        for name in std::iter::once(&entry.id).chain(entry.aliases) {
            let before = owners.insert(name.to_lowercase(), entry.id);
            assert_eq!(before, None, "{name} is also {}", entry.id);
        }
    }
}

#[test]
fn every_name_finds_its_model_in_any_case() {
    for found in models() {
        for name in std::iter::once(&found.id).chain(found.aliases) {
            assert_eq!(entry(&name.to_uppercase()), Some(found));
            assert_eq!(model(&format!(" {name} ")).expect(name).id, found.id);
        }
    }
    for id in EXPECTED {
        assert!(model(id).is_some(), "{id}");
    }
    assert_eq!(model(""), None);
}

#[test]
fn llama_3_8b_caches_131072_bytes_a_token() {
    let model = model("meta-llama/Meta-Llama-3-8B").expect("in the catalogue");
    let bytes = model.full_cache_per_token(KvFormat::Bf16).get();
    assert!((bytes - 131_072.0).abs() < 1e-6, "{bytes}");
}

#[test]
fn deepseek_v3_caches_one_latent_vector_that_ranks_cannot_share() {
    let model = model("deepseek-ai/DeepSeek-V3").expect("in the catalogue");
    let bytes = model.full_cache_per_token(KvFormat::Bf16).get();
    assert!((bytes - 70_272.0).abs() < 1e-6, "{bytes}");
    let shards = model.attention().map(|attention| attention.cache_shards());
    assert_eq!(shards, Some(1));
    assert_eq!(model.class(), ModelClass::Mla);
}

#[test]
fn hybrids_and_windows_keep_their_layers_apart() {
    let model = |id| model(id).expect(id);
    let gemma = model("google/gemma-4-26B-A4B");
    assert_eq!(gemma.window.map(|part| part.layers), Some(25));
    let keys_as_values = gemma.full.map(|part| part.shape);
    assert!(matches!(
        keys_as_values,
        Some(Attention::Grouped { value_dim: 0, .. })
    ));
    let scout = model("meta-llama/Llama-4-Scout-17B-16E-Instruct");
    assert_eq!(scout.window.map(|part| part.tokens), Some(8192));
    let jamba = model("ai21labs/AI21-Jamba-1.5-Large");
    assert_eq!(jamba.recurrent.map(|part| part.layers), Some(63));
    let nas = model("nvidia/Llama-3_3-Nemotron-Super-49B-v1");
    assert_eq!(nas.full.map(|part| part.layers), Some(49));
    // A window no shorter than the context is full attention.
    assert!(model("microsoft/Phi-3-mini-128k-instruct").window.is_none());
}

#[test]
fn active_parameters_of_mixtures_are_as_advertised() {
    for (id, billions) in [
        ("deepseek-ai/DeepSeek-V3", 37.0),
        ("Qwen/Qwen3-235B-A22B", 22.0),
        ("openai/gpt-oss-120b", 5.1),
        ("moonshotai/Kimi-K2.5", 32.0),
        ("moonshotai/Kimi-K3", 104.0),
        ("Qwen/Qwen3.5-397B-A17B", 17.0),
    ] {
        let active = entry(id).expect(id).active_parameters / 1e9;
        assert!((active / billions - 1.0).abs() < 0.06, "{id}: {active}");
    }
}

#[test]
fn a_plain_model_has_the_size_asked_for() {
    for billions in [
        0.1, 0.5, 1.0, 3.0, 7.0, 8.0, 13.0, 34.0, 70.0, 180.0, 1000.0,
    ] {
        let total = parameters::count(&catalog::plain_model(billions)).total / 1e9;
        assert!((total / billions - 1.0).abs() < 0.01, "{billions}: {total}");
    }
    for nonsense in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
        assert!(parameters::count(&catalog::plain_model(nonsense)).total > 0.0);
    }
}

/// Lengths that an engine's recipes serve these models with, read on 2026-08-21: a later version of a
/// model may take longer prompts than the one whose shape it has.
#[test]
fn a_context_is_the_models_own() {
    for (id, tokens) in [
        ("moonshotai/Kimi-K2-Thinking", 262_144),
        ("poolside/Laguna-XS.2", 262_144),
        ("poolside/Laguna-XS-2.1", 262_144),
        ("tencent/Hunyuan-A13B-Instruct", 32_768),
        ("tencent/Hy3", 262_144),
        ("tencent/Hy3-preview", 262_144),
        ("zai-org/GLM-4.5", 131_072),
        ("zai-org/GLM-4.6", 202_752),
        ("zai-org/GLM-4.7", 202_752),
        ("zai-org/GLM-4.6V", 131_072),
    ] {
        let model = model(id).expect(id);
        assert_eq!(model.max_context, Some(tokens), "{id}");
    }
}

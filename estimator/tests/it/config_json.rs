//! Every family's `config.json` gives the right count and the right layers.
//!
//! `fixtures/configs.jsonl` holds one published model a line: the facts of its
//! `config.json`, where they were read, the published total, and the layers it
//! has in words.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::error::Unreadable;
use estimator::import::{self, Imported, Note, config_json};
use estimator::model::{Block, Model};
use estimator::parameters;
use estimator::precision::WeightFormat;
use proptest::prelude::*;
use serde_json::{Value, json};

const FIXTURES: &str = include_str!("fixtures/configs.jsonl");

struct Fixture {
    id: String,
    published: f64,
    tolerance: f64,
    layers: String,
    weights: Option<WeightFormat>,
    config: String,
}

/// The lines; `config` is cut out as text, since Python's `Infinity` in it is
/// no JSON.
fn fixtures() -> Vec<Fixture> {
    FIXTURES
        .lines()
        .map(|line| {
            let (facts, config) = line.split_once(",\"config\":").expect("a config");
            let facts: Value = serde_json::from_str(&format!("{facts}}}")).expect("facts");
            let text = |name: &str| facts[name].as_str().unwrap_or_default().to_owned();
            Fixture {
                id: text("id"),
                published: facts["published"].as_f64().expect("a total"),
                tolerance: facts["tolerance"].as_f64().unwrap_or(0.01),
                layers: text("layers"),
                weights: WeightFormat::from_id(&text("weights")),
                config: config.strip_suffix('}').expect("the end").to_owned(),
            }
        })
        .collect()
}

/// A model's layers in words.
fn layers(model: &Model) -> String {
    let mut parts = Vec::new();
    if let Some(full) = model.full {
        parts.push(format!("full {}", full.layers));
    }
    if let Some(window) = model.window {
        parts.push(format!("window {} of {}", window.layers, window.tokens));
    }
    if let Some(recurrent) = model.recurrent {
        parts.push(format!("recurrent {}", recurrent.layers));
    }
    let dense: u32 = model.dense.iter().map(|part| part.layers).sum();
    if dense > 0 {
        parts.push(format!("dense {dense}"));
    }
    if let Some(experts) = model.experts {
        parts.push(format!("experts {}", experts.layers));
    }
    parts.join(", ")
}

#[test]
fn counts_and_layers_are_the_published_ones() {
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        let imported = match import::read(fixture.config.as_bytes(), Some("config.json")) {
            Ok(imported) => imported,
            Err(reason) => {
                wrong.push(format!("{}: {reason:?}", fixture.id));
                continue;
            }
        };
        let counted = parameters::count(&imported.model).total;
        let off = counted / fixture.published - 1.0;
        println!(
            "{:55} {:+.3} %  {}",
            fixture.id,
            off * 100.0,
            layers(&imported.model)
        );
        if off.abs() > fixture.tolerance {
            wrong.push(format!(
                "{}: counted {counted}, {:+.2} %",
                fixture.id,
                off * 100.0
            ));
        }
        let found = layers(&imported.model);
        if found != fixture.layers {
            wrong.push(format!("{}: {found}, not {}", fixture.id, fixture.layers));
        }
        if fixture.weights.is_some() && imported.weights != fixture.weights {
            wrong.push(format!("{}: weights {:?}", fixture.id, imported.weights));
        }
        for note in imported.notes {
            let expected = matches!(note, Note::Tower { .. });
            if !expected {
                wrong.push(format!("{}: {note:?}", fixture.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn read(config: &Value) -> Result<Imported, Unreadable> {
    config_json::from_object(config.as_object().expect("an object"))
}

#[test]
fn what_is_no_decoder_is_named() {
    let cases = [
        (json!({"model_type": "bert", "hidden_size": 768}), "bert"),
        (
            json!({"model_type": "longformer", "hidden_size": 512}),
            "longformer",
        ),
        (
            json!({"model_type": "clip", "text_config": {"hidden_size": 1}}),
            "clip",
        ),
        (
            json!({"_class_name": "FluxTransformer2DModel"}),
            "FluxTransformer2DModel",
        ),
        (
            json!({"architectures": ["FooForMaskedLM"]}),
            "FooForMaskedLM",
        ),
        (json!({"model_type": "x", "is_encoder_decoder": true}), "x"),
    ];
    for (config, name) in cases {
        let expected = Unreadable::UnknownArchitecture {
            name: name.to_owned(),
        };
        assert_eq!(read(&config), Err(expected));
    }
}

fn llama() -> Value {
    json!({
        "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
        "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
        "vocab_size": 128_256, "torch_dtype": "bfloat16"
    })
}

#[test]
fn an_unfamiliar_family_is_read_by_meaning() {
    let mut config = llama();
    config["model_type"] = json!("brand_new");
    config["architectures"] = json!(["BrandNewForCausalLM"]);
    let imported = read(&config).expect("readable");
    let expected = Note::UnfamiliarFamily {
        name: "brand_new".to_owned(),
    };
    // Then every field whose usual value was taken.
    let guessed = ["tie_word_embeddings", "head_dim", "hidden_act"].map(|field| Note::Assumed {
        field: field.to_owned(),
    });
    assert_eq!(imported.notes.first(), Some(&expected));
    assert_eq!(imported.notes.get(1..), Some(guessed.as_slice()));
    assert_eq!(layers(&imported.model), "full 32, dense 32");
}

#[test]
fn a_published_total_adds_what_is_not_counted() {
    let mut config = llama();
    config["params"] = json!(9_000_000_000_u64);
    let imported = read(&config).expect("readable");
    let counted = parameters::count(&imported.model).total;
    assert!((counted - 9e9).abs() < 1.0);
    assert!(matches!(
        imported.notes.as_slice(),
        [Note::PublishedDiffers { .. }]
    ));
    config["params"] = json!(8_030_261_248_u64);
    let imported = read(&config).expect("readable");
    assert_eq!(
        (imported.model.other_parameters, imported.notes.len()),
        (0, 0)
    );
}

#[test]
fn mistakes_name_their_field() {
    let mut config = llama();
    config["hidden_size"] = json!(-1);
    let bad = Unreadable::BadField {
        name: "hidden_size".to_owned(),
    };
    assert_eq!(read(&config), Err(bad));
    config["hidden_size"] = Value::Null;
    let missing = Unreadable::MissingField {
        name: "hidden_size".to_owned(),
    };
    assert_eq!(read(&config), Err(missing));
    let text = br#"{"model_type": "llama","#;
    assert_eq!(import::read(text, None), Err(Unreadable::Truncated));
    let text = b"{\"model_type\": llama}";
    assert_eq!(
        import::read(text, None),
        Err(Unreadable::Json {
            line: 1,
            column: 16
        })
    );
}

#[test]
fn formats_of_weights_are_read() {
    let cases = [
        (
            json!({"quant_method": "gptq", "bits": 4, "group_size": 128}),
            "gptq-int4",
        ),
        (
            json!({"quant_method": "awq", "bits": 4, "group_size": 64}),
            "int4-g64",
        ),
        (
            json!({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true}),
            "nf4-dq",
        ),
        (json!({"quant_method": "fp8"}), "fp8"),
        (
            json!({"quant_method": "modelopt", "quant_algo": "NVFP4"}),
            "nvfp4",
        ),
        (
            json!({"quant_algo": "FP8", "kv_cache_quant_algo": null}),
            "fp8",
        ),
        (
            json!({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights":
            {"num_bits": 8, "type": "float", "strategy": "channel"}}}}),
            "fp8",
        ),
        (
            json!({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights":
            {"num_bits": 4, "type": "float", "group_size": 16}}}}),
            "nvfp4",
        ),
        (
            json!({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights":
            {"num_bits": 8, "type": "int", "group_size": -1}}}}),
            "int8",
        ),
    ];
    for (quantization, id) in cases {
        let mut config = llama();
        config["quantization_config"] = quantization;
        let imported = read(&config).expect("readable");
        assert_eq!(imported.weights.map(WeightFormat::id), Some(id));
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*") {
        let _ = import::read(text.as_bytes(), Some("config.json"));
    }

    /// Any value in any place of any fixture: an answer in bounds, or an error.
    #[test]
    fn no_value_breaks_the_reader(
        line in 0..FIXTURES.lines().count(),
        field in 0..40_usize,
        value in prop_oneof![
            Just(json!(null)), Just(json!(0)), Just(json!(-1)), Just(json!(1)), Just(json!(4_294_967_295_u64)),
            Just(json!(16_777_216)), Just(json!(1e300)), Just(json!(0.5)), Just(json!("x")), Just(json!([])),
            Just(json!([0])), Just(json!([[["global"], 4_000_000]])), Just(json!({})), Just(json!(true)), Just(json!(7)),
        ],
    ) {
        let fixture = &fixtures()[line];
        let Ok(mut config) = serde_json::from_str::<Value>(&fixture.config) else { return Ok(()) };
        let object = config.as_object_mut().expect("an object");
        let keys: Vec<String> = object.keys().cloned().collect();
        let key = &keys[field % keys.len()];
        match object.get_mut(key).and_then(Value::as_object_mut) {
            Some(inner) => {
                let keys: Vec<String> = inner.keys().cloned().collect();
                inner.insert(keys[field % keys.len()].clone(), value);
            }
            None => {
                object.insert(key.clone(), value);
            }
        }
        if let Ok(imported) = import::read(config.to_string().as_bytes(), None) {
            let counted = parameters::count(&imported.model);
            prop_assert!(counted.total.is_finite() && counted.total > 0.0);
        }
    }
}

fn small(mut own: Value, name: &str) -> Value {
    let usual = json!({
        "model_type": name, "hidden_size": 512, "num_hidden_layers": 4, "num_attention_heads": 8,
        "intermediate_size": 2048, "vocab_size": 1000, "max_position_embeddings": 1024,
    });
    for (key, value) in usual.as_object().expect("an object") {
        own.as_object_mut()
            .expect("an object")
            .entry(key)
            .or_insert_with(|| value.clone());
    }
    own
}

/// Facts of a family that training needs are read: from the file where it says, else from the
/// family's code.
#[test]
fn the_details_of_a_layer_are_read() {
    let read = |own: Value, name: &str| {
        let file = small(own, name);
        config_json::trainable_from_object(file.as_object().expect("an object"))
            .expect("readable")
            .model
            .block
    };
    let early = Block {
        layer_norm: true,
        bias: true,
        ..Block::default()
    };
    let placed = Block {
        learned_positions: 1024,
        ..early
    };
    assert_eq!(read(json!({}), "llama"), Block::default());
    assert_eq!(read(json!({}), "gpt2"), placed);
    assert_eq!(read(json!({}), "opt"), placed);
    assert_eq!(read(json!({}), "gpt_neox"), early);
    assert_eq!(read(json!({}), "bloom"), early);
    assert_eq!(read(json!({}), "phi"), early);
    assert_eq!(
        read(json!({ "use_bias": false }), "starcoder2"),
        Block {
            bias: false,
            ..early
        }
    );
    assert_eq!(
        read(json!({ "no_bias": true }), "mpt"),
        Block {
            bias: false,
            ..early
        }
    );
    assert!(read(json!({}), "qwen3").head_norm);
    assert!(!read(json!({}), "qwen2").head_norm);
    assert_eq!(
        read(json!({}), "bert"),
        Block {
            bidirectional: true,
            ..placed
        }
    );
    let further = json!({
        "num_nextn_predict_layers": 1, "kv_lora_rank": 64, "qk_nope_head_dim": 32,
        "qk_rope_head_dim": 16, "v_head_dim": 32,
    });
    assert_eq!(read(further, "deepseek_v3").further_tokens, 1);
    // A GPT of Megatron's: fields it does not state are Megatron's defaults.
    assert_eq!(read(json!({}), "megatron_gpt"), placed);
    let modern = json!({
        "position_embedding_type": "rope", "normalization": "RMSNorm",
        "disable_bias_linear": true, "swiglu": true,
    });
    assert_eq!(read(modern, "megatron_gpt"), Block::default());
}

/// An encoder of images counts to its published size: ViT-B/16 with 1,000 classes,
/// 86.6 million parameters (arXiv 2010.11929, table 1: 86 million).
#[test]
fn an_encoder_of_images_counts_to_its_published_size() {
    let file = json!({
        "model_type": "vit", "hidden_size": 768, "num_hidden_layers": 12,
        "num_attention_heads": 12, "intermediate_size": 3072, "image_size": 224,
        "patch_size": 16, "num_channels": 3, "qkv_bias": true,
    });
    let model = config_json::trainable_from_object(file.as_object().expect("an object"))
        .expect("readable")
        .model;
    let counted = parameters::count(&model).total;
    assert!((counted / 86.57e6 - 1.0).abs() < 0.005, "{counted}");
    assert_eq!(model.block.learned_positions, 197);
    assert!(model.block.bidirectional);
    // The catalogue's record says the same.
    let known = catalog::model("google/vit-base-patch16-224").expect("known");
    let id = known.id.clone();
    assert_eq!(known, Model { id, ..model });
}

/// A mixture of Megatron's is read by the names of its own arguments.
#[test]
fn megatrons_own_names_are_read() {
    let file = json!({
        "model_type": "megatron_gpt", "num_layers": 16, "hidden_size": 512,
        "num_attention_heads": 32, "kv_channels": 128, "ffn_hidden_size": 4096,
        "max_position_embeddings": 4096, "padded_vocab_size": 51_712, "swiglu": true,
        "normalization": "RMSNorm", "disable_bias_linear": true, "qk_layernorm": true,
        "position_embedding_type": "rope", "untie_embeddings_and_output_weights": true,
        "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_head_dim": 128,
        "qk_pos_emb_head_dim": 64, "v_head_dim": 128, "num_experts": 32,
        "moe_router_topk": 4, "moe_ffn_hidden_size": 1024,
        "moe_shared_expert_intermediate_size": 1024, "mtp_num_layers": 1,
        "moe_layer_freq": [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    });
    let model = config_json::trainable_from_object(file.as_object().expect("an object"))
        .expect("readable")
        .model;
    let experts = model.experts.expect("experts");
    assert_eq!((experts.layers, experts.active), (15, 4));
    assert_eq!((experts.shared_width, experts.gated), (1024, true));
    assert!(model.is_latent() && !model.tied_embeddings);
    assert_eq!(model.dense.first().map(|dense| dense.width), Some(4096));
    let block = Block {
        head_norm: true,
        further_tokens: 1,
        ..Block::default()
    };
    assert_eq!(model.block, block);
}

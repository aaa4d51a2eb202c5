//! Families that differ from a current decoder: encoder-decoders, decoders of BERT's kind,
//! compressed attention, short convolutions, latent experts. Each configuration is written by
//! hand, small enough that its parameters can be added up beside it.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used)]

use estimator::error::Unreadable;
use estimator::import::{Imported, Note, config_json};
use estimator::model::Model;
use estimator::parameters;
use estimator::precision::KvFormat;
use serde_json::{Value, json};

fn read(config: &Value) -> Result<Imported, Unreadable> {
    config_json::from_object(config.as_object().expect("an object"))
}

fn total(config: &Value) -> f64 {
    parameters::count(&read(config).expect("a model").model).total
}

/// `expected` within 1 %: biases and norms are the rest.
fn assert_near(config: &Value, expected: f64) {
    let counted = total(config);
    assert!(
        (counted / expected - 1.0).abs() < 0.01,
        "{counted} is not {expected}"
    );
}

fn t5() -> Value {
    json!({
        "model_type": "t5", "is_encoder_decoder": true, "d_model": 512, "d_kv": 64,
        "d_ff": 2048, "num_heads": 8, "num_layers": 6, "num_decoder_layers": 6,
        "vocab_size": 32128, "tie_word_embeddings": true,
    })
}

/// T5 small has 60,506,624: 32,128 x 512 words; 6 encoder layers of 4 x 512 x 512 and
/// 2 x 512 x 2048; 6 decoder layers of twice the attention and the same width.
#[test]
fn an_encoder_decoder_counts_both_and_caches_one() {
    assert_near(&t5(), 60_506_624.0);
    let model = read(&t5()).expect("a model").model;
    // The decoder's own keys and values: 6 layers x 2 x 512 at two bytes.
    let cached = model.full_cache_per_token(KvFormat::Bf16).get();
    assert!((cached - 12_288.0).abs() < 1e-9, "{cached}");
    // The gated generation writes how it is gated as a text: a third matrix, 12 x 512 x 2048.
    let mut gated = t5();
    gated["feed_forward_proj"] = json!("gated-gelu");
    let more = total(&gated) - total(&t5());
    assert!((more - 12.0 * 512.0 * 2048.0).abs() < 1.0, "{more}");
}

/// BART large's decoder alone, as its class says: 50,265 words and 1,026 places of 1,024,
/// and 12 layers of 8 x 1024^2 (own and cross attention) and 2 x 1024 x 4096. With its
/// encoder 12 x (4 x 1024^2 + 2 x 1024 x 4096) more.
#[test]
fn the_class_says_what_is_loaded() {
    let mut bart = json!({
        "model_type": "bart", "architectures": ["BartForCausalLM"], "d_model": 1024,
        "is_encoder_decoder": true, "decoder_layers": 12, "decoder_attention_heads": 16,
        "decoder_ffn_dim": 4096, "encoder_layers": 12, "encoder_attention_heads": 16,
        "encoder_ffn_dim": 4096, "vocab_size": 50265, "max_position_embeddings": 1024,
    });
    assert_near(&bart, 254_084_096.0);
    bart["architectures"] = json!(["BartForConditionalGeneration"]);
    assert_near(&bart, 254_084_096.0 + 12.0 * 12.0 * 1024.0 * 1024.0);
}

/// BERT writes where its class has a head of words: 109,514,298 with the head's own matrix.
#[test]
fn an_encoder_with_a_head_of_words_opens() {
    let bert = json!({
        "model_type": "bert", "architectures": ["BertLMHeadModel"], "hidden_size": 768,
        "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072,
        "vocab_size": 30522, "max_position_embeddings": 512, "tie_word_embeddings": true,
    });
    assert_near(&bert, 109_514_298.0);
}

/// Compressed attention: of 8 layers 4 keep a vector of every 4 tokens, which is one that
/// keeps all; the others look at their window.
#[test]
fn compressed_layers_cache_what_they_keep() {
    let kinds = [
        "compressed_sparse_attention",
        "heavily_compressed_attention",
    ];
    let layers: Vec<&str> = kinds.iter().copied().cycle().take(8).collect();
    let config = json!({
        "model_type": "deepseek_v4", "hidden_size": 1024, "num_hidden_layers": 8,
        "num_attention_heads": 16, "num_key_value_heads": 1, "head_dim": 128,
        "qk_rope_head_dim": 32, "q_lora_rank": 256, "o_groups": 4, "o_lora_rank": 64,
        "n_routed_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1,
        "moe_intermediate_size": 512, "vocab_size": 1000, "sliding_window": 128,
        "layer_types": layers,
        "compress_rates": {
            "compressed_sparse_attention": 4, "heavily_compressed_attention": 128,
        },
    });
    let model = read(&config).expect("a model").model;
    assert_eq!(model.full.expect("one").layers, 1);
    let window = model.window.expect("the rest");
    assert_eq!((window.layers, window.tokens), (7, 128));
    // One shared vector of 128 at two bytes.
    let cached = model.full_cache_per_token(KvFormat::Bf16).get();
    assert!((cached - 256.0).abs() < 1e-9, "{cached}");
}

/// Where a compressed layer picks among its vectors, a key of the indexer stands with each: of 8
/// layers 4 keep a vector and a key as long every 4 tokens, which is as much as two that keep all.
#[test]
fn keys_of_an_indexer_are_cached_with_what_they_find() {
    let layers = vec!["compressed_sparse_attention"; 4];
    let config = json!({
        "model_type": "deepseek_v4", "hidden_size": 1024, "num_hidden_layers": 4,
        "num_attention_heads": 16, "num_key_value_heads": 1, "head_dim": 128,
        "qk_rope_head_dim": 32, "q_lora_rank": 256, "o_groups": 4, "o_lora_rank": 64,
        "n_routed_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1,
        "moe_intermediate_size": 512, "vocab_size": 1000, "sliding_window": 128,
        "index_head_dim": 128, "layer_types": layers,
        "compress_rates": { "compressed_sparse_attention": 4 },
    });
    let model = read(&config).expect("a model").model;
    assert_eq!(model.full.expect("two").layers, 2);
}

/// Gemma 4's last layers read an earlier layer's keys and values: of 6 layers, two at the end
/// project and cache none, and are twice as wide where the file says so.
#[test]
fn layers_that_borrow_keys_cache_none() {
    let mut config = json!({
        "model_type": "gemma4_text", "hidden_size": 64, "num_hidden_layers": 6,
        "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
        "global_head_dim": 32, "intermediate_size": 128, "vocab_size": 100,
        "sliding_window": 8, "max_position_embeddings": 1000, "tie_word_embeddings": true,
        "layer_types": ["sliding_attention", "full_attention", "sliding_attention",
            "sliding_attention", "sliding_attention", "full_attention"],
    });
    let whole = read(&config).expect("a model").model;
    config["num_kv_shared_layers"] = json!(2);
    let shared = read(&config).expect("a model").model;
    assert_eq!((shared.borrowing.full, shared.borrowing.window), (1, 1));
    let cached = |model: &Model| {
        let format = KvFormat::Bf16;
        (
            model.full_cache_per_token(format).get(),
            model.window_cache_per_token(format).get(),
        )
    };
    // Keys and values of 2 heads of 32 and of 16 at two bytes, in 2 and 4 layers, in 1 and 3.
    assert_eq!(cached(&whole), (2.0 * 256.0, 4.0 * 128.0));
    assert_eq!(cached(&shared), (256.0, 3.0 * 128.0));
    // Projections of 64 to 2 x 2 x 32 and to 2 x 2 x 16.
    let fewer = parameters::count(&whole).total - parameters::count(&shared).total;
    assert!((fewer - 64.0 * (128.0 + 64.0)).abs() < 0.5, "{fewer}");
    config["use_double_wide_mlp"] = json!(true);
    let more = total(&config) - parameters::count(&shared).total;
    assert!((more - 2.0 * 3.0 * 64.0 * 128.0).abs() < 0.5, "{more}");
    config["num_kv_shared_layers"] = json!(7);
    assert!(read(&config).is_err());
}

/// Latent experts work on a stream of 16 instead of 64: matrices of 16 x 40 in each of 8, and
/// two of 64 x 16 a layer around them.
#[test]
fn experts_of_a_narrower_stream() {
    let mut config = json!({
        "model_type": "nemotron_h", "hidden_size": 64, "hybrid_override_pattern": "M*E",
        "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
        "intermediate_size": 128, "n_routed_experts": 8, "num_experts_per_tok": 2,
        "moe_intermediate_size": 40, "moe_shared_expert_intermediate_size": 80,
        "n_shared_experts": 1, "mamba_num_heads": 4, "mamba_head_dim": 16,
        "ssm_state_size": 16, "n_groups": 1, "conv_kernel": 4, "vocab_size": 100,
        "mlp_hidden_act": "relu2",
    });
    let wide = total(&config);
    config["moe_latent_size"] = json!(16);
    let fewer = wide - total(&config);
    let experts = 8.0 * 2.0 * (64.0 - 16.0) * 40.0;
    assert!(
        (fewer - (experts - 2.0 * 64.0 * 16.0)).abs() < 0.5,
        "{fewer}"
    );
}

/// A short convolution keeps its last inputs alone: 2 of 64 at two bytes in 3 layers, beside
/// a vector of 64 at fp32 that the shape has none of.
#[test]
fn short_convolutions_keep_little() {
    let config = json!({
        "model_type": "lfm2_moe", "hidden_size": 64, "num_hidden_layers": 4,
        "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128,
        "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 32,
        "num_dense_layers": 1, "vocab_size": 100, "conv_L_cache": 3,
        "layer_types": ["conv", "conv", "full_attention", "conv"],
    });
    let model = read(&config).expect("a model").model;
    assert_eq!(model.recurrent.expect("three").layers, 3);
    let state = model.state_per_request().get();
    assert!((state - 3.0 * 2.0 * 64.0 * 2.0).abs() < 1e-9, "{state}");
}

/// A shape that cannot be expressed is said, and an impossible one names its field.
#[test]
fn mistakes_in_these_families_are_said() {
    let zamba = json!({
        "model_type": "zamba", "hidden_size": 64, "num_hidden_layers": 2, "vocab_size": 100,
        "num_attention_heads": 4, "attention_head_dim": 32, "intermediate_size": 128,
        "layers_block_type": ["mamba", "hybrid"], "mamba_d_state": 16, "mamba_expand": 2,
    });
    let shared = Note::Assumed {
        field: "num_mem_blocks".to_owned(),
    };
    assert!(read(&zamba).expect("a model").notes.contains(&shared));
    let mut bad = t5();
    bad["num_layers"] = json!(-3);
    assert!(read(&bad).is_err());
    bad["num_layers"] = json!("many");
    assert!(read(&bad).is_err());
    bad["num_layers"] = Value::Null;
    let missing = Unreadable::MissingField {
        name: "num_layers".to_owned(),
    };
    assert_eq!(read(&bad), Err(missing));
    let mut zero = t5();
    zero["num_heads"] = json!(0);
    assert!(read(&zero).is_err());
}

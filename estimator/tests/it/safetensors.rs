//! safetensors headers give the model as far as names and shapes show it.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::error::Unreadable;
use estimator::import::{self, Imported, Note};
use estimator::model::Attention;
use estimator::parameters;
use estimator::precision::{KvFormat, WeightFormat};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A header under construction.
struct Header {
    entries: Map<String, Value>,
    dtype: &'static str,
}

impl Header {
    fn new(dtype: &'static str) -> Self {
        let mut entries = Map::new();
        entries.insert("__metadata__".to_owned(), json!({"format": "pt"}));
        Self { entries, dtype }
    }

    fn add(&mut self, name: &str, shape: &[u64]) {
        self.add_as(name, self.dtype, shape);
    }

    fn add_as(&mut self, name: &str, dtype: &str, shape: &[u64]) {
        let entry = json!({"dtype": dtype, "shape": shape, "data_offsets": [0, 1]});
        self.entries.insert(name.to_owned(), entry);
    }

    fn layers(&mut self, depth: u64, parts: &[(&str, &[u64])]) {
        for layer in 0..depth {
            for (part, shape) in parts {
                self.add(&format!("model.layers.{layer}.{part}"), shape);
            }
        }
    }

    fn frame(&mut self, vocabulary: u64, hidden: u64) {
        self.add("model.embed_tokens.weight", &[vocabulary, hidden]);
        self.add("lm_head.weight", &[vocabulary, hidden]);
        self.add("model.norm.weight", &[hidden]);
    }

    fn bytes(&self) -> Vec<u8> {
        let text = Value::Object(self.entries.clone()).to_string();
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text.as_bytes());
        bytes
    }

    fn read(&self) -> Result<Imported, Unreadable> {
        import::read(&self.bytes(), Some("model.safetensors"))
    }
}

fn total(imported: &Imported) -> f64 {
    parameters::count(&imported.model).total
}

fn assumed(field: &str) -> Note {
    Note::Assumed {
        field: field.to_owned(),
    }
}

fn llama() -> Header {
    let mut header = Header::new("BF16");
    header.frame(128_256, 4096);
    header.layers(
        32,
        &[
            ("input_layernorm.weight", &[4096]),
            ("post_attention_layernorm.weight", &[4096]),
            ("self_attn.q_proj.weight", &[4096, 4096]),
            ("self_attn.k_proj.weight", &[1024, 4096]),
            ("self_attn.v_proj.weight", &[1024, 4096]),
            ("self_attn.o_proj.weight", &[4096, 4096]),
            ("mlp.gate_proj.weight", &[14336, 4096]),
            ("mlp.up_proj.weight", &[14336, 4096]),
            ("mlp.down_proj.weight", &[4096, 14336]),
        ],
    );
    header
}

#[test]
fn llama_is_exact() {
    let imported = llama().read().expect("readable");
    assert!((total(&imported) - 8_030_261_248.0).abs() < 1.0);
    assert_eq!(imported.weights, Some(WeightFormat::Bf16));
    assert_eq!(imported.notes, [assumed("head_dim")]);
    assert!((imported.model.full_cache_per_token(KvFormat::Bf16).get() - 131_072.0).abs() < 0.5);
}

#[test]
fn norms_of_heads_give_their_size() {
    // Qwen3-0.6B: tied, heads of 128 in a width of 1024.
    let mut header = Header::new("BF16");
    header.add("model.embed_tokens.weight", &[151_936, 1024]);
    header.add("model.norm.weight", &[1024]);
    header.layers(
        28,
        &[
            ("self_attn.q_proj.weight", &[2048, 1024]),
            ("self_attn.k_proj.weight", &[1024, 1024]),
            ("self_attn.v_proj.weight", &[1024, 1024]),
            ("self_attn.o_proj.weight", &[1024, 2048]),
            ("self_attn.q_norm.weight", &[128]),
            ("self_attn.k_norm.weight", &[128]),
            ("mlp.gate_proj.weight", &[3072, 1024]),
            ("mlp.up_proj.weight", &[3072, 1024]),
            ("mlp.down_proj.weight", &[1024, 3072]),
        ],
    );
    let imported = header.read().expect("readable");
    assert_eq!(imported.notes, []);
    assert!((total(&imported) / 596_049_920.0 - 1.0).abs() < 0.001);
    let full = imported.model.full.expect("attention");
    assert_eq!((full.shape.heads(), full.shape.cache_shards()), (16, 8));
}

#[test]
fn experts_are_counted() {
    // Mixtral-8x7B.
    let mut header = Header::new("BF16");
    header.frame(32_000, 4096);
    header.layers(
        32,
        &[
            ("self_attn.q_proj.weight", &[4096, 4096]),
            ("self_attn.k_proj.weight", &[1024, 4096]),
            ("self_attn.v_proj.weight", &[1024, 4096]),
            ("self_attn.o_proj.weight", &[4096, 4096]),
            ("block_sparse_moe.gate.weight", &[8, 4096]),
        ],
    );
    for expert in 0..8 {
        for (matrix, shape) in [
            ("w1", [14336, 4096]),
            ("w2", [4096, 14336]),
            ("w3", [14336, 4096]),
        ] {
            let part = format!("block_sparse_moe.experts.{expert}.{matrix}.weight");
            header.layers(32, &[(part.as_str(), &shape)]);
        }
    }
    let imported = header.read().expect("readable");
    assert!((total(&imported) / 46_702_792_704.0 - 1.0).abs() < 0.001);
    let experts = imported.model.experts.expect("experts");
    assert_eq!(
        (experts.routed, experts.active, experts.width),
        (8, 2, 14336)
    );
    assert!(imported.notes.contains(&assumed("num_experts_per_tok")));
}

/// DeepSeek-V3, with its block that predicts a further token.
fn deepseek() -> Header {
    let mut header = Header::new("F8_E4M3");
    header.add_as("model.embed_tokens.weight", "BF16", &[129_280, 7168]);
    header.add_as("lm_head.weight", "BF16", &[129_280, 7168]);
    header.add_as("model.norm.weight", "BF16", &[7168]);
    header.layers(
        62,
        &[
            ("self_attn.q_a_proj.weight", &[1536, 7168]),
            ("self_attn.q_b_proj.weight", &[24576, 1536]),
            ("self_attn.kv_a_proj_with_mqa.weight", &[576, 7168]),
            ("self_attn.kv_a_layernorm.weight", &[512]),
            ("self_attn.kv_b_proj.weight", &[32768, 512]),
            ("self_attn.o_proj.weight", &[7168, 16384]),
            ("self_attn.o_proj.weight_scale_inv", &[56, 128]),
        ],
    );
    for layer in 0..3 {
        for (matrix, shape) in [
            ("gate", [18432, 7168]),
            ("up", [18432, 7168]),
            ("down", [7168, 18432]),
        ] {
            header.add(
                &format!("model.layers.{layer}.mlp.{matrix}_proj.weight"),
                &shape,
            );
        }
    }
    for layer in 3..62 {
        header.add(
            &format!("model.layers.{layer}.mlp.gate.weight"),
            &[256, 7168],
        );
        for (matrix, shape) in [
            ("gate", [2048, 7168]),
            ("up", [2048, 7168]),
            ("down", [7168, 2048]),
        ] {
            for expert in 0..256 {
                header.add(
                    &format!("model.layers.{layer}.mlp.experts.{expert}.{matrix}_proj.weight"),
                    &shape,
                );
            }
            header.add(
                &format!("model.layers.{layer}.mlp.shared_experts.{matrix}_proj.weight"),
                &shape,
            );
        }
    }
    header.add("model.layers.61.eh_proj.weight", &[7168, 14336]);
    header
}

#[test]
fn latent_attention_is_recognised() {
    let imported = deepseek().read().expect("readable");
    let model = &imported.model;
    assert_eq!(model.layers, 61);
    assert!(matches!(
        model.full.expect("attention").shape,
        Attention::Latent {
            heads: 128,
            query_rank: 1536,
            kv_rank: 512,
            nope_dim: 128,
            rope_dim: 64,
            value_dim: 128,
            ..
        }
    ));
    assert_eq!(imported.weights, Some(WeightFormat::Fp8Block));
    // The further block is loaded with the rest.
    let counted = parameters::count(model);
    assert!(((counted.total - counted.other) / 671_026_419_200.0 - 1.0).abs() < 0.001);
}

#[test]
fn packed_weights_are_unpacked() {
    for (name, last, query, key, up, format) in [
        (
            "gptq",
            "qweight",
            [512, 4096],
            [512, 1024],
            [512, 14336],
            "gptq-int4",
        ),
        (
            "awq",
            "qweight",
            [4096, 512],
            [4096, 128],
            [4096, 1792],
            "awq-int4",
        ),
        (
            "ct",
            "weight_packed",
            [4096, 512],
            [1024, 512],
            [14336, 512],
            "int4-g128",
        ),
    ] {
        let mut header = Header::new("I32");
        header.add_as("model.embed_tokens.weight", "F16", &[32_000, 4096]);
        header.add_as("lm_head.weight", "F16", &[32_000, 4096]);
        header.add_as("model.norm.weight", "F16", &[4096]);
        let q = format!("self_attn.q_proj.{last}");
        let k = format!("self_attn.k_proj.{last}");
        let v = format!("self_attn.v_proj.{last}");
        let o = format!("self_attn.o_proj.{last}");
        let g = format!("mlp.gate_proj.{last}");
        let u = format!("mlp.up_proj.{last}");
        let d = format!("mlp.down_proj.{last}");
        header.layers(
            32,
            &[
                (&q, &query),
                (&k, &key),
                (&v, &key),
                (&o, &query),
                (&g, &up),
                (&u, &up),
                (&d, &up),
            ],
        );
        match name {
            "gptq" => header.layers(
                32,
                &[
                    ("self_attn.q_proj.g_idx", &[4096]),
                    ("self_attn.q_proj.qzeros", &[32, 512]),
                ],
            ),
            "awq" => header.layers(32, &[("self_attn.q_proj.qzeros", &[32, 512])]),
            _ => {}
        }
        let imported = header.read().expect("readable");
        assert_eq!(
            imported.weights.map(WeightFormat::id),
            Some(format),
            "{name}"
        );
        assert!(
            (total(&imported) / 7_241_732_096.0 - 1.0).abs() < 0.001,
            "{name}: {}",
            total(&imported)
        );
    }
}

#[test]
fn parts_of_a_model_ask_for_its_config() {
    let config = Err(Unreadable::MissingField {
        name: "config.json".to_owned(),
    });
    // A shard of several, and the index of all.
    let mut header = llama();
    header.entries.remove("model.norm.weight");
    assert_eq!(header.read(), config);
    let index = br#"{"metadata": {"total_size": 16060522496}, "weight_map": {"lm_head.weight": "model-00004-of-00004.safetensors"}}"#;
    assert_eq!(
        import::read(index, Some("model.safetensors.index.json")),
        config
    );
    assert_eq!(
        import::read(&index[..60], None),
        Err(Unreadable::Json {
            line: 1,
            column: 60
        })
        .or(Err(Unreadable::Truncated))
    );
}

#[test]
fn a_cut_header_is_truncated_and_cut_data_is_not() {
    let whole = llama().bytes();
    for end in 8..whole.len() {
        assert_eq!(
            import::read(&whole[..end], Some("m.safetensors")),
            Err(Unreadable::Truncated),
            "{end}"
        );
    }
    let mut longer = whole.clone();
    longer.extend([0; 1000]);
    assert!(import::read(&longer, None).is_ok());
    assert!(import::read(&whole, None).is_ok());
}

#[test]
fn no_header_is_larger_than_the_format_allows() {
    let mut bytes = 100_000_001_u64.to_le_bytes().to_vec();
    bytes.push(b'{');
    let expected = Unreadable::TooLarge { most: 100_000_000 };
    assert_eq!(import::read(&bytes, None), Err(expected));
}

#[test]
fn a_model_without_layers_is_no_decoder() {
    let mut header = Header::new("F32");
    header.add("encoder.conv1.weight", &[64, 3, 3, 3]);
    assert!(matches!(
        header.read(),
        Err(Unreadable::UnknownArchitecture { .. })
    ));
}

proptest! {
    #[test]
    fn no_shapes_break_the_reader(
        sides in proptest::collection::vec(prop_oneof![Just(0_u64), Just(1), Just(4096), Just(u64::MAX), 0..100_000_u64], 20),
        dtype in prop_oneof![Just("BF16"), Just("I32"), Just("U8"), Just("F8_E4M3"), Just("?")],
    ) {
        let mut header = Header::new(dtype);
        let at = |index: usize| [sides[index], sides[index + 1]];
        header.add("model.embed_tokens.weight", &at(0));
        header.add("model.norm.weight", &at(2));
        let parts = ["self_attn.q_proj.weight", "self_attn.k_proj.weight", "self_attn.o_proj.weight", "mlp.up_proj.weight", "self_attn.kv_a_layernorm.weight", "self_attn.kv_b_proj.weight", "mlp.experts.gate_up_proj"];
        for (index, part) in parts.iter().enumerate() {
            header.add(&format!("model.layers.0.{part}"), &at(2 * index + 4));
        }
        if sides[19] % 2 == 0 {
            header.add("model.layers.0.self_attn.kv_a_proj_with_mqa.weight", &at(18));
        }
        if let Ok(imported) = header.read() {
            prop_assert!(total(&imported).is_finite());
        }
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..200), name in prop_oneof![Just(None), Just(Some("x.safetensors")), Just(Some("x.json")), Just(Some("x.gguf")), Just(Some("x"))]) {
        let _ = import::read(&bytes, name);
        let mut file = (bytes.len() as u64).to_le_bytes().to_vec();
        file.extend(&bytes);
        let _ = import::read(&file, name);
    }
}

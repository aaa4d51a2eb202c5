//! GGUF headers, written here as llama.cpp writes them, give the right count
//! and layers; cut anywhere they give an answer or say that they are cut.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::error::Unreadable;
use estimator::import::{self, Imported, Note};
use estimator::model::{Attention, DenseLayers, Model, Recurrent};
use estimator::parameters;
use estimator::precision::{KvFormat, WeightFormat};
use proptest::prelude::*;

/// A value of a fact.
enum Fact {
    Text(&'static str),
    Count(u32),
    Counts(Vec<u32>),
    Flags(Vec<bool>),
    Float(f32),
    /// That many short strings.
    Tokens(u64),
}
use Fact::{Count, Counts, Flags, Float, Text, Tokens};

/// Name and dimensions; all are stored as `Q4_K`, type 12.
type Tensor = (String, Vec<u64>);

fn string(text: &str, bytes: &mut Vec<u8>) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn file(facts: &[(&str, Fact)], tensors: &[Tensor]) -> Vec<u8> {
    let mut bytes = b"GGUF\x03\0\0\0".to_vec();
    bytes.extend((tensors.len() as u64).to_le_bytes());
    bytes.extend((facts.len() as u64).to_le_bytes());
    for (key, fact) in facts {
        string(key, &mut bytes);
        let array = |kind: u32, length: u64, bytes: &mut Vec<u8>| {
            bytes.extend(9_u32.to_le_bytes());
            bytes.extend(kind.to_le_bytes());
            bytes.extend(length.to_le_bytes());
        };
        match fact {
            Text(text) => {
                bytes.extend(8_u32.to_le_bytes());
                string(text, &mut bytes);
            }
            Count(count) => {
                bytes.extend(4_u32.to_le_bytes());
                bytes.extend(count.to_le_bytes());
            }
            Float(number) => {
                bytes.extend(6_u32.to_le_bytes());
                bytes.extend(number.to_le_bytes());
            }
            Counts(counts) => {
                array(5, counts.len() as u64, &mut bytes);
                for count in counts {
                    bytes.extend(count.to_le_bytes());
                }
            }
            Flags(flags) => {
                array(7, flags.len() as u64, &mut bytes);
                bytes.extend(flags.iter().map(|flag| u8::from(*flag)));
            }
            Tokens(length) => {
                array(8, *length, &mut bytes);
                for _ in 0..*length {
                    string("tok", &mut bytes);
                }
            }
        }
    }
    for (index, (name, shape)) in tensors.iter().enumerate() {
        string(name, &mut bytes);
        bytes.extend(u32::try_from(shape.len()).expect("few").to_le_bytes());
        for side in shape {
            bytes.extend(side.to_le_bytes());
        }
        bytes.extend(12_u32.to_le_bytes());
        bytes.extend((index as u64).to_le_bytes());
    }
    bytes
}

fn read(facts: &[(&str, Fact)], tensors: &[Tensor]) -> Imported {
    import::read(&file(facts, tensors), Some("x.gguf")).expect("readable")
}

fn total(model: &Model) -> f64 {
    parameters::count(model).total
}

/// `(name, inputs, outputs)` of every block, as tensors.
fn blocks(depth: u64, parts: &[(&str, &[u64])]) -> Vec<Tensor> {
    (0..depth)
        .flat_map(|block| {
            parts
                .iter()
                .map(move |(part, shape)| (format!("blk.{block}.{part}.weight"), shape.to_vec()))
        })
        .collect()
}

/// Llama 3 8B as `Q4_K_M` (bartowski/Meta-Llama-3-8B-Instruct-GGUF).
fn llama_facts() -> Vec<(&'static str, Fact)> {
    vec![
        ("general.architecture", Text("llama")),
        ("general.name", Text("Meta-Llama-3-8B-Instruct")),
        ("general.file_type", Count(15)),
        ("llama.block_count", Count(32)),
        ("llama.context_length", Count(8192)),
        ("llama.embedding_length", Count(4096)),
        ("llama.feed_forward_length", Count(14336)),
        ("llama.attention.head_count", Count(32)),
        ("llama.attention.head_count_kv", Count(8)),
        ("llama.rope.freq_base", Float(500_000.0)),
        ("llama.vocab_size", Count(128_256)),
        ("llama.rope.dimension_count", Count(128)),
        ("tokenizer.ggml.model", Text("gpt2")),
        ("tokenizer.ggml.tokens", Tokens(300)),
        ("tokenizer.ggml.eos_token_id", Count(128_009)),
    ]
}

fn llama_tensors() -> Vec<Tensor> {
    let mut tensors = vec![
        ("token_embd.weight".to_owned(), vec![4096, 128_256]),
        ("output.weight".to_owned(), vec![4096, 128_256]),
        ("output_norm.weight".to_owned(), vec![4096]),
        ("rope_freqs.weight".to_owned(), vec![64]),
    ];
    tensors.extend(blocks(
        32,
        &[
            ("attn_norm", &[4096]),
            ("attn_q", &[4096, 4096]),
            ("attn_k", &[4096, 1024]),
            ("attn_v", &[4096, 1024]),
            ("attn_output", &[4096, 4096]),
            ("ffn_norm", &[4096]),
            ("ffn_gate", &[4096, 14336]),
            ("ffn_up", &[4096, 14336]),
            ("ffn_down", &[14336, 4096]),
        ],
    ));
    tensors
}

#[test]
fn llama_is_exact() {
    let imported = read(&llama_facts(), &llama_tensors());
    assert!((total(&imported.model) - 8_030_261_248.0).abs() < 1.0);
    assert_eq!(imported.weights, Some(WeightFormat::Q4KM));
    assert_eq!(imported.notes, []);
    assert_eq!(imported.model.max_context, Some(8192));
    assert!((imported.model.full_cache_per_token(KvFormat::Bf16).get() - 131_072.0).abs() < 0.5);
}

#[test]
fn a_file_cut_anywhere_answers_or_says_so() {
    // Three blocks: the test reads as many files as this one has bytes.
    let mut facts = llama_facts();
    facts[3].1 = Count(3);
    let mut tensors = llama_tensors();
    tensors.truncate(4 + 3 * 9);
    let whole = file(&facts, &tensors);
    let complete = import::read(&whole, Some("x.gguf"))
        .expect("readable")
        .model;
    let mut answered = 0;
    for end in 0..whole.len() {
        match import::read(&whole[..end], Some("x.gguf")) {
            Ok(imported) => {
                answered += 1;
                assert_eq!(imported.notes, [Note::CutShort], "{end}");
                assert_eq!(imported.model, complete, "{end}");
            }
            Err(reason) => assert_eq!(reason, Unreadable::Truncated, "{end}"),
        }
    }
    // From the vocabulary's size on.
    assert!(answered > whole.len() / 2);
}

#[test]
fn heads_are_latent_in_deepseek() {
    // DeepSeek-V2-Lite, older and newer conversions.
    for newer in [false, true] {
        let mut facts = vec![
            ("general.architecture", Text("deepseek2")),
            ("deepseek2.block_count", Count(27)),
            ("deepseek2.embedding_length", Count(2048)),
            ("deepseek2.feed_forward_length", Count(10944)),
            ("deepseek2.attention.head_count", Count(16)),
            ("deepseek2.attention.kv_lora_rank", Count(512)),
            ("deepseek2.rope.dimension_count", Count(64)),
            ("deepseek2.leading_dense_block_count", Count(1)),
            ("deepseek2.expert_count", Count(64)),
            ("deepseek2.expert_used_count", Count(6)),
            ("deepseek2.expert_shared_count", Count(2)),
            ("deepseek2.expert_feed_forward_length", Count(1408)),
            ("deepseek2.vocab_size", Count(102_400)),
        ];
        if newer {
            facts.extend([
                ("deepseek2.attention.head_count_kv", Count(1)),
                ("deepseek2.attention.key_length", Count(576)),
                ("deepseek2.attention.value_length", Count(512)),
                ("deepseek2.attention.key_length_mla", Count(192)),
                ("deepseek2.attention.value_length_mla", Count(128)),
            ]);
        } else {
            facts.extend([
                ("deepseek2.attention.head_count_kv", Count(16)),
                ("deepseek2.attention.key_length", Count(192)),
                ("deepseek2.attention.value_length", Count(128)),
            ]);
        }
        let imported = read(&facts, &[]);
        assert!((total(&imported.model) / 15_706_484_224.0 - 1.0).abs() < 0.001);
        assert!(imported.model.is_latent());
    }
}

#[test]
fn windows_follow_the_architecture() {
    let facts = [
        ("general.architecture", Text("gpt-oss")),
        ("general.file_type", Count(38)),
        ("gpt-oss.block_count", Count(24)),
        ("gpt-oss.context_length", Count(131_072)),
        ("gpt-oss.embedding_length", Count(2880)),
        ("gpt-oss.feed_forward_length", Count(2880)),
        ("gpt-oss.expert_feed_forward_length", Count(2880)),
        ("gpt-oss.attention.head_count", Count(64)),
        ("gpt-oss.attention.head_count_kv", Count(8)),
        ("gpt-oss.attention.key_length", Count(64)),
        ("gpt-oss.attention.value_length", Count(64)),
        ("gpt-oss.attention.sliding_window", Count(128)),
        ("gpt-oss.expert_count", Count(32)),
        ("gpt-oss.expert_used_count", Count(4)),
        ("tokenizer.ggml.tokens", Tokens(201_088)),
    ];
    let imported = read(&facts, &[]);
    assert!((total(&imported.model) / 20_914_757_184.0 - 1.0).abs() < 0.001);
    let window = imported.model.window.expect("a window");
    assert_eq!((window.layers, window.tokens), (12, 128));
    assert_eq!(imported.weights, Some(WeightFormat::Mxfp4Moe));
    // A list wins over habit.
    let mut facts = Vec::from(facts);
    let mut flags = vec![true; 24];
    flags[23] = false;
    facts.push(("gpt-oss.attention.sliding_window_pattern", Flags(flags)));
    assert_eq!(
        read(&facts, &[]).model.window.map(|window| window.layers),
        Some(23)
    );
}

#[test]
fn blocks_of_one_part_are_told_apart() {
    // Nemotron-3-Nano-30B-A3B: M state, * attention, E experts.
    let pattern = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";
    let by = |letter: char, count: u32| {
        Counts(
            pattern
                .chars()
                .map(|one| if one == letter { count } else { 0 })
                .collect(),
        )
    };
    let facts = [
        ("general.architecture", Text("nemotron_h_moe")),
        ("nemotron_h_moe.block_count", Count(52)),
        ("nemotron_h_moe.embedding_length", Count(2688)),
        ("nemotron_h_moe.attention.head_count", Count(32)),
        ("nemotron_h_moe.attention.head_count_kv", by('*', 2)),
        ("nemotron_h_moe.attention.key_length", Count(128)),
        ("nemotron_h_moe.attention.value_length", Count(128)),
        ("nemotron_h_moe.feed_forward_length", by('E', 1856)),
        ("nemotron_h_moe.expert_feed_forward_length", Count(1856)),
        (
            "nemotron_h_moe.expert_shared_feed_forward_length",
            Count(3712),
        ),
        ("nemotron_h_moe.expert_count", Count(128)),
        ("nemotron_h_moe.expert_used_count", Count(6)),
        ("nemotron_h_moe.ssm.conv_kernel", Count(4)),
        ("nemotron_h_moe.ssm.state_size", Count(128)),
        ("nemotron_h_moe.ssm.group_count", Count(8)),
        ("nemotron_h_moe.ssm.inner_size", Count(4096)),
        ("nemotron_h_moe.ssm.time_step_rank", Count(64)),
        ("nemotron_h_moe.vocab_size", Count(131_072)),
    ];
    let model = read(&facts, &[]).model;
    assert!((total(&model) / 31_577_940_288.0 - 1.0).abs() < 0.001);
    assert_eq!(model.full.map(|full| full.layers), Some(6));
    assert_eq!(model.recurrent.map(|part| part.layers), Some(23));
    assert_eq!(model.experts.map(|part| part.layers), Some(23));
}

#[test]
fn delta_networks_gate_their_attention() {
    // Qwen3-Next-80B-A3B.
    let facts = [
        ("general.architecture", Text("qwen3next")),
        ("qwen3next.block_count", Count(48)),
        ("qwen3next.embedding_length", Count(2048)),
        ("qwen3next.feed_forward_length", Count(5120)),
        ("qwen3next.attention.head_count", Count(16)),
        ("qwen3next.attention.head_count_kv", Count(2)),
        ("qwen3next.attention.key_length", Count(256)),
        ("qwen3next.attention.value_length", Count(256)),
        ("qwen3next.expert_count", Count(512)),
        ("qwen3next.expert_used_count", Count(10)),
        ("qwen3next.expert_feed_forward_length", Count(512)),
        ("qwen3next.expert_shared_feed_forward_length", Count(512)),
        ("qwen3next.ssm.conv_kernel", Count(4)),
        ("qwen3next.ssm.state_size", Count(128)),
        ("qwen3next.ssm.group_count", Count(16)),
        ("qwen3next.ssm.time_step_rank", Count(32)),
        ("qwen3next.ssm.inner_size", Count(4096)),
        ("qwen3next.vocab_size", Count(151_936)),
    ];
    let model = read(&facts, &[]).model;
    assert!((total(&model) / 80e9 - 1.0).abs() < 0.005);
    let full = model.full.expect("attention");
    assert_eq!(full.layers, 12);
    assert!(matches!(full.shape, Attention::Grouped { gated: true, .. }));
    let state = model.recurrent.expect("a state");
    assert!(matches!(
        state.shape,
        Recurrent::Linear {
            value_heads: 32,
            value_dim: 128,
            ..
        }
    ));
}

#[test]
fn searched_networks_list_their_widths() {
    let facts = [
        ("general.architecture", Text("deci")),
        ("deci.block_count", Count(4)),
        ("deci.embedding_length", Count(1024)),
        ("deci.attention.head_count", Counts(vec![8, 0, 8, 0])),
        ("deci.attention.head_count_kv", Counts(vec![2, 0, 2, 0])),
        (
            "deci.feed_forward_length",
            Counts(vec![4096, 2048, 4096, 512]),
        ),
        ("deci.vocab_size", Count(1000)),
    ];
    let model = read(&facts, &[]).model;
    assert_eq!(model.full.map(|full| full.layers), Some(2));
    let widths: Vec<_> = model
        .dense
        .iter()
        .map(|DenseLayers { layers, width, .. }| (*layers, *width))
        .collect();
    assert_eq!(widths, [(2, 4096), (1, 2048), (1, 512)]);
}

#[test]
fn tensors_tell_what_facts_do_not() {
    // No output tensor: tied. Biases and no gate, as in no Llama.
    let mut tensors = llama_tensors();
    tensors.retain(|(name, _)| name != "output.weight" && !name.ends_with("ffn_gate.weight"));
    tensors.push(("blk.0.attn_q.bias".to_owned(), vec![4096]));
    let model = read(&llama_facts(), &tensors).model;
    assert!(model.tied_embeddings);
    assert_eq!(model.dense.first().map(|part| part.gated), Some(false));
    // Blocks beyond the depth are not counted, other tensors are.
    let mut tensors = llama_tensors();
    tensors.push(("extra.weight".to_owned(), vec![1_000_000_000]));
    let imported = read(&llama_facts(), &tensors);
    assert_eq!(imported.model.other_parameters, 1_000_000_000);
    assert!(matches!(
        imported.notes.as_slice(),
        [Note::PublishedDiffers { .. }]
    ));
}

#[test]
fn what_is_no_decoder_is_named() {
    let facts = [
        ("general.architecture", Text("bert")),
        ("bert.block_count", Count(12)),
    ];
    let expected = Unreadable::UnknownArchitecture {
        name: "bert".to_owned(),
    };
    assert_eq!(import::read(&file(&facts, &[]), None), Err(expected));
    let facts = [("general.architecture", Text("llama"))];
    let expected = Unreadable::MissingField {
        name: "block_count".to_owned(),
    };
    assert_eq!(import::read(&file(&facts, &[]), None), Err(expected));
    let old = b"GGUF\x01\0\0\0\0\0\0\0\0\0\0\0";
    assert!(matches!(
        import::read(old, None),
        Err(Unreadable::BadField { .. })
    ));
}

#[test]
fn false_lengths_take_no_memory() {
    let mut bytes = file(&llama_facts()[..12], &[]);
    // One more fact: an array of 2^60 strings, then of 2^60 arrays.
    for kind in [8_u32, 9, 4] {
        let mut longer = bytes.clone();
        string("tokenizer.ggml.tokens", &mut longer);
        longer.extend(9_u32.to_le_bytes());
        longer.extend(kind.to_le_bytes());
        longer.extend((1_u64 << 60).to_le_bytes());
        longer[16..24].copy_from_slice(&13_u64.to_le_bytes());
        let imported = import::read(&longer, None).expect("readable");
        assert_eq!(imported.notes, [Note::CutShort]);
    }
    bytes[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(import::read(&bytes, None).is_ok());
}

proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut file = b"GGUF\x03\0\0\0\x01\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0".to_vec();
        file.extend(bytes);
        let _ = import::read(&file, None);
    }

    #[test]
    fn no_change_breaks_the_reader(changes in proptest::collection::vec((0..600_usize, any::<u8>()), 1..8)) {
        let mut file = file(&llama_facts(), &llama_tensors()[..6]);
        for (place, byte) in changes {
            file[place] = byte;
        }
        if let Ok(imported) = import::read(&file, None) {
            prop_assert!(total(&imported.model).is_finite());
        }
    }
}

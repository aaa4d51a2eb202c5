//! Parts that training keeps tensors of, and serving does not feel: norms, biases, learned
//! positions, normalised heads, layers that predict further tokens.
//!
//! The file's word counts; where it says nothing, the family's code decides. A GPT of Megatron's
//! that states no type of position has learned ones. Source: the modelling classes of each family
//! in Hugging Face transformers; Megatron-LM's `arguments.py`.

use super::fields::Fields;
use crate::import::{Fault, holds};
use crate::model::Block;

/// Families whose norms are `LayerNorm`.
#[rustfmt::skip] // a list of names
const LAYER_NORM: &[&str] = &[
    "gpt2", "bloom", "opt", "gpt_bigcode", "gpt_neo", "mpt", "gptj", "codegen", "gpt_neox",
    "phi", "phimoe", "phi3small", "persimmon", "falcon", "RefinedWeb", "RefinedWebModel",
    "starcoder2", "stablelm", "stablelm_epoch", "cohere", "cohere2", "dbrx", "nemotron",
    "olmo", "hf_olmo", "orion", "bert", "roberta", "xlm-roberta", "electra", "vit", "dinov2",
];

/// Families with a bias beside every linear layer.
#[rustfmt::skip] // a list of names
const BIASED: &[&str] = &[
    "gpt2", "bloom", "opt", "gpt_bigcode", "gpt_neo", "gptj", "codegen", "gpt_neox", "phi",
    "persimmon", "starcoder2", "bert", "roberta", "xlm-roberta", "electra", "vit", "dinov2",
];

/// Families that normalise queries and keys.
#[rustfmt::skip] // a list of names
const HEAD_NORM: &[&str] = &[
    "qwen3", "qwen3_moe", "qwen3_vl_text", "qwen3_vl_moe_text", "qwen3_omni_moe_text",
    "qwen3_next", "qwen3_5_text", "qwen3_5_moe_text", "qwen3_5", "qwen3_5_moe", "gemma3",
    "gemma3_text", "gemma4_text", "olmo2", "olmo3", "olmoe", "flex_olmo", "exaone4",
    "exaone_moe", "persimmon", "dots1", "apertus",
];

/// Families with a learned vector for every position, and how many their configuration
/// class has where a file says nothing.
const LEARNED: &[(&str, u32)] = &[
    ("gpt2", 1024),
    ("gpt_bigcode", 1024),
    ("gpt_neo", 2048),
    ("opt", 2048),
    ("bert", 512),
    ("roberta", 512),
    ("xlm-roberta", 512),
    ("electra", 512),
];

/// Names that Megatron's own GPT goes by.
pub(super) const MEGATRON: &[&str] = &[
    "megatron",
    "megatron_gpt",
    "megatron-gpt",
    "mcore_gpt",
    "gpt",
    "gpt3",
];

const POSITIONS: &[&str] = &[
    "n_positions",
    "max_position_embeddings",
    "max_sequence_length",
    "seq_length",
    "n_ctx",
];

/// Reads them.
pub(super) fn read(f: &Fields<'_>, name: &str) -> Result<Block, Fault> {
    let megatron = MEGATRON.contains(&name);
    let layer_norm = match f.text(&["normalization", "norm_type"]) {
        Some(kind) => !holds(&kind.to_ascii_lowercase(), &["rms"]),
        None => megatron || LAYER_NORM.contains(&name),
    };
    let without_bias = f.flag(&["disable_bias_linear", "no_bias"]).map(|no| !no);
    let bias = f
        .flag(&["add_bias_linear", "enable_bias", "use_bias"])
        .or(without_bias)
        .unwrap_or(megatron || BIASED.contains(&name));
    let head_norm = f
        .flag(&["qk_layernorm", "use_qk_norm", "qk_norm", "attn_qk_norm"])
        .unwrap_or_else(|| HEAD_NORM.contains(&name));
    let further_tokens = f.count_or(
        &[
            "num_nextn_predict_layers",
            "mtp_num_layers",
            "num_mtp_modules",
            "mtp_num_hidden_layers",
        ],
        0,
    )?;
    Ok(Block {
        layer_norm,
        bias,
        head_norm,
        learned_positions: positions(f, name)?,
        further_tokens,
        bidirectional: false,
    })
}

/// Positions with a learned vector each.
pub(super) fn positions(f: &Fields<'_>, name: &str) -> Result<u32, Fault> {
    let usual = LEARNED.iter().find(|(family, _)| *family == name);
    let learned = match f.text(&["position_embedding_type"]) {
        Some(kind) => matches!(kind, "learned_absolute" | "learned" | "absolute"),
        None => usual.is_some() || MEGATRON.contains(&name),
    };
    if learned {
        f.count_or(POSITIONS, usual.map_or(0, |(_, count)| *count))
    } else {
        Ok(0)
    }
}

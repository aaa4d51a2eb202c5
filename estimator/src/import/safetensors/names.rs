//! Tensors by name: which layer, and which part of it. The names are those of
//! Hugging Face transformers' modelling code.

use crate::import::holds;

/// A part of a layer that shows its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Query,
    Key,
    Value,
    /// q, k and v as one.
    Joined,
    Output,
    HeadNorm,
    QueryDown,
    QueryUp,
    LatentDown,
    LatentNorm,
    LatentUp,
    Gate,
    Up,
    GateUp,
    ExpertGate,
    ExpertUp,
    /// Gate and up of all experts, three-dimensional.
    ExpertsGateUp,
    ExpertsUp,
    Shared,
    Router,
    QueryBias,
    /// A part of a block that predicts further tokens.
    Next,
    /// A part of a layer with a state, which is not inferred.
    State,
}

/// Splits a name into its layer and the rest; `None` outside of layers.
pub(super) fn layer(name: &str) -> Option<(usize, &str)> {
    for mark in ["layers.", "h.", "blocks."] {
        let mut left = Some(name);
        while let Some(words) = left {
            if let Some((index, part)) = words
                .strip_prefix(mark)
                .and_then(|rest| rest.split_once('.'))
                && let Ok(index) = index.parse()
            {
                return Some((index, part));
            }
            left = words.split_once('.').map(|(_, rest)| rest);
        }
    }
    None
}

/// Whether a tensor belongs to something beside the decoder.
pub(super) fn is_tower(name: &str) -> bool {
    let parts = ["vision", "visual", "audio", "projector", "image", "vit."];
    holds(name, &parts)
}

/// The part of a layer a tensor is. Quantised layers keep the name of the
/// module and change the last word (`qweight`, `weight_packed`).
pub(super) fn part(rest: &str) -> Option<Part> {
    let (module, last) = rest.rsplit_once('.')?;
    if last == "bias" {
        let query = module.ends_with("q_proj") || module.ends_with("qkv_proj");
        return query.then_some(Part::QueryBias);
    }
    let name = module.rsplit('.').next().unwrap_or(module);
    if holds(module, &["eh_proj", "enorm", "hnorm", "shared_head"]) {
        return Some(Part::Next);
    }
    if holds(module, &["linear_attn", "mamba", "mixer.", "conv1d"]) {
        return Some(Part::State);
    }
    // Packed experts are parameters of the experts' module itself.
    if name == "experts" {
        return match last.strip_suffix("_blocks").unwrap_or(last) {
            "gate_up_proj" => Some(Part::ExpertsGateUp),
            "up_proj" => Some(Part::ExpertsUp),
            _ => None,
        };
    }
    if !matches!(last, "weight" | "qweight" | "weight_packed") {
        return None;
    }
    if holds(module, &["shared_expert"]) {
        return (name == "up_proj").then_some(Part::Shared);
    }
    if holds(module, &["experts."]) {
        return match name {
            "gate_proj" | "w1" => Some(Part::ExpertGate),
            "up_proj" | "w3" => Some(Part::ExpertUp),
            _ => None,
        };
    }
    Some(match name {
        "q_proj" => Part::Query,
        "k_proj" => Part::Key,
        "v_proj" => Part::Value,
        "qkv_proj" | "query_key_value" => Part::Joined,
        "o_proj" => Part::Output,
        "q_norm" | "q_layernorm" => Part::HeadNorm,
        "q_a_proj" => Part::QueryDown,
        "q_b_proj" => Part::QueryUp,
        "kv_a_proj_with_mqa" => Part::LatentDown,
        "kv_a_layernorm" => Part::LatentNorm,
        "kv_b_proj" => Part::LatentUp,
        "gate_proj" => Part::Gate,
        "up_proj" | "fc1" | "c_fc" | "dense_h_to_4h" => Part::Up,
        "gate_up_proj" => Part::GateUp,
        "gate" | "router" => Part::Router,
        _ => return None,
    })
}

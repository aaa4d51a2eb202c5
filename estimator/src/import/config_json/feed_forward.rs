//! Feed-forward parts: dense widths, experts, and which layers have which.

use super::details;
use super::family::Family;
use super::fields::{Fields, whole};
use crate::import::{Fault, bad};
use crate::model::ExpertLayers;
use serde_json::Value;

const WIDTH: &[&str] = &[
    "intermediate_size",
    "ffn_hidden_size",
    "ffn_dim",
    "n_inner",
    "mlp_hidden_size",
    "ff_intermediate_size",
    "ffn_config.ffn_hidden_size",
    "d_intermediate",
];
const EXPERTS: &[&str] = &[
    "num_local_experts",
    "num_experts",
    "n_routed_experts",
    "num_routed_experts",
    "moe_num_experts",
    "num_moe_experts",
    "ffn_config.moe_num_experts",
];
const ACTIVE: &[&str] = &[
    "num_experts_per_tok",
    "num_experts_per_token",
    "moe_top_k",
    "moe_router_topk",
    "moe_topk",
    "moe_k",
    "experts_per_token",
    "top_k_experts",
    "num_selected_experts",
    "ffn_config.moe_top_k",
];
const EXPERT_WIDTH: &[&str] = &[
    "moe_intermediate_size",
    "expert_ffn_hidden_size",
    "moe_ffn_hidden_size",
    "expert_intermediate_size",
];
const SHARED: &[&str] = &[
    "n_shared_experts",
    "num_shared_experts",
    "num_shared_expert",
    "moe_num_shared_experts",
];
/// Widths of all shared experts together.
const SHARED_WIDTH: &[&str] = &[
    "shared_expert_intermediate_size",
    "shared_intermediate_size",
    "share_expert_dim",
];

/// The feed-forward part of one layer: a dense width with its gate, experts,
/// both or neither.
pub(super) type Part = (Option<(u32, bool)>, Option<ExpertLayers>);

/// The parts of all layers.
pub(super) fn read(
    f: &Fields<'_>,
    family: &Family,
    name: &str,
    hidden: u32,
    layers: usize,
) -> Result<Vec<Part>, Fault> {
    let gated = is_gated(f, family);
    let experts = experts(f, name, hidden, gated)?;
    let Some(experts) = experts else {
        let widths = dense(f, family, name, hidden, layers)?;
        return Ok(widths
            .into_iter()
            .map(|width| (Some((width, gated)).filter(|(width, _)| *width > 0), None))
            .collect());
    };
    let sparse = sparse(f, layers)?;
    // A dense part in every layer, beside the experts (Grok-2, Gemma 4).
    let beside = f.flag(&["residual_moe", "enable_moe_block"]) == Some(true);
    let widths = if beside || sparse.contains(&false) {
        dense(f, family, name, hidden, layers)?
    } else {
        vec![0; layers]
    };
    Ok(widths
        .into_iter()
        .zip(sparse)
        .map(|(width, sparse)| {
            let dense = (beside || !sparse) && width > 0;
            (dense.then_some((width, gated)), sparse.then_some(experts))
        })
        .collect())
}

/// Whether the parts have a gate: squared `ReLU` goes without.
pub(super) fn is_gated(f: &Fields<'_>, family: &Family) -> bool {
    let squared = f.text(&["mlp_hidden_act", "hidden_act"]) == Some("relu2");
    f.flag(&["gated_linear_unit"])
        .unwrap_or_else(|| f.flag(&["swiglu"]).unwrap_or(family.gated) && !squared)
}

/// Whether an encoder's feed-forward part says it has a gate.
pub(super) fn is_swiglu(f: &Fields<'_>) -> bool {
    f.flag(&["use_swiglu_ffn"]).unwrap_or(false)
}

/// The experts of a layer that has them; `None` in a dense model.
///
/// Latent experts (Nemotron 3) work on a stream that two matrices a layer make narrower and wide
/// again: in a model whose experts see the whole stream, theirs are as much narrower, and the
/// two matrices are part of what every token passes through.
pub(super) fn experts(
    f: &Fields<'_>,
    name: &str,
    hidden: u32,
    gated: bool,
) -> Result<Option<ExpertLayers>, Fault> {
    let Some(routed) = f.count(EXPERTS)?.filter(|count| *count > 1) else {
        return Ok(None);
    };
    let width = match f.count(EXPERT_WIDTH)? {
        Some(width) => width,
        None => f.need(WIDTH)?,
    };
    let shared_width = match (f.count(SHARED_WIDTH)?, f.count(SHARED)?) {
        (Some(all), _) => all,
        (None, Some(shared)) => {
            let one = f.count_or(&["moe_shared_expert_intermediate_size"], width)?;
            shared
                .checked_mul(one)
                .ok_or_else(|| bad("n_shared_experts"))?
        }
        // Llama 4 has one, as wide as the routed ones, and says nothing.
        (None, None) if name.starts_with("llama4") => width,
        // Megatron writes the width of all, and no number.
        (None, None) => f.count_or(&["moe_shared_expert_intermediate_size"], 0)?,
    };
    let latent = f
        .count(&["moe_latent_size"])?
        .filter(|size| (1..hidden).contains(size));
    let (width, around) = match latent {
        None => (width, 0),
        Some(size) => {
            let narrow = u64::from(width) * u64::from(size) / u64::from(hidden);
            let narrow = u32::try_from(narrow).unwrap_or(width);
            (narrow, if gated { size / 3 * 2 } else { size })
        }
    };
    Ok(Some(ExpertLayers {
        layers: 1,
        routed,
        active: f.need(ACTIVE)?,
        width,
        shared_width: shared_width
            .checked_add(around)
            .ok_or_else(|| bad("moe_latent_size"))?,
        gated,
    }))
}

/// How many layers cache keys and values of their own: those after them read an earlier layer's.
pub(super) fn own_caches(f: &Fields<'_>, layers: usize) -> Result<usize, Fault> {
    let borrowing = f.count_or(&["num_kv_shared_layers"], 0)?;
    let borrowing = usize::try_from(borrowing).unwrap_or(usize::MAX);
    layers
        .checked_sub(borrowing)
        .ok_or_else(|| bad("num_kv_shared_layers"))
}

/// The width of each layer's dense part.
fn dense(
    f: &Fields<'_>,
    family: &Family,
    name: &str,
    hidden: u32,
    layers: usize,
) -> Result<Vec<u32>, Fault> {
    let mut names: Vec<&'static str> = vec!["intermediate_size_mlp"];
    // Granite hybrids without experts keep the shared part alone.
    if name == "granitemoehybrid" {
        names.push("shared_intermediate_size");
    }
    names.extend(WIDTH);
    if let Some(mut widths) = f.per_layer(&names, layers)? {
        if family.halved {
            for width in &mut widths {
                *width /= 2;
            }
        }
        // Gemma 4: layers without keys of their own are twice as wide.
        if f.flag(&["use_double_wide_mlp"]) == Some(true) {
            let own = own_caches(f, layers)?;
            for width in widths.iter_mut().skip(own) {
                *width = width.saturating_mul(2);
            }
        }
        return Ok(widths);
    }
    if family.gated {
        return Err(crate::import::missing("intermediate_size"));
    }
    // The early families write no width: it is four times the hidden size.
    let ratio = f.count_or(&["expansion_ratio"], 4)?;
    let width = hidden
        .checked_mul(ratio)
        .ok_or_else(|| bad("expansion_ratio"))?;
    Ok(vec![width; layers])
}

/// Which layers have experts.
fn sparse(f: &Fields<'_>, layers: usize) -> Result<Vec<bool>, Fault> {
    if let Some(list) = f.list(&["mlp_layer_types", "moe_layer_freq", "is_moe_layer"])
        && list.len() >= layers
    {
        return Ok(list.iter().take(layers).map(is_sparse).collect());
    }
    if let Some(indices) = indices(f, &["moe_layers", "moe_layers_enum"]) {
        return Ok((0..layers).map(|layer| indices.contains(&layer)).collect());
    }
    let first = f.count_or(
        &[
            "first_k_dense_replace",
            "moe_layer_start_index",
            "moe_layer_num_skipped",
            "num_dense_layers",
        ],
        0,
    )?;
    let last = f
        .number(&["moe_layer_end_index"])
        .filter(|last| *last >= 0.0)
        .unwrap_or(f64::INFINITY);
    let without = indices(f, &["mlp_only_layers"]).unwrap_or_default();
    let period = f
        .count(&["expert_layer_period"])?
        .filter(|period| *period > 0);
    let offset = f.count_or(&["expert_layer_offset"], 0)?;
    let counted = [
        "decoder_sparse_step",
        "interleave_moe_layer_step",
        "moe_layer_interval",
    ];
    let step = f.count_or(&counted, 1)?.max(1);
    let every = match f.find(&["moe_layer_freq"]) {
        Some((_, Value::Number(_))) => f.count_or(&["moe_layer_freq"], 1)?.max(1),
        _ => 1,
    };
    Ok((0_u32..)
        .take(layers)
        .map(|layer| {
            layer >= first
                && f64::from(layer) <= last
                && layer % every == 0
                && layer.saturating_add(1) % step == 0
                && period.is_none_or(|period| layer % period == offset % period)
                && !usize::try_from(layer).is_ok_and(|layer| without.contains(&layer))
        })
        .collect())
}

fn is_sparse(entry: &Value) -> bool {
    match entry {
        Value::Bool(flag) => *flag,
        Value::String(text) => matches!(text.as_str(), "sparse" | "moe" | "hash_moe"),
        other => whole(other).is_some_and(|number| number > 0),
    }
}

/// Indices of layers: a list of numbers, or a text with commas. An empty list
/// says nothing.
fn indices(f: &Fields<'_>, names: &[&'static str]) -> Option<Vec<usize>> {
    let (_, value) = f.find(names)?;
    let found: Vec<usize> = match value {
        Value::Array(list) => list
            .iter()
            .filter_map(|entry| usize::try_from(whole(entry)?).ok())
            .collect(),
        Value::String(text) => text
            .split(',')
            .filter_map(|part| part.trim().parse().ok())
            .collect(),
        _ => return None,
    };
    (!found.is_empty()).then_some(found)
}

/// Tables that grow with the vocabulary or the context: learned positions of
/// the early families, per-layer embeddings of Gemma.
pub(super) fn tables(f: &Fields<'_>, name: &str, hidden: u32) -> Result<u64, Fault> {
    let learned = u64::from(details::positions(f, name)?);
    let positions = learned.saturating_mul(u64::from(hidden));
    let size = u64::from(f.count_or(&["hidden_size_per_layer_input"], 0)?);
    let rows = u64::from(f.count_or(&["vocab_size_per_layer_input"], 0)?);
    let depth = u64::from(f.count_or(&["num_hidden_layers"], 0)?);
    // A look-up a layer, one projection into all of them, and a gate and a
    // projection back in each.
    let per_layer = size
        .saturating_mul(depth)
        .saturating_mul(rows.saturating_add(3 * u64::from(hidden)));
    Ok(positions.saturating_add(per_layer))
}

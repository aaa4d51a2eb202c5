//! Attention: heads and their sizes, by any family's names for them.

use super::family::Family;
use super::fields::Fields;
use crate::import::{Fault, bad, holds};
use crate::model::{Attention, Indexer};
use serde_json::Value;

pub(super) const HEADS: &[&str] = &["num_attention_heads", "n_head", "n_heads", "num_heads"];
const KV_HEADS: &[&str] = &[
    "num_key_value_heads",
    "num_kv_heads",
    "n_head_kv",
    "n_kv_heads",
    "attn_config.kv_n_heads",
    "multi_query_group_num",
    "num_attention_groups",
    "num_query_groups",
];
const HEAD_DIM: &[&str] = &[
    "head_dim",
    "attention_head_dim",
    "kv_channels",
    "attention_head_size",
];

/// The attention of full layers.
pub(super) fn full(f: &Fields<'_>, family: &Family, hidden: u32) -> Result<Attention, Fault> {
    if let Some(kv_rank) = f.count(&["kv_lora_rank"])?.filter(|rank| *rank > 0) {
        return latent(f, kv_rank);
    }
    let heads = f.need(HEADS)?;
    if heads == 0 {
        return Err(bad("num_attention_heads"));
    }
    let mut kv_heads = kv_heads(f, heads)?;
    let mut head_dim = f.count_or(HEAD_DIM, hidden / heads)?;
    let mut value_dim = f.count(&["v_head_dim"])?.filter(|size| *size > 0);
    // Gemma 4: larger heads where all tokens are seen, whose keys may serve as
    // values.
    if let Some(global) = global_head(f)? {
        head_dim = global;
        kv_heads = f.count_or(&["num_global_key_value_heads"], kv_heads)?;
        if f.flag(&["attention_k_eq_v"]) == Some(true) {
            value_dim = Some(0);
        }
    }
    Ok(grouped(f, family, (heads, kv_heads, head_dim, value_dim)))
}

/// The attention of window layers, where it differs.
pub(super) fn window(
    f: &Fields<'_>,
    family: &Family,
    hidden: u32,
    full: Attention,
) -> Result<Attention, Fault> {
    if let Some(other) = f.object(&["attention_other_setting"]) {
        let heads = other.need(HEADS)?;
        let kv_heads = kv_heads(&other, heads)?;
        let head_dim = other.count_or(HEAD_DIM, full.head_dim())?;
        return Ok(grouped(f, family, (heads, kv_heads, head_dim, None)));
    }
    if f.find(&["swa_num_key_value_heads", "swa_head_dim"])
        .is_some()
    {
        let heads = f.count_or(&["swa_num_attention_heads"], full.heads())?;
        let kv_heads = f.count_or(&["swa_num_key_value_heads"], full.cache_shards())?;
        let head_dim = f.count_or(&["swa_head_dim"], full.head_dim())?;
        let value_dim = f.count(&["swa_v_head_dim", "v_head_dim"])?;
        return Ok(grouped(f, family, (heads, kv_heads, head_dim, value_dim)));
    }
    if let (Some(own), Attention::Grouped { value_dim, .. }) = (special(f, true), full) {
        let heads = own.count_or(HEADS, full.heads())?;
        let kv_heads = own.count_or(KV_HEADS, full.cache_shards())?;
        let head_dim = own.count_or(HEAD_DIM, full.head_dim())?;
        let value_dim = own.count_or(&["v_head_dim"], value_dim)?;
        return Ok(grouped(
            f,
            family,
            (heads, kv_heads, head_dim, Some(value_dim)),
        ));
    }
    if global_head(f)?.is_some() {
        let heads = f.need(HEADS)?;
        let kv_heads = kv_heads(f, heads)?;
        let head_dim = f.count_or(HEAD_DIM, hidden / heads.max(1))?;
        return Ok(grouped(f, family, (heads, kv_heads, head_dim, None)));
    }
    Ok(full)
}

fn grouped(
    f: &Fields<'_>,
    family: &Family,
    (heads, kv_heads, head_dim, value_dim): (u32, u32, u32, Option<u32>),
) -> Attention {
    let bias = [
        "attention_bias",
        "qkv_bias",
        "add_qkv_bias",
        "use_qkv_bias",
        "bias",
        "use_bias",
    ];
    Attention::Grouped {
        heads,
        kv_heads,
        head_dim,
        value_dim: value_dim.unwrap_or(head_dim),
        bias: f.flag(&bias).or(family.bias).unwrap_or(false),
        gated: f
            .flag(&["attn_output_gate", "use_attention_output_gate"])
            .unwrap_or(family.output_gate),
    }
}

/// Head size of layers that see everything, where it differs: a field, or an entry a layer
/// in files of transformers 5.
fn global_head(f: &Fields<'_>) -> Result<Option<u32>, Fault> {
    if let Some(size) = f.count(&["global_head_dim"])? {
        return Ok(Some(size));
    }
    special(f, false).map_or(Ok(None), |entry| entry.count(&["head_dim"]))
}

/// The fields of `per_layer_config` for the first layer of a kind that it names.
fn special<'a>(f: &Fields<'a>, windowed: bool) -> Option<Fields<'a>> {
    let layers = f.find(&["per_layer_config"])?.1.as_object()?;
    let kinds = f.list(&["layer_types"])?;
    layers.iter().find_map(|(layer, entry)| {
        let kind = kinds.get(layer.parse::<usize>().ok()?)?.as_str()?;
        let entry = Fields::new(entry.as_object()?);
        (holds(kind, &["sliding", "window"]) == windowed).then_some(entry)
    })
}

fn kv_heads(f: &Fields<'_>, heads: u32) -> Result<u32, Fault> {
    // Falcon writes a number of key/value heads that its first generation
    // ignores; a plain `multi_query` means a single one.
    let new = f.flag(&["new_decoder_architecture"]) == Some(true);
    let single = f.flag(&["multi_query"]) == Some(true) && !new;
    if single || f.text(&["attn_config.attn_type"]) == Some("multiquery_attention") {
        return Ok(1);
    }
    if f.flag(&["multi_query_attention"]) == Some(false) {
        return Ok(heads);
    }
    match f.find(KV_HEADS) {
        // Some hybrids list 0 for layers without attention.
        Some((name, Value::Array(list))) => list
            .iter()
            .filter_map(super::fields::whole)
            .max()
            .filter(|most| *most > 0)
            .ok_or_else(|| bad(name)),
        _ => f.count_or(KV_HEADS, heads),
    }
}

fn latent(f: &Fields<'_>, kv_rank: u32) -> Result<Attention, Fault> {
    let index = match f.count(&["index_n_heads"])?.filter(|heads| *heads > 0) {
        Some(heads) => Some(Indexer {
            heads,
            head_dim: f.need(&["index_head_dim"])?,
            top_k: f.need(&["index_topk"])?,
        }),
        None => None,
    };
    Ok(Attention::Latent {
        heads: f.need(HEADS)?,
        query_rank: f.count_or(&["q_lora_rank"], 0)?,
        kv_rank,
        nope_dim: f.need(&["qk_nope_head_dim", "qk_head_dim"])?,
        rope_dim: f.need(&["qk_rope_head_dim", "qk_pos_emb_head_dim"])?,
        value_dim: f.need(&["v_head_dim"])?,
        indexer: index,
    })
}

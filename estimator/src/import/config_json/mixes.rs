//! The mixer of each layer's tokens: by a list in the file, by a period in it, by the rule of the
//! family.

use super::family::{Family, Windows};
use super::fields::{Fields, whole};
use crate::import::{Fault, bad, holds};
use serde_json::Value;

/// The mixer of a layer's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mix {
    Full,
    Window,
    Recurrent,
    /// Attention beside a state space (Falcon-H1).
    Both,
}

pub(super) const LISTS: &[&str] = &[
    "layer_types",
    "layers_block_type",
    "block_types",
    "attention_layers",
];

/// Layers of one part each, as a pattern's letters: where a list names feed-forward parts.
pub(super) fn letters(f: &Fields<'_>, count: usize) -> Option<String> {
    let list: Vec<&str> = f.list(LISTS)?.iter().filter_map(Value::as_str).collect();
    let parts = list.iter().any(|word| matches!(*word, "mlp" | "moe"));
    if !parts || list.len() < count {
        return None;
    }
    list.into_iter()
        .take(count)
        .map(|kind| match kind {
            "mlp" => Some('-'),
            "moe" => Some('E'),
            _ => word(kind).map(|mix| match mix {
                Mix::Window => 'W',
                Mix::Recurrent => 'M',
                Mix::Full | Mix::Both => '*',
            }),
        })
        .collect()
}

/// Whether the model is nothing but state spaces.
pub(super) fn only_states(f: &Fields<'_>, name: &str) -> bool {
    matches!(name, "mamba" | "mamba2" | "falcon_mamba") || f.find(&["ssm_cfg"]).is_some()
}

/// The mixer of each layer's tokens: by a list in the file, by a period in the file, by the
/// family's rule.
pub(super) fn mixes(
    f: &Fields<'_>,
    family: &Family,
    name: &str,
    count: usize,
) -> Result<Vec<Mix>, Fault> {
    if only_states(f, name) {
        return Ok(vec![Mix::Recurrent; count]);
    }
    if name == "falcon_h1" {
        return Ok(vec![Mix::Both; count]);
    }
    if let Some(listed) = listed(f, name, count)? {
        return Ok(listed);
    }
    let by = |rule: &dyn Fn(usize) -> Mix| Ok((0..count).map(rule).collect());
    if let Some(period) = positive(f, &["full_attention_interval"])? {
        return by(&|layer| either((layer + 1) % period == 0, Mix::Full, Mix::Recurrent));
    }
    if let Some(period) = positive(f, &["attn_layer_period"])? {
        let offset = usize::try_from(f.count_or(&["attn_layer_offset"], 0)?).unwrap_or_default();
        return by(&|layer| either(layer % period == offset % period, Mix::Full, Mix::Recurrent));
    }
    let patterns = ["sliding_window_pattern", "_sliding_window_pattern"];
    if let Some(letters) = f.text(&patterns).filter(|letters| !letters.is_empty()) {
        return Ok(letters
            .chars()
            .cycle()
            .take(count)
            .map(|letter| either(letter == 'L', Mix::Window, Mix::Full))
            .collect());
    }
    match family.windows {
        Windows::Never => by(&|_| Mix::Full),
        Windows::Everywhere => by(&|_| Mix::Window),
        Windows::Qwen if f.flag(&["use_sliding_window"]) == Some(true) => {
            let first = usize::try_from(f.count_or(&["max_window_layers"], 0)?).unwrap_or_default();
            by(&|layer| either(layer >= first, Mix::Window, Mix::Full))
        }
        Windows::Qwen => by(&|_| Mix::Full),
        Windows::AllBut(usual) => {
            let period = match f.find(&patterns) {
                Some((_, Value::Number(_))) => positive(f, &patterns)?,
                _ => positive(f, &["no_rope_layer_interval"])?,
            };
            let period = period.or(usize::try_from(usual).ok()).unwrap_or(1).max(1);
            by(&|layer| either((layer + 1) % period == 0, Mix::Full, Mix::Window))
        }
    }
}

/// The layers one by one, where the file lists them.
fn listed(f: &Fields<'_>, family: &str, count: usize) -> Result<Option<Vec<Mix>>, Fault> {
    if let Some((name, Value::Array(list))) = f.find(LISTS)
        && (list.len() >= count || name == "block_types")
    {
        let mut listed: Vec<Mix> = list
            .iter()
            .cycle()
            .take(count)
            .map(|entry| entry.as_str().and_then(word).ok_or_else(|| bad(name)))
            .collect::<Result<_, _>>()?;
        if name == "block_types" && f.find(&["attention_window_size"]).is_some() {
            for mix in listed.iter_mut().filter(|mix| **mix == Mix::Full) {
                *mix = Mix::Window;
            }
        }
        if holds(family, &["zamba"]) {
            for (mix, kind) in listed.iter_mut().zip(list) {
                if kind.as_str() == Some("hybrid") {
                    *mix = Mix::Both;
                }
            }
        }
        compressed(f, list, &mut listed)?;
        return Ok(Some(listed));
    }
    // Numbers: which of two kinds a layer is.
    let coded = [
        ("attn_type_list", Mix::Recurrent, Mix::Full),
        ("hybrid_layer_pattern", Mix::Full, Mix::Window),
        ("no_rope_layers", Mix::Full, Mix::Window),
    ];
    for (name, zero, other) in coded {
        // Without chunks, the list of layers without rotation is about
        // positions alone.
        let windows = name != "no_rope_layers" || f.find(&["attention_chunk_size"]).is_some();
        if let Some(list) = f.list(&[name])
            && list.len() >= count
            && windows
        {
            return Ok(Some(
                list.iter()
                    .take(count)
                    .map(|entry| either(whole(entry) == Some(0), zero, other))
                    .collect(),
            ));
        }
    }
    // Indices: the layers that attend, counted from 0 or 1.
    for (name, first) in [
        ("attn_layer_indices", 0),
        ("linear_attn_config.full_attn_layers", 1),
    ] {
        if let Some(list) = f.list(&[name]) {
            let full: Vec<u32> = list.iter().filter_map(whole).collect();
            return Ok(Some(
                (first..)
                    .take(count)
                    .map(|layer| either(full.contains(&layer), Mix::Full, Mix::Recurrent))
                    .collect(),
            ));
        }
    }
    if let Some(list) = f.list(&["attention_types"]) {
        return Ok(neo(list, count));
    }
    Ok(None)
}

/// Compressed attention keeps one vector of every `m` tokens beside a window, and where it picks
/// among them a key of the indexer with each: as much cache as one layer of `m` that sees every
/// token, among windows (DeepSeek-V4).
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most the layers
fn compressed(f: &Fields<'_>, list: &[Value], mixes: &mut [Mix]) -> Result<(), Fault> {
    let Some(rates) = f.object(&["compress_rates"]) else {
        return Ok(());
    };
    let head = f.count(&["head_dim"])?.filter(|size| *size > 0);
    let index = f.count_or(&["index_head_dim"], 0)?;
    let picked = head.map_or(0.0, |head| f64::from(index) / f64::from(head));
    let mut whole = 0.0;
    let mut squeezed = Vec::new();
    for (layer, kind) in list.iter().enumerate().take(mixes.len()) {
        let kept = [
            ("compressed_sparse_attention", 1.0 + picked),
            ("heavily_compressed_attention", 1.0),
        ]
        .into_iter()
        .find(|(name, _)| kind.as_str() == Some(name));
        if let Some((name, vectors)) = kept {
            let rate = rates.count(&[name])?.filter(|rate| *rate > 0);
            whole += vectors / f64::from(rate.ok_or_else(|| bad("compress_rates"))?);
            squeezed.push(layer);
        }
    }
    let whole = whole.round().max(1.0) as usize;
    for layer in squeezed.into_iter().skip(whole) {
        if let Some(mix) = mixes.get_mut(layer) {
            *mix = Mix::Window;
        }
    }
    Ok(())
}

/// GPT-Neo: `[[["global", "local"], 12]]`, kinds and how often they repeat.
fn neo(list: &[Value], count: usize) -> Option<Vec<Mix>> {
    let mut mixes = Vec::new();
    for group in list {
        let group = group.as_array()?;
        let kinds = group.first()?.as_array()?;
        let times = usize::try_from(whole(group.get(1)?)?).ok()?;
        for kind in kinds.iter().cycle().take(kinds.len().saturating_mul(times)) {
            if mixes.len() == count {
                return Some(mixes);
            }
            mixes.push(word(kind.as_str()?)?);
        }
    }
    (mixes.len() == count).then_some(mixes)
}

fn word(kind: &str) -> Option<Mix> {
    Some(match kind {
        "sliding_attention" | "chunked_attention" | "local" => Mix::Window,
        "linear_attention" | "mamba" | "mamba2" | "recurrent" | "conv" => Mix::Recurrent,
        kind if holds(kind, &["sliding", "window", "local"]) => Mix::Window,
        // Indexed and compressed attention read a part of a cache they keep whole.
        kind if holds(kind, &["attention", "global", "hybrid"]) => Mix::Full,
        _ => return None,
    })
}

fn positive(f: &Fields<'_>, names: &[&'static str]) -> Result<Option<usize>, Fault> {
    Ok(f.count(names)?
        .filter(|count| *count > 0)
        .and_then(|count| usize::try_from(count).ok()))
}

const fn either(condition: bool, yes: Mix, no: Mix) -> Mix {
    if condition { yes } else { no }
}

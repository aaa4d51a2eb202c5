//! The layers in order: which attend to everything, which to a window, which
//! keep a state, and what follows each.

use super::family::{Family, Windows};
use super::fields::{Fields, whole};
use super::{attention, blocks, feed_forward, recurrent};
use crate::import::bounds::MOST_LAYERS;
use crate::import::stack::Layer;
use crate::import::{Fault, bad, missing};
use crate::model::Attention;
use serde_json::Value;

/// What mixes the tokens of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mix {
    Full,
    Window,
    Recurrent,
    /// Attention beside a state space (Falcon-H1).
    Both,
}

/// The published depth and the layers.
pub(super) fn read(
    f: &Fields<'_>,
    family: &Family,
    name: &str,
    hidden: u32,
) -> Result<(u32, Vec<Layer>), Fault> {
    if let Some(pattern) = f.text(&["hybrid_override_pattern"]) {
        return blocks::pattern(f, family, name, hidden, pattern);
    }
    if let Some(list) = f.list(&["block_configs"]) {
        return blocks::searched(f, family, hidden, list);
    }
    let depth = f.need(&["num_hidden_layers", "n_layer", "n_layers", "num_layers"])?;
    if depth == 0 || depth > MOST_LAYERS {
        return Err(bad("num_hidden_layers"));
    }
    let count = usize::try_from(depth).unwrap_or_default();
    let mixes = mixes(f, family, name, count)?;
    let is = |wanted: &[Mix]| mixes.iter().any(|mix| wanted.contains(mix));
    let full = if is(&[Mix::Full, Mix::Window, Mix::Both]) {
        Some(attention::full(f, family, hidden)?)
    } else {
        None
    };
    let window = window(f, family, hidden, full)?;
    let state = match (is(&[Mix::Recurrent, Mix::Both]), full) {
        (false, _) => None,
        (true, Some(shape)) if f.list(&["attn_type_list"]).is_some() => {
            Some(recurrent::lightning(shape))
        }
        (true, _) => Some(
            recurrent::read(f, name, hidden)?.ok_or_else(|| missing("linear_num_value_heads"))?,
        ),
    };
    let parts = if only_states(f, name) {
        vec![(None, None); count]
    } else {
        feed_forward::read(f, family, name, hidden, count)?
    };
    let layers = mixes
        .iter()
        .zip(parts)
        .map(|(mix, (dense, experts))| {
            let windowed = *mix == Mix::Window && window.is_some();
            Layer {
                full: full.filter(|_| !windowed && *mix != Mix::Recurrent),
                window: window.filter(|_| windowed),
                recurrent: state.filter(|_| matches!(mix, Mix::Recurrent | Mix::Both)),
                dense,
                experts,
            }
        })
        .collect();
    Ok((depth, layers))
}

/// The window's tokens and its layers' shape; `None` where it is as long as
/// the context, and so no window.
fn window(
    f: &Fields<'_>,
    family: &Family,
    hidden: u32,
    full: Option<Attention>,
) -> Result<Option<(u32, Attention)>, Fault> {
    let names = [
        "sliding_window",
        "sliding_window_size",
        "window_size",
        "attention_chunk_size",
    ];
    let Some(full) = full else {
        return Ok(None);
    };
    let Some(tokens) = f.count(&names)?.filter(|tokens| *tokens > 0) else {
        return Ok(None);
    };
    let context = f.count(&["max_position_embeddings"])?;
    if context.is_some_and(|context| tokens >= context) {
        return Ok(None);
    }
    Ok(Some((tokens, attention::window(f, family, hidden, full)?)))
}

/// Whether the model is nothing but state spaces.
fn only_states(f: &Fields<'_>, name: &str) -> bool {
    matches!(name, "mamba" | "mamba2" | "falcon_mamba") || f.find(&["ssm_cfg"]).is_some()
}

/// What mixes each layer's tokens: by a list in the file, by a period in the
/// file, by the family's rule.
fn mixes(f: &Fields<'_>, family: &Family, name: &str, count: usize) -> Result<Vec<Mix>, Fault> {
    if only_states(f, name) {
        return Ok(vec![Mix::Recurrent; count]);
    }
    if name == "falcon_h1" {
        return Ok(vec![Mix::Both; count]);
    }
    if let Some(listed) = listed(f, count)? {
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
fn listed(f: &Fields<'_>, count: usize) -> Result<Option<Vec<Mix>>, Fault> {
    let words = [
        "layer_types",
        "layers_block_type",
        "block_types",
        "attention_layers",
    ];
    if let Some((name, Value::Array(list))) = f.find(&words)
        && list.len() >= count
    {
        return list
            .iter()
            .take(count)
            .map(|entry| entry.as_str().and_then(word).ok_or_else(|| bad(name)))
            .collect::<Result<_, _>>()
            .map(Some);
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
        "full_attention" | "attention" | "global" | "hybrid_full" => Mix::Full,
        "sliding_attention" | "chunked_attention" | "local" => Mix::Window,
        "linear_attention" | "mamba" | "mamba2" => Mix::Recurrent,
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

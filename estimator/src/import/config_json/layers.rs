//! The layers in order: which attend to everything, which to a window, which keep a state, and the
//! part after each.

use super::family::Family;
use super::fields::Fields;
use super::mixes::{LISTS, Mix, letters, mixes, only_states};
use super::{attention, blocks, feed_forward, recurrent};
use crate::import::bounds::MOST_LAYERS;
use crate::import::stack::Layer;
use crate::import::{Fault, bad, missing};
use crate::model::Attention;

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
    let depth = match f.count(&["num_hidden_layers", "n_layer", "n_layers", "num_layers"])? {
        Some(depth) => depth,
        // Nemotron-H as transformers writes it.
        None => f
            .list(LISTS)
            .and_then(|list| u32::try_from(list.len()).ok())
            .ok_or_else(|| missing("num_hidden_layers"))?,
    };
    if depth == 0 || depth > MOST_LAYERS {
        return Err(bad("num_hidden_layers"));
    }
    let count = usize::try_from(depth).unwrap_or_default();
    if let Some(letters) = letters(f, count) {
        return blocks::pattern(f, family, name, hidden, &letters);
    }
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
        // Linear attention without sizes of its own has those of the others (MiniMax).
        (true, full) => Some(
            recurrent::read(f, name, hidden)?
                .or_else(|| full.map(recurrent::lightning))
                .ok_or_else(|| missing("linear_num_value_heads"))?,
        ),
    };
    let parts = if only_states(f, name) {
        vec![(None, None); count]
    } else {
        feed_forward::read(f, family, name, hidden, count)?
    };
    let own = feed_forward::own_caches(f, count)?;
    let layers = mixes
        .iter()
        .zip(parts)
        .enumerate()
        .map(|(place, (mix, (dense, experts)))| {
            let windowed = *mix == Mix::Window && window.is_some();
            Layer {
                full: full.filter(|_| !windowed && *mix != Mix::Recurrent),
                window: window.filter(|_| windowed),
                borrows: place >= own,
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

//! Models whose layers are listed block by block: Nemotron-H, where every
//! letter is a layer of one part, and the networks found by architecture
//! search (`DeciLM`, Nemotron Super), where every layer has sizes of its own.

use super::family::Family;
use super::fields::Fields;
use super::{attention, feed_forward, recurrent};
use crate::import::bounds::MOST_LAYERS;
use crate::import::stack::Layer;
use crate::import::{Fault, bad, missing};
use crate::model::Attention;
use serde_json::Value;

/// `M` Mamba-2, `*` attention, `W` in a window, `-` dense part, `E` experts.
pub(super) fn pattern(
    f: &Fields<'_>,
    family: &Family,
    name: &str,
    hidden: u32,
    letters: &str,
) -> Result<(u32, Vec<Layer>), Fault> {
    const FIELD: &str = "hybrid_override_pattern";
    let depth = u32::try_from(letters.len())
        .ok()
        .filter(|depth| (1..=MOST_LAYERS).contains(depth))
        .ok_or_else(|| bad(FIELD))?;
    let gated = feed_forward::is_gated(f, family);
    let full = if letters.contains(['*', 'W']) {
        Some(attention::full(f, family, hidden)?)
    } else {
        None
    };
    let state = recurrent::read(f, name, hidden)?;
    let experts = feed_forward::experts(f, name, hidden, gated)?;
    let width = if letters.contains('-') {
        Some((f.need(&["intermediate_size"])?, gated))
    } else {
        None
    };
    let layers = letters
        .chars()
        .map(|letter| {
            let mut layer = Layer::default();
            match letter {
                'M' => layer.recurrent = Some(state.ok_or_else(|| missing("mamba_num_heads"))?),
                '*' => layer.full = full,
                'W' => match (
                    f.count(&["sliding_window"])?.filter(|tokens| *tokens > 0),
                    full,
                ) {
                    (Some(tokens), Some(shape)) => layer.window = Some((tokens, shape)),
                    _ => layer.full = full,
                },
                '-' => layer.dense = width,
                'E' => {
                    layer.experts = Some(experts.ok_or_else(|| missing("n_routed_experts"))?);
                }
                _ => return Err(bad(FIELD)),
            }
            Ok(layer)
        })
        .collect::<Result<_, _>>()?;
    Ok((depth, layers))
}

/// `block_configs`: for each layer how many query heads share a key/value
/// head and the feed-forward width as a multiple, or `no_op`.
pub(super) fn searched(
    f: &Fields<'_>,
    family: &Family,
    hidden: u32,
    list: &[Value],
) -> Result<(u32, Vec<Layer>), Fault> {
    const FIELD: &str = "block_configs";
    let depth = u32::try_from(list.len())
        .ok()
        .filter(|depth| (1..=MOST_LAYERS).contains(depth))
        .ok_or_else(|| bad(FIELD))?;
    // The common shape; the group's size comes with each block.
    let usual = attention::full(f, family, hidden)?;
    let layers = list
        .iter()
        .map(|entry| {
            let block = Fields::new(entry.as_object().ok_or_else(|| bad(FIELD))?);
            let skipped = |part: &[&'static str]| block.flag(part) == Some(true);
            let mut layer = Layer::default();
            if !skipped(&["attention.no_op"]) && !skipped(&["attention.replace_with_linear"]) {
                layer.full = Some(match block.count(&["attention.n_heads_in_group"])? {
                    Some(group) => shared(usual, group),
                    None => usual,
                });
            }
            if !skipped(&["ffn.no_op"]) && !skipped(&["ffn.replace_with_linear"]) {
                let width = match block.number(&["ffn.ffn_mult"]) {
                    Some(multiple) => multiplied(hidden, multiple).ok_or_else(|| bad(FIELD))?,
                    None => block.need(&["ffn.intermediate_size"])?,
                };
                layer.dense = Some((width, true));
            }
            Ok(layer)
        })
        .collect::<Result<_, _>>()?;
    Ok((depth, layers))
}

fn shared(usual: Attention, group: u32) -> Attention {
    match usual {
        Attention::Grouped {
            heads,
            head_dim,
            value_dim,
            bias,
            gated,
            ..
        } => Attention::Grouped {
            heads,
            kv_heads: (heads / group.max(1)).max(1),
            head_dim,
            value_dim,
            bias,
            gated,
        },
        latent @ Attention::Latent { .. } => latent,
    }
}

/// `2 / 3 m d` rounded up to a multiple of 256, as `DeciLM`'s code does.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn multiplied(hidden: u32, multiple: f64) -> Option<u32> {
    let width = (2.0 * multiple * f64::from(hidden) / 3.0).floor();
    (1.0..1e7)
        .contains(&width)
        .then_some(width as u32)
        .map(|width| width.next_multiple_of(256))
}

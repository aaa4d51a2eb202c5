//! Believable counts of a model. The largest of each that was published lies far below; above,
//! arithmetic on counts could overflow.

use super::{Fault, bad};
use crate::error::Unreadable;
use crate::model::{Attention, Model, Recurrent};

/// Layers.
pub const MOST_LAYERS: u32 = 4096;
/// Any other count or width: hidden size, vocabulary, heads, experts.
pub const MOST: u32 = 1 << 24;
/// Parameters beside the decoder.
pub const MOST_OTHER: u64 = 1 << 46;

/// Holds every count of `model` against the bounds.
///
/// # Errors
/// The first count that is impossible, by the name it has in [`Model`].
pub fn check(model: &Model) -> Result<(), Unreadable> {
    Ok(whole(model)?)
}

fn whole(model: &Model) -> Result<(), Fault> {
    between("layers", model.layers, 1, MOST_LAYERS)?;
    between("hidden_size", model.hidden_size, 1, MOST)?;
    between("vocabulary", model.vocabulary, 1, MOST)?;
    if model.other_parameters > MOST_OTHER {
        return Err(bad("other_parameters"));
    }
    if let Some(full) = model.full {
        between("full.layers", full.layers, 1, MOST_LAYERS)?;
        attention(&full.shape)?;
    }
    if let Some(window) = model.window {
        between("window.layers", window.layers, 1, MOST_LAYERS)?;
        between("window.tokens", window.tokens, 1, u32::MAX)?;
        attention(&window.shape)?;
    }
    let full = model.full.map_or(0, |part| part.layers);
    let window = model.window.map_or(0, |part| part.layers);
    between("borrowing.full", model.borrowing.full, 0, full)?;
    between("borrowing.window", model.borrowing.window, 0, window)?;
    if let Some(part) = model.recurrent {
        between("recurrent.layers", part.layers, 1, MOST_LAYERS)?;
        recurrent(&part.shape)?;
    }
    if model.full.is_none() && model.window.is_none() && model.recurrent.is_none() {
        return Err(bad("layers"));
    }
    if model.dense.len() > 256 {
        return Err(bad("dense"));
    }
    for part in &model.dense {
        between("dense.layers", part.layers, 1, MOST_LAYERS)?;
        between("dense.width", part.width, 1, MOST)?;
    }
    if let Some(experts) = model.experts {
        between("experts.layers", experts.layers, 1, MOST_LAYERS)?;
        between("experts.routed", experts.routed, 1, 1 << 16)?;
        between("experts.active", experts.active, 1, experts.routed)?;
        between("experts.width", experts.width, 1, MOST)?;
        between("experts.shared_width", experts.shared_width, 0, MOST)?;
    }
    Ok(())
}

fn attention(shape: &Attention) -> Result<(), Fault> {
    match *shape {
        Attention::Grouped {
            heads,
            kv_heads,
            head_dim,
            value_dim,
            ..
        } => {
            between("heads", heads, 1, 1 << 16)?;
            between("kv_heads", kv_heads, 1, heads)?;
            between("head_dim", head_dim, 1, 1 << 16)?;
            between("value_dim", value_dim, 0, 1 << 16)
        }
        Attention::Latent {
            heads,
            query_rank,
            kv_rank,
            nope_dim,
            rope_dim,
            value_dim,
            indexer,
        } => {
            between("heads", heads, 1, 1 << 16)?;
            between("query_rank", query_rank, 0, 1 << 20)?;
            between("kv_rank", kv_rank, 1, 1 << 20)?;
            between("nope_dim", nope_dim, 0, 1 << 16)?;
            between("rope_dim", rope_dim, 0, 1 << 16)?;
            between("value_dim", value_dim, 1, 1 << 16)?;
            let Some(indexer) = indexer else {
                return Ok(());
            };
            between("indexer.heads", indexer.heads, 1, 1 << 16)?;
            between("indexer.head_dim", indexer.head_dim, 1, 1 << 16)?;
            between("indexer.top_k", indexer.top_k, 1, MOST)
        }
    }
}

fn recurrent(shape: &Recurrent) -> Result<(), Fault> {
    let counts = match *shape {
        Recurrent::Linear {
            key_heads,
            key_dim,
            value_heads,
            value_dim,
            kernel,
        } => [key_heads, key_dim, value_heads, value_dim, kernel],
        Recurrent::Mamba1 {
            inner,
            state,
            dt_rank,
            kernel,
        } => [inner, state, dt_rank, kernel, 0],
        Recurrent::Mamba2 {
            heads,
            head_dim,
            state,
            groups,
            kernel,
        } => [heads, head_dim, state, groups, kernel],
    };
    for count in counts {
        between("recurrent.shape", count, 0, MOST)?;
    }
    Ok(())
}

fn between(name: &'static str, value: u32, least: u32, most: u32) -> Result<(), Fault> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(bad(name))
    }
}

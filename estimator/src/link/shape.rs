//! A model in a link.

use super::json::Value;
use super::record::{count, record};
use crate::model::{
    Attention, AttentionLayers, Block, Borrowing, DenseLayers, ExpertLayers, Indexer, Model,
    Recurrent, RecurrentLayers, WindowLayers,
};

/// Reads a model.
pub(super) fn model(value: &Value) -> Option<Model> {
    record(value, |r| {
        Some(Model {
            id: r.text("id")?.to_owned(),
            layers: r.count("layers")?,
            hidden_size: r.count("hidden_size")?,
            vocabulary: r.count("vocabulary")?,
            tied_embeddings: r.flag("tied_embeddings")?,
            max_context: r.maybe("max_context", count)?,
            full: r.maybe("full", full)?,
            window: r.maybe("window", window)?,
            borrowing: r.maybe("borrowing", borrowing)?.unwrap_or_default(),
            recurrent: r.maybe("recurrent", recurrent_layers)?,
            dense: match r.get("dense") {
                Some(list) => list.as_array()?.iter().map(dense).collect::<Option<_>>()?,
                None => Vec::new(),
            },
            experts: r.maybe("experts", experts)?,
            other_parameters: r.get("other_parameters").map_or(Some(0), Value::as_u64)?,
            block: r.maybe("block", block)?.unwrap_or_default(),
        })
    })
}

fn block(value: &Value) -> Option<Block> {
    record(value, |r| {
        Some(Block {
            layer_norm: r.flag("layer_norm")?,
            bias: r.flag("bias")?,
            head_norm: r.flag("head_norm")?,
            learned_positions: r.count("learned_positions")?,
            further_tokens: r.count("further_tokens")?,
            bidirectional: r.flag("bidirectional")?,
        })
    })
}

fn borrowing(value: &Value) -> Option<Borrowing> {
    record(value, |r| {
        Some(Borrowing {
            full: r.count("full")?,
            window: r.count("window")?,
        })
    })
}

fn full(value: &Value) -> Option<AttentionLayers> {
    record(value, |r| {
        Some(AttentionLayers {
            layers: r.count("layers")?,
            shape: attention(r.get("shape")?)?,
        })
    })
}

fn window(value: &Value) -> Option<WindowLayers> {
    record(value, |r| {
        Some(WindowLayers {
            layers: r.count("layers")?,
            tokens: r.count("tokens")?,
            shape: attention(r.get("shape")?)?,
        })
    })
}

fn attention(value: &Value) -> Option<Attention> {
    record(value, |r| match r.variant()? {
        ("grouped", shape) => record(shape, |r| {
            Some(Attention::Grouped {
                heads: r.count("heads")?,
                kv_heads: r.count("kv_heads")?,
                head_dim: r.count("head_dim")?,
                value_dim: r.count("value_dim")?,
                bias: r.flag("bias")?,
                gated: r.flag("gated")?,
            })
        }),
        ("latent", shape) => record(shape, |r| {
            Some(Attention::Latent {
                heads: r.count("heads")?,
                query_rank: r.count("query_rank")?,
                kv_rank: r.count("kv_rank")?,
                nope_dim: r.count("nope_dim")?,
                rope_dim: r.count("rope_dim")?,
                value_dim: r.count("value_dim")?,
                indexer: r.maybe("indexer", indexer)?,
            })
        }),
        _ => None,
    })
}

fn indexer(value: &Value) -> Option<Indexer> {
    record(value, |r| {
        Some(Indexer {
            heads: r.count("heads")?,
            head_dim: r.count("head_dim")?,
            top_k: r.count("top_k")?,
        })
    })
}

fn recurrent_layers(value: &Value) -> Option<RecurrentLayers> {
    record(value, |r| {
        Some(RecurrentLayers {
            layers: r.count("layers")?,
            shape: recurrent(r.get("shape")?)?,
        })
    })
}

fn recurrent(value: &Value) -> Option<Recurrent> {
    record(value, |r| match r.variant()? {
        ("linear", shape) => record(shape, |r| {
            Some(Recurrent::Linear {
                key_heads: r.count("key_heads")?,
                key_dim: r.count("key_dim")?,
                value_heads: r.count("value_heads")?,
                value_dim: r.count("value_dim")?,
                kernel: r.count("kernel")?,
            })
        }),
        ("mamba1", shape) => record(shape, |r| {
            Some(Recurrent::Mamba1 {
                inner: r.count("inner")?,
                state: r.count("state")?,
                dt_rank: r.count("dt_rank")?,
                kernel: r.count("kernel")?,
            })
        }),
        ("mamba2", shape) => record(shape, |r| {
            Some(Recurrent::Mamba2 {
                heads: r.count("heads")?,
                head_dim: r.count("head_dim")?,
                state: r.count("state")?,
                groups: r.count("groups")?,
                kernel: r.count("kernel")?,
            })
        }),
        _ => None,
    })
}

fn dense(value: &Value) -> Option<DenseLayers> {
    record(value, |r| {
        Some(DenseLayers {
            layers: r.count("layers")?,
            width: r.count("width")?,
            gated: r.get("gated")?.as_bool()?,
        })
    })
}

fn experts(value: &Value) -> Option<ExpertLayers> {
    record(value, |r| {
        Some(ExpertLayers {
            layers: r.count("layers")?,
            routed: r.count("routed")?,
            active: r.count("active")?,
            width: r.count("width")?,
            shared_width: r.count_or_zero("shared_width")?,
            gated: r.get("gated")?.as_bool()?,
        })
    })
}

//! Bytes of a token, a window and a state in the cache of one rank.

use crate::model::Model;
use crate::placement::Placement;
use crate::precision::KvFormat;

/// Cached bytes on one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct CacheShare {
    /// Of one token, full-attention layers.
    pub full: f64,
    /// Of one token, window layers.
    pub window: f64,
    /// Read of one token, full-attention layers: those that borrow read as well.
    pub full_read: f64,
    /// Read of one token, window layers.
    pub window_read: f64,
    /// Tokens of the window.
    pub window_tokens: f64,
    /// Recurrent state of one request.
    pub state: f64,
    /// Read of the sparse indexer's keys, of one token.
    pub index: f64,
    /// Tokens sparse attention reads.
    pub top_k: f64,
}

/// Cached bytes of one token on one rank of a stage, all layers. A pipeline
/// divides them further; see [`crate::serving::memory::kv_cache`].
pub(crate) fn cache_share(model: &Model, format: KvFormat, placement: Placement) -> CacheShare {
    let tensor = placement.tensor.max(1);
    let shards =
        |shape: &crate::model::Attention| f64::from(tensor.min(shape.cache_shards().max(1)));
    let index = model.full.and_then(|part| {
        part.shape.indexer().map(|index| {
            (
                f64::from(index.head_dim) * f64::from(part.layers),
                index.top_k,
            )
        })
    });
    let read = |layers: u32, shape: &crate::model::Attention| {
        f64::from(layers) * shape.cache_bytes(format) / shards(shape)
    };
    CacheShare {
        full: model.full.map_or(0.0, |part| {
            model.full_cache_per_token(format).get() / shards(&part.shape)
        }),
        window: model.window.map_or(0.0, |part| {
            model.window_cache_per_token(format).get() / shards(&part.shape)
        }),
        full_read: model
            .full
            .map_or(0.0, |part| read(part.layers, &part.shape)),
        window_read: model
            .window
            .map_or(0.0, |part| read(part.layers, &part.shape)),
        window_tokens: model
            .window
            .map_or(f64::INFINITY, |part| f64::from(part.tokens)),
        state: model.state_per_request().get() / f64::from(tensor),
        index: index.map_or(0.0, |(bytes, _)| bytes),
        top_k: index.map_or(f64::INFINITY, |(_, top_k)| f64::from(top_k)),
    }
}

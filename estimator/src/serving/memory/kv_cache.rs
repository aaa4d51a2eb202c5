//! Cached keys and values, and recurrent states, on the most loaded rank.
//!
//! A request of `len` tokens holds
//! `len kv_full + min(len, W) kv_window + state + len index`,
//! where `kv = 2 n_kv d_h b_kv` per layer (latent attention: `(r_kv + d_rope)
//! b_kv`), divided by `min(tp, n_kv)`: heads are copied once `tp > n_kv`, and a
//! latent vector is needed whole by every rank. A prefix shared by all
//! requests is stored once. `W` has no end where an engine keeps windows whole.
//!
//! Check: Llama-3-8B is 131,072 bytes per token at bf16.

use crate::model::Model;
use crate::placement::Placement;
use crate::precision::KvFormat;
use crate::quantity::Bytes;
use crate::serving::memory::weights::stage_share;
use crate::serving::speed::cache::{CacheShare, cache_share};

/// Tokens of one cache block; a sequence is rounded up to whole blocks.
pub const BLOCK: f64 = 16.0;

/// The cache on one rank of the fullest stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cache {
    share: CacheShare,
    stage: f64,
}

impl Cache {
    /// The cache of `model` under `placement`. The worked vectors of published
    /// benchmarks leave out the keys of a sparse indexer, which engines do
    /// store: `indexed` says whether to count them.
    #[must_use]
    pub fn new(model: &Model, format: KvFormat, placement: Placement, indexed: bool) -> Self {
        let mut share = cache_share(model, format, placement);
        if !indexed {
            share.index = 0.0;
        }
        Self {
            share,
            stage: stage_share(model, placement),
        }
    }

    /// Keeps the tokens that have left a window.
    pub(crate) const fn keep_windows_whole(&mut self) {
        self.share.window_tokens = f64::INFINITY;
    }

    /// Makes room for a draft head: one layer more like the others.
    pub(crate) fn add_layer(&mut self, model: &Model) {
        let deeper = |layers: u32| 1.0 + 1.0 / f64::from(layers.max(1));
        if let Some(part) = model.full {
            self.share.full *= deeper(part.layers);
        } else if let Some(part) = model.window {
            self.share.window *= deeper(part.layers);
        }
    }

    /// Bytes of one more token while the window is not full.
    #[must_use]
    pub fn per_token(&self) -> Bytes {
        Bytes::new((self.share.full + self.share.window + self.share.index) * self.stage)
    }

    /// Bytes of a request of `tokens` tokens.
    #[must_use]
    pub fn request(&self, tokens: f64) -> Bytes {
        let windowed = tokens.min(self.share.window_tokens);
        Bytes::new(
            (tokens * (self.share.full + self.share.index)
                + windowed * self.share.window
                + self.share.state)
                * self.stage,
        )
    }

    /// Tokens of the longest request that `pool` holds: the inverse of [`Self::request`], a
    /// line up to the window and one beyond it. None at all where not even its state fits;
    /// `None` where a request does not grow with its tokens.
    #[must_use]
    pub fn longest(&self, pool: Bytes) -> Option<f64> {
        let CacheShare {
            full,
            window,
            index,
            window_tokens,
            state,
            ..
        } = self.share;
        let room = (pool.get() / self.stage - state).max(0.0);
        let (kept, all) = (full + index, full + index + window);
        let within = room / all;
        if all > 0.0 && within <= window_tokens {
            return Some(within);
        }
        let windowed = if window > 0.0 {
            window_tokens * window
        } else {
            0.0
        };
        (kept > 0.0).then(|| (room - windowed) / kept)
    }

    /// What the cache of a whole replica goes by, with `pool` for it on one rank and
    /// `copies` of the attention in the replica.
    #[must_use]
    pub(crate) fn in_replica(&self, pool: Bytes, copies: f64) -> ReplicaCache {
        ReplicaCache {
            pool: pool.get().max(0.0) * copies,
            per_token: (self.share.full + self.share.index) * self.stage,
            per_window_token: self.share.window * self.stage,
            window: self.share.window_tokens,
            state: self.share.state * self.stage,
        }
    }
}

/// The cache as a simulation of one replica counts it, bytes: every request is counted
/// on the rank that holds most of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ReplicaCache {
    /// Room for requests.
    pub pool: f64,
    /// Of a token, full-attention layers.
    pub per_token: f64,
    /// Of a token, window layers.
    pub per_window_token: f64,
    /// Tokens of the window.
    pub window: f64,
    /// Recurrent state of a request, bytes.
    pub state: f64,
}

#[cfg(test)]
mod tests;

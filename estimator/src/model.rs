//! A decoder language model, reduced to the facts that memory and speed depend on: how many layers
//! of each kind, and the shape of each kind.
//!
//! Symbols of the formulas: `d` hidden size, `V` vocabulary, `L_f` full
//! attention layers, `L_w` sliding-window layers of `W` tokens, `L_s`
//! recurrent layers (state space or linear attention), `L_d` dense
//! feed-forward layers, `L_m` mixture-of-experts layers, `E` routed experts,
//! `k` experts per token.

use crate::precision::KvFormat;
use crate::quantity::Bytes;
use serde::{Deserialize, Serialize};

/// A decoder model. Every count is of one copy of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Catalogue id, or the name the user gave.
    pub id: String,
    /// Depth as published: the number that pipeline stages and layer overheads divide.
    pub layers: u32,
    /// Width of the residual stream, `d`.
    pub hidden_size: u32,
    /// Size of the vocabulary, `V`.
    pub vocabulary: u32,
    /// Whether the output head is the embedding.
    #[serde(default)]
    pub tied_embeddings: bool,
    /// Longest sequence the model was made for, if published.
    #[serde(default)]
    pub max_context: Option<u32>,
    /// Attention over the whole context.
    #[serde(default)]
    pub full: Option<AttentionLayers>,
    /// Attention over a sliding window.
    #[serde(default)]
    pub window: Option<WindowLayers>,
    /// Attention layers that cache nothing of their own.
    #[serde(default, skip_serializing_if = "Borrowing::is_none")]
    pub borrowing: Borrowing,
    /// Layers with a state of constant size.
    #[serde(default)]
    pub recurrent: Option<RecurrentLayers>,
    /// Dense feed-forward layers; several widths where a model has them.
    #[serde(default)]
    pub dense: Vec<DenseLayers>,
    /// Mixture-of-experts layers.
    #[serde(default)]
    pub experts: Option<ExpertLayers>,
    /// Parameters outside the decoder that are loaded with it, such as a
    /// vision tower.
    #[serde(default)]
    pub other_parameters: u64,
    /// Facts that training needs beyond the shapes.
    #[serde(default, skip_serializing_if = "Block::is_usual")]
    pub block: Block,
}

/// Details of a layer that serving does not feel, and training keeps tensors of. The
/// default is that of current decoders: RMS norms, no biases, rotary positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools)] // independent facts
pub struct Block {
    /// Whether norms subtract the mean and learn a shift (`LayerNorm`).
    pub layer_norm: bool,
    /// Whether the linear layers of attention and feed-forward carry biases.
    pub bias: bool,
    /// Whether queries and keys are normalised head by head.
    pub head_norm: bool,
    /// Positions with a learned vector each; 0 for rotary or none.
    pub learned_positions: u32,
    /// Layers that predict further tokens (multi-token prediction).
    pub further_tokens: u32,
    /// Whether every token sees every other: an encoder of text or images.
    pub bidirectional: bool,
}

impl Block {
    /// Whether everything is as in current decoders.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Of the attention layers, those that read the keys and values of an earlier layer: they
/// project and cache none of their own (Gemma 4, `num_kv_shared_layers`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Borrowing {
    /// Of the layers over the whole context.
    pub full: u32,
    /// Of the layers over a window.
    pub window: u32,
}

impl Borrowing {
    /// Whether every layer has keys and values of its own.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// `layers` layers that attend to the whole context.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttentionLayers {
    /// How many.
    pub layers: u32,
    /// Their shape.
    pub shape: Attention,
}

/// `layers` layers that attend to the last `tokens` tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowLayers {
    /// How many.
    pub layers: u32,
    /// Window length `W`.
    pub tokens: u32,
    /// Their shape.
    pub shape: Attention,
}

/// The shape of one attention layer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Attention {
    /// Multi-head, grouped-query or multi-query attention.
    Grouped {
        /// Query heads.
        heads: u32,
        /// Key/value heads.
        kv_heads: u32,
        /// Size of a query or key head.
        head_dim: u32,
        /// Size of a value head; 0 where keys serve as values.
        value_dim: u32,
        /// Whether the projections of q, k and v carry biases.
        #[serde(default)]
        bias: bool,
        /// Whether the output is gated, which takes another query projection.
        #[serde(default)]
        gated: bool,
    },
    /// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434): the cache
    /// holds one compressed vector a token.
    Latent {
        /// Query heads.
        heads: u32,
        /// Rank of the compressed query; 0 where queries are not compressed.
        query_rank: u32,
        /// Rank of the compressed key/value.
        kv_rank: u32,
        /// Head part without position.
        nope_dim: u32,
        /// Head part with rotary position, shared by the heads.
        rope_dim: u32,
        /// Size of a value head.
        value_dim: u32,
        /// Sparse attention's indexer, where there is one.
        #[serde(default)]
        indexer: Option<Indexer>,
    },
}

/// The indexer of sparse attention (DeepSeek-V3.2): scores every cached token
/// with small heads and lets attention read the best `top_k` alone.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indexer {
    /// Heads of the indexer.
    pub heads: u32,
    /// Size of one.
    pub head_dim: u32,
    /// Tokens attention then reads.
    pub top_k: u32,
}

/// `layers` layers with a constant state.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecurrentLayers {
    /// How many.
    pub layers: u32,
    /// Their shape.
    pub shape: Recurrent,
}

/// The shape of one recurrent layer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Recurrent {
    /// Gated linear attention (Qwen3-Next).
    Linear {
        /// Key heads.
        key_heads: u32,
        /// Size of a key head.
        key_dim: u32,
        /// Value heads.
        value_heads: u32,
        /// Size of a value head.
        value_dim: u32,
        /// Length of the short convolution.
        kernel: u32,
    },
    /// Mamba-1 (arXiv 2312.00752).
    Mamba1 {
        /// Inner width, `expand * d`.
        inner: u32,
        /// State size per channel.
        state: u32,
        /// Rank of the step-size projection.
        dt_rank: u32,
        /// Length of the short convolution.
        kernel: u32,
    },
    /// Mamba-2 (arXiv 2405.21060).
    Mamba2 {
        /// Heads.
        heads: u32,
        /// Size of one.
        head_dim: u32,
        /// State size.
        state: u32,
        /// Groups that share B and C.
        groups: u32,
        /// Length of the short convolution.
        kernel: u32,
    },
}

/// `layers` dense feed-forward layers of one width.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DenseLayers {
    /// How many.
    pub layers: u32,
    /// Inner width, `d_ff`.
    pub width: u32,
    /// Whether there is a gate: three matrices instead of two.
    pub gated: bool,
}

/// `layers` mixture-of-experts layers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpertLayers {
    /// How many, `L_m`.
    pub layers: u32,
    /// Routed experts of a layer, `E`.
    pub routed: u32,
    /// Experts a token visits, `k`.
    pub active: u32,
    /// Inner width of one, `d_e`.
    pub width: u32,
    /// Summed width of the shared experts; 0 without any.
    #[serde(default)]
    pub shared_width: u32,
    /// Whether experts have a gate: three matrices instead of two.
    pub gated: bool,
}

/// The kinds of model that share errors and overheads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelClass {
    /// Every weight is read for every token.
    Dense,
    /// Mixture of experts with grouped attention.
    Moe,
    /// Latent attention.
    Mla,
    /// Some layers hold a constant state.
    Hybrid,
}

impl Attention {
    /// Query heads.
    #[must_use]
    pub const fn heads(&self) -> u32 {
        match *self {
            Self::Grouped { heads, .. } | Self::Latent { heads, .. } => heads,
        }
    }

    /// How many ranks tensor parallelism can spread the cache over: the
    /// key/value heads, or one, since a latent vector is needed whole by all.
    #[must_use]
    pub const fn cache_shards(&self) -> u32 {
        match *self {
            Self::Grouped { kv_heads, .. } => kv_heads,
            Self::Latent { .. } => 1,
        }
    }

    /// Cached bytes of one token in one layer, before any split.
    #[must_use]
    pub fn cache_bytes(&self, format: KvFormat) -> f64 {
        match *self {
            Self::Grouped {
                kv_heads,
                head_dim,
                value_dim,
                ..
            } => {
                let heads = f64::from(kv_heads);
                let values = if value_dim == 0 {
                    0.0
                } else {
                    format.bytes(heads, f64::from(value_dim))
                };
                format.bytes(heads, f64::from(head_dim)) + values
            }
            Self::Latent {
                kv_rank, rope_dim, ..
            } => format.bytes(1.0, f64::from(kv_rank + rope_dim)),
        }
    }

    /// Weights that project keys and values from a stream `hidden` wide, which a layer that
    /// borrows them goes without.
    #[must_use]
    pub fn key_value_weights(&self, hidden: u32) -> f64 {
        let hidden = f64::from(hidden);
        match *self {
            Self::Grouped {
                kv_heads,
                head_dim,
                value_dim,
                bias,
                ..
            } => {
                let width = f64::from(kv_heads) * f64::from(head_dim + value_dim);
                width * (hidden + f64::from(u8::from(bias)))
            }
            Self::Latent {
                kv_rank, rope_dim, ..
            } => f64::from(kv_rank + rope_dim) * hidden,
        }
    }

    /// FLOPs of one query token against one cached token in a prompt:
    /// `2 n_h (d_qk + d_v)`, summed over both products.
    #[must_use]
    pub fn prompt_flops(&self) -> f64 {
        match *self {
            Self::Grouped {
                heads,
                head_dim,
                value_dim,
                ..
            } => {
                let value = if value_dim == 0 { head_dim } else { value_dim };
                2.0 * f64::from(heads) * f64::from(head_dim + value)
            }
            Self::Latent {
                heads,
                nope_dim,
                rope_dim,
                value_dim,
                ..
            } => 2.0 * f64::from(heads) * f64::from(nope_dim + rope_dim + value_dim),
        }
    }

    /// The same while decoding. Latent attention then works on the compressed
    /// vectors: `2 n_h (2 r_kv + d_rope)`.
    #[must_use]
    pub fn decode_flops(&self) -> f64 {
        match *self {
            Self::Grouped { .. } => self.prompt_flops(),
            Self::Latent {
                heads,
                kv_rank,
                rope_dim,
                ..
            } => 2.0 * f64::from(heads) * f64::from(2 * kv_rank + rope_dim),
        }
    }

    /// The indexer of sparse attention, where there is one.
    #[must_use]
    pub const fn indexer(&self) -> Option<Indexer> {
        match *self {
            Self::Grouped { .. } => None,
            Self::Latent { indexer, .. } => indexer,
        }
    }

    /// Size of a query head, which the efficiency of attention depends on.
    #[must_use]
    pub const fn head_dim(&self) -> u32 {
        match *self {
            Self::Grouped { head_dim, .. } => head_dim,
            Self::Latent {
                nope_dim, rope_dim, ..
            } => nope_dim.saturating_add(rope_dim),
        }
    }
}

impl Recurrent {
    /// State of one request in one layer: the convolution's window at 16 bit
    /// and the recurrent matrix at fp32.
    #[must_use]
    pub fn state_bytes(&self) -> Bytes {
        let (window, kernel, matrix) = match *self {
            Self::Linear {
                key_heads,
                key_dim,
                value_heads,
                value_dim,
                kernel,
            } => (
                2.0 * f64::from(key_heads) * f64::from(key_dim)
                    + f64::from(value_heads) * f64::from(value_dim),
                kernel,
                f64::from(value_heads) * f64::from(value_dim) * f64::from(key_dim),
            ),
            Self::Mamba1 {
                inner,
                state,
                kernel,
                ..
            } => (
                f64::from(inner),
                kernel,
                f64::from(inner) * f64::from(state),
            ),
            Self::Mamba2 {
                heads,
                head_dim,
                state,
                groups,
                kernel,
            } => (
                f64::from(heads) * f64::from(head_dim) + 2.0 * f64::from(groups) * f64::from(state),
                kernel,
                f64::from(heads) * f64::from(head_dim) * f64::from(state),
            ),
        };
        Bytes::new(window * f64::from(kernel.saturating_sub(1)) * 2.0 + matrix * 4.0)
    }
}

impl Model {
    /// The kind of model, for overheads and error bands.
    #[must_use]
    pub fn class(&self) -> ModelClass {
        if self.is_latent() {
            ModelClass::Mla
        } else if self.recurrent.is_some() {
            ModelClass::Hybrid
        } else if self.experts.is_some() {
            ModelClass::Moe
        } else {
            ModelClass::Dense
        }
    }

    /// Whether the full-attention layers use latent attention.
    #[must_use]
    pub const fn is_latent(&self) -> bool {
        matches!(
            self.full,
            Some(AttentionLayers {
                shape: Attention::Latent { .. },
                ..
            })
        )
    }

    /// Whether the model has a mixture of experts.
    #[must_use]
    pub const fn is_mixture(&self) -> bool {
        self.experts.is_some()
    }

    /// The attention shape most layers have; `None` for a model without
    /// attention.
    #[must_use]
    pub fn attention(&self) -> Option<Attention> {
        self.full
            .map(|full| full.shape)
            .or_else(|| self.window.map(|window| window.shape))
    }

    /// Cached bytes of one token over all full-attention layers, before any
    /// split. The sparse indexer's keys are not in it.
    #[must_use]
    pub fn full_cache_per_token(&self, format: KvFormat) -> Bytes {
        Bytes::new(self.full.map_or(0.0, |full| {
            let own = full.layers.saturating_sub(self.borrowing.full);
            f64::from(own) * full.shape.cache_bytes(format)
        }))
    }

    /// Cached bytes of one token over all sliding-window layers, before any
    /// split; held for the last `W` tokens alone.
    #[must_use]
    pub fn window_cache_per_token(&self, format: KvFormat) -> Bytes {
        Bytes::new(self.window.map_or(0.0, |window| {
            let own = window.layers.saturating_sub(self.borrowing.window);
            f64::from(own) * window.shape.cache_bytes(format)
        }))
    }

    /// Constant state of one request over all recurrent layers.
    #[must_use]
    pub fn state_per_request(&self) -> Bytes {
        self.recurrent.map_or(Bytes::ZERO, |recurrent| {
            recurrent.shape.state_bytes() * f64::from(recurrent.layers)
        })
    }
}

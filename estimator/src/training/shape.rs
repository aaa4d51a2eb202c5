//! The parameters of one layer by how they are split, and how many layers there are of
//! each kind: the symbols that memory and time share.
//!
//! - `A` attention's matrices, of which `A_r` is replicated by tensor parallelism (the matrices
//!   that compress tokens for latent attention); `F` a dense feed-forward layer, `X` one routed
//!   expert, `S` the shared ones, `R` the router, `N` norms of a layer
//! - `B_s` biases that are split, `B_r` those that are not
//!
//! Source: the counts of [`crate::parameters`], and Megatron-LM's column and row parallel
//! layers (Shoeybi et al. 2019, arXiv 1909.08053).

use crate::model::{Attention, Model};

/// One layer of a model by parts, each in parameters, and the number of layers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Shape {
    /// Layers, `L`.
    pub layers: f64,
    /// The same as a count, which stages are cut from.
    pub depth: u32,
    /// Of them with a dense feed-forward part, `L_d`.
    pub dense_layers: f64,
    /// Of them with experts, `L_m`.
    pub expert_layers: f64,
    /// Width, `h`.
    pub hidden: f64,
    /// All query heads, `n_h`.
    pub heads: f64,
    /// Width of all queries, `q = n_h d_h`.
    pub query: f64,
    /// Width of all keys, `kv = n_kv d_h`.
    pub key_value: f64,
    /// Matrices of attention, `A`, mean of the layers.
    pub attention: f64,
    /// Part of `A` that tensor parallelism replicates, `A_r`, norms inside included.
    pub attention_replicated: f64,
    /// Matrices of a dense feed-forward layer, `F`, mean of the dense layers.
    pub feed_forward: f64,
    /// Width of a dense feed-forward layer, `f`, mean of the dense layers.
    pub width: f64,
    /// Whether feed-forward layers have a gate.
    pub gated: bool,
    /// One routed expert, `X`.
    pub expert: f64,
    /// Width of a routed expert, `f_e`.
    pub expert_width: f64,
    /// Routed experts, `E`.
    pub routed: f64,
    /// Experts a token visits, `k`.
    pub active: f64,
    /// Shared experts, `S`.
    pub shared: f64,
    /// Summed width of the shared experts, `f_s`.
    pub shared_width: f64,
    /// Norms of a layer, `N`.
    pub norms: f64,
    /// Split biases of a dense layer, `B_s`.
    pub bias_split: f64,
    /// Replicated biases of a dense layer, `B_r`.
    pub bias_replicated: f64,
    /// Vocabulary, `V`.
    pub vocabulary: f64,
    /// Whether head and embedding are one.
    pub tied: bool,
    /// Learned positions.
    pub positions: f64,
    /// Layers that predict further tokens.
    pub further: f64,
    /// Everything beside the decoder, such as a vision tower.
    pub other: f64,
    /// Latent attention, where the model has it.
    pub latent: Option<Latent>,
}

/// Latent attention's widths, values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Latent {
    /// Rank of queries, `r_q`; 0 where they are not compressed.
    pub query_rank: f64,
    /// Rank of keys and values, `r_kv`.
    pub kv_rank: f64,
    /// Head part without position, `d_n`.
    pub nope: f64,
    /// Head part with position, `d_r`.
    pub rope: f64,
    /// Value head, `d_v`.
    pub value: f64,
}

impl Shape {
    /// The shape of `model`. Recurrent layers count with their matrices as attention's.
    pub(crate) fn of(model: &Model) -> Self {
        let counted = crate::parameters::count(model);
        let layers = f64::from(model.layers.max(1));
        let hidden = f64::from(model.hidden_size);
        let block = model.block;
        let dense_layers: f64 = model.dense.iter().map(|part| f64::from(part.layers)).sum();
        let dense_width: f64 = model
            .dense
            .iter()
            .map(|part| f64::from(part.layers) * f64::from(part.width))
            .sum();
        let gated = model.dense.first().map_or_else(
            || model.experts.is_none_or(|experts| experts.gated),
            |dense| dense.gated,
        );
        let matrices = if gated { 3.0 } else { 2.0 };
        let width = share(dense_width, dense_layers);
        let (heads, query, key_value, latent) = widths(model.attention());
        let experts = model.experts;
        let expert_layers = experts.map_or(0.0, |part| f64::from(part.layers));
        let expert_matrices = match experts {
            Some(part) if !part.gated => 2.0,
            _ => 3.0,
        };
        let shared_width = experts.map_or(0.0, |part| f64::from(part.shared_width));
        Self {
            layers,
            depth: model.layers.max(1),
            dense_layers,
            expert_layers,
            hidden,
            heads,
            query,
            key_value,
            attention: counted.attention / layers,
            attention_replicated: latent.map_or(0.0, |latent| {
                hidden * latent.query_rank
                    + hidden * (latent.kv_rank + latent.rope)
                    + latent.query_rank
                    + latent.kv_rank
            }),
            feed_forward: matrices * hidden * width,
            width,
            gated,
            expert: counted.one_expert,
            expert_width: experts.map_or(0.0, |part| f64::from(part.width)),
            routed: experts.map_or(0.0, |part| f64::from(part.routed)),
            active: experts.map_or(0.0, |part| f64::from(part.active)),
            shared: expert_matrices * hidden * shared_width,
            shared_width,
            norms: if block.layer_norm { 4.0 } else { 2.0 } * hidden,
            bias_split: if block.bias {
                // Biases of queries, keys and values that the shape itself names are in `A`.
                let projected = if counted_biases(model.attention()) {
                    0.0
                } else {
                    query + 2.0 * key_value
                };
                projected + if gated { 2.0 } else { 1.0 } * width
            } else {
                0.0
            },
            bias_replicated: if block.bias { 2.0 * hidden } else { 0.0 },
            vocabulary: f64::from(model.vocabulary),
            tied: model.tied_embeddings,
            positions: f64::from(block.learned_positions),
            further: f64::from(block.further_tokens),
            // Models count learned positions among their other parameters.
            other: (counted.other - f64::from(block.learned_positions) * hidden).max(0.0),
            latent,
        }
    }
}

/// Whether the count of attention's matrices has the biases of q, k and v in it.
const fn counted_biases(attention: Option<Attention>) -> bool {
    matches!(attention, Some(Attention::Grouped { bias: true, .. }))
}

/// `n_h`, `q`, `kv` and latent attention's widths of a shape; 0 without attention.
fn widths(attention: Option<Attention>) -> (f64, f64, f64, Option<Latent>) {
    match attention {
        None => (0.0, 0.0, 0.0, None),
        Some(Attention::Grouped {
            heads,
            kv_heads,
            head_dim,
            ..
        }) => {
            let size = f64::from(head_dim);
            let query = f64::from(heads) * size;
            (f64::from(heads), query, f64::from(kv_heads) * size, None)
        }
        Some(Attention::Latent {
            heads,
            query_rank,
            kv_rank,
            nope_dim,
            rope_dim,
            value_dim,
            ..
        }) => {
            let heads = f64::from(heads);
            let latent = Latent {
                query_rank: f64::from(query_rank),
                kv_rank: f64::from(kv_rank),
                nope: f64::from(nope_dim),
                rope: f64::from(rope_dim),
                value: f64::from(value_dim),
            };
            let size = latent.nope + latent.rope;
            (heads, heads * size, heads * size, Some(latent))
        }
    }
}

/// `part / whole`, or 0 of nothing.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

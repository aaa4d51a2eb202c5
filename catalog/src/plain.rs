//! "7B dense": a model given by its size alone, shaped like its peers.

use estimator::model::{Attention, AttentionLayers, DenseLayers, Model};
use estimator::parameters;

/// Peers: parameters in billions, depth, width. Llama 3.2 1B and 3B, Llama 3.1
/// 8B, Llama 2 13B, Qwen 2.5 32B, Llama 3.1 70B, Mistral Large 123B, Llama 3.1
/// 405B. The ends continue the trend: `SmolLM2` 135M below, and beyond 405B depth
/// grows as slowly as before.
const PEERS: [(f64, f64, f64); 10] = [
    (0.1, 24.0, 512.0),
    (1.24, 16.0, 2048.0),
    (3.2, 28.0, 3072.0),
    (8.0, 32.0, 4096.0),
    (13.0, 40.0, 5120.0),
    (32.8, 64.0, 5120.0),
    (70.6, 80.0, 8192.0),
    (122.6, 88.0, 12288.0),
    (405.9, 126.0, 16384.0),
    (2000.0, 160.0, 32768.0),
];

/// Vocabulary of Llama 3; of `SmolLM2` below a billion parameters, where a large
/// one would take most of the model.
const VOCABULARY: u32 = 128_256;
const SMALL_VOCABULARY: u32 = 49_152;

/// The context of Llama 3.1.
const CONTEXT: u32 = 131_072;

/// Key/value heads, as all of the larger peers have; fewer in the small ones.
const KV_HEADS: u32 = 8;
const SMALL_KV_HEADS: u32 = 4;

/// A dense model of `billions` parameters. Depth and width are read off its
/// peers, between two of them by the logarithm of the size; the inner width of
/// the feed-forward layers then makes the total right within 1 %. Sizes beyond
/// the peers are taken as the nearest one's.
#[must_use]
pub fn plain_model(billions: f64) -> Model {
    let (least, most) = crate::bounds::PLAIN;
    let billions = if billions.is_finite() {
        billions.clamp(least, most)
    } else {
        least
    };
    let (depth, width) = depth_and_width(billions);
    let head_dim = if billions < 3.0 { 64 } else { 128 };
    let small = billions < 1.0;
    let kv_heads = if small { SMALL_KV_HEADS } else { KV_HEADS };
    // Whole groups of heads share a key/value head.
    let heads = (whole(width / f64::from(kv_heads * head_dim)) * kv_heads).max(kv_heads);
    let mut model = Model {
        id: format!("{billions}B"),
        layers: whole(depth),
        hidden_size: heads * head_dim,
        vocabulary: if small { SMALL_VOCABULARY } else { VOCABULARY },
        tied_embeddings: billions < 4.0,
        max_context: Some(CONTEXT),
        full: Some(AttentionLayers {
            layers: whole(depth),
            shape: Attention::Grouped {
                heads,
                kv_heads,
                head_dim,
                value_dim: head_dim,
                bias: false,
                gated: false,
            },
        }),
        window: None,
        recurrent: None,
        dense: Vec::new(),
        experts: None,
        other_parameters: 0,
    };
    let missing = billions * 1e9 - parameters::count(&model).total;
    let matrices = 3.0 * f64::from(model.layers) * f64::from(model.hidden_size);
    // In steps of 32, below 1 % of any total.
    let steps = whole(missing / matrices / 32.0);
    model.dense.push(DenseLayers {
        layers: model.layers,
        width: steps.max(1) * 32,
        gated: true,
    });
    model
}

fn depth_and_width(billions: f64) -> (f64, f64) {
    let pairs = PEERS.iter().zip(PEERS.iter().skip(1));
    let mut read = (0.0, 0.0);
    for (&(size, depth, width), &(next_size, next_depth, next_width)) in pairs {
        if billions >= size {
            let share = ((billions / size).ln() / (next_size / size).ln()).min(1.0);
            read = (
                depth * (next_depth / depth).powf(share),
                width * (next_width / width).powf(share),
            );
        }
    }
    read
}

/// The nearest whole number, at least 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
fn whole(value: f64) -> u32 {
    value.round().max(0.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_counts_right() {
        let mut billions = 0.1;
        while billions < 2000.0 {
            let model = plain_model(billions);
            let total = parameters::count(&model).total / 1e9;
            assert!((total / billions - 1.0).abs() < 0.01, "{billions}: {total}");
            let ratio = f64::from(model.dense[0].width) / f64::from(model.hidden_size);
            assert!((1.5..7.0).contains(&ratio), "{billions}: {ratio} {model:?}");
            billions *= 1.01;
        }
    }

    #[test]
    fn seven_billion_look_like_their_peers() {
        let model = plain_model(7.0);
        assert_eq!((model.layers, model.hidden_size), (31, 4096));
    }
}

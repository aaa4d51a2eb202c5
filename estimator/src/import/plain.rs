//! A size in words: `7B`, `1.5b dense`, `0,5 B`, `500M parameters`.
//!
//! The model that stands for it has the shape of published dense models of
//! that size (Qwen3-0.6B and 1.7B, Llama-3.2-3B, Llama-3.1-8B, Qwen3-14B and
//! 32B, Llama-3.1-70B, Mistral-Large-2407, Llama-3.1-405B: their
//! `config.json`), with grouped-query attention over 8 key/value heads of 128
//! and a gated feed-forward part whose width makes the count come out right.

use super::{Imported, shorten};
use crate::decimal;
use crate::error::Unreadable;
use crate::model::{Attention, AttentionLayers, Block, DenseLayers, Model};
use crate::parameters;

/// The sizes that are believed, in billions of parameters.
pub const LEAST_BILLIONS: f64 = 0.01;
/// The sizes that are believed, in billions of parameters.
pub const MOST_BILLIONS: f64 = 10_000.0;

/// No size takes more words than that.
const LONGEST: usize = 64;

/// Billions of parameters, layers, hidden size, query heads.
const PEERS: [(f64, f64, u32, u32); 10] = [
    (0.1, 12.0, 768, 12),
    (0.6, 28.0, 1024, 16),
    (1.7, 28.0, 2048, 16),
    (3.2, 28.0, 3072, 24),
    (8.0, 32.0, 4096, 32),
    (14.8, 40.0, 5120, 40),
    (32.8, 64.0, 5120, 64),
    (70.6, 80.0, 8192, 64),
    (122.6, 88.0, 12288, 96),
    (405.9, 126.0, 16384, 128),
];

/// Whether `text` could be a size in words.
#[must_use]
pub(super) fn looks_like(text: &[u8]) -> bool {
    text.len() <= LONGEST && str::from_utf8(text).is_ok_and(|text| billions(text).is_some())
}

pub(super) fn read(bytes: &[u8]) -> Result<Imported, Unreadable> {
    str::from_utf8(super::trim(bytes))
        .ok()
        .and_then(billions)
        .map(|size| Imported {
            model: model(size),
            weights: None,
            notes: Vec::new(),
        })
        .ok_or(Unreadable::UnknownFormat)
}

/// Billions of parameters that `text` names: a number, then `K`, `M`, `B` or
/// `T`, then perhaps "dense", "parameters". `None` for anything else, and for
/// sizes nobody believes.
#[must_use]
pub fn billions(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let digits = text
        .find(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '.' | ',')))
        .unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(digits)?;
    let number = decimal::parse(&number.replace(',', "."))?;
    let mut letters = rest.trim_start().chars();
    let scale = match letters.next()?.to_ascii_lowercase() {
        'k' => 1e-6,
        'm' => 1e-3,
        'b' => 1.0,
        't' => 1e3,
        _ => return None,
    };
    let words = letters.as_str().to_ascii_lowercase();
    let known = words.split([' ', '-', ',']).all(|word| {
        matches!(
            word,
            "" | "dense" | "params" | "parameters" | "model" | "llm"
        )
    });
    let size = number * scale;
    (known && (LEAST_BILLIONS..=MOST_BILLIONS).contains(&size)).then_some(size)
}

/// A dense model of `billions` parameters, shaped like its peers; sizes beyond
/// belief are brought back to the nearest believed one.
#[must_use]
pub fn model(billions: f64) -> Model {
    let believed = if billions.is_finite() {
        billions.clamp(LEAST_BILLIONS, MOST_BILLIONS)
    } else {
        LEAST_BILLIONS
    };
    let distance = |peer: &(f64, f64, u32, u32)| (believed / peer.0).ln().abs();
    let (size, depth, hidden_size, heads) = PEERS
        .iter()
        .copied()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .unwrap_or((8.0, 32.0, 4096, 32));
    // Between two peers, depth and width share the difference.
    let layers = whole((depth * (believed / size).cbrt()).max(1.0));
    let mut model = Model {
        id: shorten(&format!("{believed}B")),
        layers,
        hidden_size,
        vocabulary: if believed < 0.4 { 32_000 } else { 128_256 },
        tied_embeddings: believed < 3.5,
        max_context: Some(131_072),
        full: Some(AttentionLayers {
            layers,
            shape: Attention::Grouped {
                heads,
                kv_heads: if heads % 8 == 0 { 8 } else { heads },
                head_dim: if hidden_size < 1024 { 64 } else { 128 },
                value_dim: if hidden_size < 1024 { 64 } else { 128 },
                bias: false,
                gated: false,
            },
        }),
        window: None,
        recurrent: None,
        dense: Vec::new(),
        experts: None,
        borrowing: crate::model::Borrowing::default(),
        other_parameters: 0,
        block: Block::default(),
    };
    let left = believed * 1e9 - parameters::count(&model).total;
    let width = left / (3.0 * f64::from(layers) * f64::from(hidden_size));
    model.dense.push(DenseLayers {
        layers,
        width: whole(width.max(64.0)),
        gated: true,
    });
    model
}

/// The nearest whole number, inside `u32`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    // Saturating by definition of the cast; the callers' values are small.
    value.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        for (text, expected) in [
            ("7B", 7.0),
            (" 7b dense ", 7.0),
            ("0,5 B", 0.5),
            ("500M parameters", 0.5),
            ("1T", 1000.0),
            ("1.5B-dense", 1.5),
        ] {
            assert_eq!(billions(text), Some(expected), "{text}");
        }
        for text in [
            "", "7", "B", "8x7B", "-7B", "7B moe", "nanB", "1e400B", "0B",
        ] {
            assert_eq!(billions(text), None, "{text}");
        }
    }

    #[test]
    fn counts_come_out_right() {
        let mut size = 0.05;
        while size < 2000.0 {
            let counted = parameters::count(&model(size)).total;
            assert!(
                (counted / (size * 1e9) - 1.0).abs() < 0.01,
                "{size}: {counted}"
            );
            size *= 1.1;
        }
    }
}

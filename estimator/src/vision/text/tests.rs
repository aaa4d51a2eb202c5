//! A case by hand, and laws.

use super::*;
use crate::vision::sample::{board, encoder};
use crate::vision::{Field, Precision, Software};
use proptest::prelude::*;

fn question(batch: u32, tokens: f64) -> Question {
    Question {
        encoder: encoder(),
        board: board(),
        accelerators: 1,
        software: Software::Tei,
        precision: Precision::Fp16,
        batch,
        tokens,
        padded: None,
    }
}

/// `k16 = smin(0.9 x 312, 0.586 x 400) = 212.32` TFLOP/s. 16 sequences of 256 tokens fill
/// `4096/4211 = 0.97269` of the tiles: `6e8 x 4096/(212.32e12 x 0.97269) = 11.900 ms`;
/// attention `1e5 x 16 x 256^2/(0.58 x 212.32e12) = 0.85149 ms`.
#[test]
fn a_batch_by_hand() {
    let parts = question(16, 256.0).parts();
    assert!((parts.product_rate.to_tera() - 212.32).abs() < 0.01);
    assert!((parts.fill - 0.972_69).abs() < 1e-5);
    assert!((parts.products.get() - 1.1900e-2).abs() < 1e-6, "{parts:?}");
    assert!(
        (parts.attention.get() - 8.5149e-4).abs() < 1e-7,
        "{parts:?}"
    );
    // 0.222 x 2e6 x 4096/1.84e12
    assert!(
        (parts.elementwise.get() - 9.884e-4).abs() < 1e-6,
        "{parts:?}"
    );
}

/// Padding is computed; a text longer than that is an error.
#[test]
fn padding_is_computed() {
    let mut asked = question(8, 100.0);
    let packed = asked.answer();
    asked.padded = Some(512.0);
    let padded = asked.answer();
    assert!(padded.parts.latency > packed.parts.latency * 2.0);
    assert!(padded.tokens_per_second / padded.sequences_per_second > 511.0);
    asked.padded = Some(50.0);
    let problem = asked.check().expect_err("too short");
    assert_eq!(problem.field, Field::PaddedTo);
}

#[test]
fn what_is_out_of_bounds_is_named() {
    for (batch, tokens, field) in [
        (0, 10.0, Field::Batch),
        (1, 0.0, Field::InputTokens),
        (1, f64::NAN, Field::InputTokens),
        (1, 1e9, Field::InputTokens),
    ] {
        let problem = question(batch, tokens).check().expect_err("out of bounds");
        assert_eq!(problem.field, field);
        assert!(!problem.to_string().is_empty());
    }
}

proptest! {
    /// More of anything takes longer; a sequence never takes longer in a larger batch; a
    /// causal encoder no longer than one that sees all.
    #[test]
    fn more_takes_more(batch in 1_u32..2000, tokens in 1_f64..8192.0) {
        let one = question(batch, tokens).answer();
        let two = question(batch * 2, tokens).answer();
        let long = question(batch, tokens * 1.5).answer();
        let latency = |answer: &Answer| answer.parts.latency.get();
        prop_assert!(latency(&one) > 0.0 && latency(&two) >= latency(&one));
        prop_assert!(latency(&long) >= latency(&one));
        prop_assert!(two.sequences_per_second >= 0.98 * one.sequences_per_second);
        prop_assert!(two.memory.peak > one.memory.peak);
        let mut causal = question(batch, tokens);
        causal.encoder.causal = true;
        prop_assert!(latency(&causal.answer()) <= latency(&one));
    }
}

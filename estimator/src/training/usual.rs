//! Usual values where a question leaves them open.
//!
//! Pretraining goes by tokens of a step, which grow with the model: 0.5 M below a billion
//! parameters, 1 M below five, 2 M below twenty, 4 M above. Sources: GPT-3 (Brown et al.
//! 2020, arXiv 2005.14165, table 2.1: 0.5 M up to 760 M parameters, 1 M at 1.3 B and
//! 2.7 B, 2 M at 6.7 B and 13 B, 3.2 M at 175 B); Llama (arXiv 2302.13971, table 2) and
//! Llama 2 (arXiv 2307.09288, section 2.2): 4 M.
//!
//! Fine-tuning goes by sequences: 64, as Llama 2's chat models (arXiv 2307.09288, section
//! 3.1) and `QLoRA`'s 33B and 65B (arXiv 2305.14314, table 9); preference tuning the same
//! (DPO, arXiv 2305.18290, appendix B).

use crate::training::layout::nearest_multiple;
use crate::training::question::Purpose;

/// Sequences of one step of a fine-tune.
const FINE_TUNING: u32 = 64;

/// Parameters below which a step of pretraining has so many tokens, in millions.
const PRETRAINING: [(f64, f64); 4] = [(1e9, 0.5), (5e9, 1.0), (20e9, 2.0), (f64::INFINITY, 4.0)];

/// Tokens that a million stands for: a power of two, as batches are.
const MILLION: f64 = 1_048_576.0;

/// Sequences of one optimizer step that are usual for a model of so many parameters and
/// sequences of so many tokens: a power of two.
#[must_use]
pub fn global_batch(purpose: Purpose, parameters: f64, sequence: u32) -> u32 {
    match purpose {
        Purpose::FineTuning | Purpose::Preference => FINE_TUNING,
        Purpose::Pretraining => {
            let row = PRETRAINING.iter().find(|(below, _)| parameters < *below);
            let millions = row.map_or(4.0, |(_, millions)| *millions);
            let wanted = millions * MILLION / f64::from(sequence.max(1));
            // The nearest power of two, by ratio.
            let exponent = wanted.max(1.0).log2().round().min(22.0);
            (0..=22_u32)
                .find(|power| f64::from(*power) >= exponent)
                .map_or(1, |power| 1 << power)
        }
    }
}

/// A usual batch where it must be a multiple of `unit`: the nearest multiple, of as many doublings
/// of it as leave the answer within a quarter of the usual batch, so that each copy's share can be
/// cut into micro-batches of several sizes.
#[must_use]
pub fn cut_by(usual: u32, unit: u32) -> u32 {
    let mut unit = unit.max(1);
    while unit <= usual / 4 {
        unit *= 2;
    }
    nearest_multiple(usual, unit)
}

#[cfg(test)]
mod tests {
    use super::{cut_by, global_batch};
    use crate::training::question::Purpose;

    /// The rule gives its sources' batches.
    #[test]
    fn the_sources_batches_come_out() {
        let pretraining =
            |parameters, sequence| global_batch(Purpose::Pretraining, parameters, sequence);
        // Llama 2 70B: 4 M tokens of 4,096.
        assert_eq!(pretraining(70e9, 4096), 1024);
        // GPT-3 6.7B: 2 M tokens of 2,048; 760M: 0.5 M.
        assert_eq!(pretraining(6.7e9, 2048), 1024);
        assert_eq!(pretraining(0.76e9, 2048), 256);
        // Longer than a step's tokens: one sequence.
        assert_eq!(pretraining(0.1e9, 10_000_000), 1);
        assert_eq!(global_batch(Purpose::FineTuning, 70e9, 4096), 64);
    }

    /// Powers of two stay; others come within a quarter, with micro-batches to choose from.
    #[test]
    fn a_batch_is_cut() {
        for unit in [0, 1, 2, 8, 64] {
            assert_eq!(cut_by(64, unit), 64);
        }
        assert_eq!(
            [3, 6, 7, 12, 24].map(|unit| cut_by(64, unit)),
            [72, 72, 56, 72, 72]
        );
        assert_eq!([48, 100].map(|unit| cut_by(64, unit)), [48, 100]);
        for unit in 1..256 {
            let cut = cut_by(512, unit);
            assert!(
                cut.is_multiple_of(unit) && cut.abs_diff(512) <= 128,
                "{unit}"
            );
        }
    }
}

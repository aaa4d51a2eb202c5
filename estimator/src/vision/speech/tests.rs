//! Cases by hand, and laws.

use super::*;
use crate::vision::sample::{board, listener};
use crate::vision::{Field, Precision, Software};
use proptest::prelude::*;

fn question(batch: u32, software: Software) -> Question {
    Question {
        listener: listener(),
        board: board(),
        accelerators: 1,
        software,
        precision: Precision::Fp16,
        batch,
        sound: 30.0,
        long_form: false,
        beam: 1,
    }
}

/// An eager step of one window: weights `1.8e9/1.84e12 = 0.978 ms`, keys
/// `2 x 32 x 1280 x 1500 x 2/(0.366 x 2e12) = 0.336 ms`, products
/// `2 x 9e8/(106.16e12) = 0.017 ms`, beside launches of
/// `2 ms + 32 x 34 x 41.4 us = 47.04 ms`, which hide it all.
#[test]
fn a_step_by_hand() {
    let answer = question(1, Software::Eager).answer();
    assert!((answer.step.get() - 0.047_043).abs() < 1e-5, "{answer:?}");
    // 3.95 x 30 tokens; alone it waits for nobody.
    assert!((answer.steps - 118.5).abs() < 1e-9);
    let eight = question(8, Software::Eager).answer();
    assert!((eight.steps - 177.75).abs() < 1e-9);
    // 12.1 ms + 96.5 us + 32 x 34 x 2 us = 14.3725 ms
    let engine = question(1, Software::Vllm).answer();
    assert!((engine.step.get() - 0.014_372_8).abs() < 1e-5, "{engine:?}");
}

/// Keys of many windows must fit, though no framework counts them as its peak while encoding.
#[test]
fn keys_must_fit() {
    let memory = question(256, Software::Vllm).answer().memory;
    assert!(memory.keys > memory.activations && memory.needed > memory.peak);
    let mut plain = question(16, Software::Eager);
    plain.listener.decoder = None;
    let answer = plain.answer();
    assert_eq!(answer.step, crate::quantity::Seconds::ZERO);
    assert_eq!(answer.memory.needed, answer.memory.peak);
}

#[test]
fn what_is_out_of_bounds_is_named() {
    let with = |change: &dyn Fn(&mut Question)| {
        let mut asked = question(4, Software::Eager);
        change(&mut asked);
        asked.check().map_err(|problem| problem.field)
    };
    assert_eq!(with(&|_| ()), Ok(()));
    assert_eq!(
        with(&|asked| asked.sound = 31.0),
        Err(Field::AudioPerWindow)
    );
    assert_eq!(
        with(&|asked| asked.sound = f64::NAN),
        Err(Field::AudioPerWindow)
    );
    assert_eq!(with(&|asked| asked.beam = 0), Err(Field::Beam));
    assert_eq!(with(&|asked| asked.batch = u32::MAX), Err(Field::Batch));
}

proptest! {
    /// A batch takes longer and hears more a second; more sound in a window is heard faster;
    /// several beams take longer.
    #[test]
    fn more_takes_more(batch in 1_u32..256, sound in 1_f64..15.0, engine: bool) {
        let software = if engine { Software::Vllm } else { Software::Eager };
        let asked = |batch, sound, beam| {
            let mut asked = question(batch, software);
            asked.sound = sound;
            asked.beam = beam;
            asked.answer()
        };
        let one = asked(batch, sound, 1);
        let two = asked(batch * 2, sound, 1);
        prop_assert!(two.window > one.window);
        // The first that waits for another's longest text may lose by it.
        prop_assert!(batch < 2 || two.rtfx >= 0.98 * one.rtfx, "{} {}", one.rtfx, two.rtfx);
        let full = asked(batch, sound * 2.0, 1);
        prop_assert!(full.rtfx > one.rtfx && full.window > one.window);
        prop_assert!(asked(batch, sound, 5).window > one.window);
        prop_assert!((one.rtf * one.rtfx - 1.0).abs() < 1e-9);
    }
}

//! A case by hand, and laws.

use super::*;
use crate::vision::sample::{board, network};
use crate::vision::{Field, Precision, Software};
use proptest::prelude::*;

fn question(batch: u32) -> Question {
    Question {
        network: network(),
        board: board(),
        accelerators: 1,
        software: Software::Eager,
        precision: Precision::Fp16Amp,
        batch,
        channels_last: true,
        training: None,
    }
}

/// `k16 = smin(0.945 x 312e12, 0.586e12 x 400)`: 294.84 and 234.4 TFLOP/s leave
/// `1/(294.84^-4 + 234.4^-4)^(1/4) = 215.51`. Products of 64 images:
/// `64 (3e10/215.51e12 + 1e9/(0.917 x 215.51e12)) = 9.2329 ms`, their tensors
/// `64 x 1.9 x 1e8/1.84e12 = 6.6087 ms`, cubes together `10.246 ms`, weights
/// `2e8/1.84e12 = 0.1087 ms`: 10.355 ms.
#[test]
fn a_batch_by_hand() {
    let parts = question(64).parts();
    assert!(
        (parts.product_rate.to_tera() - 215.51).abs() < 0.01,
        "{parts:?}"
    );
    assert!((parts.products.get() - 1.0355e-2).abs() < 2e-6, "{parts:?}");
    // 64 x 1e9/(0.577 x 215.51e12)
    assert!(
        (parts.attention.get() - 5.1468e-4).abs() < 1e-7,
        "{parts:?}"
    );
    // 64 x 1.22 (2.1 x 2e7 + 2 x 1e6 + .22 x 1e6 + 1.41 x 1e5 + 1.63 x 1e7 + 5e7)/1.84e12
    assert!(
        (parts.elementwise.get() - 4.6958e-3).abs() < 1e-6,
        "{parts:?}"
    );
    // 150 launches of 49.5 us and their casts.
    assert!((parts.host.get() - 9.6525e-3).abs() < 1e-9, "{parts:?}");
    let answer = question(64).answer();
    assert!((answer.memory.weights.get() - 6e8).abs() < 1.0);
    // 1.25 x 64 x 5e6
    assert!((answer.memory.activations.get() - 4e8).abs() < 1.0);
}

/// Channels first are turned in 16 bit, not in fp32, not where only a patch is embedded.
#[test]
fn tensors_are_turned_for_matrix_units() {
    let first = |precision| {
        let mut asked = question(32);
        asked.precision = precision;
        let last = asked.parts().elementwise.get();
        asked.channels_last = false;
        asked.parts().elementwise.get() / last
    };
    assert!(first(Precision::Fp16) > 1.1 && (first(Precision::Fp32) - 1.0).abs() < 1e-9);
    let mut patches = question(32);
    patches.network.convolutions = patches.network.convolutions / 10.0;
    patches.network.grouped = crate::quantity::Flops::ZERO;
    let last = patches.parts().elementwise;
    patches.channels_last = false;
    assert_eq!(last, patches.parts().elementwise);
}

#[test]
fn what_is_out_of_bounds_is_named() {
    let with = |change: &dyn Fn(&mut Question)| {
        let mut asked = question(8);
        change(&mut asked);
        asked.check().map_err(|problem| problem.field)
    };
    assert_eq!(with(&|_| ()), Ok(()));
    assert_eq!(with(&|asked| asked.batch = 0), Err(Field::Batch));
    assert_eq!(
        with(&|asked| asked.accelerators = 0),
        Err(Field::Accelerators)
    );
    assert_eq!(
        with(&|asked| asked.network.resolution = 4),
        Err(Field::Resolution)
    );
    let blind = |asked: &mut Question| {
        asked.board.accelerator.peak.sixteen = None;
        asked.board.accelerator.peak.thirty_two = None;
    };
    assert_eq!(with(&blind), Err(Field::Accelerator));
}

/// Training takes more of all than inference, its head alone less, recompute more time and
/// fewer bytes.
#[test]
fn training_takes_more() {
    let trained = |method, recompute| {
        let mut asked = question(64);
        asked.training = Some(Training {
            method,
            state_bytes: 8,
            recompute,
        });
        asked.answer()
    };
    let full = trained(Method::Full, false);
    let again = trained(Method::Full, true);
    let head = trained(Method::Head, false);
    let [one, two, three] = [full, again, head].map(|answer| answer.training.expect("asked"));
    assert!(one.images_per_second < full.images_per_second / 3.0);
    assert!(two.step > one.step && two.kept < one.kept);
    assert!(three.step < one.step / 3.0 && three.peak < one.peak);
    assert!(one.peak > full.memory.peak);
    // Four bytes of gradients and eight of moments a parameter.
    assert!((one.gradients.get() - 4e8).abs() < 1.0 && (one.optimizer.get() - 8e8).abs() < 1.0);
}

fn software() -> impl Strategy<Value = Software> {
    proptest::sample::select(Software::ALL)
}

fn precision() -> impl Strategy<Value = Precision> {
    proptest::sample::select(Precision::ALL)
}

proptest! {
    /// More images never take less time or fewer bytes, more pixels neither; an image never
    /// takes longer in a larger batch.
    #[test]
    fn more_takes_more(
        software in software(),
        precision in precision(),
        batch in 1_u32..512,
        side in 32_u32..1024,
        channels_last: bool,
    ) {
        let asked = |batch, side| {
            let mut asked = question(batch);
            asked.software = software;
            asked.precision = precision;
            asked.channels_last = channels_last;
            asked.network = asked.network.at(side);
            let answer = asked.answer();
            (answer.parts.latency.get(), answer.memory.peak.get())
        };
        let (time, bytes) = asked(batch, side);
        prop_assert!(time.is_finite() && time > 0.0 && bytes > 0.0);
        // Below a batch of eight kernels are small and gaps between them longer.
        let (more, held) = asked(batch * 2, side);
        prop_assert!(batch < 8 || more >= time, "{time} {more}");
        prop_assert!(held > bytes);
        prop_assert!(more / (2.0 * f64::from(batch)) <= 1.02 * time / f64::from(batch));
        let (more, held) = asked(batch, side + 32);
        prop_assert!(more > time && held > bytes);
    }
}

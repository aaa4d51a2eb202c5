//! The laws of sharing by themselves: their invariants, and figures worked out by hand.

use super::drawn;
use crate::fleet::Mode;
use crate::fleet::law::mig::{Overlap, slowdown, step, stretch};
use crate::fleet::law::{Band, swap, together, turns};
use proptest::prelude::*;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// A `2g` of an A100: alpha 1/2, 2/7 of compute and 2/8 of bandwidth: 1/2 x 3.5 + 1/2 x 4 = 3.75.
/// A step that is GPU work for 0.2 of its time then takes as long as before (0.75 < 1), one that
/// is for 0.8 of it takes 3 times as long.
#[test]
fn instances_by_hand() {
    let s = stretch(0.5, 2.0 / 7.0, 0.25);
    assert!(close(s, 3.75));
    assert!(close(slowdown(s, 0.2), 1.0) && close(slowdown(s, 0.8), 3.0));
    // 3 and 4 seconds under q = 2 are 5.
    assert!(close(step(3.0, 2.0, 2.0, Overlap::Training), 5.0));
    assert!(close(step(0.0, 0.0, 2.0, Overlap::Training), 0.0));
}

/// Two always busy ones of fill 0.43: 2 / 1.43 at least, the whole of 2 at most; five: 1.84, and
/// 1 / 0.43 at most. In turns, each with a GPU that is never idle: 1 / 1.11 of one's work.
#[test]
fn totals_by_hand() {
    let two = together::edges(2.0, 0.43);
    assert!(close(two.least, 2.0 / 1.43) && close(two.most, 2.0));
    let five = together::edges(5.0, 0.43);
    assert!(close(five.least, 5.0 / 2.72) && close(five.most, 1.0 / 0.43));
    assert!(close(turns::total(0.11, 5.0, 1.0), 1.0 / 1.11));
    assert_eq!(together::fill_of(1.0, 1.0), None);
}

/// 20 GB at 10 GB/s: 2.3 s in, 2 s out.
#[test]
fn swaps_by_hand() {
    assert!(close(swap::wake_s(swap::FIXED_S, 20e9, 10e9), 2.3));
    assert!(close(swap::sleep_s(20e9, 10e9), 2.0));
}

#[test]
fn every_mode_says_how_far_it_may_be_off() {
    for mode in Mode::ALL {
        let facts = mode.facts();
        let alone = mode == Mode::Exclusive;
        assert_eq!(alone, facts.band == Band::None, "{mode:?}");
        assert_eq!(alone, facts.unmeasured.is_empty(), "{mode:?}");
        assert_eq!(alone, facts.rows == 0, "{mode:?}");
    }
}

proptest! {
    #![proptest_config(drawn(256))]

    /// A larger share of either is never slower; a step is never shorter than its longer part,
    /// nor than both together.
    #[test]
    fn larger_instances_are_never_slower(
        alpha in 0.0..=1.0_f64,
        compute in 0.05..=1.0_f64,
        bandwidth in 0.05..=1.0_f64,
        more in 1.0..4.0_f64,
        (host, gpu) in (0.0..2.0_f64, 0.0..2.0_f64),
    ) {
        let s = stretch(alpha, compute, bandwidth);
        let wider = [
            stretch(alpha, (compute * more).min(1.0), bandwidth),
            stretch(alpha, compute, (bandwidth * more).min(1.0)),
        ];
        for overlap in [Overlap::Inference, Overlap::Training] {
            let long = step(host, gpu, s, overlap);
            for other in wider {
                prop_assert!(step(host, gpu, other, overlap) <= long * (1.0 + 1e-12));
            }
            prop_assert!(long >= host.max(s * gpu) * (1.0 - 1e-12));
            prop_assert!(long <= host + s * gpu + 1e-12);
        }
    }

    /// Nothing is done faster beside others; edges stand in order, and hold the law of turns
    /// where GPU work is no more than was measured to be lost.
    #[test]
    fn company_is_never_for_nothing(many in 2..48_u32, share in 0.01..=1.0_f64, load in 0.0..=1.0_f64) {
        let many = f64::from(many);
        let edges = together::edges(many, share);
        prop_assert!(edges.least <= edges.most * (1.0 + 1e-12) && edges.most <= many);
        prop_assert!(edges.least >= 1.0 - 1e-12);
        prop_assert!(together::slowdown(share * load) >= 1.0);
        prop_assert!(turns::slowdown(0.11, share * load) >= together::slowdown(share * load));
        let turns = turns::edges(many, share);
        prop_assert!(turns.least < turns.most && turns.most <= many);
        prop_assert!(turns.hold(turns::total(0.11, many, share), 0.0));
    }
}

//! Waits by hand from the formulas in words, and laws of all crowds.

use super::{Crowd, settled};
use crate::published::assert_near;
use proptest::prelude::*;

/// Steps of 30 ms, prompts that add 200 ms, 1.25 of them a second: a quarter of the time.
/// `s = 0.2^2 (1 + 0.5) = 0.06`.
const OPEN: Crowd = Crowd {
    step: 0.03,
    prompt: 0.2,
    rate: 1.25,
    returning: 0.5,
    outside: 1.0,
    prompts: 0.5,
    arrivals: 1.0,
};

/// Alone, a request waits for one step, which is counted elsewhere.
#[test]
fn nobody_waits_alone() {
    let alone = Crowd {
        step: 0.02,
        prompt: 0.2,
        rate: 1e-9,
        returning: 0.0,
        outside: 1.0,
        prompts: 0.0,
        arrivals: 1.0,
    };
    assert!(alone.wait().mean.abs() < 1e-6);
}

/// `T = 0.03/0.75 = 0.04`, `var T = 0.06 x 1.25 x 0.04/(1 - 0.25^2) = 0.0032`,
/// `T_a = 0.04 + 0.0032/0.04 = 0.12`, and the wait `(1/2 + 1/4) 0.12 + 0.02 = 0.11`, of which
/// one step of 0.03 is counted elsewhere.
#[test]
fn open_arrivals_wait() {
    assert_near(OPEN.wait().mean, 0.08);
}

/// The squared coefficient of variation of a step is `0.0032/0.04^2 = 2`, and so is that of
/// the one that somebody meets (lognormal): `var T_a = 2 x 0.12^2 = 0.0288`. Of the wait:
/// - the rest of that step, a uniform share: `(0.12^2 + 0.0288)/12 = 0.0036`
/// - prompts that come in it, compound Poisson: `0.06 x 1.25 x 0.12 = 0.009`
/// - its own length, weighed by `1/2 + 1/4`: `0.5625 x 0.0288 = 0.0162`
///
/// 0.0288 together. At `z = 2` a prompt that takes 0.1 more adds as squares:
/// `0.08 + sqrt(0.1^2 + 4 x 0.0288)`.
#[test]
fn open_arrivals_wait_at_a_percentile() {
    assert_near(OPEN.wait().variance, 0.0288);
    assert_near(OPEN.wait().late(2.0, 0.1), 0.08 + 0.1252_f64.sqrt());
    assert_near(OPEN.wait().late(0.0, 0.1), 0.18);
}

/// Users who wait for their answers: `d + 2 w m = 0.03 + 2 x 0.2 x 0.5 = 0.23`, a step of it
/// counted elsewhere; `var = 2 s m = 2 x 0.06 x 0.5 = 0.06`. How others arrive is not theirs.
#[test]
fn closed_users_wait() {
    let closed = Crowd {
        outside: 0.0,
        arrivals: 3.0,
        ..OPEN
    };
    assert_near(closed.wait().mean, 0.2);
    assert_near(closed.wait().variance, 0.06);
    // Nor does it matter that prompts alone would take more time than there is.
    let pressed = Crowd {
        rate: 5.0,
        ..closed
    };
    assert_eq!(pressed.wait(), closed.wait());
}

/// A quarter of the time outside: a quarter of the one, three quarters of the other.
/// Waits `0.25 x 0.11 + 0.75 x 0.23 - 0.03 = 0.17`, variances
/// `0.25 x 0.0288 + 0.75 x 0.06 = 0.0522`.
#[test]
fn users_who_think_lie_between() {
    let between = Crowd {
        outside: 0.25,
        ..OPEN
    };
    assert_near(between.wait().mean, 0.17);
    assert_near(between.wait().variance, 0.0522);
    // Of a token: see below.
    let open = 1.25 * 0.06 * 0.03 / 0.421_875;
    let expected: f64 = (0.25 * open + 0.75 * 0.03) * 1.5 / 100.0;
    assert_near(between.deviation(100.0, 0.5), expected.sqrt());
}

/// `var TPOT = l s d/(o (1 - r)^3) = 1.25 x 0.06 x 0.03/(100 x 0.421875) = 5.333e-5`; answers
/// that spread by 0.5 make it half as much again, 8e-5. Of users who wait
/// `s m/o = 0.06 x 0.5/100 = 3e-4`, and 4.5e-4.
#[test]
fn tokens_deviate() {
    assert_near(OPEN.deviation(100.0, 0.5), 8e-5_f64.sqrt());
    let closed = Crowd {
        outside: 0.0,
        arrivals: 3.0,
        ..OPEN
    };
    assert_near(closed.deviation(100.0, 0.5), 4.5e-4_f64.sqrt());
}

/// Arrivals three times as bursty: `s = 0.04 x 3.5 = 0.14`, `var T = 0.14 x 1.25 x 0.04/0.9375
/// = 0.0074667`, `T_a = 0.04 + 0.186667 = 0.226667`, wait `0.75 x 0.226667 + 0.02 - 0.03`.
#[test]
fn bursts_wait_longer() {
    let bursty = Crowd {
        arrivals: 3.0,
        ..OPEN
    };
    assert_near(bursty.wait().mean, 0.16);
}

/// Little's law: 8 requests under way that stay 2 s each and wait for nobody come at 4 a
/// second; 6 that stay 1 s and wait 1 s more at 3; and 15 that stay 1 s and wait
/// `1/(1 - l/10)` at 5, where they wait 2 s.
#[test]
fn rates_settle() {
    let near = |rate: f64, expected: f64| {
        assert!((rate / expected - 1.0).abs() < 1e-6, "{rate}");
    };
    near(settled(8.0, 2.0, 10.0, |_| 0.0), 4.0);
    near(settled(6.0, 1.0, 100.0, |_| 1.0), 3.0);
    near(
        settled(15.0, 1.0, 10.0, |rate| 1.0 / (1.0 - rate / 10.0)),
        5.0,
    );
}

/// More under way than wait next to the most: the most, or nearly. Where it cannot be told, the
/// rate is the one at which nobody waits.
#[test]
fn rates_stay_below_the_most() {
    let rate = settled(8.0, 2.0, 3.0, |_| 0.0);
    assert!(rate < 3.0 && rate > 2.999_999, "{rate}");
    assert_near(settled(8.0, 2.0, 10.0, |_| f64::NAN), 4.0);
}

/// More requests, burstier ones, and prompts that spread more: never a shorter wait.
#[test]
fn crowds_only_grow() {
    let some = Crowd {
        step: 0.02,
        prompt: 0.2,
        rate: 2.0,
        returning: 0.2,
        outside: 0.5,
        prompts: 0.5,
        arrivals: 1.0,
    };
    let more = [
        Crowd { rate: 3.0, ..some },
        Crowd {
            arrivals: 4.0,
            ..some
        },
        Crowd {
            prompts: 2.0,
            ..some
        },
    ];
    for other in more {
        assert!(other.wait().mean > some.wait().mean);
        assert!(other.wait().late(1.6449, 0.1) > some.wait().late(1.6449, 0.1));
        assert!(other.deviation(300.0, 0.0) > some.deviation(300.0, 0.0));
    }
}

prop_compose! {
    fn crowds()(
        step in 1e-3..0.2f64,
        prompt in 1e-3..2.0f64,
        busy in 0.01..0.95f64,
        returning in 0.0..5.0f64,
        outside in 0.0..=1.0f64,
        prompts in 0.0..4.0f64,
        arrivals in 0.0..9.0f64,
    ) -> Crowd {
        Crowd { step, prompt, rate: busy / prompt, returning, outside, prompts, arrivals }
    }
}

proptest! {
    /// Waits, their spread and that of tokens are times: all of them twice as long where
    /// steps and prompts are, and requests half as often.
    #[test]
    fn times_scale(crowd in crowds(), factor in 0.1..10.0f64) {
        let slower = Crowd {
            step: crowd.step * factor,
            prompt: crowd.prompt * factor,
            rate: crowd.rate / factor,
            ..crowd
        };
        let near = |slow: f64, fast: f64| (slow - factor * fast).abs() <= 1e-9 * slow.abs().max(1e-9);
        prop_assert!(near(slower.wait().mean, crowd.wait().mean));
        prop_assert!(near(slower.wait().late(1.6449, 0.0), crowd.wait().late(1.6449, 0.0)));
        prop_assert!(near(slower.deviation(100.0, 1.0), crowd.deviation(100.0, 1.0)));
    }

    /// Whoever thinks some of the time waits no less than the one and no more than the other
    /// of those who always and never do.
    #[test]
    fn thinking_lies_between(crowd in crowds()) {
        let at = |outside: f64| Crowd { outside, ..crowd }.wait();
        let (open, closed, wait) = (at(1.0), at(0.0), crowd.wait());
        for (one, other, between) in [
            (open.mean, closed.mean, wait.mean),
            (open.variance, closed.variance, wait.variance),
        ] {
            let slack = 1e-9 * one.abs().max(other.abs());
            prop_assert!(between >= one.min(other) - slack && between <= one.max(other) + slack);
        }
    }

    /// As many are under way as there are, where a rate settles: `l (S + wait(l)) = B`.
    #[test]
    fn as_many_come_as_go(
        crowd in crowds(),
        users in 0.1..500.0f64,
        stay in 0.1..100.0f64,
    ) {
        let most = 1.0 / crowd.prompt;
        let open = |rate: f64| Crowd { rate, outside: 1.0, ..crowd }.wait().mean;
        let rate = settled(users, stay, most, open);
        prop_assert!(rate > 0.0 && rate < most);
        let beyond = (rate * (stay + open(rate)) - users) * (1.0 - rate / most);
        prop_assert!(beyond.abs() <= 1e-6 * users, "{} beyond {}", beyond, users);
    }

    /// The longer a request stays, the fewer come.
    #[test]
    fn longer_stays_bring_fewer(
        users in 0.1..500.0f64,
        stay in 0.1..100.0f64,
        factor in 1.01..10.0f64,
        wait in 0.0..10.0f64,
    ) {
        let wait = |rate: f64| wait / (1.0 - rate / 1e6);
        let (short, long) = (
            settled(users, stay, 1e6, wait),
            settled(users, stay * factor, 1e6, wait),
        );
        prop_assert!(long < short, "{} and {}", short, long);
    }
}

//! Requests that come and go, by hand on the flat replica: `B` of them meet steps of
//! `0.02 + 1e-4 B` s, prompts of 0.1 s, and answers of 100 tokens.

use super::*;
use crate::published::assert_near;
use crate::serving::replica::flat::flat;
use crate::workload::{Load, Percentile};
use proptest::prelude::*;

const Z95: f64 = 1.6449;

fn step(users: f64) -> f64 {
    0.02 + 1e-4 * users
}

/// With the time that prompts of the others add.
fn token(users: f64) -> f64 {
    step(users) + (users - 1.0) * 1e-3
}

/// The step under way, and the next with the prompt in it, beside `users`.
fn stay(users: f64) -> f64 {
    2.0 * step(users) + 0.1 + 100.0 * token(users)
}

fn open() -> Replica {
    let mut replica = flat(Load::Poisson(5.0));
    replica.percentile = Percentile::P95;
    replica
}

/// Whoever comes from outside meets the ten there are: eleven at once, each of which stays 3.2522
/// s and its wait at the rate they come (Little's law).
#[test]
fn open_arrivals_meet_those_there_are() {
    let replica = open();
    let (mean, crowd) = replica.mean_of(10.0, true);
    assert_near(stay(11.0), 3.2522);
    assert_near(mean.outcome.running, 11.0);
    assert_near(mean.outcome.tpot, 0.0311);
    let expected = Crowd {
        step: 0.0211,
        prompt: 0.1,
        rate: mean.rate,
        returning: 9.0 / 100.0,
        outside: 1.0,
        prompts: 0.0,
        arrivals: 1.0,
    };
    assert_near(crowd.step, expected.step);
    assert_near(crowd.prompt, expected.prompt);
    assert_near(crowd.rate, expected.rate);
    assert_near(crowd.returning, expected.returning);
    assert_near(crowd.outside, expected.outside);
    assert_near(crowd.prompts, expected.prompts);
    assert_near(crowd.arrivals, expected.arrivals);
    let wait = expected.wait().mean;
    assert!((mean.rate * (3.2522 + wait) / 10.0 - 1.0).abs() < 1e-6);
    assert_near(mean.ttft, 0.1422 + wait);
    assert_near(mean.dispersion, 1.0);
    assert_near(mean.users, 10.0);
    assert_near(mean.users_at_percentile, 10.0);
    assert_near(mean.ttft_at_percentile, mean.ttft);
    assert_near(mean.tpot_at_percentile, 0.0311);
}

/// At the 95th percentile there are `10 + 1.6449 sqrt(10)` requests; over an answer the others
/// average out by two thirds, each adds a token of 1e-4 and a prompt's 1e-3 to every token; the
/// deviation of the prompts that pass adds as a square, and so does the wait's deviation to a
/// prompt half as long again, 0.05 s.
#[test]
fn a_crowd_at_a_percentile() {
    let mut replica = open();
    replica.longer = Some(Lengths {
        fresh: 1500.0,
        ..replica.lengths
    });
    replica.spread = (0.0, 0.5);
    let (mean, crowd) = replica.mean_of(10.0, true);
    let late = replica.crowded(10.0, true);
    assert_near(late.users_at_percentile, 10.0 + Z95 * 10.0_f64.sqrt());
    let others = Z95 * (10.0_f64 * 2.0 / 3.0).sqrt() * 1.1e-3;
    let deviation = Z95 * crowd.deviation(100.0, 0.5);
    let expected = 0.0311 + (others * others + deviation * deviation).sqrt();
    assert_near(late.tpot_at_percentile, expected);
    assert_near(
        late.ttft_at_percentile,
        0.1422 + crowd.wait().late(Z95, 0.05),
    );
    assert_near(late.ttft, mean.ttft);
    assert_near(late.users, 10.0);
}

/// Alone at a time, the percentile holds one at the least.
#[test]
fn nobody_is_less_than_one() {
    let late = open().crowded(0.01, true);
    assert_near(late.users_at_percentile, 1.0);
}

/// Bursts of the fleet, `c^2 = 3`, reach a replica by the share of 5 requests a second that it
/// answers: `1 + 2 l/5`. Of those under way answers that spread by 1 leave half:
/// `1 + (c^2 - 1)/2`, and never less than 0.05.
#[test]
fn bursts_are_thinned() {
    let mut replica = open();
    replica.arrivals = 3.0;
    replica.spread = (0.25, 1.0);
    let (mean, crowd) = replica.mean_of(10.0, true);
    assert_near(crowd.arrivals, 1.0 + 2.0 * mean.rate / 5.0);
    assert_near(crowd.prompts, 0.25);
    assert_near(mean.dispersion, 1.0 + mean.rate / 5.0);
    assert_near(replica.peakedness(3.0), 2.0);
    replica.spread = (0.0, 0.0);
    assert_near(replica.peakedness(0.4), 0.4);
    assert_near(replica.peakedness(0.0), 0.05);
}

/// Users who think as long as eleven at once stay, 3.2522 s, are outside half of the time: a
/// request meets half a one more, `1 - 0.5/11` of the rate is others', and (11 - 1)/100 prompts
/// come back in every step. How bursty open arrivals are is not theirs.
#[test]
fn users_who_think() {
    let mut replica = open();
    replica.think = stay(11.0);
    replica.arrivals = 3.0;
    let (mean, crowd) = replica.mean_of(11.0, false);
    assert_near(mean.outcome.running, 11.5);
    assert_near(crowd.outside, 0.5);
    assert_near(crowd.rate, mean.rate * (1.0 - 0.5 / 11.0));
    assert_near(crowd.returning, 0.1);
    assert_near(crowd.arrivals, 1.0);
    assert_near(crowd.step, step(11.5));
    assert_near(mean.dispersion, 0.5);
    let wait = crowd.wait().mean;
    assert!((mean.rate * (stay(11.5) + wait) / 11.0 - 1.0).abs() < 1e-6);
}

/// Users who only wait: eleven at once, whose rate is ten elevenths others'.
#[test]
fn users_who_only_wait() {
    let replica = open();
    let (mean, crowd) = replica.mean_of(11.0, false);
    assert_near(mean.outcome.running, 11.0);
    assert_near(crowd.outside, 0.0);
    assert_near(crowd.rate, mean.rate * 10.0 / 11.0);
    assert_near(mean.dispersion, 0.0);
    // Their number does not swing, their waits do.
    let late = replica.crowded(11.0, false);
    assert_near(late.users_at_percentile, 11.0);
    let deviation = Z95 * crowd.deviation(100.0, 0.0);
    assert_near(late.tpot_at_percentile, 0.0311 + deviation);
}

/// Two copies of attention: each has half of the rate, and of those that come back, and tokens of
/// half of the requests in its steps.
#[test]
fn copies_of_attention() {
    let mut replica = open();
    replica.rank.data = 2.0;
    replica.rank.shared.data_parallel_wait = 0.0;
    let (mean, crowd) = replica.mean_of(10.0, true);
    assert_near(crowd.rate, mean.rate / 2.0);
    assert_near(crowd.returning, 9.0 / 200.0);
    assert_near(crowd.step, 0.02 + 11.0 * 1e-4 / 2.0);
    // Twice as many prompts as one reads.
    let busy = replica.under_way(19.9, 10.0);
    assert!(busy.is_finite() && replica.under_way(20.1, 10.0).is_infinite());
}

/// Three requests a second that meet ten others: `3 (3.2522 + wait)` are under way. Prompts of
/// 0.1 s take all of the time of ten.
#[test]
fn under_way() {
    let replica = open();
    let wait = Crowd {
        step: 0.0211,
        prompt: 0.1,
        rate: 3.0,
        returning: 0.09,
        outside: 1.0,
        prompts: 0.0,
        arrivals: 1.0,
    }
    .wait()
    .mean;
    assert_near(replica.under_way(3.0, 10.0), 3.0 * (3.2522 + wait));
    assert!(replica.under_way(9.999, 10.0).is_finite());
    assert!(replica.under_way(10.000_1, 10.0).is_infinite());
}

/// Lengths whose logarithm is normal, `sigma^2 = ln(1 + 0.5)`: at the quantile 1.6449 a prompt is
/// `exp(1.6449 x 0.636761 - 0.202733) = 2.327224` times the mean, in all its parts; answers are
/// not. The mean lies above the median, so that at the median none is longer; nor where all are
/// alike.
#[test]
fn longer_prompts() {
    let lengths = Lengths {
        fresh: 100.0,
        cached: 20.0,
        restored: 3.0,
        output: 50.0,
    };
    let found = longer(lengths, 0.5, Z95).unwrap();
    let ratio = 2.327_224;
    let near = |value: f64, expected: f64| assert!((value / expected - 1.0).abs() < 1e-5);
    near(found.fresh, 100.0 * ratio);
    near(found.cached, 20.0 * ratio);
    near(found.restored, 3.0 * ratio);
    near(found.output, 50.0);
    assert_eq!(longer(lengths, 0.5, 0.0), None);
    assert_eq!(longer(lengths, 0.0, Z95), None);
}

proptest! {
    /// Whoever is late meets more, waits longer and is served slower, the more so the rarer;
    /// and thinking never makes a crowd of users who only wait.
    #[test]
    fn the_rarer_the_later(users in 0.1..150.0f64, open in any::<bool>(), think in 0.0..10.0f64) {
        let mut replica = flat(Load::Poisson(5.0));
        replica.think = think;
        let mut of = |percentile| {
            replica.percentile = percentile;
            replica.crowded(users, open)
        };
        let levels = [Percentile::Mean, Percentile::P90, Percentile::P95, Percentile::P99];
        let points = levels.map(&mut of);
        for pair in points.windows(2) {
            let [some, rarer] = pair else { continue };
            prop_assert!(rarer.ttft_at_percentile >= some.ttft_at_percentile);
            prop_assert!(rarer.tpot_at_percentile >= some.tpot_at_percentile);
            prop_assert!(rarer.users_at_percentile >= some.users_at_percentile);
            prop_assert!((rarer.rate / some.rate - 1.0).abs() < 1e-12);
        }
    }

    /// As many are under way as a rate keeps there: the two ways of asking agree.
    #[test]
    fn rates_and_populations_agree(users in 0.1..150.0f64) {
        let replica = open();
        let (mean, _) = replica.mean_of(users, true);
        let back = replica.under_way(mean.rate, users);
        prop_assert!((back / users - 1.0).abs() < 1e-3, "{back} of {users}");
    }
}

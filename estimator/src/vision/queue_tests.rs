//! Closed forms against queues that are run.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)] // tests

use super::*;
use rand_distr::{Distribution, Exp};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

const ITEMS: usize = 200_000;

fn arrivals(rate: f64) -> Vec<f64> {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let gap = Exp::new(rate).unwrap();
    let mut now = 0.0;
    (0..ITEMS)
        .map(|_| {
            now += gap.sample(&mut random);
            now
        })
        .collect()
}

fn at(mut waits: Vec<f64>, percentile: f64) -> f64 {
    waits.sort_by(f64::total_cmp);
    waits[(percentile * waits.len() as f64) as usize]
}

/// The percentile of a queue whose batches take the items that have arrived, at most `most`.
fn run(rate: f64, most: usize, percentile: f64, service: impl Fn(f64) -> f64) -> f64 {
    let came = arrivals(rate);
    let (mut free, mut next, mut waits) = (0.0_f64, 0, Vec::new());
    while next < came.len() {
        let start = free.max(came[next]);
        let waiting = came[next..].iter().take_while(|time| **time <= start);
        let taken = waiting.take(most).count().max(1);
        free = start + service(taken as f64);
        waits.extend(came[next..next + taken].iter().map(|time| free - time));
        next += taken;
    }
    at(waits, percentile)
}

fn kept_at(rate: f64, most: u32, percentile: f64, service: impl Fn(f64) -> f64) -> Kept {
    let promise = Promise {
        rate,
        limit: None,
        percentile,
    };
    batched(&promise, most, Some(1), service).unwrap()
}

/// Curves of batches: one that hardly gains by them, as a detector on an engine, one that does,
/// one that is all overhead.
const CURVES: [(f64, f64); 3] = [(0.0006, 0.00155), (0.004, 0.001), (0.004, 0.0)];

/// The percentile of a run is the closed form's within 15 %, from a calm board to a full one.
#[test]
fn batches_form_as_they_do_when_run() {
    for (fixed, each) in CURVES {
        let service = |batch: f64| fixed + each * batch;
        for most in [1_u32, 8, 64] {
            for load in [0.3, 0.5, 0.7, 0.8, 0.9, 0.95] {
                let rate = load * f64::from(most) / service(f64::from(most));
                let run = run(rate, most as usize, 0.95, service);
                let kept = kept_at(rate, most, 0.95, service);
                assert!(
                    (kept.latency / run - 1.0).abs() < 0.15,
                    "{fixed} {each} {most} {load}: {kept:?}, run {run}"
                );
            }
        }
    }
}

/// A little more load is a little more time: no jump where batches begin to form, and none where
/// the board is first found busy.
#[test]
fn waiting_grows_without_a_jump() {
    for (fixed, each) in CURVES {
        let service = |batch: f64| fixed + each * batch;
        let ceiling = 64.0 / service(64.0);
        let mut before = service(1.0);
        // Each a thousandth more than the one before.
        for step in (0..9000).rev() {
            let rate = 0.95 * ceiling * 0.999_f64.powi(step);
            let (latency, _) = waiting::waited(rate, 64.0, 0.95, &service);
            let grown = latency / before - 1.0;
            assert!(
                (-1e-4..0.03).contains(&grown),
                "{fixed} {each} {step}: {grown}"
            );
            before = latency;
        }
    }
}

/// More than a board computes waits without end.
#[test]
fn an_overloaded_board_never_answers() {
    let kept = kept_at(2000.0, 8, 0.95, |batch| 0.004 + 0.001 * batch);
    assert!(kept.latency.is_infinite());
}

/// Generations one after another on three servers, as run, within a quarter.
#[test]
fn generations_wait_as_they_do_when_run() {
    for rate in [0.2, 0.26] {
        let mut free = [0.0_f64; 3];
        let waits = arrivals(rate).into_iter().map(|came| {
            let server = (0..3).min_by(|a, b| free[*a].total_cmp(&free[*b])).unwrap();
            free[server] = free[server].max(came) + 10.0;
            free[server] - came
        });
        let run = at(waits.collect(), 0.9);
        let promise = Promise {
            rate,
            limit: None,
            percentile: 0.9,
        };
        let kept = single(&promise, Some(3), 10.0).unwrap();
        assert!(
            (kept.latency / run - 1.0).abs() < 0.25,
            "{rate}: {kept:?}, run {run}"
        );
    }
}

/// So many replicas keep the promise and one less does not; a limit below one item's time is
/// kept by none.
#[test]
fn replicas_are_the_fewest() {
    let service = |batch: f64| 0.004 + 0.001 * batch;
    let promise = Promise {
        rate: 5000.0,
        limit: Some(0.05),
        percentile: 0.95,
    };
    let kept = batched(&promise, 64, None, service).unwrap();
    assert!(kept.latency <= 0.05 && kept.each * f64::from(kept.replicas) >= 5000.0);
    let fewer = batched(&promise, 64, Some(kept.replicas - 1), service).unwrap();
    assert!(fewer.latency > 0.05 || fewer.each * f64::from(kept.replicas - 1) < 5000.0);
    let strict = Promise {
        limit: Some(0.001),
        ..promise
    };
    assert_eq!(batched(&strict, 64, None, service), None);
    assert_eq!(single(&strict, None, 1.0), None);
    let slow = Promise {
        rate: 2.0,
        limit: Some(14.0),
        percentile: 0.95,
    };
    let kept = single(&slow, None, 10.0).unwrap();
    assert!(kept.replicas > 20 && kept.latency <= 14.0, "{kept:?}");
    assert!(
        single(&slow, Some(kept.replicas - 1), 10.0)
            .unwrap()
            .latency
            > 14.0
    );
}

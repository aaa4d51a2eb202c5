//! The simulation of prefill and decode on replicas of their own against queueing theory.

#![allow(clippy::unwrap_used, clippy::expect_used)] // Known inputs.

use crate::costs::Growing;
use estimator::serving::queue::batch::{Costs, Length, Rules};
use estimator::serving::queue::pools::{Fleet, Outcome, Run, run};
use estimator::serving::queue::source::{self, Closed, Open, Request, Shape, Source};
use proptest::prelude::*;

/// A step takes as long as its prompt, and decoding no time.
struct Reading;

impl Costs for Reading {
    fn step(&self, _decoding: f64, prompt: f64, _context: f64) -> f64 {
        if prompt > 0.0 { 1.0 } else { 1e-6 }
    }

    fn attention(&self, _cached: f64, _from: f64, _to: f64, _whole: f64) -> f64 {
        0.0
    }
}

const RULES: Rules = Rules {
    chunk: 8192.0,
    ranks: 1,
    stages: 1.0,
    sequences: 256,
    separate: false,
    reserves: false,
    taken: 1.0,
    kept: 1.0,
    pool: 300_000.0,
    per_token: 1.0,
    per_window_token: 0.0,
    window: f64::INFINITY,
    state: 0.0,
    copy: 0.0,
    overhead: 0.0,
};

const fn fleet(prefill: usize, decode: usize) -> Fleet {
    Fleet {
        prefill,
        decode,
        rules: RULES,
        port: 1e6,
        here: 1.0,
        elsewhere: 0.02,
    }
}

const fn length(warm: u32, measured: u32) -> Length {
    Length {
        warm,
        measured,
        most_turns: u64::MAX,
        most_waiting: usize::MAX,
    }
}

fn shape(input: f64, output: f64, varied: bool) -> Shape {
    let p95 = |mean: f64| varied.then_some(2.0 * mean);
    Shape {
        input: source::Length::new(input, p95(input)),
        output: source::Length::new(output, p95(output)),
        cached: 0.0,
        restored: 0.0,
    }
}

fn open(fleet: &Fleet, rate: f64, measured: u32) -> Outcome {
    let mut source = Open::new(shape(1000.0, 100.0, true), rate, 1.0, 7);
    run(&Growing, fleet, &mut source, length(1000, measured))
}

/// Erlang's formula: the mean wait of M/M/c, in service times.
fn erlang(servers: f64, busy: f64) -> f64 {
    let offered = servers * busy;
    let (mut term, mut sum, mut index) = (1.0, 1.0, 1.0);
    while index < servers {
        term *= offered / index;
        sum += term;
        index += 1.0;
    }
    let last = term * offered / servers / (1.0 - busy);
    last / (sum + last) / (servers * (1.0 - busy))
}

/// Parts of any size come to the same as a whole run; and a turn of a large fleet counts as
/// several, since all of it is looked over.
#[test]
fn a_run_in_parts_comes_to_the_same() {
    let source = || Open::new(shape(1000.0, 100.0, true), 4.0, 1.0, 7);
    let whole = run(&Growing, &fleet(2, 2), &mut source(), length(50, 200));
    for part in [1, 13, 500] {
        let mut run = Run::new(&Growing, &fleet(2, 2), source(), length(50, 200));
        while run.advance(part) {}
        assert_eq!(run.close(), whole);
    }
    let turns = |prefill| {
        let mut run = Run::new(&Growing, &fleet(prefill, 2), source(), length(50, 200));
        run.advance(u64::MAX);
        run.turns()
    };
    assert!(turns(510) > 4 * turns(20));
    let mut limited = Run::new(&Growing, &fleet(2, 2), source(), length(50, 200)).within(100);
    assert!(!limited.advance(u64::MAX));
    assert!(limited.close().simulated.given_up);
}

/// Prompts that fill a step each, behind as many prefill replicas: an M/D/c queue, whose
/// mean wait is Pollaczek and Khinchine's where there is one, and Cosmetatos' (1976, good to
/// 2 %) where there are more.
#[test]
fn prompts_wait_as_theory_says() {
    for (servers, busy) in [(1, 0.5), (1, 0.8), (3, 0.7), (8, 0.8)] {
        let count = f64::from(servers);
        let mut source = Open::new(shape(8192.0, 1.0, false), busy * count, 1.0, 11);
        let fleet = Fleet {
            port: 1e30,
            ..fleet(usize::try_from(servers).unwrap(), 1)
        };
        let got = run(&Reading, &fleet, &mut source, length(5_000, 200_000));
        let wait = got.read - 1.0;
        let light = (1.0 - busy) * (count - 1.0) * ((4.0 + 5.0 * count).sqrt() - 2.0);
        let expected = 0.5 * erlang(count, busy) * (1.0 + light / (16.0 * busy * count));
        assert!(
            (wait / expected - 1.0).abs() < 0.05,
            "{servers} at {busy}: {wait} for {expected}"
        );
        assert!((got.simulated.rate / (busy * count) - 1.0).abs() < 0.01);
    }
}

/// The average number present is the arrival rate times the time of stay, of open arrivals and of
/// users who think.
#[test]
fn little_holds() {
    for (prefill, decode) in [(1, 1), (2, 3)] {
        let fleet = fleet(prefill, decode);
        let got = open(&fleet, 12.0, 40_000).simulated;
        assert!(got.steady);
        let users = got.rate * got.latency.mean;
        assert!(
            (got.users / users - 1.0).abs() < 0.01,
            "{} {users}",
            got.users
        );
        let mut source = Closed::new(shape(1000.0, 100.0, true), 60, 3.0, 2.0, 3);
        let got = run(&Growing, &fleet, &mut source, length(1000, 40_000)).simulated;
        let all = got.rate * (got.latency.mean + 3.0);
        assert!((all / 60.0 - 1.0).abs() < 0.01, "{all}");
        let users = got.rate * got.latency.mean;
        assert!((got.users / users - 1.0).abs() < 0.01);
    }
}

/// Beyond the capacity of one pool more users get no more: the prompts of one replica, or the
/// tokens of one.
#[test]
fn throughput_saturates() {
    let at = |fleet: &Fleet, users: u32, input: f64, output: f64| {
        let mut source = Closed::new(shape(input, output, false), users, 0.0, 1.0, 5);
        run(&Growing, fleet, &mut source, length(4_000, 20_000))
            .simulated
            .rate
    };
    // Prompts of 8,192 tokens take 0.01 + 0.3277 + 0.0671 s each.
    let prompts = at(&fleet(1, 4), 100, 8192.0, 10.0);
    assert!((prompts * 0.4048 - 1.0).abs() < 0.02, "{prompts}");
    assert!((at(&fleet(2, 4), 200, 8192.0, 10.0) / prompts / 2.0 - 1.0).abs() < 0.02);
    // Two replicas of 256 slots, 200 tokens of some 0.0356 s each, and no room is short.
    let slots = at(&fleet(8, 2), 2000, 100.0, 200.0);
    assert!(
        (at(&fleet(8, 2), 4000, 100.0, 200.0) / slots - 1.0).abs() < 0.02,
        "{slots}"
    );
    let step = 0.01 + 1e-4 * 256.0 + 1e-9 * 256.0 * 200.0;
    assert!((slots * step * 200.0 / 512.0 - 1.0).abs() < 0.05, "{slots}");
}

/// A line that never ends is not taken for an answer, whichever pool it forms in.
#[test]
fn an_endless_line_is_seen() {
    for (prefill, decode, input, output) in [(1, 4, 8192.0, 10.0), (8, 1, 100.0, 400.0)] {
        let mut source = Open::new(shape(input, output, false), 40.0, 1.0, 5);
        let got = run(
            &Growing,
            &fleet(prefill, decode),
            &mut source,
            length(200, 3_000),
        );
        assert!(!got.simulated.steady);
        let reading = got.read > got.handed;
        assert_eq!(reading, prefill == 1);
    }
}

/// More decode replicas do not make tokens slower; more prefill replicas do not make the
/// first one later.
#[test]
fn more_replicas_are_no_slower() {
    let at = |prefill, decode| open(&fleet(prefill, decode), 15.0, 5_000).simulated;
    for count in 1..6 {
        let (fewer, more) = (at(3, count), at(3, count + 1));
        assert!(more.tpot.p95 <= 1.01 * fewer.tpot.p95);
        let (fewer, more) = (at(count, 3), at(count + 1, 3));
        assert!(more.ttft.p95 <= 1.02 * fewer.ttft.p95);
    }
}

/// A part of a fleet behaves as the whole: two decode replicas of six, and three of eight that
/// read, which is more than belongs to them.
#[test]
fn a_part_stands_for_the_whole() {
    let whole = open(&fleet(8, 6), 60.0, 20_000).simulated;
    let part = Fleet {
        here: (2.0 / 6.0) / (3.0 / 8.0),
        ..fleet(3, 2)
    };
    let part = open(&part, 60.0 * 3.0 / 8.0, 20_000).simulated;
    assert!((part.rate * 3.0 / whole.rate - 1.0).abs() < 0.02);
    assert!((part.tpot.mean / whole.tpot.mean - 1.0).abs() < 0.02);
    assert!((part.tpot.p95 / whole.tpot.p95 - 1.0).abs() < 0.02);
    assert!((part.ttft.mean / whole.ttft.mean - 1.0).abs() < 0.1);
}

/// One after another sends so many, and hears of every answer.
struct Some {
    open: Open,
    left: u32,
    answered: u32,
}

impl Source for Some {
    fn next_at(&self) -> Option<f64> {
        self.open.next_at().filter(|_| self.left > 0)
    }

    fn take(&mut self) -> Option<Request> {
        self.left = self.left.checked_sub(1)?;
        self.open.take()
    }

    fn answered(&mut self, _at: f64) {
        self.answered += 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every request is answered once, also where the cache overflows and where prompts are
    /// decoded elsewhere; time does not run backwards; the same seed gives the same.
    #[test]
    fn no_request_is_lost(
        (prefill, decode) in (1usize..5, 1usize..5),
        rate in 0.5..40.0f64,
        (pool, kept, port) in (2_000.0..100_000.0f64, 1.0..3.0f64, 1e3..1e7f64),
        (separate, reserves) in (any::<bool>(), any::<bool>()),
        ranks in 1usize..4,
        here in prop_oneof![Just(1.0), 0.2..1.0f64],
        seed in any::<u64>(),
    ) {
        let fleet = Fleet {
            rules: Rules { pool, kept, taken: kept.ceil(), separate, reserves, ranks, ..RULES },
            port,
            here,
            ..fleet(prefill, decode)
        };
        let go = || {
            let mut source = Some {
                open: Open::new(shape(700.0, 60.0, true), rate, 1.0, seed),
                left: 300,
                answered: 0,
            };
            // More are asked for than come: it ends when all are through.
            let got = run(&Growing, &fleet, &mut source, length(0, 400));
            (got, source.answered)
        };
        let (got, answered) = go();
        prop_assert_eq!(answered, 300);
        let here = (300.0 * here + 1e-6).floor();
        prop_assert!((f64::from(got.simulated.requests) - here).abs() <= 1.0);
        prop_assert!(got.simulated.ttft.mean > 0.0 && got.handed > 0.0 && got.read > 0.0);
        prop_assert!(got.simulated.latency.mean >= got.simulated.ttft.mean);
        prop_assert_eq!(go().0, got);
    }

    /// Whatever it is asked, it comes to an end.
    #[test]
    fn nothing_stops_it(
        (prefill, decode, ranks, sequences) in (0usize..4, 0usize..4, 0usize..4, 0usize..4),
        (pool, kept, chunk) in (-1.0..1e4f64, 0.5..4.0f64, 0.0..1e4f64),
        (port, here, rate) in (-1.0..1e9f64, -1.0..3.0f64, 0.0..1e3f64),
        (input, output) in (0.0..1e5f64, 0.0..1e4f64),
        users in 0u32..50,
    ) {
        let fleet = Fleet {
            rules: Rules { pool, kept, chunk, ranks, sequences, ..RULES },
            port,
            here,
            ..fleet(prefill, decode)
        };
        let length = Length { most_turns: 5_000, most_waiting: 500, ..length(10, 50) };
        let shape = shape(input, output, true);
        let mut source = Open::new(shape, rate, 1.0, 1);
        run(&Growing, &fleet, &mut source, length);
        let mut source = Closed::new(shape, users, 0.0, 1.0, 1);
        run(&Growing, &fleet, &mut source, length);
    }
}

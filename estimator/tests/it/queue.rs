//! The simulation of continuous batching against queueing theory.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)] // Known inputs.

use crate::costs::Growing;
use estimator::serving::queue::batch::{Costs, Length, Rules, Run, run};
use estimator::serving::queue::source::{self, Closed, Open, Request, Shape, Source};
use estimator::serving::queue::{Quantiles, Simulated};
use estimator::workload::thinned;
use proptest::prelude::*;
use serde::Deserialize;
use std::cell::Cell;

/// Steps that all take the same time, whatever they carry: then a slot is a server.
struct Alike;

/// Seconds of every step.
const STEP: f64 = 0.001;

impl Costs for Alike {
    fn step(&self, _decoding: f64, _prompt: f64, _context: f64) -> f64 {
        STEP
    }

    fn attention(&self, _cached: f64, _from: f64, _to: f64, _whole: f64) -> f64 {
        0.0
    }
}

fn rules(sequences: usize, pool_tokens: f64) -> Rules {
    Rules {
        chunk: 8192.0,
        ranks: 1,
        stages: 1.0,
        sequences,
        separate: false,
        reserves: false,
        taken: 1.0,
        kept: 1.0,
        pool: pool_tokens,
        per_token: 1.0,
        per_window_token: 0.0,
        window: f64::INFINITY,
        state: 0.0,
        copy: 0.0,
        overhead: 0.0,
    }
}

const LONG: Length = Length {
    warm: 2_000,
    measured: 60_000,
    most_turns: u64::MAX,
    most_waiting: usize::MAX,
};

fn shape(input: (f64, Option<f64>), output: (f64, Option<f64>)) -> Shape {
    Shape {
        input: source::Length::new(input.0, input.1),
        output: source::Length::new(output.0, output.1),
        cached: 0.0,
        restored: 0.0,
    }
}

/// A case of Erlang's formula, worked out elsewhere.
#[derive(Deserialize)]
struct Erlang {
    servers: usize,
    offered_erlangs: f64,
    mean_wait_in_service_times: f64,
    p95_wait: f64,
}

/// Poisson arrivals of requests whose answers are exponentially long: those of M/M/c.
struct Exponential {
    open: Open,
    lengths: Open,
    mean: f64,
    last: f64,
}

impl Source for Exponential {
    fn next_at(&self) -> Option<f64> {
        self.open.next_at()
    }

    fn take(&mut self) -> Option<Request> {
        let request = self.open.take()?;
        // The gaps of a second stream of arrivals are exponential lengths.
        let at = self.lengths.take()?.arrival;
        let output = (at - self.last) * self.mean;
        self.last = at;
        Some(Request { output, ..request })
    }

    fn answered(&mut self, _at: f64) {}
}

/// Mean and 95th percentile of the wait in service times, over `RUNS` runs.
fn waits(case: &Erlang) -> (f64, f64) {
    const RUNS: u64 = 8;
    let output = 2000.0;
    let service = output * STEP;
    let one = shape((1.0, None), (1.0, None));
    let length = Length {
        measured: 60_000,
        ..LONG
    };
    let (mut mean, mut late) = (0.0, 0.0);
    for seed in 0..RUNS {
        let mut source = Exponential {
            open: Open::new(one, case.offered_erlangs / service, 1.0, 100 + 2 * seed),
            lengths: Open::new(one, 1.0, 1.0, 101 + 2 * seed),
            mean: output,
            last: 0.0,
        };
        let got = run(&Alike, &rules(case.servers, f64::MAX), &mut source, length);
        // The first token's own step, and the one that was running, are no wait.
        mean += (got.ttft.mean - 2.0 * STEP).max(0.0) / service;
        late += (got.ttft.p95 - 2.0 * STEP).max(0.0) / service;
    }
    (mean / RUNS as f64, late / RUNS as f64)
}

/// With equal steps and exponential answers the engine is M/M/c: mean and 95th
/// percentile of the wait are those of Erlang's formula, within 3 % and the chance of
/// half a million requests (whose standard error grows with `1/(1 - rho)`).
#[test]
fn waits_are_erlangs() {
    let text = include_str!("data/erlang_c_vectors.json");
    let cases: Vec<Erlang> = serde_json::from_str(text).unwrap();
    assert!(cases.len() >= 10);
    for case in cases {
        let load = case.offered_erlangs / case.servers as f64;
        let (mean, late) = waits(&case);
        for (what, got, wanted) in [
            ("mean", mean, case.mean_wait_in_service_times),
            ("p95", late, case.p95_wait),
        ] {
            let tolerance = (0.03 + 0.003 / (1.0 - load)) * wanted + 0.002;
            assert!(
                (got - wanted).abs() <= tolerance,
                "{} servers, {} erlangs: {what} {got} for {wanted}",
                case.servers,
                case.offered_erlangs,
            );
        }
    }
}

/// Requests in the system are rate times latency, by two ways of counting.
fn assert_littles_law(got: &Simulated) {
    let expected = got.rate * got.latency.mean;
    assert!(
        (got.users - expected).abs() <= 0.01 * expected,
        "{} requests in the system, {expected} by Little's law",
        got.users
    );
}

/// Little's law holds to 1 %, open and closed, roomy and short of cache.
#[test]
fn littles_law_holds() {
    let various = shape((1000.0, Some(2500.0)), (200.0, Some(500.0)));
    for (rate, pool) in [(2.0, 1e7), (6.0, 1e7), (4.0, 40_000.0)] {
        let mut open = Open::new(various, rate, 1.0, 3);
        assert_littles_law(&run(&Growing, &rules(256, pool), &mut open, LONG));
    }
    for users in [1, 20, 100] {
        let mut closed = Closed::new(various, users, 1.0, 5.0, 3);
        let got = run(&Growing, &rules(256, 1e7), &mut closed, LONG);
        // Users who think are not in the system.
        let thinking = got.rate * 1.0;
        assert!((got.users + thinking - f64::from(users)).abs() < 0.02 * f64::from(users));
        assert_littles_law(&got);
    }
}

/// One in so many of the requests that a stream sends, each by chance: the arrivals of one replica
/// of a fleet.
struct Chosen {
    stream: Open,
    one_in: u64,
    dice: u64,
    next: Request,
}

impl Chosen {
    fn new(mut stream: Open, one_in: u64) -> Self {
        let next = stream.take().unwrap();
        Self {
            stream,
            one_in,
            dice: 7,
            next,
        }
    }
}

impl Source for Chosen {
    fn next_at(&self) -> Option<f64> {
        Some(self.next.arrival)
    }

    fn take(&mut self) -> Option<Request> {
        let taken = self.next;
        loop {
            self.next = self.stream.take()?;
            // Knuth's generator, of which the upper bits are good.
            self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005);
            self.dice = self.dice.wrapping_add(1_442_695_040_888_963_407);
            if (self.dice >> 33).is_multiple_of(self.one_in) {
                return Some(taken);
            }
        }
    }

    fn answered(&mut self, _at: f64) {}
}

/// A replica that meets one in so many requests of a bursty stream waits as one that meets
/// a stream of its own whose times vary as [`thinned`] says; with the whole stream's bursts
/// it would wait far longer.
#[test]
fn a_share_of_a_bursty_stream_is_less_bursty() {
    let shape = shape((10.0, None), (50.0, None));
    let rules = rules(4, f64::INFINITY);
    let each = 0.75 * 4.0 / (51.0 * STEP);
    for (one_in, bursts) in [(2u32, 9.0), (8, 20.0), (32, 20.0), (4, 0.2)] {
        let stream = Open::new(shape, each * f64::from(one_in), bursts, 11);
        let chosen = run(
            &Alike,
            &rules,
            &mut Chosen::new(stream, one_in.into()),
            LONG,
        );
        let alone = |variation| {
            let mut open = Open::new(shape, each, variation, 12);
            run(&Alike, &rules, &mut open, LONG)
        };
        let own = alone(thinned(bursts, f64::from(one_in).recip()));
        let whole = alone(bursts);
        let off = |got: &Simulated| (got.ttft.mean / chosen.ttft.mean - 1.0).abs();
        assert!(off(&own) < 0.12, "{one_in}, {bursts}: {}", off(&own));
        assert!(off(&whole) > 2.0 * off(&own) && off(&whole) > 0.15);
    }
    assert!((thinned(1.0, 0.3) - 1.0).abs() < f64::EPSILON);
    assert!((thinned(9.0, 1.0) - 9.0).abs() < f64::EPSILON);
}

/// The same seed gives the same run to the last bit; another one, another.
#[test]
fn a_seed_repeats() {
    let once = |seed| {
        let mut open = Open::new(
            shape((500.0, Some(900.0)), (100.0, Some(300.0))),
            5.0,
            2.0,
            seed,
        );
        run(&Growing, &rules(64, 1e6), &mut open, LONG)
    };
    assert_eq!(once(5), once(5));
    assert_ne!(once(5).ttft, once(6).ttft);
}

/// Where more arrives than can be served, throughput stays at the rate closed users draw from the
/// same engine, and the run says that it does not keep up.
#[test]
fn saturation_is_where_throughput_stops_rising() {
    let alike = shape((1000.0, Some(2000.0)), (100.0, Some(200.0)));
    let rules = rules(32, 1e7);
    let length = Length {
        measured: 5_000,
        ..LONG
    };
    let at = |rate: f64| {
        run(
            &Growing,
            &rules,
            &mut Open::new(alike, rate, 1.0, 1),
            length,
        )
    };
    let full = run(
        &Growing,
        &rules,
        &mut Closed::new(alike, 400, 0.0, 1.0, 1),
        length,
    )
    .rate;
    let mut before = 0.0;
    for share in [0.3, 0.6, 0.9] {
        let got = at(full * share);
        assert!(got.steady, "keeps up with {share} of what it can");
        assert!(got.rate > before);
        before = got.rate;
    }
    for share in [1.3, 2.0, 5.0] {
        let got = at(full * share);
        assert!(!got.steady, "keeps up with {share} times what it can");
        assert!(
            (got.rate / full - 1.0).abs() < 0.05,
            "{} of {full}",
            got.rate
        );
    }
}

/// A list of requests that ends.
struct List(std::vec::IntoIter<Request>);

impl Source for List {
    fn next_at(&self) -> Option<f64> {
        self.0.as_slice().first().map(|request| request.arrival)
    }

    fn take(&mut self) -> Option<Request> {
        self.0.next()
    }

    fn answered(&mut self, _at: f64) {}
}

/// A request that was put back waits until there is room for it and for the growth of the others:
/// it does not come back at once, only to be put back again with its prompt computed for nothing.
#[test]
fn who_was_put_back_waits_for_room() {
    let alike = |number: u32| Request {
        arrival: f64::from(number) * 1e-4,
        fresh: 100.0,
        cached: 0.0,
        restored: 0.0,
        own: 0.0,
        output: 300.0,
    };
    for separate in [false, true] {
        let rules = Rules {
            separate,
            ..rules(64, 3000.0)
        };
        let list: Vec<Request> = (0..12).map(alike).collect();
        let length = Length {
            warm: 0,
            measured: 12,
            ..LONG
        };
        let got = run(&Growing, &rules, &mut List(list.into_iter()), length);
        assert_eq!(got.requests, 12);
        // Seven can end together: five are put back, once each.
        assert_eq!(got.preempted, 5, "prompts apart: {separate}");
    }
}

/// Counts how often it is asked how long something takes.
#[derive(Default)]
struct Counting(Cell<u64>);

impl Costs for Counting {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        self.0.set(self.0.get() + 1);
        Growing.step(decoding, prompt, context)
    }

    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64 {
        self.0.set(self.0.get() + 1);
        Growing.attention(cached, from, to, whole)
    }
}

/// Prompts that take hundreds of steps each, on attention ranks of which each reads its own:
/// thousands of them are begun, and every step looks at all. A run counts that: its allowance
/// bounds its work, and one that has used it up is given up.
#[test]
fn a_run_takes_no_more_than_it_may() {
    let rules = Rules {
        ranks: 64,
        ..rules(4096, f64::MAX)
    };
    let length = Length {
        warm: 0,
        measured: 4000,
        most_turns: 20_000,
        most_waiting: usize::MAX,
    };
    let costs = Counting::default();
    let mut source = Closed::new(shape((2e6, None), (10.0, None)), 4000, 0.0, 0.0, 1);
    let mut run = Run::new(&costs, &rules, &mut source, length);
    run.advance(u64::MAX);
    let (asked, turns) = (costs.0.get(), run.turns());
    assert!(asked < 12 * turns, "{asked} for {turns} turns");
    let got = run.close();
    assert!(got.given_up && !got.steady);
}

/// A million users are drawn before the first asks: that counts, too.
#[test]
fn users_count_as_work() {
    let users = |count| Closed::new(shape((10.0, None), (10.0, None)), count, 1e9, 0.0, 1);
    let begun = |count| Run::new(&Growing, &rules(8, f64::MAX), users(count), LONG).turns();
    assert!(begun(10) == 0 && begun(1_000_000) > 10_000);
}

/// A run may be taken in parts of any size, looked up from, and limited: it comes to the
/// same.
#[test]
fn a_run_in_parts_comes_to_the_same() {
    let length = Length {
        warm: 20,
        measured: 200,
        ..LONG
    };
    let source = || {
        Open::new(
            shape((1000.0, Some(3000.0)), (50.0, Some(200.0))),
            4.0,
            1.0,
            3,
        )
    };
    let rules = rules(64, 30_000.0);
    let whole = run(&Growing, &rules, &mut source(), length);
    for part in [1, 7, 1000] {
        let mut run = Run::new(&Growing, &rules, source(), length);
        let mut parts = 0;
        while run.advance(part) {
            parts += 1;
            assert!(run.turns() >= parts * part && parts < 100_000);
        }
        assert!(parts > 0 || part == 1000);
        assert_eq!(run.close(), whole);
    }
    let mut limited = Run::new(&Growing, &rules, source(), length).within(100);
    assert!(!limited.advance(u64::MAX) && limited.turns() >= 100);
    assert!(limited.close().given_up);
}

fn is_ordered(one: &Quantiles) -> bool {
    one.p50 <= one.p90 && one.p90 <= one.p95 && one.p95 <= one.p99
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever arrives, at whatever size of cache, slots, chunk, ranks, stages and
    /// habits: everybody is answered, nothing is negative, quantiles are in order.
    #[test]
    fn no_request_is_lost(
        requests in prop::collection::vec((0.0..0.5f64, 1.0..6000.0f64, 0.0..3000.0f64, 1.0..400.0f64), 1..60),
        pool in 100.0..50_000.0f64,
        sequences in 1usize..40,
        chunk in 1.0..9000.0f64,
        ranks in 1usize..5,
        stages in 1u32..5,
        separate: bool,
        reserves: bool,
        kept in 1.0..4.0f64,
        overhead in 0.0..0.2f64,
    ) {
        let mut at = 0.0;
        let list: Vec<Request> = requests.iter().map(|(gap, fresh, cached, output)| {
            at += gap;
            Request { arrival: at, fresh: *fresh, cached: *cached, restored: 0.0, own: 0.0, output: output.round() }
        }).collect();
        let count = u32::try_from(list.len()).unwrap();
        let rules = Rules {
            chunk, ranks, stages: f64::from(stages), separate, reserves, taken: 4.0, kept, overhead,
            ..rules(sequences, pool)
        };
        let length = Length { warm: 0, measured: count, most_turns: u64::MAX, most_waiting: usize::MAX };
        let got = run(&Growing, &rules, &mut List(list.into_iter()), length);
        prop_assert_eq!(got.requests, count);
        prop_assert!(!got.given_up);
        for one in [&got.ttft, &got.tpot, &got.latency, &got.waiting] {
            prop_assert!(is_ordered(one));
            prop_assert!(one.p50 >= 0.0 && one.p99.is_finite());
        }
        prop_assert!(got.ttft.p50 >= overhead);
        prop_assert!(got.latency.mean >= got.ttft.mean - 1e-9);
        prop_assert!(got.cache_peak <= 1.0 && got.cache >= -1e-9);
    }
}

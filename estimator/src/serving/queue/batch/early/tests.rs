//! What ends early would have missed what is demanded; what keeps it never ends early.

use crate::serving::queue::batch::{Costs, Length, Rules, Run};
use crate::serving::queue::source::{self, Open, Request, Shape, Source};
use crate::serving::queue::tally::{Quantiles, Simulated};
use proptest::prelude::*;
use proptest::sample::select;

/// Steps of a second, whatever they carry.
struct Seconds;

impl Costs for Seconds {
    fn step(&self, _decoding: f64, _prompt: f64, _context: f64) -> f64 {
        1.0
    }

    fn attention(&self, _cached: f64, _from: f64, _to: f64, _whole: f64) -> f64 {
        0.0
    }
}

/// Steps that take longer the more they carry.
struct Growing;

impl Costs for Growing {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        0.01 + 1e-4 * decoding + 4e-5 * prompt + 1e-9 * decoding * context
    }

    fn attention(&self, _cached: f64, from: f64, to: f64, _whole: f64) -> f64 {
        1e-9 * (to * to - from * from)
    }
}

/// Requests that all arrive at once.
struct Burst {
    left: u32,
    output: f64,
}

impl Source for Burst {
    fn next_at(&self) -> Option<f64> {
        (self.left > 0).then_some(0.0)
    }

    fn take(&mut self) -> Option<Request> {
        self.left = self.left.checked_sub(1)?;
        Some(Request {
            arrival: 0.0,
            fresh: 100.0,
            cached: 0.0,
            restored: 0.0,
            own: 0.0,
            output: self.output,
        })
    }

    fn answered(&mut self, _at: f64) {}
}

/// A step takes 100 prompt tokens on each rank.
fn rules() -> Rules {
    Rules {
        chunk: 100.0,
        ranks: 1,
        stages: 1.0,
        sequences: 64,
        separate: false,
        reserves: false,
        taken: 1.0,
        kept: 1.0,
        pool: f64::MAX,
        per_token: 1.0,
        per_window_token: 0.0,
        window: f64::INFINITY,
        state: 0.0,
        copy: 0.0,
        overhead: 0.0,
    }
}

/// A hundred requests at once, each of which is one step: the `k`th is answered after `k`
/// turns and `k` seconds.
fn hundred(ranks: usize, most_turns: u64) -> Run<Seconds, Burst> {
    let rules = Rules { ranks, ..rules() };
    let (left, output) = (100, 1.0);
    let length = Length {
        warm: 0,
        measured: 100,
        most_turns,
        most_waiting: usize::MAX,
    };
    Run::new(Seconds, &rules, Burst { left, output }, length)
}

/// Whether a run surely misses the limits that its requests are counted by.
fn misses<C: Costs, S: Source>(
    run: &mut Run<C, S>,
    ttft: Option<f64>,
    tpot: Option<f64>,
    share: f64,
) -> bool {
    run.misses((ttft, tpot), (ttft, tpot), share)
}

/// All that a run comes to but its goodput, which one that nothing is demanded of does not know.
fn closed<C: Costs, S: Source>(mut run: Run<C, S>) -> Simulated {
    run.advance(u64::MAX);
    Simulated {
        within: None,
        ..run.close()
    }
}

/// The 90th percentile of 100 lies at 0.9 x 99 = 89.1, so that 11 late ones, from 89 on, are
/// too many. Within 10.5 s are the first 10; the 21st answer is the 11th late one.
#[test]
fn it_ends_with_the_one_too_many() {
    let mut run = hundred(1, u64::MAX);
    assert!(misses(&mut run, Some(10.5), None, 0.9));
    assert_eq!(run.turns(), 21);
    // The values at 89 and 90 are 90 s and 91 s: 90.1 s.
    let whole = closed(run);
    assert_eq!(whole.steps, 100);
    assert!((whole.ttft.p90 - 90.1).abs() < 1e-9 && whole.ttft.p90 > 10.5);
    assert_eq!(whole, closed(hundred(1, u64::MAX)));
    // Of the 99th percentile, at 98.01, two are too many: the 12th answer.
    let mut run = hundred(1, u64::MAX);
    assert!(misses(&mut run, Some(10.5), None, 0.99));
    assert_eq!(run.turns(), 12);
}

/// Ten late ones are not too many: the percentile is 90.1 s, within 90.5 s. Of 11, those from
/// the 90th on, the last is the run's: it is over, and nothing is left to save.
#[test]
fn what_keeps_it_runs_to_its_end() {
    for limit in [90.5, 89.5, 1e9] {
        let mut run = hundred(1, u64::MAX);
        assert!(!misses(&mut run, Some(limit), None, 0.9), "{limit}");
        assert_eq!(run.turns(), 100);
    }
    // Of the 21 beyond 79.5 s the 11th is the 90th answer.
    let mut run = hundred(1, u64::MAX);
    assert!(misses(&mut run, Some(79.5), None, 0.9));
    assert_eq!(run.turns(), 90);
    let mut run = hundred(1, u64::MAX);
    assert!(!misses(&mut run, None, None, 0.9));
    assert_eq!(run.turns(), 100);
}

/// After `k` of 100 turns `k` of 100 requests are answered, so that the whole is thought to
/// take at the most ten times 100 turns: a run that is given up after 1,000 goes on, one that is
/// after 1,001 ends.
#[test]
fn what_may_be_given_up_goes_on() {
    let mut run = hundred(1, 1_001);
    assert!(misses(&mut run, Some(10.5), None, 0.9));
    assert_eq!(run.turns(), 21);
    for most in [1_000, 500, 101] {
        let mut run = hundred(1, most);
        assert!(!misses(&mut run, Some(10.5), None, 0.9), "{most}");
        assert_eq!(run.turns(), 100);
        let simulated = run.close();
        assert!(!simulated.given_up && simulated.requests == 100);
    }
    let mut run = hundred(1, 50);
    assert!(!misses(&mut run, Some(10.5), None, 0.9));
    assert!(run.close().given_up);
}

/// Two ranks answer two requests a turn, 50 turns in all. The 11th late one of those within 5.5 s is
/// the 21st answer, of turn 11, when 22 of 100 are answered: as what is left may grow with the square
/// of what is answered, the whole is thought to take at the most ten times 11 / 0.22 / 0.22 turns,
/// 2,273.
#[test]
fn of_several_ranks_it_may_take_longer() {
    let mut run = hundred(2, 2_273);
    assert!(misses(&mut run, Some(5.5), None, 0.9));
    assert_eq!(run.turns(), 11);
    for most in [501, 51] {
        let mut run = hundred(2, most);
        assert!(!misses(&mut run, Some(5.5), None, 0.9), "{most}");
        assert_eq!((run.turns(), run.close().requests), (50, 100));
    }
}

/// Answers of 11 tokens take a step for the first, and ten more: 1 s a token. Nobody is within
/// 0.9 s, so that the 11th answer is one too many; everybody is within 1.1 s.
#[test]
fn tokens_after_the_first_count_too() {
    let run = || {
        let (left, output) = (100, 11.0);
        let length = Length {
            warm: 0,
            measured: 100,
            most_turns: u64::MAX,
            most_waiting: usize::MAX,
        };
        // The decoding ones take a part of the step, so that prompts take longer than one.
        let rules = Rules {
            chunk: 200.0,
            ..rules()
        };
        Run::new(Seconds, &rules, Burst { left, output }, length)
    };
    let mut early = run();
    assert!(misses(&mut early, Some(1e9), Some(0.9), 0.9));
    let whole = closed(run());
    assert!((whole.tpot.p90 - 1.0).abs() < 1e-9);
    assert!(early.turns() < whole.steps / 2, "{}", early.turns());
    let mut kept = run();
    assert!(!misses(&mut kept, Some(1e9), Some(1.1), 0.9));
    assert_eq!(closed(kept), whole);
}

/// A run of anything on anything.
#[derive(Debug, Clone)]
struct Asked {
    rules: Rules,
    length: Length,
    shape: Shape,
    rate: f64,
    seed: u64,
}

impl Asked {
    fn run(&self) -> Run<Growing, Open> {
        let source = Open::new(self.shape, self.rate, 1.0, self.seed);
        Run::new(Growing, &self.rules, source, self.length)
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Positive, and below a million.
fn asked() -> impl Strategy<Value = Asked> {
    let engine = (
        (0.0..6.0f64, 500.0..40_000.0f64, 1..9usize),
        (any::<bool>(), any::<bool>(), select(vec![1.0, 1.0, 2.0])),
    );
    let load = (-2.0..5.0f64, 10.0..2_000.0f64, 1.0..300.0f64, any::<u64>());
    // Up to some five times the turns that a run takes, and far more.
    let length = (0..100u32, 20..200u32, 4.0..11.0f64, 10..2_000usize);
    (engine, load, length).prop_map(|(engine, load, length)| {
        let ((sequences, pool, ranks), (separate, reserves, stages)) = engine;
        let (rate, input, output, seed) = load;
        let (warm, measured, turns, most_waiting) = length;
        let of = |mean: f64| source::Length::new(mean, Some(2.0 * mean)).at_most(400.0);
        let whole = |log: f64| log.exp() as u64;
        Asked {
            rules: Rules {
                chunk: 512.0,
                sequences: whole(sequences) as usize,
                pool,
                ranks,
                separate,
                reserves,
                stages,
                ..rules()
            },
            length: Length {
                warm,
                measured,
                most_turns: whole(turns),
                most_waiting,
            },
            shape: Shape {
                input: source::Length::new(input, Some(2.0 * input)).at_most(5_000.0),
                output: of(output),
                cached: 0.0,
                restored: 0.0,
            },
            rate: rate.exp(),
            seed,
        }
    })
}

fn at(quantiles: &Quantiles, share: f64) -> f64 {
    match share {
        0.9 => quantiles.p90,
        0.95 => quantiles.p95,
        _ => quantiles.p99,
    }
}

fn cases() -> u32 {
    let asked = std::env::var("RUNS").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(400)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever the load, the sizes and the limits: what ends early would not have kept them,
    /// nor been given up; what would have kept them does not end early; and a run that is
    /// looked at comes to what it comes to otherwise.
    #[test]
    fn what_ends_early_misses(
        asked in asked(),
        share in select(vec![0.9, 0.95, 0.99]),
        limits in (
            prop::option::of(-4.0..4.0f64),
            prop::option::of(-6.0..-1.0f64),
        ),
    ) {
        let limits = (limits.0.map(f64::exp), limits.1.map(f64::exp));
        let whole = closed(asked.run());
        let late = |limit: Option<f64>, quantiles: &Quantiles| {
            limit.is_some_and(|limit| at(quantiles, share) > limit)
        };
        let is_missed = late(limits.0, &whole.ttft) || late(limits.1, &whole.tpot);
        let mut run = asked.run();
        let early = misses(&mut run, limits.0, limits.1, share);
        if early {
            prop_assert!(is_missed && !whole.given_up, "{} {whole:?}", run.turns());
        }
        prop_assert_eq!(closed(run), whole);
    }
}

//! Sums and laws worked out by hand, laws of caches as properties, and loads that are wrong.

#![allow(clippy::unwrap_used, clippy::float_cmp, clippy::indexing_slicing)]

use super::delay::Delay;
use super::law::{Law, Rhythm};
use super::restore::Restore;
use super::settle::{Overrides, Question, Serves, Shares, Tiers, settle};
use super::*;
use proptest::prelude::*;

fn near(one: f64, other: f64, part: f64) {
    assert!((one - other).abs() <= part * other.abs(), "{one} {other}");
}

fn plain(load: &Sessions) -> Law {
    Law::new(load, load.rate(0.0), Rhythm::of(load), 16.0)
}

/// 36 turns an hour; contexts of 1,000 tokens and 600 more a turn.
fn simple() -> Sessions {
    Sessions {
        population: Population::PerHour(12.0),
        turns: 3.0,
        single_share: 0.0,
        first: 1000.0,
        shared: 0.0,
        added: 500.0,
        answer: 100.0,
        delay: Delay::new(60.0, 60.0),
        compaction: 0.0,
        dropped: 0.0,
    }
}

/// 18 s at the median, 130 s at 90 %: sigma = ln(130 / 18) / 1.2816 = 1.5427, the mean
/// 18 exp(1.19) = 59.17 s.
#[test]
fn a_delay_is_lognormal() {
    let delay = Delay::new(18.0, 130.0);
    near(delay.mean(), 59.17, 1e-3);
    near(delay.within(18.0), 0.5, 1e-6);
    near(delay.within(130.0), 0.9, 1e-4);
    near(delay.up_to(f64::INFINITY), delay.mean(), 1e-6);
    // Integrated by steps of a second: the sum of the chances to be longer.
    let steps: f64 = (0..100)
        .map(|second| 1.0 - delay.within(f64::from(second) + 0.5))
        .sum();
    near(delay.up_to(100.0), steps, 2e-3);
    let none = Delay::ZERO;
    assert_eq!(
        (none.mean(), none.within(0.0), none.up_to(9.0)),
        (0.0, 1.0, 0.0)
    );
}

/// Turns 1 + geometric with mean 2: P(n >= k) = 1, 1, 1/2, 1/4, ... The input of turn k is
/// 1,000 + 600 (k - 1): sum 3 x 1,000 + 600 (1 + 2/2 + 3/4 + 4/8 + ...) = 3,000 + 600 x 4.
/// Turns that go on leave sum over k of P(n > k) (1,100 + 600 (k - 1))
/// = 2 x 1,100 + 600 (1/2 + 2/4 + 3/8 + ...) = 2,200 + 600 x 2.
#[test]
fn contexts_add_up() {
    let sums = simple().sums(0.0);
    near(sums.turns, 3.0, 1e-12);
    near(sums.inputs, 5400.0, 1e-12);
    near(sums.kept, 3400.0, 1e-12);
    // All contexts are 3 x 1,100 + 600 x 4 = 5,700.
    near(sums.left, 2300.0, 1e-12);
    let whole = simple().sums(16.0);
    near(whole.kept, 3400.0 - 2.0 * 8.0, 1e-12);
    near(whole.left, 2300.0 - 8.0, 1e-12);
}

/// Gaps of exactly 60 s, a session begins every 300 s. Within T < 60 s idle contexts touch
/// (3,400 + 2,300) T / 300 tokens, beyond 60 s no more than 680 of those that go on: 60 s are
/// reached at 1,140 tokens, and a pool that holds them beside the context finds all.
#[test]
fn survival_is_worked_out_by_hand() {
    let load = simple();
    let law = Law::new(&load, load.rate(0.0), Rhythm::of(&load), 0.0);
    near(law.footprint(30.0), 570.0, 1e-9);
    near(law.footprint(60.0), 1140.0, 1e-9);
    near(law.footprint(120.0), 680.0 + 920.0, 1e-9);
    near(law.survival(570.0).unwrap(), 30.0, 1e-6);
    near(law.survival(1600.0).unwrap(), 120.0, 1e-6);
    near(law.limit(), 3400.0 / 5400.0, 1e-12);
    // The mean context that goes on has 1,700 tokens; its first half is found where
    // 1,140 + 0.375 x 1,700 fit, its last quarter where 1,140 + 0.875 x 1,700 do.
    near(law.hits(1800.0), law.limit() / 2.0, 1e-9);
    near(law.hits(2640.0), law.limit(), 1e-9);
    assert_eq!(law.hits(1140.0), 0.0);
}

/// A context is in no other's way: the part that fits is found, the rest is lost from its tail.
#[test]
fn one_conversation_alone_keeps_what_fits() {
    let load = simple().at_once(1.0);
    let law = plain(&load);
    near(law.hits(1e6), law.limit(), 1e-9);
    near(law.hits(1700.0 * 0.5), law.limit() / 2.0, 1e-9);
    assert_eq!(law.hits(1700.0 / 10.0), 0.0);
    assert_eq!(law.hits(0.0), 0.0);
}

/// Nothing comes between an answer and the next turn: all is found that fits.
#[test]
fn without_a_delay_nothing_is_pushed_out() {
    let load = Sessions {
        delay: Delay::ZERO,
        ..simple()
    };
    let law = plain(&load);
    near(law.hits(1e4), law.limit(), 1e-9);
    // Turns that wait in line are idle as well.
    let rhythm = Rhythm {
        wait: 600.0,
        ..Rhythm::of(&load)
    };
    assert_eq!(Law::new(&load, 1.0, rhythm, 16.0).hits(1e4), 0.0);
}

/// Where every input is the prompt that all share, nearly all of it is found.
#[test]
fn a_prompt_that_all_share_is_found() {
    let load = Sessions {
        shared: 1000.0,
        added: 0.0,
        answer: 1.0,
        ..simple()
    };
    assert!(plain(&load).hits(1e5) > 0.99);
    assert_eq!(plain(&load).hits(0.0), 0.0);
}

#[test]
fn presets_are_in_range() {
    for preset in Preset::ALL {
        let load = preset.sessions(40.0);
        assert_eq!(load.checked(), Ok(load), "{}", preset.id());
    }
    // 114,000 tokens were recorded.
    near(Preset::CodingAgent.sessions(1.0).mean_input(), 114e3, 0.15);
}

#[test]
fn what_is_wrong_is_named() {
    let simple = simple();
    let wrong = [
        (simple.at_once(0.0), LoadField::AtOnce),
        (simple.at_once(f64::NAN), LoadField::AtOnce),
        (
            Sessions {
                turns: 0.9,
                ..simple
            },
            LoadField::Turns,
        ),
        (
            Sessions {
                turns: f64::INFINITY,
                ..simple
            },
            LoadField::Turns,
        ),
        (
            Sessions {
                single_share: 1.1,
                ..simple
            },
            LoadField::SingleShare,
        ),
        (
            Sessions {
                first: 0.0,
                ..simple
            },
            LoadField::First,
        ),
        (
            Sessions {
                shared: 1001.0,
                ..simple
            },
            LoadField::Shared,
        ),
        (
            Sessions {
                added: -1.0,
                ..simple
            },
            LoadField::Added,
        ),
        (
            Sessions {
                answer: 0.5,
                ..simple
            },
            LoadField::Answer,
        ),
        (
            Sessions {
                compaction: -0.1,
                ..simple
            },
            LoadField::Compaction,
        ),
        (
            Sessions {
                dropped: 1.1,
                ..simple
            },
            LoadField::Dropped,
        ),
        (
            Sessions {
                delay: Delay::new(-1.0, 1.0),
                ..simple
            },
            LoadField::DelayP50,
        ),
        (
            Sessions {
                delay: Delay::new(9.0, 8.0),
                ..simple
            },
            LoadField::DelayP90,
        ),
        (
            Sessions {
                delay: Delay::new(0.0, 8.0),
                ..simple
            },
            LoadField::DelayP90,
        ),
    ];
    for (load, field) in wrong {
        assert_eq!(load.checked().unwrap_err().field, field);
    }
    let said = simple.at_once(0.0).checked().unwrap_err().to_string();
    assert_eq!(said, "at_once: 0 is not between 1 and 1000000");
}

/// A server that reads a thousand tokens a second one after the other, and answers at once.
fn slow(load: &Sessions) -> impl FnMut(&Shares) -> Option<Serves> {
    let input = load.mean_input();
    move |shares| {
        let wait = input * (1.0 - shares.found()) / 1000.0;
        Some(Serves {
            latency: wait,
            wait,
            running: 0.0,
        })
    }
}

fn question(load: &Sessions, room: f64) -> Question<'_> {
    Question {
        load,
        replicas: 1.0,
        routing: Routing::Session,
        tiers: Tiers {
            accelerator: room,
            ..Tiers::default()
        },
        block: 16.0,
        overrides: Overrides::default(),
    }
}

/// Long gaps leave contexts no chance, and recomputing makes gaps long: a warm cache keeps its
/// hits where an empty one never gets any.
#[test]
fn two_ends_may_stay_apart() {
    let load = Sessions {
        population: Population::PerHour(100.0),
        delay: Delay::new(5.0, 10.0),
        ..Preset::CodingAgent.sessions(1.0)
    };
    let apart = (10..120_u32).filter(|room| {
        let question = question(&load, f64::from(*room) * 1e5);
        let balance = settle(&question, &mut slow(&load)).unwrap();
        let cold = balance.cold.map_or(1.0, |cold| cold.shares.found());
        balance.warm.shares.found() > 0.8 && cold < 0.5
    });
    assert!(apart.count() > 0);
}

/// A stated share is taken, and the finds of main memory are counted beyond it.
#[test]
fn overrides_are_obeyed() {
    let load = Preset::CodingAgent.sessions(30.0);
    let mut question = question(&load, 1e9);
    question.overrides.accelerator = Some(0.3);
    let balance = settle(&question, &mut slow(&load)).unwrap();
    near(balance.warm.shares.found(), 0.3, 2e-3);
    question.tiers.host = 1e9;
    let balance = settle(&question, &mut slow(&load)).unwrap();
    near(balance.warm.shares.accelerator, 0.3, 2e-3);
    near(
        balance.warm.shares.found(),
        question.limit().accelerator,
        1e-2,
    );
    question.overrides.host = Some(0.2);
    let balance = settle(&question, &mut slow(&load)).unwrap();
    near(balance.warm.shares.found(), 0.5, 2e-3);
}

/// 100 GB/s of links for 4 ranks of 25,000 bytes a token: a microsecond each, four where the
/// tier reads a quarter of that.
#[test]
fn restoring_takes_the_slower_of_link_and_tier() {
    let fast = Restore::new(25e3, 4.0, 25e9, 100e9, 2e-6);
    near(fast.copied, 1e-6, 1e-12);
    assert!(fast.pays());
    let slow = Restore::new(25e3, 4.0, 25e9, 25e9, 2e-6);
    near(slow.copied, 4e-6, 1e-12);
    assert!(!slow.pays());
    // Layer by layer beside the prompt: 0.4 s of copies behind 0.3 s of prefill.
    near(slow.delays(1e5, 0.3), 0.1, 1e-9);
    assert_eq!(slow.delays(1e5, 0.5), 0.0);
}

fn any_load() -> impl Strategy<Value = Sessions> {
    let delay = (0.0..300.0_f64, 1.0..20.0_f64);
    let lengths = (
        100.0..50_000.0_f64,
        0.0..1.0_f64,
        0.0..8000.0_f64,
        1.0..2000.0_f64,
    );
    let dropped = prop_oneof![Just(0.0), 0.0..=1.0_f64];
    let turns = (1.0..100.0_f64, 0.0..1.0_f64, (0.0..0.3_f64, dropped));
    (1.0..200.0_f64, turns, lengths, delay).prop_map(
        |(many, turns, (first, part, added, answer), (p50, tail))| {
            let (turns, single_share, (compaction, dropped)) = turns;
            Sessions {
                population: Population::AtOnce(many),
                turns,
                single_share,
                first,
                shared: first * part,
                added,
                answer,
                delay: Delay::new(p50, p50 * tail),
                compaction,
                dropped,
            }
        },
    )
}

fn any_routing() -> impl Strategy<Value = Routing> {
    prop_oneof![
        Just(Routing::None),
        Just(Routing::Session),
        Just(Routing::Prefix)
    ]
}

proptest! {
    /// A larger cache never finds less, and none more than one without an end.
    #[test]
    fn more_cache_finds_no_less(
        load in any_load(),
        routing in any_routing(),
        replicas in 1.0..8.0_f64,
        room in 1e3..1e8_f64,
        more in 1.0..10.0_f64,
        wait in 0.0..100.0_f64,
    ) {
        let rhythm = Rhythm { wait, ..Rhythm::of(&load) };
        let law = Law::routed(&load, load.rate(wait), rhythm, 16.0, (routing, replicas));
        let (few, many) = (law.hits(room), law.hits(room * more));
        prop_assert!(few <= many + 1e-6, "{few} {many}");
        prop_assert!(many <= law.limit() + 1e-9);
        let tiers = law.tiers([room, room * more, room]);
        prop_assert!((tiers[0] + tiers[1] - many.max(few)).abs() < 1e-9 && tiers[2] == 0.0);
    }

    /// More sessions never find a larger share, whatever the pool.
    #[test]
    fn more_sessions_find_no_more(
        load in any_load(),
        room in 1e3..1e8_f64,
        more in 1.0..10.0_f64,
    ) {
        let many = match load.population {
            Population::AtOnce(many) => load.at_once(many * more),
            Population::PerHour(_) => load,
        };
        // The shared prompt is read the more often, the more there are.
        let (few, many) = (Sessions { shared: 0.0, ..load }, Sessions { shared: 0.0, ..many });
        prop_assert!(plain(&many).hits(room) <= plain(&few).hits(room) + 1e-6);
    }

    /// Keeping a session where it was never finds less than sending it anywhere.
    #[test]
    fn affinity_finds_no_less(load in any_load(), room in 1e4..1e8_f64, replicas in 1.0..8.0_f64) {
        let load = Sessions { shared: 0.0, ..load.at_once(200.0) };
        let of = |routing| {
            let rhythm = Rhythm::of(&load);
            Law::routed(&load, load.rate(1.0), rhythm, 16.0, (routing, replicas)).hits(room)
        };
        prop_assert!(of(Routing::None) <= of(Routing::Session) + 0.02);
    }

    /// Sums over turns equal adding them up one by one.
    #[test]
    fn sums_add_up(load in any_load()) {
        let sums = load.sums(0.0);
        let several = (1.0 - load.single_share) * (load.turns - 1.0).clamp(0.0, 1.0);
        let again = 1.0 - 1.0 / (load.turns - 1.0).max(1.0);
        let (mut inputs, mut kept, mut grown, mut there) = (0.0, 0.0, 0.0, 1.0);
        for turn in 1..20_000 {
            let goes_on = there * if turn == 1 { several } else { again };
            inputs += there * (load.first + grown);
            let found = if load.dropped > 0.0 { 0.0 } else { load.answer };
            kept += goes_on * (load.first + grown + found - load.shared);
            let stays = (1.0 - load.dropped) * load.answer;
            grown = (1.0 - load.compaction) * (grown + stays + load.added);
            there = goes_on;
        }
        prop_assert!((sums.inputs - inputs).abs() < 1e-6 * inputs);
        prop_assert!((sums.kept - kept).abs() < 1e-6 * (kept + 1.0));
    }

    /// It settles whatever the load and the pool.
    #[test]
    fn hits_settle(load in any_load(), room in 1e4..1e8_f64) {
        let question = question(&load, room);
        let balance = settle(&question, &mut slow(&load)).unwrap();
        for settled in [Some(balance.warm), balance.cold].into_iter().flatten() {
            let found = settled.shares.found();
            prop_assert!((0.0..=1.0).contains(&found));
            prop_assert!(found <= question.limit().accelerator + 1e-6);
        }
    }
}

/// The load drawn and written, and the facts that a reader finds in it.
fn written(load: &Sessions) -> crate::trace::Facts {
    let extent = export::Extent {
        seconds: 1800.0,
        requests: 4000,
        ..export::Extent::default()
    };
    let text = export::mooncake(load, extent);
    assert_eq!(
        text,
        export::mooncake(load, extent),
        "the same seed, the same lines"
    );
    let mut reader = crate::trace::Reader::new(&crate::trace::Options::default());
    reader.push(text.as_bytes());
    let trace = reader.finish().unwrap();
    trace.facts().unwrap()
}

/// A written trace can be read, and an LRU finds in it the law's share for the numbers: within 8
/// points at each size, 4 on average; also where half of an answer is left out of what follows.
#[test]
fn what_is_written_is_found_again() {
    for (preset, dropped) in [
        (Preset::ToolAgent, 0.0),
        (Preset::CodingAgent, 0.0),
        (Preset::CodingAgent, 0.5),
    ] {
        let load = Sessions {
            dropped,
            ..preset.sessions(100.0)
        };
        let facts = written(&load);
        assert_eq!((facts.skipped, facts.block_tokens), (0, Some(512)));
        let law = Law::new(&load, load.rate(0.0), Rhythm::of(&load), 512.0);
        let cache = facts.cache.unwrap();
        let (mut worst, mut sum) = (0.0_f64, 0.0);
        // The first turns find a cache that is empty.
        let cold = law.limit() - cache.unlimited_share;
        for point in &cache.curve {
            let error = law.hits(point.blocks as f64 * 512.0) - cold - point.share;
            worst = worst.max(error.abs());
            sum += error.abs() / cache.curve.len() as f64;
        }
        assert!(worst < 0.08 && sum < 0.04, "{} {worst} {sum}", preset.id());
    }
}

/// Three turns of 1,000, 1,600 and 2,200 tokens, answers of 100 with them: an endless cache finds
/// 1,100 and 1,700. Where half of each answer is left out they are 1,000, 1,550 and 2,100, of which
/// the inputs before are found, and no answer.
#[test]
fn reasoning_is_left_out() {
    let of = |dropped| {
        let load = Sessions {
            dropped,
            ..simple()
        };
        let sums = load.sums(0.0);
        (sums.inputs, sums.kept, sums.kept + sums.left)
    };
    // Turns are geometric: three on average, and two of them followed.
    let (inputs, kept, all) = of(0.0);
    near(all, inputs + 300.0, 1e-9);
    let (less, found, whole) = of(0.5);
    near(whole, less + 300.0, 1e-9);
    assert!(less < inputs && found < kept - 200.0);
    let all_dropped = of(1.0);
    near(inputs - all_dropped.0, 2.0 * (inputs - less), 1e-9);
}

/// Two sessions of a first input of 1,024 tokens, of which all share 512: the first id is the
/// same, the second is each one's own.
#[test]
fn ids_are_chained() {
    let load = Sessions {
        first: 1024.0,
        shared: 512.0,
        turns: 1.0,
        ..simple()
    };
    let text = export::mooncake(&load.at_once(2.0), export::Extent::default());
    let mut lines = text.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let ids = line["hash_ids"].as_array().unwrap().clone();
        assert_eq!((line["input_length"].as_u64(), ids.len()), (Some(1024), 2));
        (line["session_id"].clone(), ids)
    });
    let (one, other) = (lines.next().unwrap(), lines.next().unwrap());
    assert_ne!(one.0, other.0);
    assert_eq!(one.1[0], other.1[0]);
    assert_ne!(one.1[1], other.1[1]);
}

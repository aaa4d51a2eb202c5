//! Links, levers, costs and strips worked out by hand. The laws of sizings against the catalogue
//! stand in the tests of `tests`.

#![allow(clippy::unwrap_used, clippy::float_cmp)]

use super::chosen::{Chosen, heard, sent};
use super::fields::{self, ALL};
use super::lever::{Effect, Lever, questions};
use super::link::{Link, is_sessions, of_calculator, read, write};
use super::met::Met;
use super::strip::{Refused, Strip, Warning};
use super::task::{Kinds, Prices, Task};
use super::{Field, Question, preset_of, problems};
use crate::choice::ModelChoice;
use crate::error::Problem;
use crate::parcel::Parcel;
use crate::placement::Placement;
use crate::precision::KvFormat;
use crate::quantity::{Seconds, UsdPerHour};
use crate::serving::queue::Quantiles;
use crate::session::cliff::Cliff;
use crate::session::settle::Shares;
use crate::session::{Population, Preset, Routing};
use crate::trace::{Doublings, Options, Reader};
use std::fmt::Write;

/// A link says what differs, and reads as it was.
#[test]
fn links_read_as_they_were_written() {
    let usual = Question::default();
    let link = |question: Question| Link {
        question,
        ..Link::default()
    };
    assert_eq!(write(&link(usual.clone())), "v=2&task=sessions");
    assert!(is_sessions("v=2&task=sessions") && !is_sessions("v=2"));
    let mut other = usual.clone();
    other.load = Preset::Chat.sessions(600.0);
    other.load.turns = 3.5;
    other.host = 1500.0;
    other.routing = Routing::None;
    other.asked.kv_cache = KvFormat::Fp8;
    other.asked.sla.ttft = None;
    other.asked.limits.spare_replicas = 2;
    let mut hourly = usual.clone();
    hourly.load = Preset::DeepResearch.sessions(1.0);
    hourly.load.population = Population::PerHour(25.0);
    for question in [usual, other, hourly] {
        let text = write(&link(question.clone()));
        let (found, notices) = read(&text);
        assert_eq!(found.question, question, "{text}");
        assert_eq!(notices, [], "{text}");
    }
    let (found, notices) = read("v=2&task=sessions&load=none&turns=many&sped=1");
    assert_eq!((found.question, notices.len()), (Question::default(), 3));
}

/// The calculator's link brings its model and its promise, and no load.
#[test]
fn a_calculators_question_is_taken_over() {
    let (found, notices) = of_calculator("v=2&model=Qwen/Qwen3-32B&users=50&in=800&ttft=500ms");
    assert_eq!(notices, []);
    let question = found.question;
    assert_eq!(
        question.asked.model,
        ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned())
    );
    assert_eq!(question.asked.sla.ttft, Some(Seconds::millis(500.0)));
    assert_eq!(question.load, Question::default().load);
    assert_eq!(
        question.asked.input_tokens,
        Question::default().asked.input_tokens
    );
}

/// Every number has a row whose range it is in, and one out of it is named there.
#[test]
fn numbers_are_held_against_their_ranges() {
    let usual = Question::default();
    assert_eq!(problems(&usual), []);
    for row in ALL.into_iter().flatten() {
        let mut question = usual.clone();
        if row.field == Field::PerHour {
            question.load.population = Population::PerHour(1.0);
        }
        (row.set)(&mut question, Some(row.range.1 * 2.0 + 1.0));
        let found = problems(&question);
        assert!(
            found.iter().any(|error| error.field == row.field
                && matches!(error.problem, Problem::TooLarge { .. })),
            "{:?} {found:?}",
            row.field
        );
        assert_eq!(fields::row(row.field).unwrap().key, row.key);
    }
    // A tail shorter than the middle, and more shared than there is.
    let mut question = usual.clone();
    question.load.delay.p90 = Seconds::new(1.0);
    assert_eq!(
        problems(&question).first().map(|error| error.field),
        Some(Field::DelayTail)
    );
    let mut question = usual;
    question.load.shared = 30_000.0;
    let found = problems(&question);
    assert_eq!(found.first().map(|error| error.field), Some(Field::Common));
}

/// Two sessions an hour at 12 dollars an hour are 6 dollars each: a third of the time is read, a
/// sixth written, the rest held by three cached tokens for each that comes back.
#[test]
fn a_task_is_shared_out_by_time() {
    let task = Task {
        turns: 10.0,
        tokens: Kinds {
            fresh: 1e6,
            cached: 3e6,
            restored: 1e6,
            answer: 0.5e6,
        },
        seconds: [2.0, 1.0, 3.0],
        finished: 2.0 / 3600.0,
    };
    let own = task.on(UsdPerHour::new(12.0)).unwrap();
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
    near(own.fresh, 2.0);
    near(own.answer, 1.0);
    near(own.cached, 2.25);
    near(own.restored, 0.75);
    near(own.sum(), 6.0);
    let mut prices = Prices {
        input: 0.6,
        cached: Some(0.1),
        answer: 2.0,
    };
    // Of 5 million tokens of input 4 are read from the cache.
    let api = task.at(&prices, 0.8);
    near(api.fresh, 0.6);
    near(api.cached, 0.4);
    near(api.answer, 1.0);
    prices.cached = None;
    near(task.at(&prices, 0.8).sum(), 4.0);
    let never = Task {
        finished: 0.0,
        ..task
    };
    assert_eq!(never.on(UsdPerHour::new(12.0)), None);
}

/// Every lever changes something, none is offered that is pulled.
#[test]
fn levers_change_the_question() {
    let usual = Question::default();
    let found = questions(&usual);
    assert!(found.iter().all(|(_, question)| *question != usual));
    let has = |lever| found.iter().any(|(known, _)| *known == lever);
    assert!(has(Lever::Tier) && has(Lever::Admission) && has(Lever::EightBitCache));
    // Sessions keep to their replica already, and the fleet is as wide as it gets.
    assert!(!has(Lever::Affinity) && !has(Lever::AnyArea) && !has(Lever::AnyAccelerator));
    for (lever, question) in &found {
        assert_eq!(problems(question), [], "{lever:?}");
        let again = questions(question);
        let offered = again.iter().any(|(known, _)| known == lever);
        let once = [Lever::EightBitCache, Lever::SharedFirst, Lever::Spot];
        assert!(!once.contains(lever) || !offered, "{lever:?}");
    }
    assert_eq!(preset_of(&usual.load), Some(Preset::CodingAgent));
}

/// Sessions begun an hour do not wait for good: a quarter of them would be turned away.
#[test]
fn arrivals_are_not_turned_away() {
    let mut question = Question::default();
    question.load.population = Population::PerHour(40.0);
    let found = questions(&question);
    assert!(found.iter().all(|(lever, _)| *lever != Lever::Admission));
}

/// Three times the bill is no help of a price, whatever it bears; of other changes it may be.
#[test]
fn a_price_helps_where_it_saves() {
    let dearer = Effect {
        saving: Some(-2.32),
        hits: 0.0,
        bears: 4.5,
    };
    let cheaper = Effect {
        saving: Some(0.2),
        ..dearer
    };
    let unpriced = Effect {
        saving: None,
        ..dearer
    };
    for lever in Lever::ALL {
        assert!(cheaper.helps(*lever), "{lever:?}");
        assert_eq!(dearer.helps(*lever), !lever.widens(), "{lever:?}");
        assert_eq!(unpriced.helps(*lever), !lever.widens(), "{lever:?}");
    }
}

/// What the worker writes of a trace is what the page reads.
#[test]
fn a_strip_comes_over_as_it_was() {
    let mut text = "timestamp,session,input,output\n".to_owned();
    for session in 0..30 {
        for turn in 0..4 {
            let (at, input) = (session * 7 + turn * 60, 2000 + turn * 900);
            writeln!(text, "{at},s{session},{input},100").unwrap();
        }
    }
    text.push_str("no line\n");
    let mut reader = Reader::new(&Options::default());
    reader.push(text.as_bytes());
    let strip = Strip::of(&reader.finish().unwrap()).unwrap();
    assert_eq!((strip.requests, strip.skipped), (120.0, 1.0));
    assert_eq!(strip.turns, Some(4.0));
    assert_eq!(strip.gap, Some([60.0, 60.0]));
    assert_eq!(strip.warnings, [Warning::Skipped, Warning::ColdStart]);
    let load = strip.load.unwrap();
    assert_eq!((load.turns, load.first, load.answer), (4.0, 2000.0, 100.0));
    // Three turns of four are longer than 2,048 tokens, one of them than 4,096; answers are alike.
    let bars = |from, shares: &[f64]| Doublings {
        from,
        shares: shares.to_vec(),
    };
    assert_eq!(strip.shape.input, bars(1024.0, &[0.25, 0.5, 0.25]));
    assert_eq!(strip.shape.answer, bars(64.0, &[1.0]));
    // 120 requests in 383 seconds, in slices of a 32nd of them.
    let minutes = 383.0 / 60.0 / 32.0;
    let all: f64 = strip.shape.rate.iter().map(|rate| rate * minutes).sum();
    assert!((all - 120.0).abs() < 1e-9 && strip.shape.rate.len() == 32);
    assert_eq!(Strip::read(&strip.write()), Ok(strip));
    // Without sessions there is no load.
    let mut reader = Reader::new(&Options::default());
    reader.push(b"TIMESTAMP,ContextTokens,GeneratedTokens\n2024-01-01 00:00:00,100,10\n");
    let alone = Strip::of(&reader.finish().unwrap()).unwrap();
    assert_eq!(alone.shape.rate, Vec::<f64>::new());
    assert_eq!(
        (alone.load, alone.turns, alone.unlimited),
        (None, None, None)
    );
    assert_eq!(Strip::read(&alone.write()), Ok(alone));
    for refused in [
        Refused::Unread,
        Refused::Unknown,
        Refused::Nothing,
        Refused::TooLarge,
    ] {
        assert_eq!(Strip::read(refused.name()), Err(refused));
    }
    assert_eq!(Strip::read("mooncake 1 2"), Err(Refused::Unread));
}

/// What the worker found is what the page makes an answer of; a parcel that was cut is none.
#[test]
fn what_was_found_comes_over_as_it_was() {
    let placement = Placement {
        tensor: 4,
        pipeline: 2,
        expert: 1,
        data: 8,
    };
    let cliff = Cliff {
        sessions: 42.5,
        rate: 0.125,
        hits: 0.96,
    };
    let quantiles = |first: f64| Quantiles {
        mean: first,
        p50: first / 2.0,
        p90: first * 2.0,
        p95: first * 3.0,
        p99: first * 5.0,
    };
    let met = Met {
        turns: 2010.0,
        answered: 2000.0,
        ttft: quantiles(1.5),
        tpot: quantiles(0.025),
        shares: Shares {
            accelerator: 0.9,
            host: 0.05,
            disk: 0.0,
        },
        good: 0.96,
        steady: true,
        kept: true,
    };
    let found = vec![
        (0, None),
        (
            3,
            Some(Chosen {
                placement,
                working: 7,
                bears: Some(40.25),
                cliff: Some(cliff),
                met: Some(met),
            }),
        ),
        (
            12,
            Some(Chosen {
                placement,
                working: 1,
                bears: None,
                cliff: None,
                met: None,
            }),
        ),
    ];
    let parcel = sent(&found);
    assert_eq!(heard(&parcel), Some(found));
    for cut in 0..parcel.numbers.len() {
        let numbers = parcel.numbers[..cut].to_vec();
        let texts = Vec::new();
        assert_eq!(heard(&Parcel { numbers, texts }), None);
    }
}

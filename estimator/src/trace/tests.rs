//! Traces worked out by a reference, laws of caches and sessions, and files that are wrong.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::float_cmp)]

use super::*;
use proptest::prelude::*;
use serde_json::Value;
use std::fmt::Write as _;

/// The traces with exact results.
const VECTORS: &str = include_str!("../../tests/it/data/trace_vectors.json");

fn read(text: &str, options: &Options) -> Result<Trace, TraceError> {
    let mut reader = Reader::new(options);
    reader.push(text.as_bytes());
    reader.finish()
}

fn facts(text: &str, options: &Options) -> Facts {
    read(text, options).unwrap().facts().unwrap()
}

fn list(value: &Value) -> Vec<u64> {
    let numbers = value.as_array().unwrap().iter();
    numbers.map(|number| number.as_u64().unwrap()).collect()
}

fn options(vector: &Value) -> Options {
    Options {
        block: vector["block_tokens"].as_u64(),
        merge: vector["merge"].as_u64(),
        outputs: match vector["outputs"].as_str() {
            Some("keep") => Some(Outputs::Keep),
            Some(_) => Some(Outputs::Drop),
            None => None,
        },
        ..Options::default()
    }
}

/// Every figure of every vector, cached tokens of each request included.
#[test]
fn vectors_are_exact() {
    let file: Value = serde_json::from_str(VECTORS).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 17);
    for vector in vectors {
        let (name, expect) = (&vector["name"], &vector["expect"]);
        let text = vector["text"].as_str().unwrap();
        let asked = options(vector);
        let trace = read(text, &asked).unwrap();
        let found = serde_json::to_value(trace.facts().unwrap()).unwrap();
        let order: Vec<u64> = trace.order().into_iter().map(u64::from).collect();
        assert_eq!(order, list(&expect["order"]), "{name}");
        for field in ["format", "requests", "skipped", "lineage"] {
            assert_eq!(found[field], expect[field], "{name}: {field}");
        }
        let Some(by_capacity) = expect["cached_tokens"].as_object() else {
            assert!(found["cache"].is_null() && found["block_tokens"].is_null());
            continue;
        };
        let cache = &found["cache"];
        let sum = |field: &str| list(&expect[field]).iter().sum::<u64>();
        assert_eq!(
            cache["distinct_blocks"], expect["distinct_blocks"],
            "{name}"
        );
        assert_eq!(cache["references"], sum("usable_blocks"), "{name}");
        assert_eq!(cache["entered"], sum("entered_blocks"), "{name}");
        for (capacity, tokens) in by_capacity {
            let asked = Options {
                per_request: Some(capacity.parse().unwrap_or(u64::MAX)),
                ..asked.clone()
            };
            let cache = facts(text, &asked).cache.unwrap();
            let found = cache.per_request.unwrap();
            assert_eq!(found, list(tokens), "{name}: {capacity}");
        }
        if let Some(sessions) = expect["sessions"].as_u64() {
            assert_eq!(found["sessions"]["count"], sessions, "{name}");
            let turns = list(&expect["turn_of"]).into_iter().max().unwrap();
            assert_eq!(found["sessions"]["turns"]["max"], turns, "{name}");
        }
        shares(name, text, &asked, expect);
    }
}

/// Replicas and tiers of a vector, as shares of its input.
fn shares(name: &Value, text: &str, asked: &Options, expect: &Value) {
    let input = facts(text, asked).input.unwrap().total.unwrap() as f64;
    if let Some(replicas) = expect["replicas"].as_object() {
        let asked = Options {
            replicas: replicas["replicas"].as_u64(),
            each: replicas["blocks_each"].as_u64(),
            ..asked.clone()
        };
        let found = facts(text, &asked).cache.unwrap().replicas;
        let share = |way: &str| list(&replicas[way]).iter().sum::<u64>() as f64 / input;
        assert_eq!(found.round_robin, share("round_robin"), "{name}");
        assert_eq!(found.session, share("session"), "{name}");
        assert_eq!(found.prefix, share("prefix"), "{name}");
    }
    if let Some(tiers) = expect["tiers"].as_object() {
        let blocks = |field: &str| tiers[field].as_u64().unwrap();
        let asked = Options {
            tiers: Some((blocks("hbm_blocks"), blocks("host_blocks"))),
            ..asked.clone()
        };
        let found = facts(text, &asked).cache.unwrap().tiers;
        let each = tiers["hbm_host_tokens"].as_array().unwrap();
        let share =
            |tier: usize| each.iter().map(|one| list(one)[tier]).sum::<u64>() as f64 / input;
        assert_eq!(found.hbm_share, share(0), "{name}");
        assert_eq!(found.host_share, share(1), "{name}");
    }
}

/// Percentiles, gaps, growth and dispersion of four turns, by hand: inputs 100, 220, 150, 400,
/// answers 20 each, at 0, 10, 130 and 190 s. Grown by 220 - 120 = 100 and 400 - 170 = 230; the
/// third is shorter than 240. Three full minutes hold 2, 0 and 1: mean 1, variance 2 / 3.
#[test]
fn four_turns_by_hand() {
    let text = "time;session;prompt_tokens;Completion Tokens;cached\n\
                0;a;100;20;0\n10;a;220;20;110\n130;a;150;20;\n190;a;400;20;145\n";
    let found = facts(text, &Options::default());
    let sessions = found.sessions.unwrap();
    assert_eq!(sessions.count, 1);
    assert_eq!(sessions.added_per_turn.unwrap().mean, 165.0);
    assert_eq!(sessions.not_growing_share, Some(1.0 / 3.0));
    let gaps = sessions.gap_s.unwrap();
    assert_eq!((gaps.p50, gaps.max), (60.0, 120.0));
    let input = found.input.unwrap();
    assert_eq!((input.p50, input.p90, input.total), (150, 400, Some(870)));
    assert!((found.arrivals.dispersion_60s.unwrap() - 2.0 / 3.0).abs() < 1e-12);
    let minutes = found.rate.per_minute.unwrap();
    assert_eq!((minutes.p50, minutes.max), (1, 2));
    // 255 of the 720 tokens of rows that say so.
    assert_eq!(found.measured_cached_share, Some(255.0 / 720.0));
}

/// Times of any zone and any number of decimals: the second is half a second after the first.
#[test]
fn dates_are_read_by_their_zone() {
    let text = "created_at,input,output\n2026-03-01T00:00:00.1234567+01:00,5,1\n\
                2026-02-28 23:00:00.6234567Z,5,1\n2026/02/28 23:00:01,5,1\n\
                2026-02-30 00:00:00,5,1\n2026-02-28 25:00:00,5,1\n";
    let found = facts(text, &Options::default());
    assert_eq!((found.requests, found.skipped), (3, 2));
    assert!((found.duration_s - 0.876_543_3).abs() < 1e-9);
    assert_eq!(found.arrivals.distinct_stamps, 3);
}

/// A mark of Unicode, line ends of Windows and blank lines change nothing; a cut line, negative
/// and enormous lengths, no time and a line of another kind are counted.
#[test]
fn bad_lines_are_counted() {
    let good = "{\"timestamp\":1000,\"input_length\":9,\"output_length\":1,\"hash_ids\":[1]}\r\n";
    let bad = [
        "{\"timestamp\":0,\"input_length\":9,\"output_le",
        "{\"timestamp\":0,\"input_length\":-9,\"output_length\":1,\"hash_ids\":[1]}",
        "{\"timestamp\":0,\"input_length\":9,\"output_length\":-1,\"hash_ids\":[1]}",
        "{\"timestamp\":0,\"input_length\":1e300,\"output_length\":1,\"hash_ids\":[1]}",
        "{\"delay\":5,\"input_length\":9,\"output_length\":1,\"hash_ids\":[1]}",
        "{\"timestamp\":{},\"input_length\":[],\"output_length\":null}",
        "{\"timestamp\":0,\"input_length\":9,\"output_length\":1,\"hash_ids\":[[]]}",
        "[]",
        "a,b,c",
    ];
    let text = format!("\u{feff}\r\n{good}\r\n{}\n{good}", bad.join("\n"));
    let found = facts(&text, &Options::default());
    assert_eq!((found.requests, found.skipped), (2, 9));
    assert_eq!(found.format, Format::Mooncake);
}

/// A text that is no trace says so.
#[test]
fn no_trace_is_an_error() {
    let refused = |text: &str| read(text, &Options::default()).unwrap_err();
    assert_eq!(refused(""), TraceError::UnknownFormat);
    assert_eq!(refused("\n\n"), TraceError::UnknownFormat);
    assert_eq!(refused("hello"), TraceError::UnknownFormat);
    assert_eq!(refused("{\"a\":1}"), TraceError::UnknownFormat);
    assert_eq!(refused("time,input\n1,2\n"), TraceError::UnknownFormat);
    let cut = "{\"input_length\":1,";
    assert_eq!(refused(cut), TraceError::NoRequests { skipped: 1 });
    // 2^40 tokens each would be two thousand million blocks.
    let huge = "time,session,input,output\n0,a,1099511627776,0\n";
    let error = read(huge, &Options::default()).unwrap().facts();
    assert!(matches!(error, Err(TraceError::TooManyBlocks { .. })));
    let pools = Options {
        replicas: Some(0),
        ..Options::default()
    };
    let error = read("time,session,input,output\n0,a,9,0\n", &pools).unwrap();
    assert_eq!(error.facts(), Err(TraceError::Replicas));
}

/// Chats whose chain is a circle, or begins with one that is not in the file, are sessions.
#[test]
fn chains_may_be_broken() {
    let mut text = String::new();
    for (chat, before) in [(1, 2), (2, 1), (3, 9), (4, 9), (5, 5), (6, -1)] {
        writeln!(
            text,
            "{{\"chat_id\":{chat},\"parent_chat_id\":{before},\"timestamp\":{chat},\
             \"input_length\":40,\"output_length\":1,\"hash_ids\":[{chat}]}}"
        )
        .unwrap();
    }
    let sessions = facts(&text, &Options::default()).sessions.unwrap();
    // 1 and 2; 3 and 4 after the unknown 9; 5; 6.
    assert_eq!(sessions.count, 4);
}

/// A clock that jumps by a thousand million years takes no memory.
#[test]
fn windows_of_a_broken_clock() {
    let text = "time,input,output\n0,5,1\n1,5,1\n3e16,5,1\n-1e300,5,1\n";
    let found = facts(text, &Options::default());
    assert_eq!(found.requests, 4);
    assert_eq!(found.rate.per_minute.unwrap().max, 1);
}

/// Requests of a few sessions with ids that share heads, as text.
fn drawn(turns: &[(u8, u8, u8)]) -> String {
    let mut text = String::new();
    for (at, (session, blocks, output)) in turns.iter().enumerate() {
        let ids: Vec<String> = (0..=*blocks)
            .map(|place| match place {
                0 => "0".to_owned(),
                _ => format!("{}", u64::from(*session) * 1000 + u64::from(place)),
            })
            .collect();
        let input = u64::from(*blocks) * 10 + 5;
        writeln!(
            text,
            "{{\"timestamp\":{},\"input_length\":{input},\"output_length\":{output},\
             \"hash_ids\":[{}],\"session_id\":{session}}}",
            at * 1000,
            ids.join(",")
        )
        .unwrap();
    }
    text
}

proptest! {
    /// The stack of all capacities finds as much as a plain pool of each capacity; shares rise
    /// with the capacity up to the unlimited one.
    #[test]
    fn the_stack_is_the_pool(
        turns in prop::collection::vec((0_u8..6, 1_u8..30, 0_u8..60), 1..80),
        keep in any::<bool>(),
    ) {
        let text = drawn(&turns);
        let capacities: Vec<u64> = vec![1, 2, 5, 10, 20, 40, 80, 1000];
        let asked = |each: u64| Options {
            block: Some(10),
            outputs: Some(if keep { Outputs::Keep } else { Outputs::Drop }),
            capacities: Some(capacities.clone()),
            replicas: Some(1),
            each: Some(each),
            ..Options::default()
        };
        let mut before = 0.0;
        for (at, &capacity) in capacities.iter().enumerate() {
            let cache = facts(&text, &asked(capacity)).cache.unwrap();
            let share = cache.curve[at].share;
            prop_assert_eq!(share, cache.replicas.round_robin);
            prop_assert_eq!(share, cache.replicas.session);
            prop_assert_eq!(share, cache.replicas.prefix);
            prop_assert!(before <= share && share <= cache.unlimited_share);
            before = share;
        }
    }

    /// Replayed, requests of the second half find in a cache of each capacity what they are listed
    /// to find; of several replicas the first meets its part.
    #[test]
    fn a_replay_finds_what_the_curve_says(
        turns in prop::collection::vec((0_u8..6, 1_u8..30, 0_u8..60), 1..80),
        most in 1_usize..80,
    ) {
        let text = drawn(&turns);
        let part = |replicas| Part { replicas, by_session: true };
        let of = |capacity: Option<u64>| {
            let asked = Options { block: Some(10), per_request: capacity, ..Options::default() };
            read(&text, &asked).unwrap()
        };
        let replay = of(None).replay(part(1), usize::MAX).unwrap();
        let warm = turns.len() / 2;
        prop_assert_eq!(replay.requests.len(), turns.len() - warm);
        for capacity in [1_u64, 5, 20, 80] {
            let facts = of(Some(capacity)).facts().unwrap();
            let listed = facts.cache.unwrap().per_request.unwrap();
            let room = capacity as f64 * 10.0 + 9.0;
            for (one, tokens) in replay.requests.iter().zip(listed.iter().skip(warm)) {
                prop_assert_eq!(replay.found(one, room), *tokens as f64);
            }
        }
        let third = of(None).replay(part(3), most).unwrap();
        let sessions: std::collections::HashSet<u8> = turns.iter().map(|(id, ..)| *id).collect();
        let whole = most.min(turns.len() - warm);
        prop_assert!(third.requests.len() <= whole);
        prop_assert!(sessions.len() > 1 || third.requests.len() == whole);
        prop_assert!(third.requests.is_sorted_by(|one, next| one.at <= next.at));
    }

    /// However a file is cut into chunks, it says the same.
    #[test]
    fn chunks_change_nothing(
        turns in prop::collection::vec((0_u8..6, 1_u8..30, 0_u8..60), 1..20),
        chunk in 1_usize..200,
    ) {
        let text = drawn(&turns);
        let mut reader = Reader::new(&Options::default());
        for part in text.as_bytes().chunks(chunk) {
            reader.push(part);
        }
        let found = reader.finish().unwrap().facts().unwrap();
        prop_assert_eq!(found, facts(&text, &Options::default()));
    }

    /// No bytes end in a panic, whatever format is asked.
    #[test]
    fn any_bytes_are_read(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        lines in prop::collection::vec("[-{}\\[\\]\":,a-z0-9. ]{0,40}", 0..6),
        name in prop::sample::select(vec!["", "mooncake", "bailian", "weka", "azure", "csv"]),
    ) {
        let mut reader = Reader::new(&Options {
            format: Format::from_name(name),
            ..Options::default()
        });
        reader.push(b"timestamp,session,input,output,prefix\n");
        reader.push(&bytes);
        reader.push(lines.join("\n").as_bytes());
        if let Ok(trace) = reader.finish() {
            let _ = trace.facts();
        }
    }
}

//! Every reader against changed, cut and chunked files.

use super::super::Reader;
use super::clients::{AIPERF, LOADGEN};
use super::counters::{DCGM, SMI};
use super::fixture::Item::{Dict, List, Text, Whole};
use super::fixture::{database, pickle, text, whole};
use super::nsight::{RAW, SUMS};
use super::servers::METRICS;
use super::xprof::space;
use super::{TRACE, read};
use proptest::prelude::*;

/// A small file of each kind that is read as such.
fn files() -> Vec<Vec<u8>> {
    let snapshot = Dict(vec![
        ("segments", List(vec![Dict(vec![("total_size", Whole(9))])])),
        (
            "device_traces",
            List(vec![List(vec![Dict(vec![
                ("action", Text("alloc")),
                ("size", Whole(5)),
            ])])]),
        ),
    ]);
    let tables = database(&[(
        "CUPTI_ACTIVITY_KIND_MEMSET",
        "CREATE TABLE M (start INT, end INT, deviceId INT, bytes INT, x TEXT)",
        vec![
            vec![
                whole(1),
                whole(2),
                whole(0),
                whole(3),
                text(&"x".repeat(900))
            ];
            9
        ],
    )]);
    let mut files = vec![pickle(&snapshot), tables, space()];
    let texts = [TRACE, SMI, DCGM, METRICS, AIPERF, LOADGEN, SUMS, RAW];
    files.extend(texts.iter().map(|text| text.as_bytes().to_vec()));
    files
}

/// Where a chunk ends is no matter, for every kind.
#[test]
fn chunks_may_end_anywhere() {
    for file in files() {
        let whole = read(&file).expect("a sound file");
        for size in [1, 7, 100, 4095, 4097] {
            let mut reader = Reader::new();
            for chunk in file.chunks(size) {
                reader.push(chunk).expect("a sound chunk");
            }
            assert_eq!(reader.finish().expect("a sound file"), whole);
        }
    }
}

/// Cut anywhere, a file is read or refused.
#[test]
fn cut_files_are_read_or_refused() {
    for file in files() {
        for length in 0..file.len().min(3000) {
            let _ = read(&file[..length]);
        }
    }
}

/// No fact is infinite or negative where it is a share.
fn sound(file: &[u8]) {
    if let Ok(facts) = read(file) {
        for share in [
            "gpu.idle_share",
            "communication.exposed_share",
            "load.requests",
        ] {
            assert!(facts.at(share).unwrap_or(0.0) >= 0.0, "{share}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Any bytes, at any places, of any kind of file.
    #[test]
    fn changed_files_are_read_or_refused(
        changes in proptest::collection::vec((0_usize..6000, any::<u8>()), 1..12),
    ) {
        for mut file in files() {
            let length = file.len();
            for (at, byte) in &changes {
                file[at % length] = *byte;
            }
            sound(&file);
        }
    }

    /// Behind each kind's first bytes anything may stand.
    #[test]
    fn any_bytes_behind_a_known_beginning(
        rest in proptest::collection::vec(any::<u8>(), 0..2000),
        kept in 1_usize..200,
    ) {
        for file in files() {
            sound(&[file.get(..kept).unwrap_or(&file), &rest].concat());
        }
    }
}

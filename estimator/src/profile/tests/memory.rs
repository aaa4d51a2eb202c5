//! Snapshots and timelines of memory; pickles that would do more than hold data.

use super::super::Kind;
use super::fixture::Item::{self, Dict, List, Text, Whole};
use super::fixture::pickle;
use super::{near, noted, read, refused, said};

fn event(action: &'static str, size: i32) -> Item<'static> {
    Dict(vec![("action", Text(action)), ("size", Whole(size))])
}

/// 100 reserved, 60 allocated now. The trace: +50, +30, -40, so 40 up from where it began; the
/// most was 80, 40 above its end: 60 + 40 = 100. Reserved: +70, -50; the most was 50 above.
pub(super) fn snapshot() -> Item<'static> {
    Dict(vec![
        (
            "segments",
            List(vec![Dict(vec![
                ("device", Whole(0)),
                ("total_size", Whole(100)),
                ("allocated_size", Whole(60)),
                ("active_size", Whole(64)),
            ])]),
        ),
        (
            "device_traces",
            List(vec![List(vec![
                event("segment_alloc", 70),
                event("alloc", 50),
                event("alloc", 30),
                event("free_requested", 40),
                event("free_completed", 40),
                event("segment_free", 50),
                event("oom", 999),
            ])]),
        ),
    ])
}

#[test]
fn a_snapshot() {
    let facts = read(&pickle(&snapshot())).expect("a snapshot");
    assert_eq!(said(&facts, "/format"), "memory-snapshot");
    near(&facts, "memory.reserved_bytes", 100.0);
    near(&facts, "memory.allocated_bytes", 60.0);
    near(&facts, "memory.active_bytes", 64.0);
    near(&facts, "memory.events", 7.0);
    near(&facts, "memory.peak_allocated_bytes", 100.0);
    near(&facts, "memory.peak_reserved_bytes", 150.0);
    assert_eq!(said(&facts, "/verdict/bound"), "capacity");
    assert_eq!(said(&facts, "/findings/0/id"), "out-of-memory");
    assert_eq!(said(&facts, "/findings/0/gain"), serde_json::Value::Null);
    // 150 reserved for 100: a third.
    assert_eq!(said(&facts, "/findings/1/gain"), 0.333_333_333);
    assert!(noted(&facts, "context-and-collectives-not-seen"));
}

/// Segments alone, as older versions write them; a file that is no snapshot is of no known kind.
#[test]
fn other_pickles() {
    let segment = Dict(vec![("total_size", Whole(8)), ("allocated_size", Whole(8))]);
    let facts = read(&pickle(&List(vec![segment]))).expect("segments");
    near(&facts, "memory.peak_reserved_bytes", 8.0);
    assert_eq!(said(&facts, "/verdict/bound"), "unknown");
    for other in [Dict(vec![("a", Whole(1))]), Whole(3), List(vec![Whole(1)])] {
        assert_eq!(refused(&pickle(&other)), Kind::UnknownFormat);
    }
}

/// Every operation that would import, call or build is refused by its name.
#[test]
fn what_would_call_is_unsafe() {
    assert_eq!(refused(b"\x80\x02cos\nsystem\n(S'true'\ntR."), Kind::Unsafe);
    for operation in [
        b'c', 0x93, b'R', b'b', b'i', b'o', 0x81, 0x92, 0x82, 0x83, 0x84, b'P', b'Q',
    ] {
        assert_eq!(
            refused(&[0x80, 4, b'N', operation, b'.']),
            Kind::Unsafe,
            "{operation}"
        );
    }
}

/// Each list holds the one before it twice: of 2^60 values none is copied. A list that holds
/// itself, a pickle that takes a value it never put, one of marks alone, numbers of any length.
#[test]
fn nasty_pickles() {
    let mut doubling = b"\x80\x02]q\x00".to_vec();
    for place in 0..60_u8 {
        doubling.extend([b']', b'q', place + 1, b'(', b'h', place, b'h', place, b'e']);
    }
    doubling.push(b'.');
    assert_eq!(refused(&doubling), Kind::UnknownFormat);
    assert_eq!(refused(b"\x80\x02]q\x00h\x00a."), Kind::UnknownFormat);
    for wrong in [
        &b"\x80\x02."[..],
        b"\x80\x02e.",
        b"\x80\x02h\x05.",
        b"\x80\x02Na.",
        b"\x80\x02X\xff\xff\xff\xff",
        b"\x80\x02(N",
        b"\x80\x02\xff.",
        b"\x80\x02}(Nu.",
        b"\x80\x02I12",
    ] {
        assert_eq!(refused(wrong), Kind::Broken, "{wrong:?}");
    }
    assert_eq!(
        refused(&[&b"\x80\x02"[..], &b"(".repeat(2_000_000)].concat()),
        Kind::TooLarge
    );
    assert_eq!(refused(b"\x80\x02\x8a\x20\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01."), Kind::UnknownFormat);
}

/// A trace that lists one list of events a million times is not read a million times.
#[test]
fn shared_events_are_bounded() {
    let mut file = b"\x80\x02}(X\x08\0\0\0segments]X\x0d\0\0\0device_traces](]q\x00(".to_vec();
    file.extend(b"N".repeat(10_000));
    file.push(b'e');
    file.extend(b"h\x00".repeat(10_000));
    file.extend(b"eu.");
    assert_eq!(refused(&file), Kind::TooLarge);
}

/// 100 there before, 50 created, 100 destroyed, 20 created: the most is 150.
#[test]
fn a_timeline_of_categories() {
    let file = b"[[-1,0,100,0],[5,1,50,4],[6,2,50,4],[7,3,100,0],[8,1,20,null]]";
    let facts = read(file).expect("a timeline");
    assert_eq!(said(&facts, "/format"), "memory-timeline");
    near(&facts, "memory.peak_allocated_bytes", 150.0);
    near(&facts, "memory.by_category.parameter", 100.0);
    near(&facts, "memory.by_category.activation", 50.0);
    near(&facts, "memory.events", 5.0);
    assert_eq!(refused(b"[[1,2],[3,4]]"), Kind::UnknownFormat);
}

//! The figures that a page shows of files by hand.

use super::super::{Group, Reader};
use super::{Lack, Reason, Slice, ceiling, classes, difference, lacks, reasons, slices};

fn read(text: &str) -> Group {
    let mut reader = Reader::new();
    reader.push(text.as_bytes()).expect("a sound chunk");
    reader.finish().expect("a known format")
}

/// Kernels of 4 and 2 us with a gap of 4 us between them, which the host's late call made.
const TRACE: &str = r#"{"schemaVersion":1,"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":1,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":8,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"my_gemm","ts":2,"dur":4,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"nccl_x","ts":10,"dur":2,"args":{"device":0,"stream":7,"correlation":2}}]}"#;

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-9
}

/// Four of ten microseconds compute, two are collectives alone, four wait for the host.
#[test]
fn slices_are_the_whole_time() {
    let found = slices(&read(TRACE));
    let names: Vec<Slice> = found.iter().map(|(slice, _)| *slice).collect();
    assert_eq!(names, [Slice::Compute, Slice::Communication, Slice::Host]);
    for ((_, share), expected) in found.iter().zip([0.4, 0.2, 0.4]) {
        assert!(close(*share, expected), "{share}");
    }
    assert!(close(found.iter().map(|(_, share)| share).sum(), 1.0));
}

/// The largest class comes first, with its share of the six microseconds.
#[test]
fn classes_have_their_time() {
    let found = classes(&read(TRACE));
    let names: Vec<&str> = found.iter().map(|class| class.name.as_str()).collect();
    assert_eq!(names, ["gemm", "communication"]);
    let gemm = found.first().expect("a class");
    assert!(close(gemm.share, 4.0 / 6.0) && close(gemm.time_s * 1e6, 4.0));
}

/// Facts that were read back from their JSON say the same.
#[test]
fn facts_come_back_from_json() {
    let facts = read(TRACE);
    let text = facts.to_json().to_string();
    let back = Group::from_json(&text).expect("an object");
    assert_eq!(classes(&back).len(), 2);
    assert_eq!(reasons(&back).len(), reasons(&facts).len());
    assert_eq!(lacks(&back), lacks(&facts));
    assert_eq!(back.words("format"), Some("pytorch-trace"));
    assert_eq!(back.groups("gpus").count(), 1);
    assert!(close(back.at("gpu.idle_share").unwrap_or(0.0), 0.4));
    assert_eq!(Group::from_json("[1]"), None);
    assert_eq!(Group::from_json("{\"a\""), None);
}

/// A bench, a server and counters each name the figures of their own rule, and what would tell
/// more.
#[test]
fn each_family_has_its_reasons() {
    let first = |text: &str| {
        let facts = read(text);
        (reasons(&facts).first().copied(), lacks(&facts))
    };
    let slow = r#"{"model_id":"m","mean_ttft_ms":900,"mean_e2el_ms":1000,"completed":10,"total_output_tokens":1000}"#;
    assert_eq!(
        first(slow),
        (
            Some((Reason::FirstToken, 0.9)),
            vec![Lack::Server, Lack::Steps]
        )
    );
    let fine = r#"{"model_id":"m","mean_ttft_ms":9,"mean_e2el_ms":1000,"completed":10}"#;
    assert_eq!(first(fine).0, None);
    let server = "vllm:request_success_total 200\nvllm:num_preemptions_total 10\nvllm:kv_cache_usage_perc 0.5\n";
    assert_eq!(
        first(server),
        (Some((Reason::Preempted, 0.05)), vec![Lack::Steps])
    );
    let board =
        "index, utilization.gpu [%], memory.used [MiB]\n0, 96 %, 1000 MiB\n0, 98 %, 1000 MiB\n";
    assert_eq!(
        first(board),
        (Some((Reason::Busy, 0.97)), vec![Lack::Fill, Lack::Kernels])
    );
    let launches = first(TRACE);
    assert_eq!(launches.1, [Lack::Shapes]);
    assert!(
        launches
            .0
            .is_some_and(|(reason, share)| reason == Reason::Idle && close(share, 0.4))
    );
    assert!(
        lacks(&read(TRACE))
            .iter()
            .all(|lack| !lack.command().is_empty())
    );
}

/// Two files differ by what the later has more; a number that one lacks is no difference.
#[test]
fn files_differ() {
    let facts = |text: &str| Group::from_json(text).expect("facts");
    let (before, now) = (facts(r#"{"a":{"b":3}}"#), facts(r#"{"a":{"b":2},"c":1}"#));
    assert_eq!(difference(&before, &now, "a.b"), Some((3.0, 2.0, -1.0)));
    assert_eq!(difference(&before, &now, "c"), None);
}

/// A share of the time gives at most its ceiling; all of it gives none.
#[test]
fn ceilings() {
    assert!(ceiling(0.5).is_some_and(|times| close(times, 2.0)));
    assert_eq!(ceiling(1.0), None);
    assert_eq!(ceiling(-0.1), None);
    assert_eq!(ceiling(f64::NAN), None);
}

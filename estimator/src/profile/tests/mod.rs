//! Small files by hand: their facts, and refusals.

mod clients;
mod counters;
mod course;
mod fixture;
mod hostile;
mod memory;
mod nsight;
mod products;
mod servers;
mod xprof;

use super::{Group, Kind, Reader, Unreadable};
use proptest::prelude::*;
use serde_json::Value;

fn read(bytes: &[u8]) -> Result<Group, Unreadable> {
    let mut reader = Reader::new();
    reader.push(bytes)?;
    reader.finish()
}

/// The value at a pointer of the answer.
fn said(facts: &Group, pointer: &str) -> Value {
    let json = facts.to_json();
    json.pointer(pointer).cloned().unwrap_or(Value::Null)
}

/// Whether the answer has a note.
fn noted(facts: &Group, note: &str) -> bool {
    let notes = said(facts, "/notes");
    notes
        .as_array()
        .is_some_and(|notes| notes.iter().any(|known| known == note))
}

/// A number of the answer is this one, to nine digits.
fn near(facts: &Group, path: &str, value: f64) {
    let found = facts.at(path).unwrap_or(f64::NAN);
    let close = (found - value).abs() <= 1e-9 * value.abs().max(1e-9);
    assert!(close, "{path}: {found} instead of {value}");
}

fn refused(bytes: &[u8]) -> Kind {
    read(bytes).expect_err("it is refused").kind
}

/// Times beyond a double's exactness. Two kernels of 4 and 2 us, the second starts 6 us after the
/// first; called 1 us after the first ended, so that the gap of 2 us is the host's.
const TRACE: &str = r#"{"schemaVersion":1,"deviceProperties":[{"id":0,"name":"Board","totalGlobalMem":42297524224,"computeMajor":8,"computeMinor":0}],
"distributedInfo":{"rank":3,"world_size":8},
"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#5","ts":1700000000000000.125,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":1700000000000001.125,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":1700000000000007.125,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"my_gemm","ts":1700000000000002.125,"dur":4,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"Kernel","name":"nccl_x","ts":1700000000000008.125,"dur":2,"args":{"device":0,"stream":7,"correlation":2}}]}"#;

#[test]
fn a_trace_of_two_kernels() {
    let facts = read(TRACE.as_bytes()).expect("a trace");
    let at = |path: &str| facts.at(path).expect(path);
    let near = |path: &str, value: f64| assert!((at(path) - value).abs() < 1e-12, "{path}");
    near("kernels.total_s", 6e-6);
    near("kernels.median_s", 3e-6);
    // The step of 20 us is whole: 2 us before its first work, 10 us behind its last.
    near("gpu.span_s", 20e-6);
    near("gpu.idle_share", 0.7);
    near("gpu.idle_host_share", 0.7);
    near("communication.exposed_share", 0.1);
    near("launch.median_delay_s", 1e-6);
    near("steps.median_s", 20e-6);
    near("kernels.classes.gemm", 4.0 / 6.0);
    near("rank", 3.0);
}

/// Events with a cut end are taken as far as they go; whatever stands before its end is broken.
#[test]
fn half_files() {
    let cut = TRACE
        .find("{\"ph\":\"X\",\"cat\":\"Kernel\"")
        .expect("the last event");
    let facts = read(TRACE.get(..cut).expect("its beginning").as_bytes()).expect("cut short");
    assert_eq!(facts.at("kernels.count"), Some(1.0));
    assert!(format!("{:?}", facts.get("notes")).contains("cut-short"));
    assert_eq!(refused(br#"{"mean_ttft_ms": 8"#), Kind::Broken);
    assert_eq!(refused(br#"{"traceEvents": [{"ph" "X"}]}"#), Kind::Broken);
}

#[test]
fn what_is_refused() {
    assert_eq!(refused(b""), Kind::Empty);
    assert_eq!(refused(b" \0\n"), Kind::Empty);
    assert_eq!(refused(b"hello"), Kind::UnknownFormat);
    assert_eq!(refused(b"\xef\xbb\xbf \n"), Kind::Empty);
    assert_eq!(refused(&[0x91; 9]), Kind::UnknownFormat);
    assert_eq!(refused(b"{}"), Kind::UnknownFormat);
    assert_eq!(refused(b"SQLite format 3\0"), Kind::Broken);
    assert_eq!(refused(&b"[".repeat(1_000_000)), Kind::TooLarge);
    assert_eq!(refused(br#"{"a": nul}"#), Kind::Broken);
    assert_eq!(refused(&[0x1f, 0x8b, 9, 0, 0]), Kind::Broken);
}

/// Deflate of zeros expands a thousand times: refused at 64 MiB, long before it is whole.
#[test]
fn a_bomb_is_refused() {
    let packed = miniz_oxide::deflate::compress_to_vec(&vec![b' '; 65 << 20], 6);
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    file.extend(packed);
    assert_eq!(refused(&file), Kind::TooLarge);
}

/// Two members are one file; a second that is cut gives the part that is there.
#[test]
fn members_of_gzip() {
    let member = |text: &str| {
        let mut file = vec![0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255, b'n', 0];
        file.extend(miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
        file.extend([0; 8]);
        file
    };
    let (first, second) = TRACE.split_at(300);
    let file = [member(first), member(second)].concat();
    let whole = read(TRACE.as_bytes()).expect("plain");
    assert_eq!(read(&file).expect("two members"), whole);
    let cut = read(file.get(..file.len() - 10).expect("its beginning")).expect("cut");
    assert!(format!("{:?}", cut.get("notes")).contains("cut-short"));
}

/// 300 requests of 400 waited 1.5 s of 2 s: capacity, a quarter failed.
#[test]
fn a_benchmark_that_queues() {
    let file = br#"{"backend":"x"}
{"model_id":"m","num_prompts":400,"completed":300,"request_rate":"inf","mean_ttft_ms":1500,"median_ttft_ms":100,
"p99_ttft_ms":2000,"mean_e2el_ms":2000,"mean_tpot_ms":NaN,"total_output_tokens":9600}"#;
    let facts = read(file).expect("a benchmark");
    assert_eq!(facts.at("load.failed"), Some(100.0));
    assert_eq!(facts.at("load.output_tokens"), Some(32.0));
    assert_eq!(facts.at("latency.tpot_s.mean"), None);
    assert_eq!(facts.at("load.request_rate"), None);
    let json = facts.to_json();
    assert_eq!(
        json.pointer("/verdict/bound")
            .and_then(|bound| bound.as_str()),
        Some("capacity")
    );
    assert_eq!(
        json.pointer("/findings/0/id").and_then(|id| id.as_str()),
        Some("queue")
    );
    assert_eq!(
        json.pointer("/findings/0/gain")
            .and_then(serde_json::Value::as_f64),
        Some(0.95)
    );
}

/// What cannot be is damage, and nothing of it is believed; that every request failed can be.
#[test]
fn benchmarks_that_cannot_be() {
    let of = |rest: &str| {
        read(format!(r#"{{"model_id":"m","mean_ttft_ms":80,"num_prompts":9,{rest}}}"#).as_bytes())
    };
    for rest in [
        r#""completed":9,"output_throughput":-682"#,
        r#""completed":9,"duration":0"#,
        r#""completed":-9"#,
        r#""completed":9,"mean_tpot_ms":-1"#,
        r#""completed":0,"request_throughput":5.3"#,
    ] {
        assert_eq!(of(rest).expect_err(rest).kind, Kind::Broken);
    }
    let failed = of(r#""completed":0,"failed":9,"duration":60,"output_throughput":0"#);
    assert_eq!(failed.expect("all failed").at("load.failed"), Some(9.0));
    let test = br#"{"n_prompt":512,"n_gen":0,"avg_ts":-2500}"#;
    assert_eq!(refused(test), Kind::Broken);
}

/// The three forms of one result say the same.
#[test]
fn llama_bench_in_three_forms() {
    let one = r#"{"gpu_info":"G","model_size":7,"n_prompt":512,"n_gen":0,"avg_ts":100.5}"#;
    let array = read(format!("[{one}]").as_bytes()).expect("an array");
    let lines = read(format!("{one}\n").as_bytes()).expect("lines");
    let table = "build_commit,gpu_info,model_size,n_prompt,n_gen,avg_ts\n\"a\",\"G\",\"7\",\"512\",\"0\",\"100.5\"\n";
    assert_eq!(array, lines);
    assert_eq!(read(table.as_bytes()).expect("a table"), lines);
    assert_eq!(lines.at("weights_bytes"), Some(7.0));
}

proptest! {
    /// Where a chunk ends is no matter.
    #[test]
    fn chunks_may_end_anywhere(size in 1_usize..200) {
        let mut reader = Reader::new();
        for chunk in TRACE.as_bytes().chunks(size) {
            reader.push(chunk).expect("a sound chunk");
        }
        let facts = reader.finish().expect("a trace");
        prop_assert_eq!(facts, read(TRACE.as_bytes()).expect("a trace"));
    }

    /// Any bytes are read or refused.
    #[test]
    fn changed_bytes_never_panic(changes in proptest::collection::vec((0_usize..1200, any::<u8>()), 1..8)) {
        let mut file = TRACE.as_bytes().to_vec();
        for (at, byte) in changes {
            if let Some(place) = file.get_mut(at) {
                *place = byte;
            }
        }
        if let Ok(facts) = read(&file) {
            let idle = facts.at("gpu.idle_share").unwrap_or(0.0);
            prop_assert!((0.0..=1.0).contains(&idle));
        }
    }
}

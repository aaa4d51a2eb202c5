//! The figures that a page shows of files by hand.

use super::super::{Group, Reader};
use super::{
    Basis, Changed, Lack, Piece, Reason, Slice, ceiling, changed, classes, difference, lacks,
    marks, needs, parts, reasons, slices,
};

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

/// Of a step of 10 ms half computes, two thirds of that products, a tenth is a collective, the rest a gap.
const STEP: &str = r#"{"steps":{"mean_s":0.01},"gpu":{"span_s":1,"compute_share":0.5,"idle_share":0.4,
    "idle_host_share":0.4},"communication":{"exposed_share":0.1},
    "kernels":{"total_s":0.6,"classes":{"gemm":0.5,"softmax":0.25,"communication":0.25}}}"#;

#[test]
fn parts_sum_to_the_step() {
    let step = Group::from_json(STEP).expect("facts");
    let found = parts(&step).expect("parts");
    assert!(found.step);
    let sum: f64 = found.parts.iter().map(|part| part.time_s).sum();
    assert!((sum - 0.01).abs() < 1e-12);
    let first = found.parts.first().expect("a part");
    assert_eq!(first.piece, Piece::Kernels("gemm".to_owned()));
    assert!((first.time_s - 0.01 * 0.5 * 2.0 / 3.0).abs() < 1e-12);
    // Without a timeline kernels are all there is.
    let sums = Group::from_json(
        r#"{"kernels":{"total_s":2,"classes":{"gemm":0.75,"communication":0.25}}}"#,
    );
    let sums = parts(&sums.expect("facts")).expect("parts");
    assert!((sums.parts.iter().map(|part| part.time_s).sum::<f64>() - 2.0).abs() < 1e-12);
    assert_eq!(parts(&Group::default()), None);
}

/// Changes sum to the difference of the steps; what is new or gone has its part.
#[test]
fn changes_sum_to_the_difference() {
    let before = Group::from_json(STEP).expect("facts");
    let now = STEP
        .replace("0.01}", "0.007}")
        .replace("softmax", "sampling");
    let now = Group::from_json(&now).expect("facts");
    let (_, _, all) = changed(&before, &now).expect("changes");
    let sum: f64 = all.iter().map(Changed::more_s).sum();
    assert!((sum + 0.003).abs() < 1e-12);
    assert_eq!(all.len(), 5);
    let whole = STEP.replace("\"steps\":{\"mean_s\":0.01},", "");
    assert_eq!(
        changed(&before, &Group::from_json(&whole).expect("facts")),
        None
    );
}

/// Eight boards busy a fifth of the time are four times too many at 80 %; ten that run and thirty that
/// wait are a quarter of what is needed, and come first.
#[test]
fn needs_by_hand() {
    let of = |json: &str| needs(&Group::from_json(json).expect("facts"));
    let boards =
        |count: usize| vec![r#"{"gpu":"0","gpu_util":{"mean":0.2,"max":1}}"#; count].join(",");
    let both = of(&format!(
        r#"{{"gpu":{{"gpu_util":0.2,"peak_memory_bytes":20,"memory_bytes":80}},"gpus":[{}],
        "counters":{{"running":{{"mean":10}},"waiting":{{"mean":30}}}}}}"#,
        boards(8)
    ));
    let bases: Vec<Basis> = both.iter().map(|need| need.basis).collect();
    assert_eq!(bases, [Basis::Requests, Basis::Boards, Basis::Memory]);
    let there: Vec<f64> = both.iter().map(|need| need.there).collect();
    assert!(
        there
            .iter()
            .zip([0.25, 4.0, 4.0])
            .all(|(a, b)| (a - b).abs() < 1e-12)
    );
    assert_eq!(
        of(r#"{"gpu":{"gpu_util":0.7},"counters":{"running":5,"waiting":0}}"#),
        []
    );
    // Boards are whole: of two one is needed, and of one that one.
    for (count, there) in [(2, Some(2.0)), (1, None)] {
        let few = format!(r#"{{"gpu":{{"gpu_util":0.2}},"gpus":[{}]}}"#, boards(count));
        assert_eq!(of(&few).first().map(|need| need.there), there);
    }
    let rate = of(r#"{"throughput":{"requests_per_s":8},"load":{"request_rate":10}}"#);
    assert_eq!(rate.first().map(|need| need.basis), Some(Basis::Rate));
}

/// Launches of one kernel of equal work are one mark, the longest first.
#[test]
fn counted_kernels_are_marks() {
    let one = r#"{"name":"a","flops":8e9,"dram_bytes":1e8,"duration_s":1e-4}"#;
    let other = r#"{"name":"b","flops":1e9,"dram_bytes":1e8,"duration_s":3e-4}"#;
    let facts = format!(r#"{{"profiled":[{one},{one},{other},{{"name":"c","duration_s":1}}]}}"#);
    let found = marks(&Group::from_json(&facts).expect("facts"), None);
    let names: Vec<(&str, f64)> = found
        .iter()
        .map(|mark| (mark.name.as_str(), mark.count))
        .collect();
    assert_eq!(names, [("b", 1.0), ("a", 2.0)]);
    assert!((found[1].intensity() - 80.0).abs() < 1e-9);
    assert!((found[1].rate() - 8e13).abs() < 1e3);
}

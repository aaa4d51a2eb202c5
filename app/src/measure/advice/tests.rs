//! What to do, and the most that it gains.

use super::*;

fn facts(json: &str) -> Group {
    Group::from_json(json).expect("facts")
}

fn told(json: &str, is_calibrated: bool) -> Option<Msg> {
    let actions = actions(&facts(json), is_calibrated);
    actions.first().map(|(action, _)| *action)
}

/// Every finding of the reader has words, three at most are shown, and what is unknown is left
/// out.
#[test]
fn findings_are_actions() {
    let ids = [
        "input",
        "launch",
        "synchronisation",
        "communication",
        "copy",
        "idle",
        "memory-unused",
        "out-of-memory",
        "fragmentation",
        "failures",
        "queue",
    ];
    for id in ids {
        let one = facts(&format!(r#"{{"findings":[{{"id":"{id}","gain":0.5}}]}}"#));
        assert_eq!(actions(&one, false).len(), 1, "{id}");
    }
    let many = ids.map(|id| format!(r#"{{"id":"{id}"}}"#)).join(",");
    assert_eq!(
        actions(&facts(&format!(r#"{{"findings":[{many}]}}"#)), false).len(),
        3
    );
    assert_eq!(
        actions(&facts(r#"{"findings":[{"id":"new"}]}"#), false).len(),
        0
    );
}

/// Every limit ends in something to do, of whichever kind of file.
#[test]
fn every_limit_asks_for_something() {
    for bound in [
        "compute",
        "bandwidth",
        "matrix",
        "communication",
        "launch",
        "input",
        "copy",
        "host",
        "latency",
        "capacity",
        "idle",
        "mixed",
    ] {
        let one = facts(&format!(r#"{{"verdict":{{"bound":"{bound}"}}}}"#));
        assert!(first(&one, false).is_some(), "{bound}");
    }
    let of = |json: &str| told(json, false);
    let unknown = |rest: &str| format!(r#"{{"verdict":{{"bound":"unknown"}},{rest}}}"#);
    let bench = unknown(r#""format":"vllm-bench","latency":{"ttft_s":{"mean":1}}"#);
    assert_eq!(of(&bench), Some(Msg::ProfileDoCalibrate));
    assert_eq!(told(&bench, true), Some(Msg::ProfileDoCalibrated));
    assert_eq!(
        of(&unknown(
            r#""format":"memory-snapshot","memory":{"events":1}"#
        )),
        Some(Msg::ProfileDoBatch)
    );
}

/// The most that each change gains is that of the time which those before it leave: together they
/// gain what freeing the sum of their shares does, and never more.
#[test]
fn gains_are_of_what_is_left() {
    let of = |json: &str| {
        let all = actions(&facts(json), false);
        all.into_iter().map(|(_, gain)| gain).collect::<Vec<_>>()
    };
    let two = of(r#"{"findings":[{"id":"launch","gain":0.4},{"id":"input","gain":0.2}]}"#);
    let (first, second) = (1.0 / 0.6, 0.6 / 0.4);
    assert_eq!(
        two,
        [
            say::profile_gain_faster(&number(first)),
            say::profile_gain_then(&number(second))
        ]
    );
    assert!((first * second - 1.0 / (1.0 - 0.4 - 0.2)).abs() < 1e-12);
    let none = of(r#"{"findings":[{"id":"launch","gain":0.6},{"id":"input","gain":0.4}]}"#);
    assert_eq!(none[1], "", "nothing would be left");
}

/// A ceiling is shown wherever the file tells the share, and nowhere else.
#[test]
fn ceilings_are_those_that_files_tell() {
    let gain = |json: &str| actions(&facts(json), false).remove(0).1;
    let time = |times: f64| say::profile_gain_faster(&number(times));
    let kernels = |times: f64| say::profile_gain_kernels(&number(times));
    let of = |format: &str, bound: &str, rest: &str| {
        gain(&format!(
            r#"{{"format":"{format}","verdict":{{"bound":"{bound}"}}{rest}}}"#
        ))
    };
    let sums = r#","kernels":{"classes":{"communication":0.6,"gemm":0.4}}"#;
    assert_eq!(of("nsys-csv", "communication", sums), kernels(2.5));
    let sums = r#","kernels":{"classes":{"gemm":0.75,"elementwise":0.25}}"#;
    assert_eq!(of("nsys-csv", "matrix", sums), kernels(4.0));
    assert_eq!(
        of("xprof-overview", "input", r#","input_share":0.2"#),
        time(1.25)
    );
    let idle = r#","kernels":{"count":9},"gpu":{"compute_share":0.2,"idle_share":0.8}"#;
    assert_eq!(of("pytorch-trace", "idle", idle), time(5.0));
    let counted = r#","counters":{"sm_throughput":0.4,"memory_throughput":0.8}"#;
    assert_eq!(of("ncu-csv", "bandwidth", counted), kernels(2.5));
    let latency = r#","counters":{"sm_throughput":0.4,"memory_throughput":0.5}"#;
    assert_eq!(of("ncu-csv", "latency", latency), kernels(2.0));
    let boards = r#","gpus":[{"gpu":0}],"gpu":{"sm_active":0.9,"tensor_active":0.6}"#;
    assert_eq!(of("dcgm-text", "compute", boards), time(2.5));
    assert_eq!(of("ncu-csv", "compute", ""), "");
    assert_eq!(of("nsys-csv", "launch", r#","kernels":{"count":9}"#), "");
}

/// A full server asks for room; ten that run while thirty wait are too little.
#[test]
fn a_full_server() {
    let full = facts(
        r#"{"format":"vllm-metrics","verdict":{"bound":"capacity","measured":true},
        "counters":{"running":10,"waiting":30},"latency":{"queue_s":{"mean":1.5},"ttft_s":{"mean":2}}}"#,
    );
    let first = actions(&full, false).first().map(|(action, _)| *action);
    assert_eq!(first, Some(Msg::ProfileDoRoom));
    assert_eq!(amounts(&full).len(), 1);
}

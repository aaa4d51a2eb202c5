//! Nsight Systems and Nsight Compute.

use super::super::Kind;
use super::fixture::{Cell, database, text, whole};
use super::{near, noted, read, refused, said};

/// Two processes whose calls have the same correlation: process 1 launches a gemm at 1000 ns
/// that starts at 2000, process 2 waits for its device. A copy of 4096 bytes follows the gemm
/// after a gap of 1000 ns, called 500 ns into it. The gemm's name does not fit a page.
fn export() -> Vec<u8> {
    let long = format!("gemm_{}", "x".repeat(3000));
    let (first, second) = (1 << 24, 2 << 24);
    let kernel = |start: i64, end: i64, call: i64, process: i64| {
        vec![
            whole(start),
            whole(end),
            whole(0),
            whole(7),
            whole(call),
            whole(process),
            whole(1),
        ]
    };
    let call = |start: i64, end: i64, call: i64, thread: i64, name: i64| {
        vec![
            whole(start),
            whole(end),
            whole(call),
            whole(thread),
            whole(name),
        ]
    };
    let strings = |name: &str| vec![Cell::Null, text(name)];
    let mut names = vec![
        strings(&long),
        strings("cudaLaunchKernel_v7000"),
        strings("cudaStreamSynchronize_v3020"),
    ];
    names.extend((0..60).map(|_| strings("a name that nothing asks for")));
    database(&[
        (
            "StringIds",
            "CREATE TABLE StringIds ( -- ids, (of names\n id INTEGER NOT NULL PRIMARY KEY, value TEXT)",
            names,
        ),
        (
            "CUPTI_ACTIVITY_KIND_KERNEL",
            "CREATE TABLE K (start INT, \"end\" INT, deviceId INT, streamId INT, correlationId INT, globalPid INT, demangledName INT)",
            vec![kernel(2000, 12_000, 5, first)],
        ),
        (
            "CUPTI_ACTIVITY_KIND_MEMCPY",
            "CREATE TABLE M (start INT, end INT, deviceId INT, streamId INT, correlationId INT, globalPid INT, copyKind INT, bytes INT)",
            vec![vec![
                whole(13_000),
                whole(15_000),
                whole(0),
                whole(7),
                whole(6),
                whole(first),
                whole(2),
                whole(4096),
            ]],
        ),
        (
            "CUPTI_ACTIVITY_KIND_RUNTIME",
            "CREATE TABLE R (start INT, end INT, correlationId INT, globalTid INT, nameId INT)",
            vec![
                call(900, 12_400, 5, second + 3, 3),
                call(1000, 1100, 5, first + 9, 2),
                call(12_500, 12_600, 6, first + 9, 2),
            ],
        ),
        (
            "TARGET_INFO_GPU",
            "CREATE TABLE G (id INT, name TEXT, totalMemory INT, memoryBandwidth INT, smCount INT, computeMajor INT, computeMinor INT)",
            vec![
                vec![
                    whole(0),
                    text("Board"),
                    whole(80),
                    whole(9),
                    whole(132),
                    whole(9),
                    whole(0),
                ],
                vec![
                    whole(1),
                    text("Unused"),
                    whole(80),
                    whole(9),
                    whole(132),
                    whole(9),
                    whole(0),
                ],
            ],
        ),
    ])
}

#[test]
fn an_export_of_two_processes() {
    let facts = read(&export()).expect("an export");
    assert_eq!(said(&facts, "/format"), "nsys-sqlite");
    near(&facts, "kernels.count", 1.0);
    near(&facts, "kernels.total_s", 10e-6);
    near(&facts, "kernels.classes.gemm", 1.0);
    near(&facts, "copies.bytes.device-to-host", 4096.0);
    near(&facts, "launch.median_delay_s", 1e-6);
    near(&facts, "launch.median_call_s", 100e-9);
    near(&facts, "gpu.span_s", 13e-6);
    near(&facts, "gpu.idle_share", 1.0 / 13.0);
    // 400 of the 500 ns before the call the other process waited: the rest is the host's.
    near(&facts, "gpu.idle_sync_share", 0.4 / 13.0);
    near(&facts, "gpu.idle_host_share", 0.6 / 13.0);
    assert_eq!(said(&facts, "/devices/0/capability"), "9.0");
    assert_eq!(said(&facts, "/devices/1"), serde_json::Value::Null);
    let name = said(&facts, "/kernels/top/0/name");
    assert_eq!(name.as_str().map(str::len), Some(200));
}

/// Cut at every kilobyte: read or refused, never more. A page that points to itself is refused.
#[test]
fn damaged_databases() {
    let file = export();
    for length in (0..file.len()).step_by(1024) {
        let _ = read(&file[..length]);
    }
    assert_eq!(refused(&file[..90]), Kind::Broken);
    assert_eq!(refused(&file[..1000]), Kind::Broken);
    let mut circle = file.clone();
    circle[108..112].copy_from_slice(&[0, 0, 0, 1]);
    assert_eq!(refused(&circle), Kind::Broken);
    let mut odd = file;
    odd[16..18].copy_from_slice(&[0, 3]);
    assert_eq!(refused(&odd), Kind::Broken);
    let foreign = database(&[("users", "CREATE TABLE users (id INT)", vec![vec![whole(1)]])]);
    assert_eq!(refused(&foreign), Kind::UnknownFormat);
}

/// Lines before the header; a table of calls before that of kernels; copies are left out.
pub(super) const SUMS: &str = "Processing [x.sqlite] with [y.py]...\n\nTime (%),Total Time (ns),Num Calls,Name\n90.0,5000,3,cudaMalloc\n\n\
Time (%),Total Time (us),Instances,Name\n75.0,30.5,3,\"void gemm<int, float>(a, b)\"\n20.0,9.5,1,spin\n5.0,7,1,[CUDA memcpy HtoD]\n\nGenerated:\n  x\n";

#[test]
fn sums_of_kernels() {
    let facts = read(SUMS.as_bytes()).expect("sums");
    assert_eq!(said(&facts, "/format"), "nsys-csv");
    near(&facts, "kernels.total_s", 40e-6);
    near(&facts, "kernels.count", 4.0);
    assert_eq!(said(&facts, "/kernels/top/0/share"), 0.7625);
    assert_eq!(said(&facts, "/gpu"), serde_json::Value::Null);
    assert!(noted(&facts, "sums-only"));
    // Ten microseconds on average are not below ten.
    assert_eq!(said(&facts, "/verdict/bound"), "matrix");
    assert_eq!(said(&facts, "/verdict/measured"), false);
    let calls = "Time (%),Total Time (ns),Num Calls,Name\n90.0,5000,3,cudaMalloc\n";
    let facts = read(calls.as_bytes()).expect("sums");
    assert!(noted(&facts, "no-device-events"));
    assert_eq!(said(&facts, "/kernels"), serde_json::Value::Null);
}

/// A kernel of 3 us, a gap of 1 us, a copy of 2 us and 1.5 MB.
#[test]
fn a_table_of_activities() {
    let file = "\"Start (ns)\",\"Duration (ns)\",CorrId,Strm,Device,Bytes (MB),Name\n\
                1000,3000,1,7,NVIDIA X (1),,my_gemm\n5000,2000,2,7,NVIDIA X (1),1.5,[CUDA memcpy HtoD]\n";
    let facts = read(file.as_bytes()).expect("a timeline");
    near(&facts, "gpu.span_s", 6e-6);
    near(&facts, "gpu.idle_share", 1.0 / 6.0);
    near(&facts, "copies.bytes.host-to-device", 1.5e6);
    assert_eq!(said(&facts, "/devices/0/index"), 1);
    assert!(noted(&facts, "no-host-events"));
    assert_eq!(facts.at("gpu.idle_host_share"), None);
    let calls = "Start (ns),Duration (ns),Name,CorrID\n1000,3000,cudaMalloc,1\n";
    assert!(noted(
        &read(calls.as_bytes()).expect("a timeline"),
        "no-device-events"
    ));
}

/// The raw page: 2 ms at 80 %, 1 ms at 20 %, so 60 % on average; 2 * 3e9 + 1e9 FLOP in 2 ms.
pub(super) const RAW: &str = "==PROF== Connected\n\"ID\",\"Process ID\",\"Kernel Name\",\"CC\",\"gpu__time_duration.sum\",\"sm__throughput.avg.pct_of_peak_sustained_elapsed\",\"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed\",\"dram__bytes.sum\",\"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum\",\"sm__sass_thread_inst_executed_op_fadd_pred_on.sum\"\n\
\"\",\"\",\"\",\"\",\"usecond\",\"%\",\"%\",\"Mbyte\",\"inst\",\"inst\"\n\
\"0\",\"1\",\"k\",\"9.0\",\"2,000.0\",\"80\",\"30.5\",\"7\",\"3,000,000,000\",\"1,000,000,000\"\n\
\"1\",\"1\",\"k\",\"9.0\",\"1,000.0\",\"20\",\"30.5\"\n";

#[test]
fn the_raw_page() {
    let facts = read(RAW.as_bytes()).expect("a page");
    assert_eq!(said(&facts, "/page"), "raw");
    near(&facts, "kernels.total_s", 3e-3);
    near(&facts, "counters.sm_throughput", 0.6);
    assert_eq!(said(&facts, "/profiled/0/flops"), 7e9);
    assert_eq!(said(&facts, "/profiled/0/intensity"), 1000.0);
    assert_eq!(said(&facts, "/profiled/0/flops_per_s"), 3.5e12);
    assert_eq!(said(&facts, "/devices/0/capability"), "9.0");
    assert_eq!(said(&facts, "/verdict/bound"), "compute");
}

/// The details page with decimal commas: one title for two quantities, rules in rows of another
/// length. Two processes have a kernel 0 each.
#[test]
fn the_details_page() {
    let head = "\"ID\",\"Process ID\",\"Kernel Name\",\"CC\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup\"\n";
    let row = |process: u32, name: &str, unit: &str, value: &str| {
        format!("\"0\",\"{process}\",\"k\",\"9.0\",\"{name}\",\"{unit}\",\"{value}\"\n")
    };
    let rule =
        "\"0\",\"1\",\"k\",\"9.0\",\"\",\"\",\"\",\"Bottleneck\",\"OPT\",\"look, here\",\"12,5\"\n";
    let file = [
        head.to_owned(),
        row(1, "Duration", "usecond", "1.000,50"),
        row(1, "Memory Throughput", "byte/second", "4.963.609.951,19"),
        row(1, "Memory Throughput", "%", "61,84"),
        row(1, "Compute (SM) Throughput", "%", "7,25"),
        rule.to_owned(),
        row(2, "Duration", "usecond", "1.000,50"),
    ]
    .concat();
    let facts = read(file.as_bytes()).expect("a page");
    assert_eq!(said(&facts, "/page"), "details");
    near(&facts, "kernels.count", 2.0);
    near(&facts, "counters.memory_throughput", 0.6184);
    near(&facts, "counters.sm_throughput", 0.0725);
    assert_eq!(said(&facts, "/profiled/0/duration_s"), 0.001_000_5);
    assert_eq!(said(&facts, "/rules/0/speedup_share"), 0.125);
    assert_eq!(said(&facts, "/verdict/bound"), "bandwidth");
    assert!(noted(&facts, "decimal-commas"));
}

/// Without a header the command's own error is the reason.
#[test]
fn a_run_that_profiled_nothing() {
    let file = "==PROF== Connected\n==ERROR== ERR_NVGPUCTRPERM - no permission\n";
    let error = read(file.as_bytes()).expect_err("no table");
    assert_eq!(error.kind, Kind::Broken);
    assert!(error.message.contains("ERR_NVGPUCTRPERM"));
}

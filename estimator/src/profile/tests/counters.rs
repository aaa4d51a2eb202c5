//! Counters of boards, however they were sampled.

use super::super::Kind;
use super::super::summary::{Basis, Reason, needs, reasons, unused};
use super::{near, noted, read, refused, said};

/// Two samples of two boards, five seconds apart. Board 0: 80 and 100 %, board 1: absent and
/// 40 %; the mean of means is (90 + 40) / 2 = 65 %. Memory: 30 of 80 GiB at most.
pub(super) const SMI: &str = "timestamp, index, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W]\n\
2026/01/01 00:00:00.000, 0, NVIDIA X, 80 %, 30720 MiB, 81920 MiB, 300.50 W\n\
2026/01/01 00:00:00.000, 1, NVIDIA X, [N/A], 1024 MiB, 81920 MiB, [N/A]\n\
2026/01/01 00:00:05.000, 0, NVIDIA X, 100 %, 20480 MiB, 81920 MiB, 299.50 W\n\
2026/01/01 00:00:05.000, 1, NVIDIA X, 40 %, 1024 MiB, 81920 MiB, ERR!\n";

#[test]
fn a_log_of_two_boards() {
    let facts = read(SMI.as_bytes()).expect("a log");
    assert_eq!(said(&facts, "/format"), "nvidia-smi-csv");
    near(&facts, "gpu.gpu_util", 0.65);
    near(&facts, "gpu.power_w", 300.0);
    near(&facts, "gpu.peak_memory_bytes", 30_720.0 * 1_048_576.0);
    near(&facts, "window_s", 5.0);
    near(&facts, "samples", 2.0);
    assert_eq!(said(&facts, "/gpus/1/gpu_util/mean"), 0.4);
    assert_eq!(said(&facts, "/devices/1/name"), "NVIDIA X");
    assert_eq!(said(&facts, "/verdict/bound"), "unknown");
    assert_eq!(said(&facts, "/findings/0/id"), "memory-unused");
    near(&facts, "samples", 2.0);
}

/// The same as a shell of Windows writes it, and as a second conversion leaves it.
#[test]
fn utf_16_says_the_same() {
    let marked: Vec<u8> = std::iter::once(0xfeff)
        .chain(SMI.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let twice: Vec<u8> = "\u{ff}\u{fe}"
        .bytes()
        .chain(SMI.bytes().flat_map(|byte| [byte, 0]))
        .collect();
    let plain = read(SMI.as_bytes()).expect("a log");
    for file in [marked, twice] {
        let facts = read(&file).expect("the same log");
        assert!(noted(&facts, "utf-16"));
        assert_eq!(said(&facts, "/gpus"), said(&plain, "/gpus"));
    }
}

/// Columns by the shape of their values: the second MiB varies, so it is the free memory.
#[test]
fn without_a_header() {
    let log = "2026/01/01 00:00:00.000, 5 %, 1 %, 100 MiB, 900 MiB, 27, 11.64 W\n\
               2026/01/01 00:00:01.000, 7 %, 1 %, 300 MiB, 700 MiB, 27, 12.36 W\n";
    let facts = read(log.as_bytes()).expect("a log");
    assert!(noted(&facts, "no-header"));
    near(&facts, "gpu.gpu_util", 0.06);
    near(&facts, "gpu.copy_util", 0.01);
    near(&facts, "gpu.power_w", 12.0);
    near(&facts, "gpu.memory_bytes", 1000.0 * 1_048_576.0);
    assert_eq!(said(&facts, "/verdict/bound"), "idle");
    let fixed = log.replace("700 MiB", "900 MiB");
    let facts = read(fixed.as_bytes()).expect("a log");
    near(&facts, "gpu.memory_bytes", 900.0 * 1_048_576.0);
}

/// `gpu,index` without a utilisation: the second column is it.
#[test]
fn a_header_that_names_the_wrong_column() {
    let log = "timestamp,gpu,index,memory.used\n2026-01-01T00:00:00Z,3,50,1\n";
    let facts = read(log.as_bytes()).expect("a log");
    assert!(noted(&facts, "header-misnamed"));
    near(&facts, "gpu.gpu_util", 0.5);
    assert_eq!(said(&facts, "/gpus/0/gpu"), "3");
    let sound = log.replace("memory.used", "utilization.gpu");
    assert!(!noted(
        &read(sound.as_bytes()).expect("a log"),
        "header-misnamed"
    ));
}

/// Names come again and again; `-` is absent; midnight passes.
#[test]
fn dmon() {
    let log = "#Time        gpu    pwr     sm    mem   pclk     fb\n#HH:MM:SS    Idx      W      %      %    MHz     MB\n\
               23:59:59       0    100     50      -   1000   1024\n\
               #Time        gpu    pwr     sm    mem   pclk     fb\n\
               00:00:01       0    200    100      -   2000   2048\n";
    let facts = read(log.as_bytes()).expect("a log");
    assert_eq!(said(&facts, "/format"), "nvidia-smi-dmon");
    near(&facts, "gpu.gpu_util", 0.75);
    near(&facts, "gpu.peak_memory_bytes", 2048.0 * 1_048_576.0);
    near(&facts, "window_s", 2.0);
    assert!(noted(&facts, "no-time"));
    assert_eq!(facts.at("gpu.copy_util"), None);
    assert_eq!(said(&facts, "/gpus/0/sm_clock_mhz/max"), 2000.0);
}

/// A board and an instance of it; the instance is listed, but not averaged. A clock that is not
/// supported, by the value that says so.
pub(super) const DCGM: &str = "# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).\n\
DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-a\",modelName=\"X\",Hostname=\"h\"} 90\n\
DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{gpu=\"0\",UUID=\"GPU-a\",modelName=\"X\",Hostname=\"h\"} 0.2\n\
DCGM_FI_PROF_DRAM_ACTIVE{gpu=\"0\",UUID=\"GPU-a\",modelName=\"X\",Hostname=\"h\"} 0.7\n\
DCGM_FI_DEV_FB_USED{gpu=\"0\",UUID=\"GPU-a\",modelName=\"X\",Hostname=\"h\"} 60\n\
DCGM_FI_DEV_FB_FREE{gpu=\"0\",UUID=\"GPU-a\",modelName=\"X\",Hostname=\"h\"} 30\n\
DCGM_FI_DEV_FB_RESERVED{gpu=\"0\",UUID=\"GPU-a\",modelName=\"X\",Hostname=\"h\"} 10\n\
DCGM_FI_DEV_MEMORY_TEMP{gpu=\"0\",UUID=\"GPU-a\",Hostname=\"h\"} 9223372036854775794\n\
DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",UUID=\"GPU-a\",Hostname=\"h\"} 2147483632\n\
DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{gpu=\"0\",UUID=\"GPU-a\",GPU_I_PROFILE=\"1g.5gb\",GPU_I_ID=\"13\",Hostname=\"h\"} 0.9\n";

#[test]
fn an_exporter_with_an_instance() {
    let facts = read(DCGM.as_bytes()).expect("metrics");
    assert_eq!(said(&facts, "/format"), "dcgm-text");
    near(&facts, "gpu.tensor_active", 0.2);
    near(&facts, "gpu.gpu_util", 0.9);
    near(&facts, "gpu.memory_bytes", 100.0 * 1_048_576.0);
    assert_eq!(said(&facts, "/devices/1/mig"), "1g.5gb");
    assert_eq!(said(&facts, "/gpus/0/host"), "h");
    assert!(noted(&facts, "not-supported-fields"));
    assert_eq!(
        said(&facts, "/gpus/0/sm_clock_mhz"),
        serde_json::Value::Null
    );
    assert_eq!(said(&facts, "/verdict/bound"), "bandwidth");
}

/// The same counter as Prometheus keeps it: the mean of three values, over twenty seconds.
#[test]
fn a_range_of_counters() {
    let file = r#"{"status":"success","data":{"result":[
      {"metric":{"__name__":"DCGM_FI_PROF_SM_ACTIVE","gpu":"1","Hostname":"h"},"values":[[100,"0.1"],[110,"0.2"],[120,"NaN"]]},
      {"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"1","Hostname":"h"},"values":[[100,"90"],[110,"100"],[120,"80"]]}
    ],"resultType":"matrix"}}"#;
    let facts = read(file.as_bytes()).expect("a range");
    assert_eq!(said(&facts, "/format"), "prometheus-range");
    near(&facts, "gpu.sm_active", 0.15);
    near(&facts, "gpu.gpu_util", 0.9);
    near(&facts, "window_s", 20.0);
    // Busy by the active SMs, 15 %, of which so few run that the host is the slow part.
    assert_eq!(said(&facts, "/verdict/bound"), "host");
}

/// Of a board whose instances are on, `nvidia-smi` says nothing: it is unknown, not idle, and what
/// it drew and held is told. A line that is no row is no board.
#[test]
fn boards_without_a_reading_are_unknown() {
    let row = |second: u32, board: u32, busy: &str, rest: &str| {
        format!("2026/01/01 00:00:0{second}.000, {board}, {busy}, {rest}\n")
    };
    let mut log =
        "timestamp, index, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W]\n"
            .to_owned();
    for second in 0..3 {
        for board in 0..7 {
            log += &row(second, board, "[N/A]", "70000 MiB, 81559 MiB, 650.50 W");
        }
        log += &row(second, 7, "0 %", "4 MiB, 81559 MiB, 70.50 W");
    }
    let facts = read(format!("{log}garbage").as_bytes()).expect("a log");
    assert_eq!(facts.groups("gpus").count(), 8);
    assert_eq!(said(&facts, "/verdict/bound"), "unknown");
    let because = said(&facts, "/verdict/because").to_string();
    assert!(because.contains("1 of 8 boards"), "{because}");
    let mut findings = facts.groups("findings");
    assert!(findings.all(|finding| finding.words("id") != Some("idle")));
    let held = 70_000.0 * 1_048_576.0;
    assert_eq!(
        reasons(&facts),
        [
            (Reason::Unread, 7.0),
            (Reason::Drew, 650.5),
            (Reason::Held, held)
        ]
    );
    assert!(needs(&facts).iter().all(|need| need.basis != Basis::Boards));
    assert_eq!(unused(&facts), ["7"]);
}

#[test]
fn what_is_no_log() {
    assert_eq!(refused(b"a,b\n1,2\n"), Kind::UnknownFormat);
    assert_eq!(refused(b"name,power\n"), Kind::Broken);
    assert_eq!(refused(b"10 MiB of text\n"), Kind::UnknownFormat);
}

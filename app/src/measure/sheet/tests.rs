//! Facts as tables: what is there is shown, and nothing else.

use super::{are_alike, compared, sections};
use crate::i18n::Msg;
use crate::measure::state::Measured;
use estimator::profile::{Group, Reader};

fn read(text: &str) -> Group {
    let mut reader = Reader::new();
    reader.push(text.as_bytes()).expect("a sound chunk");
    reader.finish().expect("a known format")
}

/// The titles of the tables of a file, in their order.
fn titles(text: &str) -> Vec<Msg> {
    let sections = sections(&read(text));
    for section in &sections {
        let columns = section.table.columns.len();
        assert!(section.table.rows.iter().all(|row| row.len() == columns));
        let parts = section.bars.len();
        assert!(parts == 0 || parts == section.table.rows.len());
    }
    sections.iter().map(|section| section.title).collect()
}

/// A trace has its time, its kernels by class and name, and its devices; no latencies.
#[test]
fn a_trace() {
    let trace = r#"{"schemaVersion":1,"traceEvents":[
        {"ph":"X","cat":"kernel","name":"my_gemm","ts":2,"dur":4,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"kernel","name":"nccl_x","ts":10,"dur":2,"args":{"device":0,"stream":7}}]}"#;
    assert_eq!(
        titles(trace),
        [
            Msg::ProfileTime,
            Msg::ProfileClasses,
            Msg::ProfileKernels,
            Msg::ProfileDetails,
            Msg::ProfileDevices,
            Msg::ProfileNotes
        ]
    );
}

/// A benchmark has latencies, load and rates; no kernels.
#[test]
fn a_benchmark() {
    let bench = r#"{"model_id":"m","mean_ttft_ms":80,"p99_ttft_ms":90,"mean_tpot_ms":12,"completed":9,
        "request_throughput":2,"total_input_tokens":90}"#;
    assert_eq!(
        titles(bench),
        [Msg::ProfileLatency, Msg::ProfileRates, Msg::ProfileNotes]
    );
    let sections = sections(&read(bench));
    let latency = sections.first().expect("latencies");
    // The figure, the mean and the 99th percentile: no column without a value.
    assert_eq!(latency.table.columns.len(), 3);
    assert_eq!(latency.table.rows.len(), 2);
}

/// Two files have a row for each figure of both, with its difference, and nothing of one alone.
#[test]
fn two_files_side_by_side() {
    let measured = |name: &str, json: &str| Measured {
        name: name.to_owned(),
        json: json.to_owned(),
        facts: Group::from_json(json).expect("facts"),
        timeline: None,
        memory: None,
        marks: std::sync::Arc::default(),
        stretch: None,
    };
    let before = measured(
        "a",
        r#"{"format":"x","latency":{"ttft_s":{"mean":0.2}},"load":{"failed":1}}"#,
    );
    let now = measured(
        "b",
        r#"{"format":"x","latency":{"ttft_s":{"mean":0.1}},"load":{"requests":2}}"#,
    );
    let section = compared(&before, &now).expect("a table");
    let heads: Vec<&str> = section
        .table
        .columns
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(heads.get(1..3), Some(&["a", "b"][..]));
    // The limit and the first token.
    assert_eq!(section.table.rows.len(), 2);
    assert!(section.table.rows[1][3].starts_with('−'));
    assert!(are_alike(&before.facts, &now.facts));
    let other = measured("c", r#"{"format":"y"}"#);
    assert_eq!(compared(&before, &other), None);
    assert!(!are_alike(&before.facts, &other.facts));
}

/// Boards that were sampled are a table of boards, not of a timeline.
#[test]
fn a_log() {
    let log = "index, utilization.gpu [%], memory.used [MiB], memory.total [MiB]\n0, 96 %, 1000 MiB, 81559 MiB\n1, 98 %, 1000 MiB, 81559 MiB\n";
    let sections = sections(&read(log));
    let boards = sections
        .iter()
        .find(|section| section.title == Msg::ProfileBoards);
    assert_eq!(boards.map(|section| section.table.rows.len()), Some(2));
    assert!(titles(log).contains(&Msg::ProfileMemory));
    assert!(!titles(log).contains(&Msg::ProfileDevices));
}

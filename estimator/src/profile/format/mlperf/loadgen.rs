//! The summary of `MLPerf`'s load generator: lines `name : value`.

use super::super::super::client;
use super::super::super::fact::{Fact, Group};
use std::collections::BTreeMap;

/// Its title.
pub(in crate::profile) const TITLE: &str = "MLPerf Results Summary";

/// Lines kept.
const LINES: usize = 10_000;

/// Latencies: name in the answer, behind `Min`, `Mean` and `Max`, and behind `percentile`.
const LATENCIES: [(&str, &str, &str); 3] = [
    (
        "ttft_s",
        "first token latency (ns)",
        "first token latency (ns)",
    ),
    (
        "tpot_s",
        "time to output token (ns)",
        "time to output token (ns)",
    ),
    ("e2e_s", "latency (ns)", "latency (ns)"),
];

/// Percentiles in the answer and in the file.
const PERCENTILES: [(&str, &str); 5] = [
    ("p50", "50.00"),
    ("p90", "90.00"),
    ("p95", "95.00"),
    ("p99", "99.00"),
    ("p999", "99.90"),
];

/// Nanoseconds in seconds.
const NANO: f64 = 1e-9;

/// The facts.
pub(in crate::profile) fn read(text: &str) -> Group {
    let mut lines: BTreeMap<String, &str> = BTreeMap::new();
    for (name, value) in text
        .lines()
        .take(LINES)
        .filter_map(|line| line.rsplit_once(':'))
    {
        let name: Vec<&str> = name.split_whitespace().collect();
        lines
            .entry(name.join(" ").to_lowercase())
            .or_insert(value.trim());
    }
    let word = |name: &str| lines.get(name).copied();
    let number = |name: &str| word(name)?.parse::<f64>().ok();
    let first = |names: &[&str]| names.iter().find_map(|name| number(name));
    let mut latency = Group::default();
    for (name, whole, part) in LATENCIES {
        let mut group = Group::default();
        let time = |name: String| number(&name).map(|value| value * NANO);
        for stat in ["mean", "min", "max"] {
            group.number(stat, time(format!("{stat} {whole}")));
        }
        for (stat, share) in PERCENTILES {
            group.number(stat, time(format!("{share} percentile {part}")));
        }
        latency.group(name, group);
    }
    let mut facts = Group::default();
    facts.text("format", Some("mlperf-loadgen"));
    facts.text("system", word("sut name"));
    facts.text("scenario", word("scenario"));
    if let Some(result) = word("result is") {
        facts.put("valid", Fact::Flag(result == "VALID"));
    }
    let stream = word("scenario").is_some_and(|scenario| scenario.starts_with("SingleStream"));
    let mean = latency
        .at("e2e_s.mean")
        .filter(|mean| stream && *mean > 0.0);
    facts.group("latency", latency);
    let requests = first(&[
        "completed samples per second",
        "samples per second",
        "scheduled samples per second",
    ]);
    let requests = requests.or(mean.map(|mean| 1.0 / mean));
    let tokens = first(&[
        "completed tokens per second",
        "tokens per second",
        "scheduled tokens per second",
    ]);
    let mut limits = Group::default();
    for (name, line) in [
        ("ttft_s", "ttft_latency (ns)"),
        ("tpot_s", "tpot_latency (ns)"),
        ("e2e_s", "target_latency (ns)"),
    ] {
        limits.number(name, number(line).map(|value| value * NANO));
    }
    let mut load = Group::default();
    load.number("target_rate", number("target_qps"));
    load.group("limits", limits);
    let answer = tokens.zip(requests.filter(|requests| *requests > 0.0));
    load.number(
        "output_tokens",
        answer.map(|(tokens, requests)| tokens / requests),
    );
    facts.group("load", load);
    facts.group("throughput", client::rates(requests, tokens, None, None));
    client::judge(&mut facts);
    facts.notes(&[]);
    facts
}

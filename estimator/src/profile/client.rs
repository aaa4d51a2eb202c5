//! The measurements of a benchmark's client: the load it offered, latencies, rates, and how little
//! that says of why.

use super::fact::{Fact, Group};
use super::format::bench::row;
use super::verdict::{Finding, Verdict, findings};

/// Percentiles and other statistics, in the order of the answer.
pub(super) const STATS: [&str; 9] = [
    "mean", "p50", "p75", "p90", "p95", "p99", "min", "max", "std",
];

/// Puts the rate of all tokens: as written, else input and output together.
pub(super) fn rates(
    requests: Option<f64>,
    output: Option<f64>,
    total: Option<f64>,
    input: Option<f64>,
) -> Group {
    let mut rates = Group::default();
    rates.number("requests_per_s", requests);
    rates.number("output_tokens_per_s", output);
    let both = input.zip(output).map(|(input, output)| input + output);
    rates.number("total_tokens_per_s", total.or(both));
    rates
}

/// Latencies, and the statistics of them that no measurement makes negative.
const LATENCIES: [&str; 4] = ["ttft_s", "tpot_s", "itl_s", "e2e_s"];
const TIMES: [&str; 4] = ["mean", "p50", "p95", "p99"];

/// Whether a benchmark says what cannot be: a time, a rate or a count below zero, no time at all, or
/// tokens of requests of which none came to its end.
pub(super) fn is_damaged(facts: &Group) -> bool {
    let negative = |path: &str| facts.at(path).is_some_and(|value| value < 0.0);
    let times = LATENCIES.iter().any(|latency| {
        TIMES
            .iter()
            .any(|part| negative(&format!("latency.{latency}.{part}")))
    });
    let rates = [
        "throughput.requests_per_s",
        "throughput.output_tokens_per_s",
        "throughput.total_tokens_per_s",
    ];
    let counts = ["load.requests", "load.failed", "load.duration_s"];
    let impossible = rates.iter().chain(&counts).any(|path| negative(path));
    let nothing = |path: &str| facts.at(path).is_some_and(|value| value <= 0.0);
    let some = rates
        .iter()
        .any(|path| facts.at(path).is_some_and(|rate| rate > 0.0));
    let timeless = nothing("load.duration_s");
    // Of a test of `llama-bench`.
    let still = nothing("tokens_per_s");
    let runs = facts.groups("runs").any(is_damaged);
    times || impossible || timeless || nothing("load.requests") && some || still || runs
}

/// A client's latencies say how fast, and of why only that requests queued. Puts the verdict,
/// findings, and the facts that fit an estimate.
pub(super) fn judge(facts: &mut Group) {
    let ttft = facts.at("latency.ttft_s.mean");
    let e2e = facts.at("latency.e2e_s.mean");
    let waits = ttft.zip(e2e).filter(|(ttft, e2e)| *ttft > 0.5 * e2e);
    let long = facts.at("load.output_tokens").unwrap_or(0.0) > 16.0;
    match waits.filter(|_| long) {
        Some((ttft, e2e)) => Verdict {
            bound: "capacity",
            because: format!("of {e2e:.3} s a request, {ttft:.3} s pass before its first token"),
            measured: true,
        },
        None => Verdict::unknown(
            "a client's latencies say how fast, not why; the server's /metrics would tell",
        ),
    }
    .put(facts);
    let mut found = Vec::new();
    let failed = facts.at("load.failed").unwrap_or(0.0);
    let all = failed + facts.at("load.requests").unwrap_or(0.0);
    if failed > 0.0 {
        let mut evidence = Group::default();
        evidence.number("failed", Some(failed));
        let gain = failed / all;
        found.push(Finding {
            id: "failures",
            gain: Some(gain),
            evidence,
            fix: "read the server's log for the failed requests first",
        });
    }
    let p50 = facts.at("latency.ttft_s.p50");
    let p99 = facts.at("latency.ttft_s.p99");
    if let Some((p50, p99)) = p50.zip(p99).filter(|(p50, p99)| *p99 > 5.0 * p50) {
        let mut evidence = Group::default();
        evidence.number("p50", Some(p50));
        evidence.number("p99", Some(p99));
        found.push(Finding {
            id: "queue",
            gain: Some(1.0 - p50 / p99),
            evidence,
            fix: "more replicas, or fewer requests at once (--max-concurrency of the client)",
        });
    }
    findings(found, facts);
    let count = facts.at("load.requests");
    let mut rows = Vec::new();
    for (quantity, path) in [("ttft_s", "latency.ttft_s"), ("tpot_s", "latency.tpot_s")] {
        let mean = facts.at(&format!("{path}.mean"));
        let median = facts.at(&format!("{path}.p50"));
        let name = match mean {
            Some(_) => quantity.to_owned(),
            None => format!("{quantity}_p50"),
        };
        rows.extend(row(&name, mean.or(median), count));
    }
    let rate = facts.at("throughput.output_tokens_per_s");
    rows.extend(row("output_tokens_per_s", rate, count));
    facts.put("calibration", Fact::List(rows));
}

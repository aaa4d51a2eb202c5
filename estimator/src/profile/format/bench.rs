//! Results of vLLM's and `SGLang`'s serving benchmarks: `STAT_QUANTITY_ms`, or without the unit
//! in seconds.

use super::super::fact::{Fact, Group};
use super::super::json::View;
use super::super::verdict::{Finding, Verdict, findings};

/// Names of a statistic in the file and in the answer.
const STATS: [(&str, &str); 9] = [
    ("mean", "mean"),
    ("median", "p50"),
    ("p50", "p50"),
    ("p75", "p75"),
    ("p90", "p90"),
    ("p95", "p95"),
    ("p99", "p99"),
    ("std", "std"),
    ("max", "max"),
];

/// Names of a latency in the file and in the answer.
const LATENCIES: [(&str, &[&str]); 4] = [
    ("ttft_s", &["ttft"]),
    ("tpot_s", &["tpot"]),
    ("itl_s", &["itl"]),
    ("e2e_s", &["e2el", "e2e_latency"]),
];

/// The facts, if this is such a result.
pub(in crate::profile) fn read(root: View<'_>) -> Option<Group> {
    let has = |key: &str| root.get(key).is_some();
    let sglang = has("mean_ttft_ms") && has("mean_e2e_latency_ms");
    if !sglang && !has("mean_ttft_ms") && !has("median_ttft_ms") && !has("median_ttft") {
        return None;
    }
    let number = |key: &str| root.get(key).and_then(View::number);
    let mut facts = Group::default();
    facts.text(
        "format",
        Some(if sglang { "sglang-bench" } else { "vllm-bench" }),
    );
    let model = ["model_id", "model"].iter().find_map(|key| root.get(key));
    facts.text("model", model.and_then(View::text).as_deref());
    let (mut latency, mut in_seconds) = (Group::default(), false);
    for (name, keys) in LATENCIES {
        let mut group = Group::default();
        for (stat, shown) in STATS {
            let value = keys.iter().find_map(|key| {
                let milliseconds = number(&format!("{stat}_{key}_ms"));
                let seconds = number(&format!("{stat}_{key}"));
                in_seconds |= milliseconds.is_none() && seconds.is_some();
                milliseconds.map(|value| value / 1e3).or(seconds)
            });
            if group.get(shown).is_none() {
                group.number(shown, value);
            }
        }
        latency.group(name, group);
    }
    facts.group("latency", latency);
    let requests = number("completed").filter(|requests| *requests >= 0.0);
    let mut load = Group::default();
    load.number("requests", requests);
    let asked = number("num_prompts");
    let failed = asked.zip(requests).map(|(asked, good)| asked - good);
    load.number(
        "failed",
        number("failed").or(failed).filter(|failed| *failed >= 0.0),
    );
    load.number("duration_s", number("duration"));
    load.number("request_rate", number("request_rate"));
    load.number("max_concurrency", number("max_concurrency"));
    load.number("concurrency", number("concurrency"));
    let input = number("total_input_tokens");
    let output = number("total_output_tokens");
    let mean = |total: Option<f64>| Some(total? / requests.filter(|count| *count > 0.0)?);
    load.number("input_tokens", mean(input));
    load.number("output_tokens", mean(output));
    facts.group("load", load);
    let mut rates = Group::default();
    let out = number("output_throughput");
    let total = number("total_token_throughput").or(number("total_throughput"));
    let both = number("input_throughput").zip(out);
    rates.number("requests_per_s", number("request_throughput"));
    rates.number("output_tokens_per_s", out);
    rates.number(
        "total_tokens_per_s",
        total.or(both.map(|(input, out)| input + out)),
    );
    facts.group("throughput", rates);
    judge(&mut facts);
    let notes = in_seconds.then(|| Fact::Text("latencies-in-seconds".to_owned()));
    facts.put("notes", Fact::List(notes.into_iter().collect()));
    Some(facts)
}

/// A client's latencies say how fast, and of why only that requests queued.
fn judge(facts: &mut Group) {
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
            gain,
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
            gain: 1.0 - p50 / p99,
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

/// A measured quantity for fits.
pub(in crate::profile) fn row(
    quantity: &str,
    value: Option<f64>,
    count: Option<f64>,
) -> Option<Fact> {
    let mut group = Group::default();
    group.text("quantity", Some(quantity));
    group.number("value", Some(value?));
    group.number("count", count);
    Some(Fact::Group(group))
}

//! Results of vLLM's and `SGLang`'s serving benchmarks: `STAT_QUANTITY_ms`, or without the unit
//! in seconds.

use super::super::client::{self, judge};
use super::super::fact::{Fact, Group};
use super::super::json::View;

/// Names of a statistic in the file and in the answer.
const STATS: [(&str, &str); 10] = [
    ("mean", "mean"),
    ("median", "p50"),
    ("p50", "p50"),
    ("p75", "p75"),
    ("p90", "p90"),
    ("p95", "p95"),
    ("p99", "p99"),
    ("std", "std"),
    ("min", "min"),
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
    let requests = number("completed");
    let mut load = Group::default();
    load.number("requests", requests);
    let asked = number("num_prompts");
    let failed = asked.zip(requests).map(|(asked, good)| asked - good);
    load.number(
        "failed",
        number("failed").or(failed.filter(|failed| *failed >= 0.0)),
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
    let total = number("total_token_throughput").or(number("total_throughput"));
    let rates = client::rates(
        number("request_throughput"),
        number("output_throughput"),
        total,
        number("input_throughput"),
    );
    facts.group("throughput", rates);
    judge(&mut facts);
    let notes = in_seconds.then(|| Fact::Text("latencies-in-seconds".to_owned()));
    facts.put("notes", Fact::List(notes.into_iter().collect()));
    Some(facts)
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

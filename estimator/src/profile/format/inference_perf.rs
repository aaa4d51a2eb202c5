//! Results of `inference-perf`: a stage of load, in seconds.

use super::super::client;
use super::super::fact::Group;
use super::super::json::View;

/// Latencies in the answer and in the file, the first that is there.
const LATENCIES: [(&str, &[&str]); 4] = [
    ("ttft_s", &["time_to_first_token"]),
    (
        "tpot_s",
        &["time_per_output_token", "normalized_time_per_output_token"],
    ),
    ("itl_s", &["inter_token_latency"]),
    ("e2e_s", &["request_latency"]),
];

/// The facts, if this is such a result.
pub(in crate::profile) fn read(root: View<'_>) -> Option<Group> {
    let good = root.get("successes").filter(|good| good.is_object())?;
    let summary = root
        .get("load_summary")
        .filter(|summary| summary.is_object())?;
    let number = |path: &[&str]| good.at(path).and_then(View::number);
    let mut latency = Group::default();
    for (name, sources) in LATENCIES {
        let mut group = Group::default();
        let found = sources
            .iter()
            .filter_map(|source| good.at(&["latency", source]).or(good.get(source)))
            .find(|view| view.is_object());
        for stat in client::STATS {
            let key = if stat == "p50" { "median" } else { stat };
            let value = found.and_then(|found| found.get(key)?.number());
            group.number(stat, value);
        }
        latency.group(name, group);
    }
    let requests = number(&["count"]);
    let rate = number(&["throughput", "requests_per_sec"]);
    let mut load = Group::default();
    load.number("requests", requests);
    load.number(
        "failed",
        root.at(&["failures", "count"]).and_then(View::number),
    );
    let duration = requests.zip(rate.filter(|rate| *rate > 0.0));
    load.number(
        "duration_s",
        duration.map(|(requests, rate)| requests / rate),
    );
    let asked = |key: &str| summary.get(key).and_then(View::number);
    load.number("request_rate", asked("requested_rate"));
    load.number("max_concurrency", asked("concurrency"));
    load.number("input_tokens", number(&["prompt_len", "mean"]));
    load.number("output_tokens", number(&["output_len", "mean"]));
    let rates = client::rates(
        rate,
        number(&["throughput", "output_tokens_per_sec"]),
        number(&["throughput", "total_tokens_per_sec"]),
        number(&["throughput", "input_tokens_per_sec"]),
    );
    let mut facts = Group::default();
    facts.text("format", Some("inference-perf"));
    facts.group("load", load);
    facts.group("throughput", rates);
    facts.group("latency", latency);
    client::judge(&mut facts);
    facts.notes(&[]);
    Some(facts)
}

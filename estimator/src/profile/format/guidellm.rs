//! `GuideLLM`'s results: one benchmark, or several at rising load.

use super::super::client;
use super::super::fact::{Fact, Group};
use super::super::json::View;

/// Benchmarks kept.
const RUNS: usize = 1000;

/// Latencies in the answer, the metrics that hold them, and seconds of their unit.
const LATENCIES: [(&str, &str, f64); 3] = [
    ("ttft_s", "time_to_first_token_ms", 1e-3),
    ("tpot_s", "inter_token_latency_ms", 1e-3),
    ("e2e_s", "request_latency", 1.0),
];

/// The facts, if this is such a result.
pub(in crate::profile) fn read(root: View<'_>) -> Option<Group> {
    let benchmarks = root.get("benchmarks").filter(|list| list.is_array())?;
    let mut runs: Vec<Group> = benchmarks.items().take(RUNS).map(one).collect();
    if runs.is_empty() {
        return None;
    }
    let first = benchmarks.items().next()?;
    let model = [
        first.at(&["config", "backend", "model"]),
        root.at(&["config", "spec", "backend", "model"]),
        root.at(&["args", "model"]),
        first.at(&["worker", "backend_model"]),
    ];
    let model = model.into_iter().flatten().find_map(View::text);
    let mut facts = Group::default();
    facts.text("format", Some("guidellm-json"));
    facts.text("model", model.as_deref());
    let several = runs.len() > 1;
    let listed = runs.iter().cloned().map(Fact::Group).collect();
    facts.append(runs.swap_remove(0));
    if several {
        facts.put("runs", Fact::List(listed));
    }
    client::judge(&mut facts);
    let known = facts.at("latency.tpot_s.mean").is_some();
    facts.notes(if known { &["tpot-is-itl"] } else { &[] });
    Some(facts)
}

fn one(benchmark: View<'_>) -> Group {
    let metric = |name: &str| benchmark.at(&["metrics", name, "successful"]);
    let mean = |name: &str| metric(name)?.get("mean")?.number();
    let mut latency = Group::default();
    for (name, source, unit) in LATENCIES {
        let mut group = Group::default();
        let Some(metric) = metric(source) else {
            continue;
        };
        let counted = metric.get("count").and_then(View::number);
        for stat in client::STATS {
            let value = match stat {
                "std" => metric.get("std_dev"),
                "mean" | "min" | "max" => metric.get(stat),
                "p50" => metric.at(&["percentiles", "p50"]).or(metric.get("median")),
                percentile => metric.at(&["percentiles", percentile]),
            };
            let value = value.and_then(View::number);
            // Of nothing this tool says zero.
            group.number(
                stat,
                value
                    .filter(|_| counted != Some(0.0))
                    .map(|value| value * unit),
            );
        }
        latency.group(name, group);
    }
    let total = |kind: &str| {
        let newer = benchmark.at(&["metrics", "request_totals", kind]);
        let older = benchmark.at(&["run_stats", "requests_made", kind]);
        newer.or(older).and_then(View::number)
    };
    let strategy = benchmark
        .at(&["config", "strategy"])
        .or_else(|| benchmark.at(&["args", "strategy"]));
    let asked = |key: &str| strategy?.get(key)?.number();
    let mut load = Group::default();
    load.number("requests", total("successful"));
    load.number("failed", total("errored"));
    let clock = |key: &str| benchmark.get(key).and_then(View::number);
    let span = clock("start_time").zip(clock("end_time"));
    let span = span.map(|(start, end)| end - start);
    load.number("duration_s", clock("duration").or(span));
    load.number("request_rate", asked("rate"));
    load.number("max_concurrency", asked("streams"));
    load.number("concurrency", mean("request_concurrency"));
    load.number("input_tokens", mean("prompt_token_count"));
    load.number("output_tokens", mean("output_token_count"));
    let rates = client::rates(
        mean("requests_per_second"),
        mean("output_tokens_per_second"),
        mean("tokens_per_second"),
        mean("prompt_tokens_per_second"),
    );
    let mut run = Group::default();
    run.group("load", load);
    run.group("throughput", rates);
    run.group("latency", latency);
    run
}

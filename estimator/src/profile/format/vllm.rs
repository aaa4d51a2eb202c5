//! vLLM's metrics: histograms of latencies and counts of a server, added up over engines.

use super::super::fact::{Fact, Group};
use super::super::metrics::histogram::Histogram;
use super::super::metrics::text;
use super::super::server;
use super::bench::row;
use std::collections::{BTreeMap, BTreeSet};

/// Beginning of the names of its metrics.
pub(in crate::profile) const PREFIX: &str = "vllm:";

/// Latencies in the answer and the histograms that hold them, the first with anything counts.
const LATENCIES: [(&str, &[&str]); 9] = [
    ("ttft_s", &["time_to_first_token_seconds"]),
    (
        "tpot_s",
        &[
            "request_time_per_output_token_seconds",
            "time_per_output_token_seconds",
        ],
    ),
    ("itl_s", &["inter_token_latency_seconds"]),
    ("e2e_s", &["e2e_request_latency_seconds"]),
    ("queue_s", &["request_queue_time_seconds"]),
    ("prefill_s", &["request_prefill_time_seconds"]),
    ("decode_s", &["request_decode_time_seconds"]),
    ("input_tokens", &["request_prompt_tokens"]),
    ("output_tokens", &["request_generation_tokens"]),
];

/// Names of the counts of queries and hits of the prefix cache, newer first.
pub(in crate::profile) const PREFIX_CACHE: [(&str, &str); 2] = [
    ("prefix_cache_queries_total", "prefix_cache_hits_total"),
    (
        "gpu_prefix_cache_queries_total",
        "gpu_prefix_cache_hits_total",
    ),
];

/// Puts the model, or a list of several.
pub(in crate::profile) fn models(models: &BTreeSet<String>, facts: &mut Group) {
    match models.len() {
        0 => {}
        1 => facts.text("model", models.first().map(String::as_str)),
        _ => {
            let list = models.iter().map(|model| Fact::Text(model.clone()));
            facts.put("model", Fact::List(list.collect()));
        }
    }
}

/// The facts of a server's text.
pub(in crate::profile) fn read(text: &str) -> Group {
    let mut histograms: BTreeMap<&str, Histogram> = BTreeMap::new();
    let (mut sums, mut highest) = (
        BTreeMap::<String, f64>::new(),
        BTreeMap::<String, f64>::new(),
    );
    let mut names = BTreeSet::new();
    for (series, value) in text::samples(text, &|name| name.starts_with(PREFIX)) {
        if let Some(model) = series.label("model_name").filter(|_| names.len() < 100) {
            names.insert(model.to_owned());
        }
        let Some(name) = series.name.strip_prefix(PREFIX) else {
            continue;
        };
        let known = LATENCIES.iter().flat_map(|(_, names)| names.iter());
        let part = known.filter_map(|known| Some((*known, name.strip_prefix(known)?)));
        let part = part.filter_map(|(known, rest)| Some((known, rest.strip_prefix('_')?)));
        if let Some((known, part)) = part.into_iter().next() {
            let bound = series.label("le").and_then(text::number);
            histograms
                .entry(known)
                .or_default()
                .take(part, bound, value);
        } else if value.is_finite() && sums.len() < 10_000 {
            *sums.entry(name.to_owned()).or_default() += value;
            let high = highest.entry(name.to_owned()).or_insert(value);
            *high = high.max(value);
        }
    }
    let mut facts = Group::default();
    facts.text("format", Some("vllm-metrics"));
    models(&names, &mut facts);
    let mut latency = Group::default();
    for (name, sources) in LATENCIES {
        let found = sources.iter().filter_map(|source| histograms.get(source));
        let counted = found.into_iter().find(|histogram| histogram.count() > 0.0);
        latency.group(name, counted.map(Histogram::facts).unwrap_or_default());
    }
    facts.group("latency", latency);
    let sum = |name: &str| sums.get(name).copied();
    let mut counters = Group::default();
    counters.number("requests", sum("request_success_total"));
    counters.number("prompt_tokens", sum("prompt_tokens_total"));
    counters.number("generation_tokens", sum("generation_tokens_total"));
    counters.number("preemptions", sum("num_preemptions_total"));
    counters.number("running", sum("num_requests_running"));
    counters.number("waiting", sum("num_requests_waiting"));
    let cache = highest.get("kv_cache_usage_perc");
    let cache = cache.or_else(|| highest.get("gpu_cache_usage_perc"));
    counters.number("cache_usage", cache.copied());
    let hits = PREFIX_CACHE.iter().find_map(|(queries, hits)| {
        let queries = sum(queries).filter(|queries| *queries > 0.0)?;
        Some(sum(hits)? / queries)
    });
    counters.number("prefix_hit_share", hits);
    facts.group("counters", counters);
    let notes = server::judge(&mut facts);
    let mut rows = Vec::new();
    for (quantity, path) in [("ttft_s", "latency.ttft_s"), ("tpot_s", "latency.tpot_s")] {
        let at = |part: &str| facts.at(&format!("{path}.{part}"));
        rows.extend(row(quantity, at("mean"), at("count")));
    }
    facts.put("calibration", Fact::List(rows));
    facts.notes(notes);
    facts
}

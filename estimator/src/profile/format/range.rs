//! Prometheus' series of DCGM's or vLLM's metrics over a while.

use super::super::fact::{Fact, Group};
use super::super::metrics::range::Values;
use super::super::server;
use super::super::stats::over_time;
use super::super::verdict::{Verdict, findings};
use super::bench::row;
use super::{dcgm, vllm};
use std::collections::{BTreeMap, BTreeSet};

/// The facts of these series.
pub(in crate::profile) fn facts(all: &[Values]) -> Group {
    let any = |prefix: &str| {
        all.iter()
            .any(|(series, _)| series.name.starts_with(prefix))
    };
    if any(dcgm::PREFIX) {
        return dcgm::from_range(all);
    }
    if any(vllm::PREFIX) {
        return engines(all);
    }
    let mut facts = Group::default();
    facts.text("format", Some("prometheus-range"));
    Verdict::unknown("neither DCGM's nor vLLM's metrics, by their names").put(&mut facts);
    findings(Vec::new(), &mut facts);
    facts.put("calibration", Fact::List(Vec::new()));
    facts.notes(&[]);
    facts
}

fn engines(all: &[Values]) -> Group {
    let of = |name: &str| -> Vec<&Values> {
        all.iter()
            .filter(|(series, _)| series.name.strip_prefix(vllm::PREFIX) == Some(name))
            .collect()
    };
    let names = all
        .iter()
        .filter_map(|(series, _)| series.label("model_name"));
    let names: BTreeSet<String> = names.take(100).map(str::to_owned).collect();
    let times = all
        .iter()
        .flat_map(|(_, values)| values)
        .map(|(time, _)| *time);
    let mut known: Vec<f64> = times.collect();
    known.sort_by(f64::total_cmp);
    known.dedup();
    let window = known.first().zip(known.last()).map(|(from, to)| to - from);
    let window = window.filter(|window| *window > 0.0);
    let mut facts = Group::default();
    facts.text("format", Some("prometheus-range"));
    vllm::models(&names, &mut facts);
    facts.number("window_s", window);
    facts.count("samples", Some(known.len() as u64));
    let mut counters = Group::default();
    let sum = |a: f64, b: f64| a + b;
    counters.group(
        "running",
        over_time(joined(&of("num_requests_running"), &sum)),
    );
    counters.group(
        "waiting",
        over_time(joined(&of("num_requests_waiting"), &sum)),
    );
    let mut cache = of("kv_cache_usage_perc");
    cache.extend(of("gpu_cache_usage_perc"));
    counters.group("cache_usage", over_time(joined(&cache, &f64::max)));
    let rise = |name: &str| rise(&of(name));
    counters.number("preemptions", rise("num_preemptions_total"));
    let rate = |name: &str| Some(rise(name)? / window?);
    let finished = rise("request_success_total").filter(|finished| *finished > 0.0);
    counters.number("requests", finished);
    counters.number("generation_tokens_per_s", rate("generation_tokens_total"));
    counters.number("prompt_tokens_per_s", rate("prompt_tokens_total"));
    let hits = vllm::PREFIX_CACHE.iter().find_map(|(queries, hits)| {
        let queries = rise(queries).filter(|queries| *queries > 0.0)?;
        Some(rise(hits)? / queries)
    });
    counters.number("prefix_hit_share", hits);
    facts.group("counters", counters);
    let mut rates = Group::default();
    let per_second = finished
        .zip(window)
        .map(|(finished, window)| finished / window);
    rates.number("requests_per_s", per_second);
    facts.group("throughput", rates);
    // What came and went while as many were finished, one with the other.
    let mean = |name: &str| Some(rise(name)? / finished?);
    let mut load = Group::default();
    load.number("input_tokens", mean("prompt_tokens_total"));
    load.number("output_tokens", mean("generation_tokens_total"));
    facts.group("load", load);
    server::judge_range(&mut facts);
    let rate = facts.at("counters.generation_tokens_per_s");
    let rows = row("output_tokens_per_s", rate, None);
    facts.put("calibration", Fact::List(rows.into_iter().collect()));
    facts.notes(&[]);
    facts
}

/// One value a time of several series.
fn joined(all: &[&Values], join: &dyn Fn(f64, f64) -> f64) -> Vec<f64> {
    let mut by_time: BTreeMap<u64, f64> = BTreeMap::new();
    for (time, value) in all.iter().flat_map(|(_, values)| values) {
        if value.is_finite() {
            let entry = by_time.entry(time.to_bits());
            entry
                .and_modify(|sum| *sum = join(*sum, *value))
                .or_insert(*value);
        }
    }
    by_time.into_values().collect()
}

/// How far counters rose; a fall is a restart from zero. `None` without a series.
fn rise(all: &[&Values]) -> Option<f64> {
    let one = |values: &[(f64, f64)]| {
        let pairs = values.iter().zip(values.iter().skip(1));
        pairs
            .map(|((_, before), (_, after))| {
                if after < before {
                    *after
                } else {
                    after - before
                }
            })
            .filter(|rise| rise.is_finite())
            .sum::<f64>()
    };
    (!all.is_empty()).then(|| all.iter().map(|(_, values)| one(values)).sum())
}

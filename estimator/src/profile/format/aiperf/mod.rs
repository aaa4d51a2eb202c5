//! Results of `aiperf` and of `genai-perf` before it: statistics of a whole run, each with its
//! unit.

pub(in crate::profile) mod lines;

use super::super::client;
use super::super::fact::Group;
use super::super::json::View;

/// Latencies in the answer and the metrics that hold them. The time per output token is these
/// tools' latency between tokens.
const LATENCIES: [(&str, &[&str]); 3] = [
    ("ttft_s", &["time_to_first_token", "ttft"]),
    ("tpot_s", &["inter_token_latency"]),
    ("e2e_s", &["request_latency"]),
];

/// Seconds of a time with this unit; `None` of no time.
fn seconds(unit: &str) -> Option<f64> {
    match unit {
        "ns" => Some(1e-9),
        "us" => Some(1e-6),
        "ms" => Some(1e-3),
        "s" | "sec" | "seconds" => Some(1.0),
        _ => None,
    }
}

/// The facts, if this is such a result.
pub(in crate::profile) fn read(root: View<'_>) -> Option<Group> {
    let config = root.get("input_config")?;
    let older = root.get("records").filter(|records| records.is_object());
    let latency = root
        .get("request_latency")
        .filter(|metric| metric.is_object());
    let metrics = older.or(latency.map(|_| root))?;
    let metric = |names: &[&str]| names.iter().find_map(|name| metrics.get(name));
    let average = |name: &str| metrics.at(&[name, "avg"]).and_then(View::number);
    let mut facts = Group::default();
    let genai = config.get("perf_analyzer").is_some();
    let format = if genai {
        "genai-perf-json"
    } else {
        "aiperf-json"
    };
    facts.text("format", Some(format));
    facts.text("model", model(config).as_deref());
    let mut latency = Group::default();
    for (name, sources) in LATENCIES {
        let mut group = Group::default();
        if let Some(metric) = metric(sources) {
            let unit = metric.get("unit").and_then(View::text);
            let scale = seconds(unit.as_deref().unwrap_or("ms"));
            for stat in client::STATS {
                let key = if stat == "mean" { "avg" } else { stat };
                let value = metric.get(key).and_then(View::number);
                group.number(stat, value.zip(scale).map(|(value, scale)| value * scale));
            }
        }
        latency.group(name, group);
    }
    let known = latency.get("tpot_s").is_some();
    facts.group("latency", latency);
    let mut load = Group::default();
    load.number("requests", average("request_count"));
    load.number(
        "failed",
        average("error_request_count").or_else(|| errors(root)),
    );
    load.number("duration_s", duration(metrics));
    let (rate, users) = offered(config);
    load.number("request_rate", rate);
    load.number("max_concurrency", users);
    load.number("concurrency", average("effective_concurrency"));
    load.number("input_tokens", average("input_sequence_length"));
    load.number("output_tokens", average("output_sequence_length"));
    facts.group("load", load);
    let rates = client::rates(
        average("request_throughput"),
        average("output_token_throughput"),
        average("total_token_throughput"),
        average("input_token_throughput").or_else(|| {
            let all = average("request_throughput")? * average("input_sequence_length")?;
            Some(all)
        }),
    );
    facts.group("throughput", rates);
    client::judge(&mut facts);
    facts.notes(if known { &["tpot-is-itl"] } else { &[] });
    Some(facts)
}

fn duration(metrics: View<'_>) -> Option<f64> {
    let metric = metrics.get("benchmark_duration")?;
    let unit = metric.get("unit").and_then(View::text);
    Some(metric.get("avg")?.number()? * seconds(unit.as_deref().unwrap_or("s"))?)
}

/// Failed requests by the summary of errors.
fn errors(root: View<'_>) -> Option<f64> {
    let summary = root.get("error_summary").filter(|list| list.is_array())?;
    let counts = summary
        .items()
        .filter_map(|error| error.get("count")?.number());
    Some(counts.sum())
}

/// The model's name, wherever a version writes it.
fn model(config: View<'_>) -> Option<String> {
    let named = [
        config.at(&["endpoint", "model_names"]),
        config.get("model_names"),
        config.at(&["models", "items"]),
        config.get("model"),
    ];
    named.into_iter().flatten().find_map(|view| {
        let first = if view.is_array() {
            view.items().next()?
        } else {
            view
        };
        let name = first.get("name").unwrap_or(first);
        Some(name.text()?.into_owned())
    })
}

/// Requests a second and users at once, as they were asked for.
fn offered(config: View<'_>) -> (Option<f64>, Option<f64>) {
    let phases = config.get("phases").into_iter().flat_map(View::items);
    let mut profiling = phases.filter(|phase| {
        let kind = phase.get("kind").or(phase.get("name")).and_then(View::text);
        kind.as_deref() == Some("profiling")
    });
    let stimulus = config.at(&["perf_analyzer", "stimulus"]);
    let places = [config.get("loadgen"), profiling.next(), stimulus];
    let of = |keys: &[&str]| {
        let mut all = places.into_iter().flatten();
        all.find_map(|place| keys.iter().find_map(|key| place.get(key)?.number()))
    };
    (of(&["request_rate", "rate"]), of(&["concurrency"]))
}

//! Results of benchmarks' clients, and of `MLPerf`.

use super::{near, noted, read, said};

/// Milliseconds and seconds side by side; 3 of 12 requests failed.
pub(super) const AIPERF: &str = r#"{"records":{
"ttft":{"unit":"ms","avg":100,"p99":800,"p50":100},
"inter_token_latency":{"unit":"us","avg":20000},
"request_latency":{"unit":"sec","avg":2},
"request_count":{"unit":"requests","avg":9},"error_request_count":{"unit":"requests","avg":3},
"input_sequence_length":{"unit":"tokens","avg":50},"output_sequence_length":{"unit":"tokens","avg":20},
"request_throughput":{"unit":"requests/sec","avg":3},"output_token_throughput":{"unit":"tokens/sec","avg":60},
"benchmark_duration":{"unit":"sec","avg":3}},
"input_config":{"endpoint":{"model_names":["m"]},"loadgen":{"concurrency":4,"request_rate":null}}}"#;

#[test]
fn aiperf_with_units() {
    let facts = read(AIPERF.as_bytes()).expect("a result");
    assert_eq!(said(&facts, "/format"), "aiperf-json");
    near(&facts, "latency.ttft_s.mean", 0.1);
    near(&facts, "latency.tpot_s.mean", 0.02);
    near(&facts, "latency.e2e_s.mean", 2.0);
    near(&facts, "load.max_concurrency", 4.0);
    near(&facts, "load.duration_s", 3.0);
    near(&facts, "throughput.total_tokens_per_s", 210.0);
    assert!(noted(&facts, "tpot-is-itl"));
    assert_eq!(said(&facts, "/model"), "m");
    // 800 ms at the 99th percentile, 100 at the median: 7 eighths. A quarter failed.
    assert_eq!(said(&facts, "/findings/0/gain"), 0.875);
    assert_eq!(said(&facts, "/findings/1/gain"), 0.25);
}

/// Newer phases, older names of the tool.
#[test]
fn other_versions_of_it() {
    let newer = r#"{"request_latency":{"unit":"ms","avg":5},"time_to_first_token":{"unit":"ms","avg":1},
      "error_summary":[{"count":2},{"count":3}],"input_config":{"models":{"items":[{"name":"n"}]},
      "phases":[{"kind":"warmup","concurrency":1},{"kind":"profiling","concurrency":8,"rate":2.5}]}}"#;
    let facts = read(newer.as_bytes()).expect("a result");
    near(&facts, "load.failed", 5.0);
    near(&facts, "load.max_concurrency", 8.0);
    near(&facts, "load.request_rate", 2.5);
    assert_eq!(said(&facts, "/model"), "n");
    let older = r#"{"request_latency":{"unit":"ms","avg":5},
      "input_config":{"model_names":["o"],"perf_analyzer":{"stimulus":{"concurrency":3}}}}"#;
    let facts = read(older.as_bytes()).expect("a result");
    assert_eq!(said(&facts, "/format"), "genai-perf-json");
    near(&facts, "load.max_concurrency", 3.0);
}

/// Two good requests and one that failed, over 4 s.
#[test]
fn records_of_requests() {
    let line = |start: u64, end: u64, ttft: f64| {
        format!(
            r#"{{"metadata":{{"request_start_ns":{start},"request_end_ns":{end}}},"metrics":{{"time_to_first_token":{{"value":{ttft},"unit":"ms"}},"output_sequence_length":{{"value":8,"unit":"tokens"}}}},"error":null}}"#
        )
    };
    let failed = r#"{"metadata":{},"metrics":{},"error":{"code":499}}"#;
    let file = [
        line(1_000_000_000, 2_000_000_000, 30.0),
        failed.to_owned(),
        line(2_000_000_000, 5_000_000_000, 50.0),
    ];
    let facts = read(file.join("\n").as_bytes()).expect("records");
    assert_eq!(said(&facts, "/format"), "aiperf-jsonl");
    near(&facts, "load.requests", 2.0);
    near(&facts, "load.failed", 1.0);
    near(&facts, "load.duration_s", 4.0);
    near(&facts, "latency.ttft_s.mean", 0.04);
    near(&facts, "latency.ttft_s.std", 0.01);
    near(&facts, "throughput.output_tokens_per_s", 4.0);
}

/// Two benchmarks: the first is the result, both are runs; the single requests are not held.
#[test]
fn guidellm() {
    let run = |ttft: f64| {
        format!(
            r#"{{"config":{{"strategy":{{"type_":"concurrent","streams":2}},"backend":{{"model":"m"}}}},"requests":{{"successful":[{{"output":"x"}}]}},
            "metrics":{{"request_totals":{{"successful":5,"errored":1}},
            "time_to_first_token_ms":{{"successful":{{"mean":{ttft},"median":3,"count":5,"percentiles":{{"p95":9}}}}}},
            "inter_token_latency_ms":{{"successful":{{"mean":0.0,"count":0}}}},
            "request_latency":{{"successful":{{"mean":1.5,"count":5}}}},
            "output_tokens_per_second":{{"successful":{{"mean":44}}}}}}}}"#
        )
    };
    let file = format!(r#"{{"benchmarks":[{},{}]}}"#, run(10.0), run(20.0));
    let facts = read(file.as_bytes()).expect("a result");
    assert_eq!(said(&facts, "/format"), "guidellm-json");
    near(&facts, "latency.ttft_s.mean", 0.01);
    near(&facts, "latency.ttft_s.p50", 0.003);
    near(&facts, "latency.ttft_s.p95", 0.009);
    near(&facts, "latency.e2e_s.mean", 1.5);
    near(&facts, "load.requests", 5.0);
    near(&facts, "load.max_concurrency", 2.0);
    assert_eq!(facts.at("latency.tpot_s.mean"), None);
    assert_eq!(said(&facts, "/runs/1/latency/ttft_s/mean"), 0.02);
}

/// 20 requests at 4 a second took 5 s.
#[test]
fn inference_perf() {
    let file = r#"{"load_summary":{"requested_rate":4.5},"failures":{"count":0},"successes":{"count":20,
      "latency":{"time_to_first_token":{"mean":0.5,"median":0.4},"normalized_time_per_output_token":{"mean":0.03},
      "inter_token_latency":{"mean":0.02}},"throughput":{"requests_per_sec":4,"output_tokens_per_sec":100},
      "prompt_len":{"mean":200}}}"#;
    let facts = read(file.as_bytes()).expect("a result");
    near(&facts, "load.duration_s", 5.0);
    near(&facts, "latency.ttft_s.p50", 0.4);
    near(&facts, "latency.tpot_s.mean", 0.03);
    near(&facts, "latency.itl_s.mean", 0.02);
    near(&facts, "load.request_rate", 4.5);
}

/// Values a token of each request are passed over, however many.
#[test]
fn detailed_results_are_not_held() {
    let tokens = "[0.01,0.02],".repeat(400_000);
    let file = format!(
        r#"{{"model_id":"m","itls":[{tokens}[1]],"mean_ttft_ms":80,"min_ttft_ms":7,"completed":9}}"#
    );
    let facts = read(file.as_bytes()).expect("a result");
    near(&facts, "latency.ttft_s.mean", 0.08);
    near(&facts, "latency.ttft_s.min", 0.007);
}

pub(super) const LOADGEN: &str = "MLPerf Results Summary\nSUT name : box\nScenario : Server\nCompleted samples per second    : 10.0\n\
Completed tokens per second: 2000\nResult is : INVALID\nMin latency (ns)                : 1000000000\nMean latency (ns)               : 4000000000\n\
99.00 percentile latency (ns)   : 5000000000\nMean First Token latency (ns)               : 3000000000\n\
99.90 percentile first token latency (ns)   : 3500000000\n50.00 percentile time to output token (ns)   : 25000000\n\
target_qps : 11\nttft_latency (ns): 2000000000\n";

#[test]
fn a_summary_of_the_load_generator() {
    let facts = read(LOADGEN.as_bytes()).expect("a summary");
    assert_eq!(said(&facts, "/format"), "mlperf-loadgen");
    assert_eq!(said(&facts, "/valid"), false);
    assert_eq!(said(&facts, "/system"), "box");
    near(&facts, "latency.e2e_s.p99", 5.0);
    near(&facts, "latency.ttft_s.p999", 3.5);
    near(&facts, "latency.tpot_s.p50", 0.025);
    near(&facts, "load.limits.ttft_s", 2.0);
    near(&facts, "load.output_tokens", 200.0);
    // 3 of 4 s pass before the first token, at 200 tokens an answer.
    assert_eq!(said(&facts, "/verdict/bound"), "capacity");
    let single = "MLPerf Results Summary\nScenario : SingleStream\nMean latency (ns) : 250000000\n";
    near(
        &read(single.as_bytes()).expect("a summary"),
        "throughput.requests_per_s",
        4.0,
    );
}

/// 960 samples in batches of 8; a broken line is passed over.
#[test]
fn a_log_of_training() {
    let event = |key: &str, time: u64, value: &str, about: &str| {
        format!(
            ":::MLLOG {{\"time_ms\": {time}, \"key\": \"{key}\", \"value\": {value}, \"metadata\": {{{about}}}}}\n"
        )
    };
    let file = [
        event("submission_benchmark", 0, "\"b\"", ""),
        event("global_batch_size", 0, "8", ""),
        event("run_start", 1000, "null", ""),
        ":::MLLOG {\"key\": \n".to_owned(),
        event(
            "tracked_stats",
            2000,
            "{\"throughput\": 2.0}",
            "\"step\": 1",
        ),
        event("tracked_stats", 3000, "{\"throughput\": 4.0}", ""),
        event(
            "run_stop",
            61_000,
            "null",
            "\"samples_count\": 960, \"status\": \"success\"",
        ),
    ];
    let facts = read(file.concat().as_bytes()).expect("a log");
    assert_eq!(said(&facts, "/format"), "mlperf-mllog");
    near(&facts, "run_s", 60.0);
    near(&facts, "throughput.samples_per_s", 3.0);
    near(&facts, "steps.count", 120.0);
    assert_eq!(said(&facts, "/status"), "success");
    assert_eq!(said(&facts, "/benchmark"), "b");
}

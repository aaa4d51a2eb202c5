//! vLLM's metrics, at once and over a while.

use super::{near, noted, read, said};

/// Two engines of one model: 30 and 10 requests. The queue takes 4 s of 5 s to the first token.
pub(super) const METRICS: &str = "# HELP vllm:request_success_total Count.\n\
vllm:request_success_total{engine=\"0\",finished_reason=\"stop\",model_name=\"m\"} 30\n\
vllm:request_success_total{engine=\"1\",finished_reason=\"stop\",model_name=\"m\"} 10\n\
vllm:generation_tokens_total{engine=\"0\",model_name=\"m\"} 4000\n\
vllm:kv_cache_usage_perc{engine=\"0\",model_name=\"m\"} 0.5\n\
vllm:kv_cache_usage_perc{engine=\"1\",model_name=\"m\"} 0.7\n\
vllm:prefix_cache_queries_total{engine=\"0\",model_name=\"m\"} 200\n\
vllm:prefix_cache_hits_total{engine=\"0\",model_name=\"m\"} 50\n\
vllm:time_to_first_token_seconds_bucket{le=\"2.0\",model_name=\"m\"} 10\n\
vllm:time_to_first_token_seconds_bucket{le=\"+Inf\",model_name=\"m\"} 40\n\
vllm:time_to_first_token_seconds_count{model_name=\"m\"} 40\n\
vllm:time_to_first_token_seconds_sum{model_name=\"m\"} 200\n\
vllm:request_queue_time_seconds_count{model_name=\"m\"} 40\n\
vllm:request_queue_time_seconds_sum{model_name=\"m\"} 160\n\
vllm:time_per_output_token_seconds_count{model_name=\"m\"} 10\n\
vllm:time_per_output_token_seconds_sum{model_name=\"m\"} 0.2\n\
vllm:request_time_per_output_token_seconds_count{model_name=\"m\"} 0\n";

#[test]
fn a_server_that_queues() {
    let facts = read(METRICS.as_bytes()).expect("metrics");
    assert_eq!(said(&facts, "/format"), "vllm-metrics");
    assert_eq!(said(&facts, "/model"), "m");
    near(&facts, "counters.requests", 40.0);
    near(&facts, "counters.cache_usage", 0.7);
    near(&facts, "counters.prefix_hit_share", 0.25);
    near(&facts, "latency.ttft_s.mean", 5.0);
    near(&facts, "latency.ttft_s.p99", 2.0);
    // The newer histogram is empty: the older one counts.
    near(&facts, "latency.tpot_s.mean", 0.02);
    assert_eq!(facts.at("latency.e2e_s.count"), None);
    assert_eq!(said(&facts, "/verdict/bound"), "capacity");
    let short = METRICS.replace("} 160", "} 80");
    let facts = read(short.as_bytes()).expect("metrics");
    assert_eq!(said(&facts, "/verdict/bound"), "mixed");
}

#[test]
fn a_server_that_served_nothing() {
    let file = "python_info 1\nvllm:request_success_total{model_name=\"m\"} 0\n\
                vllm:time_to_first_token_seconds_count{model_name=\"m\"} 0\n";
    let facts = read(file.as_bytes()).expect("metrics");
    assert!(noted(&facts, "nothing-served"));
    assert_eq!(said(&facts, "/verdict/bound"), "idle");
    assert_eq!(facts.at("latency.ttft_s.mean"), None);
}

/// Two engines: 1 + 3 run, then 1 + 1, 3 on average. Tokens rise by 100, fall (a restart) and
/// rise to 50: 150 in 10 s. The cache is that of the fuller engine.
#[test]
fn a_server_over_a_while() {
    let file = r#"{"data":{"resultType":"matrix","result":[
      {"metric":{"__name__":"vllm:num_requests_running","engine":"0","model_name":"m"},"values":[[0,"1"],[10,"1"]]},
      {"metric":{"__name__":"vllm:num_requests_running","engine":"1","model_name":"m"},"values":[[0,"3"],[10,"1"]]},
      {"metric":{"__name__":"vllm:num_requests_waiting","engine":"1","model_name":"m"},"values":[[0,"0"],[10,"8"]]},
      {"metric":{"__name__":"vllm:kv_cache_usage_perc","engine":"0","model_name":"m"},"values":[[0,"0.2"],[10,"0.4"]]},
      {"metric":{"__name__":"vllm:kv_cache_usage_perc","engine":"1","model_name":"m"},"values":[[0,"0.4"],[10,"0.2"]]},
      {"metric":{"__name__":"vllm:generation_tokens_total","engine":"0","model_name":"m"},"values":[[0,"7"],[4,"107"],[10,"50"]]}
    ]}}"#;
    let facts = read(file.as_bytes()).expect("a range");
    near(&facts, "counters.running.mean", 3.0);
    near(&facts, "counters.cache_usage.mean", 0.4);
    near(&facts, "counters.generation_tokens_per_s", 15.0);
    near(&facts, "window_s", 10.0);
    near(&facts, "samples", 3.0);
    // 4 wait on average, more than half of the 3 that run.
    assert_eq!(said(&facts, "/verdict/bound"), "capacity");
    let calm = file.replace("[10,\"8\"]", "[10,\"1\"]");
    assert_eq!(
        said(&read(calm.as_bytes()).expect("a range"), "/verdict/bound"),
        "mixed"
    );
    let other = r#"{"data":{"resultType":"vector","result":[{"metric":{},"value":[1,"2"]}]}}"#;
    assert_eq!(
        said(&read(other.as_bytes()).expect("a range"), "/verdict/bound"),
        "unknown"
    );
}

/// Two finish a second, one for each of two reasons; the prompts come to 2000 tokens a second and
/// the answers to 500: 1000 and 250 a request. Without requests, or without a while, there is no
/// load.
#[test]
fn a_load_over_a_while() {
    let file = r#"{"data":{"resultType":"matrix","result":[
      {"metric":{"__name__":"vllm:request_success_total","finished_reason":"stop","model_name":"m"},"values":[[0,"100"],[60,"160"]]},
      {"metric":{"__name__":"vllm:request_success_total","finished_reason":"length","model_name":"m"},"values":[[0,"5"],[60,"65"]]},
      {"metric":{"__name__":"vllm:prompt_tokens_total","model_name":"m"},"values":[[0,"0"],[60,"120000"]]},
      {"metric":{"__name__":"vllm:generation_tokens_total","model_name":"m"},"values":[[0,"7"],[60,"30007"]]}
    ]}}"#;
    let facts = read(file.as_bytes()).expect("a range");
    near(&facts, "counters.requests", 120.0);
    near(&facts, "throughput.requests_per_s", 2.0);
    near(&facts, "load.input_tokens", 1000.0);
    near(&facts, "load.output_tokens", 250.0);
    let none = file.replace("request_success_total", "request_failure_total");
    let still = file.replace("[60,", "[0,");
    for other in [none, still] {
        let facts = read(other.as_bytes()).expect("a range");
        assert_eq!(facts.at("throughput.requests_per_s"), None);
    }
}

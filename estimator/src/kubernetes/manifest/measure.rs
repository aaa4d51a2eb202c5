//! What is counted: the queries for requests in flight and the time to the first token, by the
//! names that each engine exports.
//!
//! vLLM: `vllm/v1/metrics/loggers.py`; `SGLang`: `sglang/srt/metrics/collector.py`; llama.cpp:
//! `tools/server/README.md`. TensorRT-LLM's server exports no count of requests in flight under
//! a stable name, so nothing scales by it here.

use super::deploy::{Deploy, Serving};
use crate::decimal;
use crate::engine::Engine;
use crate::quantity::Seconds;

/// Names of an engine's series.
struct Series {
    running: &'static str,
    waiting: &'static str,
    first_token: Option<&'static str>,
    /// Whether they carry the model's name.
    named: bool,
}

const fn series(engine: Engine) -> Option<Series> {
    Some(match engine {
        Engine::Vllm => Series {
            running: "vllm:num_requests_running",
            waiting: "vllm:num_requests_waiting",
            first_token: Some("vllm:time_to_first_token_seconds_bucket"),
            named: true,
        },
        Engine::Sglang => Series {
            running: "sglang:num_running_reqs",
            waiting: "sglang:num_queue_reqs",
            first_token: Some("sglang:time_to_first_token_seconds_bucket"),
            named: true,
        },
        Engine::LlamaCpp => Series {
            running: "llamacpp:requests_processing",
            waiting: "llamacpp:requests_deferred",
            first_token: None,
            named: false,
        },
        Engine::TensorRtLlm => return None,
    })
}

/// Whether an autoscaler can count the engine's requests.
pub(super) const fn is_counted(engine: Engine) -> bool {
    series(engine).is_some()
}

/// What picks the workload's series. Both names were checked to hold no quote.
fn labels(deploy: &Deploy, serving: &Serving, named: bool) -> String {
    let namespace = &deploy.namespace;
    if named {
        format!(
            "{{namespace=\"{namespace}\",model_name=\"{}\"}}",
            serving.served
        )
    } else {
        format!("{{namespace=\"{namespace}\",pod=~\"{}-.*\"}}", deploy.name)
    }
}

/// Requests in flight, running and waiting, `by` labels or of all.
pub(super) fn in_flight(deploy: &Deploy, serving: &Serving, by: &str) -> Option<String> {
    let series = series(serving.engine)?;
    let labels = labels(deploy, serving, series.named);
    let sum = |name: &str| format!("sum{by}({name}{labels})");
    Some(format!("{} + {}", sum(series.running), sum(series.waiting)))
}

/// Requests that wait.
pub(super) fn waiting(deploy: &Deploy, serving: &Serving) -> Option<String> {
    let series = series(serving.engine)?;
    let labels = labels(deploy, serving, series.named);
    Some(format!("sum({}{labels}) > 0", series.waiting))
}

/// The 95th percentile of the time to the first token above `promise`.
pub(super) fn late(deploy: &Deploy, serving: &Serving, promise: Seconds) -> Option<String> {
    let series = series(serving.engine)?;
    let name = series.first_token?;
    let labels = labels(deploy, serving, series.named);
    let promise = decimal::show(decimal::round(promise.get(), 3));
    Some(format!(
        "histogram_quantile(0.95, sum by (le) (rate({name}{labels}[5m]))) > {promise}"
    ))
}

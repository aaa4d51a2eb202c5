//! Names of file formats: those that their tools go by, in every language.

/// The name of a format by its id; one that nobody knows is its id.
pub(super) fn name(id: &str) -> &str {
    match id {
        "pytorch-trace" => "PyTorch profiler (Kineto)",
        "chrome-trace" => "Chrome trace",
        "xprof-trace" => "XProf trace",
        "xplane" => "XProf XPlane",
        "xprof-overview" => "XProf overview_page",
        "xprof-kernel-stats" => "XProf kernel_stats",
        "nsys-sqlite" => "Nsight Systems (SQLite)",
        "nsys-csv" => "Nsight Systems (CSV)",
        "ncu-csv" => "Nsight Compute (CSV)",
        "dcgm-text" => "DCGM exporter",
        "prometheus-range" => "Prometheus query_range",
        "nvidia-smi-csv" => "nvidia-smi --query-gpu",
        "nvidia-smi-dmon" => "nvidia-smi dmon",
        "vllm-metrics" => "vLLM /metrics",
        "vllm-bench" => "vllm bench serve",
        "sglang-bench" => "sglang.bench_serving",
        "aiperf-json" | "aiperf-jsonl" => "AIPerf",
        "genai-perf-json" => "GenAI-Perf",
        "guidellm-json" => "GuideLLM",
        "inference-perf" => "inference-perf",
        "llama-bench" => "llama-bench",
        "mlperf-loadgen" => "MLPerf LoadGen",
        "mlperf-mllog" => "MLPerf mllog",
        "memory-snapshot" => "torch.cuda.memory snapshot",
        "memory-timeline" => "torch.profiler memory_timeline",
        other => other,
    }
}

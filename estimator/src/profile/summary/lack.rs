//! What a file cannot tell, and the command that would.

use super::super::fact::{Fact, Group};

/// Something that would be worth knowing and is not in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// Whether arithmetic or bandwidth limits matrix work: shapes were not recorded.
    Shapes,
    /// Why the device waited: the host's calls were not recorded.
    Host,
    /// How long the device idled: the file holds sums.
    Gaps,
    /// How near a kernel comes to the limits of the board.
    Roof,
    /// What runs: counters name no kernel.
    Kernels,
    /// How full the board is: utilisation only says that something runs.
    Fill,
    /// Where the time of a request goes in the server.
    Server,
    /// Which kernels a server's step takes its time for.
    Steps,
    /// How it goes with several users at once.
    Users,
    /// Memory outside of the allocator: the context, collectives.
    Outside,
}

impl Lack {
    /// The command that records it, or for [`Lack::Shapes`] the option of the profiler.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Shapes => "torch.profiler.profile(record_shapes=True)",
            Self::Host | Self::Gaps => {
                "nsys profile -o run python app.py && nsys export --type sqlite run.nsys-rep"
            }
            Self::Roof => "ncu --section SpeedOfLight --csv --page raw python app.py > kernels.csv",
            Self::Kernels => {
                "nsys profile -o run --duration 30 python app.py && nsys export --type sqlite run.nsys-rep"
            }
            Self::Fill => "dcgmi dmon -e 1002,1004,1005",
            Self::Server => "curl -s http://localhost:8000/metrics > metrics.txt",
            Self::Steps => {
                "curl -X POST http://localhost:8000/start_profile; sleep 5; curl -X POST http://localhost:8000/stop_profile"
            }
            Self::Users => {
                "vllm bench serve --base-url http://localhost:8080 --model MODEL --dataset-name random --max-concurrency 32 --num-prompts 320 --save-result"
            }
            Self::Outside => {
                "nvidia-smi --query-gpu=timestamp,index,memory.used,memory.total --format=csv -l 1 > memory.csv"
            }
        }
    }
}

/// What a file with these facts cannot tell, at most two.
#[must_use]
pub fn lacks(facts: &Group) -> Vec<Lack> {
    let noted = |code: &str| match facts.get("notes") {
        Some(Fact::List(notes)) => notes.contains(&Fact::Text(code.to_owned())),
        _ => false,
    };
    let shaped = facts.at("gemm.above_ridge_share").is_some();
    match facts.words("format").unwrap_or_default() {
        "pytorch-trace" | "chrome-trace" if noted("no-host-events") => vec![Lack::Host],
        "pytorch-trace" | "chrome-trace" if !shaped => vec![Lack::Shapes],
        "pytorch-trace" | "chrome-trace" | "nsys-sqlite" => vec![Lack::Roof],
        "nsys-csv" if noted("sums-only") => vec![Lack::Gaps],
        "nsys-csv" | "xprof-trace" | "xplane" => vec![Lack::Host],
        "xprof-overview" | "xprof-kernel-stats" | "ncu-csv" | "mlperf-mllog" => vec![Lack::Gaps],
        "dcgm-text" => vec![Lack::Kernels],
        "nvidia-smi-csv" | "nvidia-smi-dmon" => vec![Lack::Fill, Lack::Kernels],
        "prometheus-range" if facts.get("gpus").is_some() => vec![Lack::Kernels],
        "prometheus-range" | "vllm-metrics" => vec![Lack::Steps],
        "llama-bench" => vec![Lack::Users],
        "memory-snapshot" | "memory-timeline" => vec![Lack::Outside],
        "" => vec![],
        _ => vec![Lack::Server, Lack::Steps],
    }
}

//! The figures that a verdict rests on.

use super::super::fact::Group;
use super::super::timeline::of_classes;
use super::board::unread;

/// A figure behind a verdict; its value is a share from 0 to 1 where nothing else is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Of the time, devices idle.
    Idle,
    /// Of the time, the longest gap alone.
    Gap,
    /// Of the time, devices wait for input.
    Input,
    /// Of the idle time, the host called late.
    Late,
    /// Half of the kernels take at most this, seconds.
    Short,
    /// Of the time, communication that nothing hides.
    Communication,
    /// Of the time, copies that nothing hides.
    Copies,
    /// Of the time of all kernels, communication.
    Collectives,
    /// Of the kernel time without communication, matrix work.
    Matrix,
    /// Of the matrix work of known shape, above the board's ridge.
    AboveRidge,
    /// Of the kernel time without communication, only moving data.
    Moving,
    /// Mean time of a kernel, seconds.
    Mean,
    /// Of the time, boards worked.
    Busy,
    /// So many boards do not say whether they worked.
    Unread,
    /// The most that one of those drew, watts.
    Drew,
    /// The most that one of those held, bytes.
    Held,
    /// Of the board, in use while something ran.
    Filled,
    /// Of the time, tensor cores worked.
    Tensor,
    /// Of the time, memory was read or written.
    Memory,
    /// Of their peak, the processors' throughput.
    Processors,
    /// Of its peak, the memory's throughput.
    Throughput,
    /// Preemptions a request, a number.
    Preempted,
    /// Of the cache, full.
    Cache,
    /// Time in the queue, seconds.
    Queue,
    /// Time to the first token, seconds.
    FirstToken,
    /// Time of a whole request, seconds.
    Request,
    /// Requests at once, a number.
    Running,
    /// Requests that wait, a number.
    Waiting,
    /// Requests that were finished, a number.
    Finished,
    /// Memory ran out so many times.
    OutOfMemory,
}

/// The figures behind the verdict, the first the weightiest; at most four, and only those that the
/// facts hold.
#[must_use]
pub fn reasons(facts: &Group) -> Vec<(Reason, f64)> {
    let bound = match facts.get("verdict") {
        Some(super::super::Fact::Group(verdict)) => verdict.words("bound").unwrap_or_default(),
        _ => "",
    };
    let format = facts.words("format").unwrap_or_default();
    let found = if facts.at("gpu.compute_share").is_some() {
        of_timeline(facts, bound)
    } else if format == "xprof-overview" {
        vec![
            (Reason::Input, facts.at("input_share")),
            (Reason::Idle, facts.at("gpu.idle_share")),
        ]
    } else if format == "ncu-csv" {
        vec![
            (Reason::Processors, facts.at("counters.sm_throughput")),
            (
                Reason::Throughput,
                facts
                    .at("counters.memory_throughput")
                    .or(facts.at("counters.dram_throughput")),
            ),
        ]
    } else if facts.get("kernels").is_some() {
        of_sums(facts, bound)
    } else if facts.get("memory").is_some() {
        let ooms = facts.at("memory.ooms").filter(|count| *count > 0.0);
        vec![(Reason::OutOfMemory, ooms)]
    } else if facts.get("gpus").is_some() {
        of_boards(facts)
    } else if facts.get("counters").is_some() {
        of_server(facts)
    } else {
        of_client(facts, bound)
    };
    let known = found
        .into_iter()
        .filter_map(|(reason, value)| Some((reason, value?)));
    known.take(4).collect()
}

type Found = Vec<(Reason, Option<f64>)>;

fn of_timeline(facts: &Group, bound: &str) -> Found {
    let at = |path: &str| facts.at(path);
    let idle = (Reason::Idle, at("gpu.idle_share"));
    match bound {
        "idle" => vec![idle, (Reason::Gap, at("gpu.longest_gap_share"))],
        "input" => vec![(Reason::Input, at("gpu.idle_input_share")), idle],
        "communication" => vec![(Reason::Communication, at("communication.exposed_share"))],
        "launch" => {
            let share = at("gpu.idle_share").filter(|share| *share > 0.0);
            let late = at("gpu.idle_host_share").zip(at("gpu.idle_sync_share"));
            let late = late.zip(share);
            vec![
                idle,
                (
                    Reason::Late,
                    late.map(|((host, sync), idle)| (host + sync) / idle),
                ),
                (Reason::Short, at("kernels.median_s")),
            ]
        }
        "copy" => vec![(Reason::Copies, at("copies.exposed_share"))],
        "unknown" => vec![],
        _ => of_kernels(facts, bound),
    }
}

/// Of the classes of kernels: the larger side, both where neither decides.
fn of_kernels(facts: &Group, bound: &str) -> Found {
    let (heavy, light) = of_classes(facts);
    let matrix = (Reason::Matrix, Some(heavy));
    let moving = (Reason::Moving, Some(light));
    match bound {
        "mixed" => vec![matrix, moving],
        "bandwidth" if light > heavy => vec![moving],
        "matrix" => vec![matrix],
        _ => vec![
            matrix,
            (Reason::AboveRidge, facts.at("gemm.above_ridge_share")),
        ],
    }
}

fn of_sums(facts: &Group, bound: &str) -> Found {
    match bound {
        "communication" => vec![(
            Reason::Collectives,
            facts.at("kernels.classes.communication"),
        )],
        "launch" => vec![(Reason::Mean, facts.at("kernels.mean_s"))],
        "unknown" => vec![],
        _ => of_kernels(facts, bound),
    }
}

fn of_boards(facts: &Group) -> Found {
    let unread = unread(facts);
    if !unread.is_empty() {
        let most = |path: &str| {
            let all = unread.iter().filter_map(|gpu| gpu.at(path));
            all.reduce(f64::max)
        };
        return vec![
            (Reason::Unread, Some(unread.len() as f64)),
            (Reason::Drew, most("power_w.mean")),
            (Reason::Held, most("memory_used_bytes.max")),
        ];
    }
    let gpu = |field: &str| facts.at(&format!("gpu.{field}"));
    let busy = gpu("engine_active")
        .or(gpu("sm_active"))
        .or(gpu("gpu_util"));
    vec![
        (Reason::Busy, busy),
        (Reason::Filled, gpu("sm_active")),
        (Reason::Tensor, gpu("tensor_active")),
        (Reason::Memory, gpu("dram_active")),
    ]
}

fn of_server(facts: &Group) -> Found {
    let counter = |name: &str| facts.at(&format!("counters.{name}"));
    if let Some(running) = counter("running.mean") {
        return vec![
            (Reason::Running, Some(running)),
            (Reason::Waiting, counter("waiting.mean")),
            (Reason::Cache, counter("cache_usage.max")),
        ];
    }
    let requests = counter("requests");
    let preempted = counter("preemptions").zip(requests.filter(|count| *count > 0.0));
    vec![
        (Reason::Finished, requests.filter(|count| *count <= 0.0)),
        (
            Reason::Preempted,
            preempted.map(|(count, requests)| count / requests),
        ),
        (Reason::Cache, counter("cache_usage")),
        (Reason::Queue, facts.at("latency.queue_s.mean")),
        (Reason::FirstToken, facts.at("latency.ttft_s.mean")),
    ]
}

fn of_client(facts: &Group, bound: &str) -> Found {
    if bound != "capacity" {
        return vec![];
    }
    vec![
        (Reason::FirstToken, facts.at("latency.ttft_s.mean")),
        (Reason::Request, facts.at("latency.e2e_s.mean")),
    ]
}

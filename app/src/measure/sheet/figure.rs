//! Figures that stand alone: their paths in the facts, their names, and their units.

use crate::i18n::Msg;
use crate::measure::unit::Unit;

/// A path in the facts, its name and its unit.
pub(super) type Figure = (&'static str, Msg, Unit);

/// Load and rates of a benchmark.
pub(super) const RATES: [Figure; 21] = [
    (
        "throughput.requests_per_s",
        Msg::ProfileRequestRate,
        Unit::Requests,
    ),
    (
        "throughput.output_tokens_per_s",
        Msg::ProfileOutputRate,
        Unit::Tokens,
    ),
    (
        "throughput.total_tokens_per_s",
        Msg::ProfileTotalRate,
        Unit::Tokens,
    ),
    (
        "throughput.samples_per_s",
        Msg::ProfileSampleRate,
        Unit::Samples,
    ),
    ("load.request_rate", Msg::ProfileOffered, Unit::Requests),
    ("load.target_rate", Msg::ProfileOffered, Unit::Requests),
    ("load.requests", Msg::ProfileRequests, Unit::Count),
    ("load.failed", Msg::ProfileFailed, Unit::Count),
    ("load.duration_s", Msg::ProfileRunTime, Unit::Time),
    ("load.max_concurrency", Msg::ProfileMostAtOnce, Unit::Count),
    ("load.concurrency", Msg::ProfileAtOnce, Unit::Number),
    ("load.input_tokens", Msg::ProfilePrompt, Unit::Count),
    ("load.output_tokens", Msg::ProfileAnswer, Unit::Count),
    ("load.global_batch", Msg::ProfileBatch, Unit::Count),
    ("load.sequence", Msg::ProfileSequence, Unit::Count),
    ("counters.requests", Msg::ProfileRequests, Unit::Count),
    (
        "counters.prompt_tokens",
        Msg::ProfilePromptTotal,
        Unit::Compact,
    ),
    (
        "counters.generation_tokens",
        Msg::ProfileAnswerTotal,
        Unit::Compact,
    ),
    (
        "counters.generation_tokens_per_s",
        Msg::ProfileOutputRate,
        Unit::Tokens,
    ),
    (
        "counters.prompt_tokens_per_s",
        Msg::ProfilePromptRate,
        Unit::Tokens,
    ),
    ("run_s", Msg::ProfileRunTime, Unit::Time),
];

/// Counters of a server, or of kernels.
pub(super) const COUNTERS: [Figure; 16] = [
    ("counters.running", Msg::ProfileRunning, Unit::Number),
    ("counters.running.mean", Msg::ProfileRunning, Unit::Number),
    ("counters.waiting", Msg::ProfileWaiting, Unit::Number),
    ("counters.waiting.mean", Msg::ProfileWaiting, Unit::Number),
    ("counters.cache_usage", Msg::ProfileCache, Unit::Share),
    ("counters.cache_usage.max", Msg::ProfileCache, Unit::Share),
    ("counters.preemptions", Msg::ProfilePreemptions, Unit::Count),
    ("counters.prefix_hit_share", Msg::ProfilePrefix, Unit::Share),
    (
        "counters.sm_throughput",
        Msg::ProfileProcessors,
        Unit::Share,
    ),
    (
        "counters.memory_throughput",
        Msg::ProfileThroughput,
        Unit::Share,
    ),
    ("counters.dram_throughput", Msg::ProfileDram, Unit::Share),
    ("counters.occupancy", Msg::ProfileOccupancy, Unit::Share),
    ("counters.tensor_active", Msg::ProfileTensor, Unit::Share),
    ("window_s", Msg::ProfileWindow, Unit::Time),
    ("samples", Msg::ProfileSamples, Unit::Count),
    ("input_share", Msg::ProfileIdleInput, Unit::Share),
];

/// Memory.
pub(super) const MEMORY: [Figure; 16] = [
    (
        "memory.peak_allocated_bytes",
        Msg::ProfilePeakAllocated,
        Unit::Bytes,
    ),
    (
        "memory.peak_reserved_bytes",
        Msg::ProfilePeakReserved,
        Unit::Bytes,
    ),
    ("memory.allocated_bytes", Msg::ProfileAllocated, Unit::Bytes),
    ("memory.reserved_bytes", Msg::ProfileReserved, Unit::Bytes),
    ("memory.ooms", Msg::ProfileOoms, Unit::Count),
    ("gpu.peak_memory_bytes", Msg::ProfileBoardPeak, Unit::Bytes),
    ("gpu.memory_bytes", Msg::ProfileBoardSize, Unit::Bytes),
    (
        "memory.by_category.parameter",
        Msg::ProfileParameter,
        Unit::Bytes,
    ),
    (
        "memory.by_category.optimizer_state",
        Msg::ProfileOptimizerState,
        Unit::Bytes,
    ),
    ("memory.by_category.input", Msg::ProfileInput, Unit::Bytes),
    (
        "memory.by_category.temporary",
        Msg::ProfileTemporary,
        Unit::Bytes,
    ),
    (
        "memory.by_category.activation",
        Msg::ProfileActivation,
        Unit::Bytes,
    ),
    (
        "memory.by_category.gradient",
        Msg::ProfileGradient,
        Unit::Bytes,
    ),
    (
        "memory.by_category.autograd_detail",
        Msg::ProfileAutogradDetail,
        Unit::Bytes,
    ),
    ("memory.by_category.other", Msg::ProfileOther, Unit::Bytes),
    ("weights_bytes", Msg::ProfileWeights, Unit::Bytes),
];

/// Kernels, launches, steps and copies of a trace.
pub(super) const DETAILS: [Figure; 22] = [
    ("steps.count", Msg::ProfileSteps, Unit::Count),
    ("steps.median_s", Msg::ProfileStep, Unit::Time),
    ("steps.mean_s", Msg::ProfileStepMean, Unit::Time),
    ("steps.max_s", Msg::ProfileStepLongest, Unit::Time),
    ("kernels.count", Msg::ProfileLaunches, Unit::Count),
    ("kernels.names", Msg::ProfileNames, Unit::Count),
    ("kernels.total_s", Msg::ProfileTotal, Unit::Time),
    ("kernels.median_s", Msg::ProfileMedian, Unit::Time),
    (
        "kernels.short_count_share",
        Msg::ProfileShortCount,
        Unit::Share,
    ),
    ("launch.median_delay_s", Msg::ProfileDelay, Unit::Time),
    ("launch.p95_delay_s", Msg::ProfileDelayP95, Unit::Time),
    ("launch.graph_share", Msg::ProfileGraphs, Unit::Share),
    ("gemm.flops_per_s", Msg::ProfileProductRate, Unit::Flops),
    ("gemm.intensity", Msg::ProfileIntensity, Unit::Number),
    ("gemm.ridge", Msg::ProfileRidge, Unit::Number),
    (
        "communication.time_s",
        Msg::ProfileCommunication,
        Unit::Time,
    ),
    (
        "communication.overlap_share",
        Msg::ProfileOverlap,
        Unit::Share,
    ),
    ("copies.time_s", Msg::ProfileCopies, Unit::Time),
    (
        "copies.bytes.host-to-device",
        Msg::ProfileToDevice,
        Unit::Bytes,
    ),
    (
        "copies.bytes.device-to-host",
        Msg::ProfileToHost,
        Unit::Bytes,
    ),
    (
        "copies.bytes.device-to-device",
        Msg::ProfileWithin,
        Unit::Bytes,
    ),
    ("copies.bytes.peer", Msg::ProfilePeer, Unit::Bytes),
];

/// All figures that stand alone.
pub(super) fn figures() -> impl Iterator<Item = &'static Figure> {
    let all = RATES.iter().chain(&DETAILS).chain(&COUNTERS);
    all.chain(&MEMORY)
}

//! Single figures: names and values.

use super::{Section, plain};
use crate::i18n::{Msg, text};
use crate::measure::format;
use crate::measure::unit::{Unit, harmless};
use estimator::export::paper::{Heading, Table};
use estimator::profile::{Fact, Group};

pub(super) type Figure = (&'static str, Msg, Unit);

/// Load and rates of a benchmark.
const RATES: [Figure; 21] = [
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
    ("load.input_tokens", Msg::ProfilePrompt, Unit::Number),
    ("load.output_tokens", Msg::ProfileAnswer, Unit::Number),
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
const COUNTERS: [Figure; 16] = [
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
const MEMORY: [Figure; 16] = [
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
const DETAILS: [Figure; 22] = [
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

/// Load and rates.
pub(super) fn rates(facts: &Group) -> Option<Section> {
    section(Msg::ProfileRates, shown(facts, &RATES))
}

/// Counters.
pub(super) fn counters(facts: &Group) -> Option<Section> {
    section(Msg::ProfileCounters, shown(facts, &COUNTERS))
}

/// Memory.
pub(super) fn memory(facts: &Group) -> Option<Section> {
    section(Msg::ProfileMemory, shown(facts, &MEMORY))
}

/// Kernels, launches, steps and copies.
pub(super) fn details(facts: &Group) -> Option<Section> {
    section(Msg::ProfileDetails, shown(facts, &DETAILS))
}

/// Where the file comes from.
pub(super) fn about(facts: &Group) -> Option<Section> {
    let mut rows = Vec::new();
    let mut put = |name: Msg, value: Option<String>| {
        rows.extend(value.map(|value| vec![text(name).to_owned(), value]));
    };
    let words = |name: &str| Some(harmless(facts.words(name)?));
    put(
        Msg::ProfileFormat,
        facts.words("format").map(|id| harmless(format::name(id))),
    );
    put(Msg::ProfileDevice, device(facts));
    put(Msg::ProfileOfModel, listed(facts, "model"));
    put(
        Msg::ProfileParameters,
        facts
            .at("parameters")
            .map(|value| Unit::Compact.shown(value)),
    );
    put(Msg::ProfileSystem, words("system"));
    put(Msg::ProfileScenario, words("scenario"));
    put(Msg::ProfileBenchmark, words("benchmark"));
    put(Msg::ProfileStatus, words("status"));
    put(
        Msg::ProfileStatus,
        match facts.get("valid") {
            Some(Fact::Flag(true)) => Some(text(Msg::ProfileValid).to_owned()),
            Some(Fact::Flag(false)) => Some(text(Msg::ProfileInvalid).to_owned()),
            _ => None,
        },
    );
    let count = |name: &str| facts.at(name).map(|value| Unit::Count.shown(value));
    put(Msg::ProfileRank, count("rank"));
    put(Msg::ProfileRanks, count("world_size"));
    let section = section(Msg::ProfileNotes, rows)?;
    let columns = [Msg::ProfileFigure, Msg::ProfileValue].map(|name| Heading::words(text(name)));
    // Names, not figures: they may be long.
    Some(Section {
        table: Table {
            columns: columns.to_vec(),
            ..section.table
        },
        ..section
    })
}

/// The devices' names, each once.
fn device(facts: &Group) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for device in facts.groups("devices") {
        let name = harmless(device.words("name").unwrap_or_default());
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| names.join(", "))
}

/// A text, or several with commas between.
fn listed(facts: &Group, name: &str) -> Option<String> {
    match facts.get(name)? {
        Fact::Text(text) => Some(harmless(text)),
        Fact::List(list) => {
            let texts = list.iter().filter_map(|fact| match fact {
                Fact::Text(text) => Some(harmless(text)),
                _ => None,
            });
            Some(texts.collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

/// The rows of those figures that the facts hold.
fn shown(facts: &Group, figures: &[Figure]) -> Vec<Vec<String>> {
    let rows = figures.iter().filter_map(|(path, name, unit)| {
        let value = facts.at(path)?;
        Some(vec![text(*name).to_owned(), unit.shown(value)])
    });
    rows.collect()
}

fn section(title: Msg, rows: Vec<Vec<String>>) -> Option<Section> {
    let columns = vec![
        Heading::words(text(Msg::ProfileFigure)),
        Heading::figures(text(Msg::ProfileValue)),
    ];
    Some(plain(title, Table { columns, rows })).filter(|section| !section.table.rows.is_empty())
}

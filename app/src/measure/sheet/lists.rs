//! Lists: runs of a benchmark, kernels that were counted in, advice.

use super::{Section, plain};
use crate::i18n::{Msg, text};
use crate::measure::unit::Unit;
use crate::page::dropped::harmless;
use estimator::export::paper::{Heading, Table};
use estimator::profile::Group;

/// Rows that are shown.
const MOST: usize = 100;

/// A column: its name in the facts and in words, and its unit; none of a text.
type Column = (&'static str, Msg, Option<Unit>);

const RUNS: [Column; 11] = [
    ("test", Msg::ProfileTest, None),
    ("prompt", Msg::ProfilePrompt, Some(Unit::Count)),
    ("generated", Msg::ProfileAnswer, Some(Unit::Count)),
    ("depth", Msg::ProfileDepth, Some(Unit::Count)),
    ("tokens_per_s", Msg::ProfileSpeed, Some(Unit::Number)),
    ("std", Msg::ProfileSpread, Some(Unit::Number)),
    ("load.concurrency", Msg::ProfileAtOnce, Some(Unit::Number)),
    (
        "throughput.requests_per_s",
        Msg::ProfileRequestRate,
        Some(Unit::Requests),
    ),
    (
        "throughput.output_tokens_per_s",
        Msg::ProfileOutputRate,
        Some(Unit::Tokens),
    ),
    ("latency.ttft_s.mean", Msg::ProfileTtft, Some(Unit::Time)),
    ("latency.tpot_s.mean", Msg::ProfileTpot, Some(Unit::Time)),
];

const PROFILED: [Column; 7] = [
    ("name", Msg::ProfileKernel, None),
    ("duration_s", Msg::ProfileDuration, Some(Unit::Time)),
    ("sm_throughput", Msg::ProfileProcessors, Some(Unit::Share)),
    (
        "memory_throughput",
        Msg::ProfileThroughput,
        Some(Unit::Share),
    ),
    ("dram_throughput", Msg::ProfileDram, Some(Unit::Share)),
    ("occupancy", Msg::ProfileOccupancy, Some(Unit::Share)),
    ("tensor_active", Msg::ProfileTensor, Some(Unit::Share)),
];

const RULES: [Column; 4] = [
    ("rule", Msg::ProfileAdvice, None),
    ("kernel", Msg::ProfileKernel, None),
    ("speedup_share", Msg::ProfileSpeedup, Some(Unit::Share)),
    ("text", Msg::ProfileValue, None),
];

/// Runs of a benchmark.
pub(super) fn runs(facts: &Group) -> Section {
    plain(Msg::ProfileRuns, table(facts, "runs", &RUNS))
}

/// Kernels that were counted in.
pub(super) fn profiled(facts: &Group) -> Section {
    plain(Msg::ProfileProfiled, table(facts, "profiled", &PROFILED))
}

/// Advice of the tool, in its own words.
pub(super) fn rules(facts: &Group) -> Section {
    plain(Msg::ProfileRules, table(facts, "rules", &RULES))
}

/// A row an entry of the list; columns that no entry has are left out.
fn table(facts: &Group, list: &str, columns: &[Column]) -> Table {
    let entries: Vec<&Group> = facts.groups(list).take(MOST).collect();
    let cell = |entry: &Group, (name, _, unit): &Column| match unit {
        Some(unit) => entry.at(name).map(|value| unit.shown(value)),
        None => entry.words(name).map(harmless),
    };
    let known = |column: &&Column| entries.iter().any(|entry| cell(entry, column).is_some());
    let columns: Vec<&Column> = columns.iter().filter(known).collect();
    let heads = columns.iter().map(|(_, name, unit)| match unit {
        Some(_) => Heading::figures(text(*name)),
        None => Heading::words(text(*name)),
    });
    let rows = entries.iter().map(|entry| {
        let cells = columns
            .iter()
            .map(|column| cell(entry, column).unwrap_or_default());
        cells.collect()
    });
    Table {
        columns: heads.collect(),
        rows: rows.collect(),
    }
}

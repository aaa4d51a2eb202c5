//! Latencies with their percentiles.

use super::{Section, plain};
use crate::i18n::{Msg, integer, text};
use crate::measure::unit::Unit;
use estimator::export::paper::{Heading, Table};
use estimator::profile::{Fact, Group};

/// The rows: names in the facts and in words, and their unit.
const ROWS: [(&str, Msg, Unit); 9] = [
    ("ttft_s", Msg::ProfileTtft, Unit::Time),
    ("tpot_s", Msg::ProfileTpot, Unit::Time),
    ("itl_s", Msg::ProfileItl, Unit::Time),
    ("e2e_s", Msg::ProfileE2e, Unit::Time),
    ("queue_s", Msg::ProfileQueue, Unit::Time),
    ("prefill_s", Msg::ProfilePrefill, Unit::Time),
    ("decode_s", Msg::ProfileDecode, Unit::Time),
    ("input_tokens", Msg::ProfilePrompt, Unit::Count),
    ("output_tokens", Msg::ProfileAnswer, Unit::Count),
];

/// The columns; percentiles are named alike in every language.
const COLUMNS: [(&str, Result<&str, Msg>); 11] = [
    ("mean", Err(Msg::ProfileMean)),
    ("p50", Ok("p50")),
    ("p75", Ok("p75")),
    ("p90", Ok("p90")),
    ("p95", Ok("p95")),
    ("p99", Ok("p99")),
    ("p999", Ok("p99.9")),
    ("min", Err(Msg::ProfileLeast)),
    ("max", Err(Msg::ProfileMost)),
    ("std", Err(Msg::ProfileSpread)),
    ("count", Err(Msg::ProfileCount)),
];

/// A row a latency, a column a statistic that any of them has.
pub(super) fn latency(facts: &Group) -> Option<Section> {
    let Fact::Group(latency) = facts.get("latency")? else {
        return None;
    };
    let at = |row: &str, column: &str| latency.at(&format!("{row}.{column}"));
    let known = |(column, _): &&(&str, Result<&str, Msg>)| {
        ROWS.iter().any(|(row, _, _)| at(row, column).is_some())
    };
    let columns: Vec<_> = COLUMNS.iter().filter(known).collect();
    let heads = columns
        .iter()
        .map(|(_, name)| Heading::figures(name.unwrap_or_else(text)));
    let there = ROWS.iter().filter(|(row, _, _)| latency.get(row).is_some());
    let rows = there.map(|(row, name, unit)| {
        let cells = columns.iter().map(|(column, _)| match at(row, column) {
            Some(value) if *column == "count" => integer(value),
            Some(value) => unit.shown(value),
            None => String::new(),
        });
        std::iter::once(text(*name).to_owned())
            .chain(cells)
            .collect()
    });
    Some(plain(
        Msg::ProfileLatency,
        Table {
            columns: std::iter::once(Heading::words(text(Msg::ProfileFigure)))
                .chain(heads)
                .collect(),
            rows: rows.collect(),
        },
    ))
}

//! Boards that were sampled over a while.

use super::{Section, plain};
use crate::i18n::{Msg, text};
use crate::measure::unit::Unit;
use crate::page::dropped::harmless;
use estimator::export::paper::{Heading, Table};
use estimator::profile::Group;

/// The columns: names in the facts and in words, and their unit.
const COLUMNS: [(&str, Msg, Unit); 10] = [
    ("gpu_util", Msg::ProfileUtilisation, Unit::Share),
    ("engine_active", Msg::ProfileEngine, Unit::Share),
    ("sm_active", Msg::ProfileSm, Unit::Share),
    ("sm_occupancy", Msg::ProfileOccupancy, Unit::Share),
    ("tensor_active", Msg::ProfileTensor, Unit::Share),
    ("dram_active", Msg::ProfileDram, Unit::Share),
    ("copy_util", Msg::ProfileCopyEngine, Unit::Share),
    ("memory_used_bytes", Msg::ProfileUsed, Unit::Bytes),
    ("power_w", Msg::ProfilePower, Unit::Watts),
    ("sm_clock_mhz", Msg::ProfileClock, Unit::Clock),
];

/// Boards that are shown.
const MOST: usize = 64;

/// A row a board: mean and highest of each counter.
pub(super) fn boards(facts: &Group) -> Option<Section> {
    if facts.at("gpu.compute_share").is_some() {
        return None;
    }
    let gpus: Vec<&Group> = facts.groups("gpus").take(MOST).collect();
    let at = |gpu: &Group, name: &str, part: &str| gpu.at(&format!("{name}.{part}"));
    let known =
        |(name, _, _): &&(&str, Msg, Unit)| gpus.iter().any(|gpu| at(gpu, name, "mean").is_some());
    let columns: Vec<_> = COLUMNS.iter().filter(known).collect();
    let heads = columns
        .iter()
        .map(|(_, name, _)| Heading::figures(text(*name)));
    let rows = gpus.iter().map(|gpu| {
        let cells = columns.iter().map(|(name, _, unit)| {
            let parts = ["mean", "max"].map(|part| at(gpu, name, part));
            let shown = parts.into_iter().flatten().map(|value| unit.shown(value));
            shown.collect::<Vec<_>>().join(" / ")
        });
        std::iter::once(name_of(gpu)).chain(cells).collect()
    });
    Some(plain(
        Msg::ProfileBoards,
        Table {
            columns: std::iter::once(Heading::words(text(Msg::ProfileDevice)))
                .chain(heads)
                .collect(),
            rows: rows.collect(),
        },
    ))
}

/// The number of a board, its instance and its name.
fn name_of(gpu: &Group) -> String {
    let parts = ["host", "gpu", "mig", "name"].map(|part| gpu.words(part));
    let parts: Vec<String> = parts.into_iter().flatten().map(harmless).collect();
    parts.join(" ")
}

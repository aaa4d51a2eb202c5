//! Single figures: names and values.

use super::figure::{COUNTERS, DETAILS, Figure, MEMORY, RATES};
use super::{Section, plain};
use crate::i18n::{Msg, text};
use crate::measure::format;
use crate::measure::unit::Unit;
use crate::page::dropped::harmless;
use estimator::export::paper::{Heading, Table};
use estimator::profile::{Fact, Group};

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

//! The answer as a file, named after the one that was dropped.

use super::state::{Measured, State};
use super::unit::time;
use super::{advice, format, size, verdict, views};
use crate::browser;
use crate::i18n::{Msg, say, text};
use crate::page::dropped::harmless;
use estimator::export::paper::{self, Block, Heading, Table};
use estimator::export::{Format, csv};
use estimator::profile::{Fact, Group};
use leptos::prelude::{GetUntracked, untrack};
use std::sync::Arc;

/// Saves the answer in a format; `None` where there is none, or the browser refuses.
pub(super) fn save(state: State, format: Format) -> Option<()> {
    let measured = state.measured.get_untracked()?;
    let written = untrack(|| match format {
        Format::Markdown => {
            let before = state.before.get_untracked();
            markdown(state, before.as_deref(), &measured)
        }
        Format::Csv => csv::table(&flat(&measured.facts)),
        Format::Json => measured.json.clone(),
    });
    let name = format!("{}-rightsize.{}", stem(&measured.name), format.extension());
    browser::save(&name, format.mime(), &written)
}

/// A file's name without its ending, that of packing before.
pub(super) fn stem(name: &str) -> &str {
    let whole = name.strip_suffix(".gz").unwrap_or(name);
    match whole.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => whole,
    }
}

/// The answer as the page shows it.
fn markdown(state: State, before: Option<&Measured>, measured: &Measured) -> String {
    let facts = &measured.facts;
    let is_calibrated = untrack(|| state.calibration().is_fitted());
    let says = |message: Msg| text(message).to_owned();
    let mut blocks = vec![
        Block::Title(says(Msg::ProfileHeading)),
        Block::Lead(says(verdict::headline(facts))),
    ];
    blocks.extend(
        advice::first(facts, is_calibrated).map(|first| Block::Text(say::profile_first(&first))),
    );
    blocks.extend(verdict::certainty(facts).map(|message| Block::Text(says(message))));
    let evidence = verdict::evidence(facts);
    let evidence = evidence.iter().map(|one| crate::control::unmarked(one));
    blocks.push(Block::List(evidence.collect()));
    let id = facts.words("format").unwrap_or_default();
    blocks.push(Block::Note(format!(
        "{}: {}",
        measured.name,
        harmless(format::name(id))
    )));
    if let Some((from, to)) = measured.stretch {
        let (from, to) = (time(from), time(to));
        blocks.push(Block::Note(say::profile_stretch_shown(&from, &to)));
    }
    let actions = advice::actions(facts, is_calibrated);
    if !actions.is_empty() {
        blocks.push(Block::Heading(says(Msg::ProfileActions)));
        let actions = actions.iter();
        let actions = actions.map(|(action, gain)| advice::worded(*action, gain));
        blocks.push(Block::List(actions.collect()));
    }
    let priced = state.told().changes.get_untracked();
    if let Some((_, says)) = priced.filter(|(of, says)| is_of(measured, of) && !says.is_empty()) {
        blocks.push(Block::Heading(text(Msg::ProfileAgainstChanges).to_owned()));
        blocks.push(Block::List(says));
    }
    let amounts = advice::amounts(facts);
    if !amounts.is_empty() {
        blocks.push(Block::Heading(says(Msg::ProfileNeeds)));
        blocks.push(Block::List(amounts));
    }
    let unknown = verdict::unknown(facts);
    if !unknown.is_empty() {
        blocks.push(Block::Heading(says(Msg::ProfileLacks)));
        let facts = unknown
            .into_iter()
            .map(|(lack, command)| (says(lack), command.to_owned()));
        blocks.push(Block::Facts(facts.collect()));
    }
    if let Some(filled) = size::filled(facts) {
        blocks.push(Block::Heading(says(Msg::ProfileSize)));
        blocks.push(Block::List(size::words(&filled.says)));
        blocks.extend(filled.unsaid().map(Block::Text));
        blocks.extend(filled.least().map(Block::Text));
    }
    let calibrated = state.calibration().section();
    if let Some((verdict, rows)) = calibrated {
        blocks.push(Block::Heading(says(Msg::CalibHeading)));
        blocks.push(Block::Text(verdict));
        blocks.push(Block::Table(rows.table));
    }
    let beside = state.told().memory.get_untracked();
    if let Some((_, beside)) = beside.filter(|(of, _)| is_of(measured, of)) {
        blocks.push(Block::Heading(says(beside.section.title)));
        blocks.push(Block::List(beside.says));
        blocks.push(Block::Table(beside.section.table));
    }
    for section in views::all(state, before, measured) {
        blocks.push(Block::Heading(says(section.title)));
        blocks.push(Block::Table(section.table));
    }
    blocks.push(Block::List(verdict::notes(facts)));
    paper::markdown(&blocks)
}

/// Whether what was found is of this file.
fn is_of(measured: &Measured, found: &Arc<Measured>) -> bool {
    std::ptr::eq(measured, Arc::as_ptr(found))
}

/// Every fact in a row: its path, and its value in SI units.
fn flat(facts: &Group) -> Table {
    let mut rows = Vec::new();
    put("", &Fact::Group(facts.clone()), &mut rows);
    Table {
        columns: vec![Heading::words("fact"), Heading::words("value")],
        rows,
    }
}

fn put(path: &str, fact: &Fact, rows: &mut Vec<Vec<String>>) {
    let below = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    let mut row = |value: String| rows.push(vec![path.to_owned(), value]);
    match fact {
        Fact::Number(value) => row(value.to_string()),
        Fact::Count(value) => row(value.to_string()),
        Fact::Text(text) => row(text.clone()),
        Fact::Flag(flag) => row(flag.to_string()),
        Fact::List(list) => {
            for (index, fact) in list.iter().enumerate() {
                put(&below(&index.to_string()), fact, rows);
            }
        }
        Fact::Group(group) => {
            for (name, fact) in group.entries() {
                put(&below(name), fact, rows);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files are named after the one that was dropped.
    #[test]
    fn names() {
        assert_eq!(stem("trace.json.gz"), "trace");
        assert_eq!(stem("rank0.pt.trace.json"), "rank0.pt.trace");
        assert_eq!(stem("metrics"), "metrics");
        assert_eq!(stem(".gz"), "");
        assert_eq!(stem(".profile"), ".profile");
    }

    /// Every fact has a row by its path, places in lists counted from zero.
    #[test]
    fn facts_lie_flat() {
        let facts =
            r#"{"format":"x","gpus":[{"busy_s":0.5},{"busy_s":1}],"verdict":{"measured":true}}"#;
        let facts = Group::from_json(facts).expect("facts");
        let rows: Vec<String> = flat(&facts).rows.iter().map(|row| row.join("=")).collect();
        assert_eq!(
            rows,
            [
                "format=x",
                "gpus.0.busy_s=0.5",
                "gpus.1.busy_s=1",
                "verdict.measured=true"
            ]
        );
    }
}

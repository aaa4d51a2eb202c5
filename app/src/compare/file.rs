//! The comparison as a file: the rows that the page shows, or the scenarios themselves.

use super::address;
use super::sheet::{Row, Sheet, sheet};
use super::state::State;
use crate::browser;
use crate::i18n::{Msg, say, text};
use crate::page::share;
use catalog::quality::COMMON;
use estimator::export::paper::{self, Block, Heading, Table};
use estimator::export::{Format, csv};
use estimator::named::{Named, file};
use leptos::prelude::{GetUntracked, untrack};

/// Saves the comparison in a format; as JSON, so that it can be imported again.
pub(super) fn save(state: State, format: Format) {
    let text = untrack(|| match format {
        Format::Markdown => markdown(state),
        Format::Csv => csv::table(&everything(&sheet(state))),
        Format::Json => file::write(&state.scenarios.get_untracked()),
    });
    share::save(format, &text, &["scenarios".to_owned()]);
}

/// Saves scenarios as a file of their own.
pub(super) fn save_scenarios(scenarios: &[Named]) {
    let json = Format::Json;
    // A browser that cannot save a file says so itself.
    let _ = browser::save(
        "rightsize-scenarios.json",
        json.mime(),
        &file::write(scenarios),
    );
}

fn markdown(state: State) -> String {
    let sheet = sheet(state);
    let heading = |name: Msg| Block::Heading(text(name).to_owned());
    let table = |rows: &[Row]| Block::Table(table_of(&sheet.names, rows));
    let mut blocks = vec![Block::Title(text(Msg::CompareHeading).to_owned())];
    if !sheet.differing.is_empty() {
        blocks.extend([heading(Msg::CompareDiffers), table(&sheet.differing)]);
    }
    blocks.extend([heading(Msg::Answer), table(&sheet.answers)]);
    if !sheet.quality.is_empty() {
        let source = format!(
            "{} {}, {}",
            say::compare_source(COMMON.as_of),
            COMMON.name,
            COMMON.link
        );
        blocks.extend([
            heading(Msg::CompareQuality),
            table(&sheet.quality),
            Block::Text(source),
        ]);
    }
    if !sheet.equal.is_empty() {
        blocks.extend([
            heading(Msg::CompareEqualHeading),
            Block::Facts(sheet.equal.clone()),
        ]);
    }
    blocks.push(Block::Link {
        words: text(Msg::CompareLink).to_owned(),
        address: address::whole(state),
    });
    paper::markdown(&blocks)
}

/// All rows in one table.
fn everything(sheet: &Sheet) -> Table {
    let mut table = table_of(&sheet.names, &sheet.answers);
    table
        .rows
        .extend(table_of(&sheet.names, &sheet.quality).rows);
    table
        .rows
        .extend(table_of(&sheet.names, &sheet.differing).rows);
    for (name, value) in &sheet.equal {
        let values = sheet.names.iter().map(|_| value.clone());
        table
            .rows
            .push(std::iter::once(name.clone()).chain(values).collect());
    }
    table
}

fn table_of(names: &[String], rows: &[Row]) -> Table {
    let figures = names.iter().map(Heading::words);
    let row = |row: &Row| {
        let cells = row.cells.iter().map(|cell| {
            let parts = [&cell.words, &cell.beside];
            let parts: Vec<&str> = parts.into_iter().map(String::as_str).collect();
            parts.join(" ").trim_end().to_owned()
        });
        std::iter::once(row.name.clone()).chain(cells).collect()
    };
    Table {
        columns: std::iter::once(Heading::words("")).chain(figures).collect(),
        rows: rows.iter().map(row).collect(),
    }
}

//! The views of a file as files: each table by itself, and all of them for the report.

use super::course::{self, board_of, chosen};
use super::sheet::{self, Section};
use super::state::{Measured, State};
use super::{elsewhere, file};
use crate::browser;
use crate::chart::twin::Twin;
use crate::i18n::{Msg, say, text};
use estimator::export::paper::{Heading, Table};
use estimator::export::{Format, csv};
use leptos::prelude::*;

/// A button that saves a table as CSV, named after the file that is shown and the table.
pub(super) fn save_button(title: Msg, table: &Table) -> AnyView {
    let state = State::of_page();
    let table = table.clone();
    let save = move |_| {
        let Some(measured) = state.measured.get_untracked() else {
            return;
        };
        let name = format!("{}-{}.csv", file::stem(&measured.name), named(text(title)));
        // A browser that cannot save a file says so itself.
        let _ = browser::save(&name, Format::Csv.mime(), &csv::table(&table));
    };
    let label = say::chart_save("CSV", text(title));
    view! {
        <button type="button" class="quiet" aria-label=label on:click=save>
            "CSV"
        </button>
    }
    .into_any()
}

/// A title as a part of a file's name.
fn named(title: &str) -> String {
    let kept = title.chars().map(|letter| {
        let plain = letter.is_alphanumeric();
        if plain { letter } else { '-' }
    });
    kept.collect::<String>().trim_matches('-').to_lowercase()
}

/// A picture's twin as a table.
pub(super) fn of_twin(twin: Twin) -> Table {
    let columns = twin.columns.into_iter().map(|column| Heading {
        name: column.title,
        numeric: column.numeric,
    });
    Table {
        columns: columns.collect(),
        rows: twin.rows,
    }
}

/// All views of a file in the order of the page, beside the one before.
pub(super) fn all(state: State, before: Option<&Measured>, measured: &Measured) -> Vec<Section> {
    let pictures = course::twins(state, measured);
    let pictures = pictures
        .into_iter()
        .map(|(title, twin)| sheet::plain(title, of_twin(twin)));
    let from = board_of(&measured.facts).or_else(|| chosen(state));
    let elsewhere = from.and_then(|from| elsewhere::section(measured, from, browser::today()));
    let compared = before.map(|before| {
        let changed = sheet::changed(before, measured);
        changed.into_iter().chain(sheet::compared(before, measured))
    });
    let sections = compared.into_iter().flatten();
    sections
        .chain(sheet::sections(&measured.facts))
        .chain(elsewhere)
        .chain(pictures)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_files() {
        assert_eq!(named("Kernel time by class"), "kernel-time-by-class");
        assert_eq!(named("按类别划分"), "按类别划分");
        assert_eq!(named("“What if?”"), "what-if");
    }
}

//! `nvidia-smi --query-gpu=... --format=csv`, with its header, another's, or none.

mod column;
pub(in crate::profile) mod dmon;
mod shape;

use super::super::counters::{self, Counters, MIB};
use super::super::fact::Group;
use column::Column;
use std::collections::BTreeMap;

/// Rows looked at for a header, and for the shapes of columns without one.
const LOOK: usize = 50;

/// Columns with a counter: what it is called, and one of it in the answer's unit.
const VALUES: [(Column, &str, f64); 5] = [
    (Column::Busy, "gpu_util", 0.01),
    (Column::Copy, "copy_util", 0.01),
    (Column::Used, "memory_used_bytes", MIB),
    (Column::Power, "power_w", 1.0),
    (Column::Clock, "sm_clock_mhz", 1.0),
];

/// The contents of the columns.
struct Layout {
    columns: Vec<Option<Column>>,
    /// Rows up to and with the header.
    skipped: usize,
    note: Option<&'static str>,
}

/// Whether a column is known.
pub(in crate::profile) fn recognised(head: &str) -> bool {
    layout(head).is_some()
}

/// The facts; `None` if no column is known.
pub(in crate::profile) fn read(text: &str) -> Option<Group> {
    let Layout {
        columns,
        skipped,
        note,
    } = layout(text)?;
    let mut counters = Counters::default();
    let mut ranges: BTreeMap<String, Memory> = BTreeMap::new();
    let named = [Column::Index, Column::Id]
        .into_iter()
        .any(|id| columns.contains(&Some(id)));
    for cells in rows(text).skip(skipped) {
        let cell = |wanted: Column| {
            let place = columns.iter().position(|column| *column == Some(wanted))?;
            cells.get(place).map(|cell| cell.trim())
        };
        let number = |wanted: Column| cell(wanted).and_then(column::number);
        if header(&cells).is_some() {
            continue;
        }
        let ids = [Column::Index, Column::Id].into_iter().find_map(cell);
        let time = cell(Column::Time).and_then(counters::seconds);
        let says = VALUES.iter().any(|(column, ..)| number(*column).is_some());
        // A line that is no row of the table is no board.
        if named && ids.is_none_or(str::is_empty) || time.is_none() && !says {
            continue;
        }
        let key = ids.unwrap_or_default().to_owned();
        let Some(board) = counters.board(&key) else {
            continue;
        };
        cell(Column::Index)
            .unwrap_or_default()
            .clone_into(&mut board.gpu);
        if board.gpu.is_empty() {
            board.gpu.clone_from(&key);
        }
        if let Some(name) = cell(Column::Name).filter(|name| !name.starts_with('[')) {
            board.name = Some(name.to_owned());
        }
        ranges.entry(key.clone()).or_default().take(&number);
        if let Some(time) = time {
            counters.at(time);
        }
        for (column, field, unit) in VALUES {
            if let Some(value) = number(column) {
                counters.take(&key, field, unit * value);
            }
        }
    }
    if !counters.any() {
        return None;
    }
    for (key, memory) in ranges {
        if let Some(board) = counters.board(&key) {
            board.total = memory.total();
        }
    }
    let notes: Vec<&str> = note.into_iter().collect();
    Some(counters.facts("nvidia-smi-csv", &notes))
}

/// A board's memory by its rows, in MiB.
#[derive(Default)]
struct Memory {
    total: Option<f64>,
    whole: Option<f64>,
    /// Least and most of a column that is either the total or the free memory.
    either: Option<(f64, f64)>,
    sum: Option<f64>,
}

impl Memory {
    fn take(&mut self, number: &dyn Fn(Column) -> Option<f64>) {
        self.total = number(Column::Total).or(self.total);
        let used = number(Column::Used);
        let reserved = number(Column::Reserved).unwrap_or(0.0);
        let whole = used.zip(number(Column::Free));
        self.whole = whole
            .map(|(used, free)| used + free + reserved)
            .or(self.whole);
        if let Some(value) = number(Column::TotalOrFree) {
            let (least, most) = self.either.unwrap_or((value, value));
            self.either = Some((least.min(value), most.max(value)));
            self.sum = used.map(|used| used + value).or(self.sum);
        }
    }

    fn total(&self) -> Option<f64> {
        let (least, most) = self.either.unwrap_or((0.0, 0.0));
        let either = if most > least {
            self.sum
        } else {
            self.either.map(|_| most)
        };
        Some(MIB * self.total.or(self.whole).or(either)?)
    }
}

fn rows(text: &str) -> impl Iterator<Item = Vec<String>> + '_ {
    let reader = csv::ReaderBuilder::new()
        .flexible(true)
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    reader
        .into_records()
        .map_while(Result::ok)
        .map(|record| record.iter().map(str::to_owned).collect())
}

fn header(cells: &[String]) -> Option<Vec<Option<Column>>> {
    let columns: Vec<_> = cells.iter().map(|cell| column::named(cell)).collect();
    let measured = |column: &Option<Column>| column.is_some_and(Column::is_measured);
    // A value that reads like a name, as of a board, stands among numbers.
    let numbers = cells.iter().any(|cell| column::number(cell).is_some());
    let sound = !numbers && columns.iter().any(measured);
    sound.then_some(columns)
}

fn layout(text: &str) -> Option<Layout> {
    let first: Vec<Vec<String>> = rows(text).take(LOOK).collect();
    let found = first
        .iter()
        .enumerate()
        .find_map(|(place, cells)| Some((place, cells, header(cells)?)));
    if let Some((place, cells, mut columns)) = found {
        let misnamed = column::misnamed(cells, &mut columns);
        return Some(Layout {
            columns,
            skipped: place + 1,
            note: misnamed.then_some("header-misnamed"),
        });
    }
    Some(Layout {
        columns: shape::columns(&first)?,
        skipped: 0,
        note: Some("no-header"),
    })
}

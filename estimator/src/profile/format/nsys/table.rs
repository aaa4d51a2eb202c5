//! The CSV of Nsight Systems' reports: sums by name (`Time (%)`), or one row an activity
//! (`Start (ns)`).

use super::super::super::fact::{Fact, Group};
use super::super::super::timeline::clock::{digits, exact, shorten};
use super::super::super::timeline::{Timeline, Window, Work, answer};
use super::super::super::unreadable::{Unreadable, broken};
use super::sums::{sum, summed};
use std::collections::BTreeMap;

/// Bytes of a megabyte in its column.
const MEGA: f64 = 1e6;

fn begins(line: &str) -> bool {
    let line = line.trim_start_matches(['\u{feff}', '"', ' ']);
    // Older versions wrote the first without a blank.
    ["Time (%)", "Time(%)", "Start ("]
        .iter()
        .any(|head| line.starts_with(head))
}

/// Whether a line heads one of its tables.
pub(in crate::profile) fn recognised(head: &str) -> bool {
    head.lines().any(begins)
}

/// A table's columns.
pub(super) struct Columns(Vec<String>);

impl Columns {
    /// The place of the first of these names.
    pub(super) fn of(&self, names: &[&str]) -> Option<usize> {
        let of = |name: &&str| self.0.iter().position(|known| known == *name);
        names.iter().find_map(of)
    }

    /// The place of a column with a unit in brackets, and its digits down to picoseconds.
    pub(super) fn timed(&self, stem: &str) -> Option<(usize, usize)> {
        let of = |(place, name): (usize, &String)| {
            let unit = name
                .strip_prefix(stem)?
                .strip_prefix(" (")?
                .strip_suffix(')')?;
            Some((place, digits(unit)?))
        };
        self.0.iter().enumerate().find_map(of)
    }
}

/// The tables of a text: from a header to a blank line or the next header.
fn tables(text: &str) -> Vec<(usize, usize)> {
    let (mut tables, mut open, mut at) = (Vec::new(), None, 0);
    for line in text.split_inclusive('\n') {
        let header = begins(line);
        if let Some(from) = open.filter(|_| header || line.trim().is_empty()) {
            tables.push((from, at));
            open = None;
        }
        if header {
            open = Some(at);
        }
        at += line.len();
    }
    tables.extend(open.map(|from| (from, at)));
    tables
}

/// The facts, or of a timeline those of a stretch.
pub(in crate::profile) fn read(text: &str, window: Option<Window>) -> Result<Group, Unreadable> {
    let mut found: Vec<(Columns, &str)> = Vec::new();
    for (from, to) in tables(text).into_iter().take(1000) {
        let table = text.get(from..to).unwrap_or_default();
        let header = reader(table)
            .headers()
            .map_err(|_| broken("a header breaks off"))?
            .clone();
        let names = header
            .iter()
            .map(|name| name.trim_start_matches('\u{feff}').to_owned());
        found.push((Columns(names.collect()), table));
    }
    let sums_of = |columns: &Columns, count: &[&str], name: &[&str]| {
        let all = columns.timed("Total Time").is_some() && columns.of(count).is_some();
        all && columns.of(name).is_some() && columns.of(&["Range"]).is_none()
    };
    let preferred = |(columns, _): &&(Columns, &str)| sums_of(columns, &["Instances"], &["Name"]);
    if let Some((columns, table)) = found.iter().find(preferred) {
        return Ok(sum(columns, table));
    }
    let starts = |(columns, _): &&(Columns, &str)| columns.timed("Start").is_some();
    if let Some((columns, table)) = found.iter().find(starts) {
        return activities(columns, table, window);
    }
    let counted = |(columns, _): &&(Columns, &str)| {
        sums_of(
            columns,
            &["Instances", "Count", "Calls"],
            &["Name", "Operation"],
        )
    };
    match found.iter().find(counted) {
        Some((columns, table)) => Ok(sum(columns, table)),
        None => Ok(summed(&BTreeMap::new())),
    }
}

/// The records of a table.
pub(super) fn reader(table: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(table.as_bytes())
}

/// The facts of a table with starts: a timeline, where it names devices.
fn activities(columns: &Columns, table: &str, window: Option<Window>) -> Result<Group, Unreadable> {
    let (mut timeline, mut first) = (Timeline::within(window), None);
    let mut devices: BTreeMap<u32, String> = BTreeMap::new();
    let (start, duration) = (columns.timed("Start"), columns.timed("Duration"));
    let place = |name: &str| columns.of(&[name]);
    let (name, device, stream) = (place("Name"), place("Device"), place("Strm"));
    let bytes = place("Bytes (MB)");
    for record in reader(table).records().map_while(Result::ok) {
        let cell = |place: Option<usize>| record.get(place?).filter(|cell| !cell.is_empty());
        let time = |column: Option<(usize, usize)>| {
            let (place, digits) = column?;
            exact(record.get(place)?, digits)
        };
        let worked = cell(device).and_then(|device| device.rsplit_once('('));
        let Some((start, (board, index))) = time(start).zip(worked) else {
            continue;
        };
        let Ok(index) = index.trim_end_matches(')').parse::<u32>() else {
            continue;
        };
        if devices.len() < 4096 {
            devices
                .entry(index)
                .or_insert_with(|| board.trim().to_owned());
        }
        timeline.room()?;
        let text = cell(name).unwrap_or_default();
        let copy = text.starts_with("[CUDA mem");
        let moved = cell(bytes).and_then(|bytes| bytes.parse::<f64>().ok());
        let moved = moved.filter(|_| copy).map(|bytes| (MEGA * bytes).round());
        let name = timeline.name(text, copy)?;
        timeline.works.push(Work {
            start: shorten(start - *first.get_or_insert(start)),
            duration: shorten(time(duration).unwrap_or(0).max(0)),
            name,
            device: index,
            stream: cell(stream)
                .and_then(|stream| stream.parse().ok())
                .unwrap_or(0),
            call: None,
            bytes: moved
                .and_then(super::super::super::json::whole)
                .unwrap_or(0),
        });
    }
    let listed = devices.iter().map(|(index, name)| {
        let mut group = Group::default();
        group.count("index", Some(u64::from(*index)));
        group.text("name", Some(name));
        Fact::Group(group)
    });
    let mut facts = Group::default();
    facts.text("format", Some("nsys-csv"));
    facts.put("devices", Fact::List(listed.collect()));
    Ok(answer(&mut timeline, facts, vec!["no-host-events"]))
}

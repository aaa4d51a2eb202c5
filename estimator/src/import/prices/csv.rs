//! Lists with separators: which separator, where the headings are, and the rows below them.
//!
//! The separator is the one by which a line near the beginning has the most headings that
//! mean something; titles above that line are passed over. Quoting is RFC 4180's, as the
//! `csv` crate reads it.

use super::heading::{Heading, heading};
use super::table::{Row, cell};
use csv::{Reader, ReaderBuilder, StringRecord};

/// Separators, the first of equals.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Lines in which headings are looked for.
const TITLES: usize = 20;

/// A list, its headings read.
pub(super) struct Csv<'a> {
    text: &'a str,
    separator: u8,
    /// Records up to the headings, these included.
    skipped: usize,
    /// The headings as they stand, and what each means.
    pub(super) headings: Vec<(String, Option<Heading>)>,
}

fn reader(text: &str, separator: u8) -> Reader<&[u8]> {
    ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes())
}

impl<'a> Csv<'a> {
    /// Finds the headings; `None` where no line has any.
    pub(super) fn new(text: &'a str) -> Option<Self> {
        let mut best: Option<(usize, Self)> = None;
        for separator in SEPARATORS {
            for (index, record) in reader(text, separator).records().take(TITLES).enumerate() {
                // Text that is not UTF-8 has been made so: the crate finds no other fault.
                let Ok(record) = record else { break };
                let headings: Vec<_> = record
                    .iter()
                    .map(|name| (cell(name).unwrap_or_default(), heading(name)))
                    .collect();
                let meant = headings.iter().filter(|(_, meant)| meant.is_some()).count();
                if meant > best.as_ref().map_or(0, |(most, _)| *most) {
                    let skipped = index + 1;
                    let found = Self {
                        text,
                        separator,
                        skipped,
                        headings,
                    };
                    best = Some((meant, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// The rows below the headings, blank ones left out.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let records = reader(self.text, self.separator).into_records();
        let records = records.skip(self.skipped).map_while(Result::ok);
        records
            .filter(|record| record.iter().any(|cell| !cell.trim().is_empty()))
            .map(|record| self.row(&record))
    }

    fn row(&self, record: &StringRecord) -> Row<'_> {
        let line = record.position().map_or(0, csv::Position::line);
        let mut over = record.iter().skip(self.headings.len());
        let mut row = Row {
            line: usize::try_from(line).unwrap_or(usize::MAX),
            cells: Vec::new(),
            too_many: over.any(|cell| !cell.trim().is_empty()),
            broken: false,
        };
        for ((name, heading), text) in self.headings.iter().zip(record) {
            if let Some(heading) = heading {
                row.cells.push((*heading, name.into(), cell(text)));
            }
        }
        row
    }
}

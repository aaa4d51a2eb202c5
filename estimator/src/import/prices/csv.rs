//! Lists with separators: which separator, where the headings are, and the rows below them.
//!
//! The separator is the one by which a line near the beginning has the most headings that
//! mean something; titles above that line are passed over. Quoting is RFC 4180's, as the
//! `csv` crate reads it.

use super::MOST_COLUMNS;
use super::heading::{Heading, heading};
use super::table::{Row, cell};
use csv::{Reader, ReaderBuilder, StringRecord};

/// Separators, the first of equals.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Lines in which headings are looked for.
const TITLES: usize = 20;

/// The longest line: one that is longer is no row of anything.
const LONGEST_LINE: usize = 64 << 10;

/// A list, its headings read.
pub(super) struct Csv<'a> {
    text: &'a str,
    separator: u8,
    /// Records up to the headings, these included.
    skipped: usize,
    /// Columns that have a heading.
    columns: usize,
    /// The headings as they stand, and the meaning of each, of the first columns.
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
    /// Finds the headings; `None` where no line has any, and for a text without lines.
    pub(super) fn new(text: &'a str) -> Option<Self> {
        if text.lines().any(|line| line.len() > LONGEST_LINE) {
            return None;
        }
        let mut best: Option<(usize, Self)> = None;
        for separator in SEPARATORS {
            for (index, record) in reader(text, separator).records().take(TITLES).enumerate() {
                // Text that is not UTF-8 has been made so: the crate finds no other fault.
                let Ok(record) = record else { break };
                let headings: Vec<_> = record
                    .iter()
                    .take(MOST_COLUMNS)
                    .map(|name| (cell(name).unwrap_or_default(), heading(name)))
                    .collect();
                let meant = headings.iter().filter(|(_, meant)| meant.is_some()).count();
                if meant > best.as_ref().map_or(0, |(most, _)| *most) {
                    let skipped = index + 1;
                    let found = Self {
                        text,
                        separator,
                        skipped,
                        columns: record.len(),
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
        let mut over = record.iter().skip(self.columns);
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

#[cfg(test)]
mod tests {
    use super::super::heading;
    use super::*;

    /// However wide a list is, few of its headings are looked at: with each of the
    /// separators in each of the first lines. Cells of the other columns are nobody's.
    #[test]
    fn wide_lists_are_bounded() {
        let wide = ",x".repeat(5_000);
        let text = format!("gpu,price{wide}\nH100,2.5{wide}\n");
        heading::ASKED.set(0);
        let list = Csv::new(&text).unwrap();
        let rows: Vec<_> = list.rows().collect();
        assert_eq!(rows.len(), 1);
        assert!(!rows[0].too_many && rows[0].cells.len() == 2);
        let lines = 2 * SEPARATORS.len();
        assert!(heading::ASKED.get() <= lines * MOST_COLUMNS);
    }

    /// A single line of any size is no list, and none of it is looked at.
    #[test]
    fn a_line_without_end_is_no_list() {
        heading::ASKED.set(0);
        for text in [
            ",".repeat(1 << 20),
            format!("gpu,price\n{}", ",".repeat(1 << 20)),
        ] {
            assert!(Csv::new(&text).is_none());
        }
        assert_eq!(heading::ASKED.get(), 0);
    }
}

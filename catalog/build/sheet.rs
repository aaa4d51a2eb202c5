//! A CSV file row by row, its cells by the headings of their columns.

use super::record::Failure;
use csv::StringRecord;
use std::path::Path;
use std::str::FromStr;

/// One row, the headings of its file and the place to name in messages.
pub(super) struct Row<'a> {
    place: &'a str,
    headings: &'a StringRecord,
    cells: StringRecord,
}

/// The rows of the file at `path`, each as `of` reads it.
pub(super) fn each<T>(
    path: &Path,
    of: impl Fn(&Row<'_>) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let place = path.display().to_string();
    let failed = |error: csv::Error| Failure(format!("{place}: {error}"));
    let mut reader = csv::Reader::from_path(path).map_err(failed)?;
    let headings = reader.headers().map_err(failed)?.clone();
    let read = |cells: Result<StringRecord, csv::Error>| {
        of(&Row {
            place: &place,
            headings: &headings,
            cells: cells.map_err(failed)?,
        })
    };
    reader.records().map(read).collect()
}

impl Row<'_> {
    /// The text of a column.
    pub(super) fn text(&self, column: &str) -> Result<&str, Failure> {
        let index = self.headings.iter().position(|heading| heading == column);
        let cell = index.and_then(|index| self.cells.get(index));
        cell.ok_or_else(|| self.failed(&format!("no {column}")))
    }

    /// The value of a column.
    pub(super) fn value<T: FromStr>(&self, column: &str) -> Result<T, Failure> {
        let text = self.text(column)?;
        text.parse().map_err(|_| self.wrong(column))
    }

    /// The same, or nothing where the cell is empty.
    pub(super) fn value_or_none<T: FromStr + Default>(&self, column: &str) -> Result<T, Failure> {
        match self.text(column)? {
            "" => Ok(T::default()),
            _ => self.value(column),
        }
    }

    /// The failure of a column that says something else.
    pub(super) fn wrong(&self, column: &str) -> Failure {
        let text = self.text(column).unwrap_or_default();
        self.failed(&format!("{column} is `{text}`"))
    }

    fn failed(&self, why: &str) -> Failure {
        let line = self.cells.position().map_or(0, csv::Position::line);
        Failure(format!("{}: line {line}: {why}", self.place))
    }
}

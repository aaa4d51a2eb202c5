//! The cells of one line of a file of measurements, by column.

use std::collections::HashMap;

/// One line.
pub(super) struct Cells(HashMap<String, String>);

impl Cells {
    /// A column's text; empty where there is no such column.
    pub(super) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// A number that must be there.
    pub(super) fn number(&self, name: &str) -> Result<f64, String> {
        let text = self.text(name);
        text.parse().map_err(|_| format!("{name} is `{text}`"))
    }

    /// A count that must be there.
    pub(super) fn degree(&self, name: &str) -> Result<u32, String> {
        let text = self.text(name);
        text.parse().map_err(|_| format!("{name} is `{text}`"))
    }

    /// A count that is 1 where nothing is printed.
    pub(super) fn degree_or_one(&self, name: &str) -> Result<u32, String> {
        if self.text(name).is_empty() {
            Ok(1)
        } else {
            self.degree(name)
        }
    }

    /// The thing that a column names.
    pub(super) fn known<T>(
        &self,
        name: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        let text = self.text(name);
        find(text).ok_or_else(|| format!("unknown {name} `{text}`"))
    }
}

/// Every line of a file, with its number; the heading is line 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, Result<Cells, String>)> + '_ {
    let reader = csv::Reader::from_reader(text.as_bytes());
    reader
        .into_deserialize()
        .enumerate()
        .map(|(index, record)| {
            let cells = record.map(Cells).map_err(|error| error.to_string());
            (index + 2, cells)
        })
}

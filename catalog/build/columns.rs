//! Tables of columns as `crate::columns` reads them.

use crate::record::{Failure, Record};

/// Values of rows, column by column.
pub(crate) struct Columns(Vec<Vec<String>>);

impl Columns {
    /// A table of so many columns, without rows.
    pub(crate) fn new(columns: usize) -> Self {
        Self(vec![Vec::new(); columns])
    }

    /// Adds a row, of one value a column.
    pub(crate) fn push(&mut self, row: Vec<String>, record: &Record) -> Result<(), Failure> {
        if row.len() != self.0.len() {
            return Err(record.failure("", "of as many values as there are columns"));
        }
        if let Some(text) = row.iter().find(|text| text.contains('|')) {
            return Err(record.failure(text, "without bars"));
        }
        for (column, value) in self.0.iter_mut().zip(row) {
            column.push(value);
        }
        Ok(())
    }

    /// The place of a row, which is added where there is none like it.
    pub(crate) fn place(&mut self, row: Vec<String>, record: &Record) -> Result<String, Failure> {
        let rows = self.0.first().map_or(0, Vec::len);
        let same = |place: &usize| {
            let mut columns = self.0.iter().zip(&row);
            columns.all(|(column, value)| column.get(*place) == Some(value))
        };
        if let Some(known) = (0..rows).find(same) {
            return Ok(known.to_string());
        }
        self.push(row, record)?;
        Ok(rows.to_string())
    }

    /// All of it as a string literal.
    pub(crate) fn literal(&self) -> String {
        format!("{:?}", self.0.concat().join("|"))
    }

    /// The values of a column.
    pub(crate) fn values(&self, column: usize) -> &[String] {
        self.0.get(column).map_or(&[], Vec::as_slice)
    }
}

/// Bits in the order of the flags, as a number.
pub(crate) fn bits(flags: &[bool]) -> String {
    let set = flags.iter().enumerate().filter(|(_, set)| **set);
    set.map(|(place, _)| 1_u32 << place)
        .sum::<u32>()
        .to_string()
}

/// A figure that `u32` holds in parts of which `10^places` make one, written as a decimal
/// without needless zeros.
pub(crate) fn decimal(value: f64, places: i32) -> Option<String> {
    let parts = crate::record::whole_parts(value, 10_f64.powi(places))?;
    let digits = usize::try_from(places).ok()?;
    let text = format!("{:.digits$}", f64::from(parts) / 10_f64.powi(places));
    let short = if digits > 0 {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    Some(short.to_owned())
}

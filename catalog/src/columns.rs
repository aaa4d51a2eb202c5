//! Tables as the build script writes them: one text of values between bars, column by
//! column. Values of a kind stand together, figures as decimals: after Brotli that is two
//! thirds of rows of structures, whose references alone take eight bytes each.

/// Separator of values.
const BAR: char = '|';

/// Separator of the parts of one value.
const COMMA: char = ',';

/// A table.
pub(crate) struct Table {
    values: Vec<&'static str>,
    rows: usize,
}

impl Table {
    /// The table of a text of so many columns.
    pub(crate) fn new(text: &'static str, columns: usize) -> Self {
        let values: Vec<&str> = text.split(BAR).collect();
        let rows = values.len() / columns;
        Self { values, rows }
    }

    /// Its rows, in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let step = self.rows;
        (0..step).map(move |row| Row {
            values: self.values.get(row..).unwrap_or_default(),
            step,
        })
    }
}

/// A row, read from its first column to its last.
pub(crate) struct Row<'a> {
    values: &'a [&'static str],
    step: usize,
}

/// The values that a value lists, between commas.
pub(crate) struct List(pub(crate) Vec<&'static str>);

impl List {
    /// They as a row.
    pub(crate) fn row(&self) -> Row<'_> {
        Row {
            values: &self.0,
            step: 1,
        }
    }
}

impl Row<'_> {
    /// The next text.
    pub(crate) fn text(&mut self) -> &'static str {
        let value = self.values.first().copied().unwrap_or_default();
        self.values = self.values.get(self.step..).unwrap_or_default();
        value
    }

    /// The next decimal, in parts of which `10^places` make one.
    pub(crate) fn parts(&mut self, places: u32) -> u32 {
        u32::try_from(parts(self.text(), places)).unwrap_or(u32::MAX)
    }

    /// The next whole number.
    pub(crate) fn count(&mut self) -> u32 {
        self.parts(0)
    }

    /// The next whole number, which may be large.
    pub(crate) fn large(&mut self) -> u64 {
        parts(self.text(), 0)
    }

    /// The list in the next value; `None` where it is empty.
    pub(crate) fn list(&mut self) -> Option<List> {
        let text = self.text();
        (!text.is_empty()).then(|| List(text.split(COMMA).collect()))
    }

    /// Whether nothing is left.
    pub(crate) const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The next whole number, as a place among others.
    pub(crate) fn place(&mut self) -> usize {
        usize::try_from(self.count()).unwrap_or(usize::MAX)
    }
}

/// The value at a place of a text of values.
pub(crate) fn at(values: &'static str, place: usize) -> &'static str {
    values.split(BAR).nth(place).unwrap_or_default()
}

/// A decimal of at most `places` places, in parts of which `10^places` make one; 0 for no text.
/// Texts of the build script fit.
fn parts(text: &str, places: u32) -> u64 {
    let mut parts = 0_u64;
    let mut left = None;
    for byte in text.bytes() {
        match (byte, left) {
            (b'.', _) => left = Some(places),
            (_, Some(0)) => break,
            _ => {
                left = left.map(|left| left - 1);
                let digit = u64::from(byte.wrapping_sub(b'0'));
                parts = parts.wrapping_mul(10).wrapping_add(digit);
            }
        }
    }
    let missing = left.unwrap_or(places);
    (0..missing).fold(parts, |parts, _| parts.wrapping_mul(10))
}

#[cfg(test)]
#[allow(clippy::expect_used)] // tests
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_to_the_last_place() {
        for (text, places, count) in [
            ("", 2, 0),
            ("0", 2, 0),
            ("7", 0, 7),
            ("3350", 2, 335_000),
            ("79.65", 2, 7965),
            ("0.1", 7, 1_000_000),
            ("21.957642", 7, 219_576_420),
            ("0.0000001", 7, 1),
            ("1.25", 1, 12),
        ] {
            assert_eq!(parts(text, places), count, "{text} {places}");
        }
    }

    #[test]
    fn rows_are_read_across_columns() {
        let table = Table::new("a|b|1|2.5|x|", 3);
        let read = table
            .rows()
            .map(|mut row| (row.text(), row.parts(1), row.text()));
        assert_eq!(read.collect::<Vec<_>>(), [("a", 10, "x"), ("b", 25, "")]);
        let mut row = table.rows().next().expect("two rows");
        assert_eq!((row.text(), row.count(), row.text()), ("a", 1, "x"));
        assert_eq!(row.text(), "");
        assert_eq!((at("a|b", 1), at("a|b", 2)), ("b", ""));
        let lists = Table::new("1,20|", 1);
        let read = lists.rows().map(|mut row| {
            let list = row.list()?;
            let mut row = list.row();
            Some((row.large(), row.count(), row.is_empty()))
        });
        assert_eq!(read.collect::<Vec<_>>(), [Some((1, 20, true)), None]);
    }
}

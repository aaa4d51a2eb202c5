//! Tables as the build script writes them: one text of columns, a line each, its values
//! between bars. Values of a kind stand together, figures as decimals: after Brotli that is
//! two thirds of rows of structures, whose references alone take eight bytes each.

use std::str::Split;

/// What stands between values.
const BAR: char = '|';

/// The rows of a table of `N` columns, as many as the first column has values.
pub(crate) struct Rows<const N: usize>([Split<'static, char>; N]);

impl<const N: usize> Rows<N> {
    /// Those of a text.
    pub(crate) fn new(table: &'static str) -> Self {
        let mut lines = table.lines();
        Self(std::array::from_fn(|_| {
            lines.next().unwrap_or_default().split(BAR)
        }))
    }
}

impl<const N: usize> Iterator for Rows<N> {
    type Item = [&'static str; N];

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.0.each_mut().map(Iterator::next);
        let [first, ..] = row.first_chunk::<1>()?;
        first.as_ref()?;
        Some(row.map(Option::unwrap_or_default))
    }
}

/// The value at a place of a text of values.
pub(crate) fn at(values: &'static str, place: usize) -> &'static str {
    values.split(BAR).nth(place).unwrap_or_default()
}

/// A place among others.
pub(crate) fn place(text: &str) -> usize {
    usize::try_from(parts(text, 0)).unwrap_or(usize::MAX)
}

/// A decimal of at most `places` places, in parts of which `10^places` make one; 0 for no
/// text. What the build script wrote fits.
pub(crate) fn parts(text: &str, places: u32) -> u32 {
    let mut parts = 0_u32;
    let mut left = None;
    for byte in text.bytes() {
        match (byte, left) {
            (b'.', _) => left = Some(places),
            (_, Some(0)) => break,
            _ => {
                left = left.map(|left| left - 1);
                let digit = u32::from(byte.wrapping_sub(b'0'));
                parts = parts.wrapping_mul(10).wrapping_add(digit);
            }
        }
    }
    let missing = left.unwrap_or(places);
    (0..missing).fold(parts, |parts, _| parts.wrapping_mul(10))
}

#[cfg(test)]
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
        let rows: Vec<[&str; 3]> = Rows::new("a|b\n1|\nx").collect();
        assert_eq!(rows, [["a", "1", "x"], ["b", "", ""]]);
        assert_eq!(at("a|b", 1), "b");
        assert_eq!(at("a|b", 2), "");
    }
}

//! Whole numbers of pixels, patches and tiles, by the roundings of Python's processors.

pub(super) use crate::quantity::whole;

/// The next whole number above.
pub(super) fn above(value: f64) -> u64 {
    whole(value.ceil())
}

/// The nearest whole number, halves to the even one: Python's `round`.
pub(super) fn nearest(value: f64) -> u64 {
    whole(value.round_ties_even())
}

/// Rows and columns of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cells {
    pub(super) rows: u64,
    pub(super) columns: u64,
}

impl Cells {
    pub(super) const fn new(rows: u64, columns: u64) -> Self {
        Self { rows, columns }
    }

    /// How many.
    pub(super) const fn count(self) -> u64 {
        self.rows * self.columns
    }

    /// No fewer than one each way.
    pub(super) fn some(self) -> Self {
        Self::new(self.rows.max(1), self.columns.max(1))
    }

    /// Rows over columns.
    pub(super) fn ratio(self) -> f64 {
        self.rows as f64 / self.columns as f64
    }
}

/// The grids of at most `most` cells, fewest first; of as many cells those of fewer columns
/// first.
pub(super) fn grids(most: u32) -> Vec<Cells> {
    let most = u64::from(most);
    let of = |columns| (1..=most / columns).map(move |rows| Cells::new(rows, columns));
    let mut grids: Vec<Cells> = (1..=most).flat_map(of).collect();
    grids.sort_by_key(|grid| grid.count());
    grids
}

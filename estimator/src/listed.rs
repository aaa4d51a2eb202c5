//! Prices of a list of the user's own: those of a seller's instances, like the catalogue's own.
//!
//! A list of thousands of rows is thinned to those that can ever count: of the same
//! accelerator, seller, part of the world and size of instance, a row goes that another one
//! undercuts on every basis it has.

use crate::choice::{Area, PriceBasis};
use crate::quantity::UsdPerHour;

/// The most rows that a question takes; more than all accelerators of all sellers of the
/// catalogue.
pub const MOST: usize = 512;

/// The most of their text in a link, in bytes: less than a link may have.
pub const MOST_TEXT: usize = 160 << 10;

/// The most that a seller takes off, a share of one: nobody gives all away.
pub const MOST_DISCOUNT: f64 = 0.99;

/// The longest text in a row, in bytes.
pub const LONGEST: usize = 200;

/// One row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listed {
    /// Who sells it: the catalogue's id of a seller it knows, or else as the list says.
    pub provider: String,
    /// The seller's name of it.
    pub instance: String,
    /// Region as the list says.
    pub region: String,
    /// Part of the world; [`Area::Any`] where the region says nothing of it.
    pub area: Area,
    /// Id of the accelerator in it.
    pub accelerator: String,
    /// How many of them; at least one.
    pub count: u32,
    /// For the whole instance, one for each basis in the order of [`PriceBasis::ALL`].
    pub prices: [Option<UsdPerHour>; 4],
    /// Its day, `2026-07-30`, or month, or year; empty where the list says none.
    pub as_of: String,
    /// Where the list has it from; empty where it says nothing.
    pub source: String,
}

impl Listed {
    /// The price of the whole instance on a basis.
    #[must_use]
    pub fn price(&self, basis: PriceBasis) -> Option<UsdPerHour> {
        let mut prices = PriceBasis::ALL.iter().zip(self.prices);
        prices.find(|(of, _)| **of == basis)?.1
    }

    /// The price of one accelerator on a basis.
    #[must_use]
    pub fn per_accelerator(&self, basis: PriceBasis) -> Option<UsdPerHour> {
        Some(self.price(basis)? / f64::from(self.count.max(1)))
    }

    /// The kind that rows are compared within.
    fn kind(&self) -> (&str, &str, &'static str, u32) {
        let (accelerator, provider) = (&self.accelerator, &self.provider);
        (accelerator, provider, self.area.id(), self.count)
    }

    /// Whether it costs no more than `other` on every basis that one has.
    fn undercuts(&self, other: &Self) -> bool {
        let mut pairs = self.prices.iter().zip(&other.prices);
        pairs.all(|(mine, theirs)| match (mine, theirs) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(mine), Some(theirs)) => mine <= theirs,
        })
    }
}

/// The rows that can ever count, in the order of their accelerators and sellers; of rows
/// that cost the same the first. Of one kind at most [`MOST`].
#[must_use]
pub fn thinned(mut rows: Vec<Listed>) -> Vec<Listed> {
    rows.sort_by(|one, other| one.kind().cmp(&other.kind()));
    let (mut kept, mut same) = (Vec::new(), Vec::<Listed>::new());
    for row in rows {
        if same.first().is_some_and(|first| first.kind() != row.kind()) {
            kept.append(&mut same);
        }
        if same.len() < MOST && !same.iter().any(|other| other.undercuts(&row)) {
            same.retain(|other| !row.undercuts(other));
            same.push(row);
        }
    }
    kept.append(&mut same);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row() -> impl Strategy<Value = Listed> {
        let price =
            || proptest::option::of((1..9_u32).prop_map(|usd| UsdPerHour::new(f64::from(usd))));
        (
            "[ab]",
            "[XYy]",
            1..3_u32,
            [price(), price(), price(), price()],
        )
            .prop_map(|(accelerator, provider, count, prices)| Listed {
                provider,
                accelerator,
                count,
                prices,
                ..Listed::default()
            })
    }

    proptest! {
        /// Thinning keeps the cheapest of every accelerator, seller, size and basis, and no
        /// two rows of which one says nothing.
        #[test]
        fn thinning_loses_no_price(rows in proptest::collection::vec(row(), 0..40)) {
            let kept = thinned(rows.clone());
            let cheapest = |rows: &[Listed], like: &Listed, basis| {
                let same = rows.iter().filter(|row| row.kind() == like.kind());
                same.filter_map(|row| row.price(basis)).map(UsdPerHour::get).reduce(f64::min)
            };
            for row in &rows {
                for basis in PriceBasis::ALL {
                    prop_assert_eq!(cheapest(&kept, row, *basis), cheapest(&rows, row, *basis));
                }
            }
            for (index, row) in kept.iter().enumerate() {
                prop_assert!(rows.contains(row));
                let others = kept.iter().enumerate().filter(|(other, _)| *other != index);
                for (_, other) in others.filter(|(_, other)| other.kind() == row.kind()) {
                    prop_assert!(!other.undercuts(row));
                }
            }
        }
    }
}

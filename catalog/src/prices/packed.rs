//! The prices as the build script writes them, unpacked once.

use super::{PriceRecord, Quote};
use crate::accelerators::accelerators;
use crate::columns::{Row, Table, at};
use estimator::choice::Area;
use std::sync::LazyLock;

/// Decimal places of a price in dollars.
const PLACES: u32 = 7;

/// Decimal places of a ratio.
const RATIO_PLACES: u32 = 4;

// TABLE and ABOUT, of so many columns, and SOURCES.
include!(concat!(env!("OUT_DIR"), "/prices.rs"));

/// Every price.
pub(super) static PRICES: LazyLock<Vec<PriceRecord>> = LazyLock::new(|| {
    let about: Vec<Quote> = Table::new(ABOUT, ABOUT_COLUMNS).rows().map(told).collect();
    let table = Table::new(TABLE, COLUMNS);
    table.rows().map(|row| record(row, &about)).collect()
});

/// Where a price was read.
pub(super) fn source(place: u8) -> &'static str {
    at(SOURCES, usize::from(place))
}

fn record(mut row: Row, about: &[Quote]) -> PriceRecord {
    let accelerator = accelerators().get(row.place());
    let flags = row.count();
    let mut price = PriceRecord {
        provider: row.text(),
        instance: row.text(),
        accelerator: accelerator.map_or("", |known| &known.accelerator.id),
        count: row.count(),
        region: row.text(),
        area: Area::from_id(row.text()).unwrap_or(Area::Any),
        on_demand: quote(&mut row, about),
        spot: quote(&mut row, about),
        reserved_1y: quote(&mut row, about),
        reserved_3y: quote(&mut row, about),
        verified: flags & 1 != 0,
        stale: flags & 2 != 0,
        listed_only: flags & 4 != 0,
    };
    for term in [&mut price.reserved_1y, &mut price.reserved_3y] {
        let ratio = row.parts(RATIO_PLACES);
        let estimated = price.on_demand.and_then(|quote| quote.reserved(ratio));
        *term = term.or(estimated);
    }
    price
}

/// Facts about prices: their day, their source and flags.
fn told(mut row: Row) -> Quote {
    let as_of = row.text();
    let source = u8::try_from(row.count()).unwrap_or(u8::MAX);
    let flags = row.count();
    Quote {
        parts: 0,
        as_of,
        undated: flags & 1 != 0,
        estimated: flags & 2 != 0,
        source,
    }
}

/// A price, with the facts about it; `None` where it is empty.
fn quote(row: &mut Row, about: &[Quote]) -> Option<Quote> {
    let (parts, place) = (row.parts(PLACES), row.place());
    let about = *about.get(place).filter(|_| parts > 0)?;
    Some(Quote { parts, ..about })
}

impl Quote {
    /// The price of a term that the seller does not list, by its ratio to this price on demand
    /// (`catalog/build/reserved.rs`): as old as this price.
    fn reserved(self, ratio: u32) -> Option<Self> {
        let whole = 10_u64.pow(RATIO_PLACES);
        let parts = u64::from(self.parts) * u64::from(ratio) / whole;
        let parts = u32::try_from(parts).ok().filter(|parts| *parts > 0)?;
        Some(Self {
            parts,
            estimated: true,
            ..self
        })
    }
}

//! The prices as the build script writes them, unpacked once.

use super::{PriceRecord, Quote};
use crate::accelerators::accelerators;
use crate::columns::{Rows, at, parts, place};
use estimator::question::Area;
use std::sync::LazyLock;

/// Decimal places of a price in dollars.
const PLACES: u32 = 7;

/// Decimal places of a ratio.
const RATIO_PLACES: u32 = 4;

// TABLE and ABOUT, of the columns below, and SOURCES.
include!(concat!(env!("OUT_DIR"), "/prices.rs"));

/// Every price.
pub(super) static PRICES: LazyLock<Vec<PriceRecord>> = LazyLock::new(|| {
    let about: Vec<_> = Rows::new(ABOUT).collect();
    Rows::new(TABLE).map(|row| record(row, &about)).collect()
});

/// Where a price was read.
pub(super) fn source(place: u8) -> &'static str {
    at(SOURCES, usize::from(place))
}

fn record(row: [&'static str; 17], about: &[[&'static str; 3]]) -> PriceRecord {
    let [
        provider,
        instance,
        accelerator,
        count,
        region,
        area,
        flags,
        on_demand,
        on_demand_about,
        spot,
        spot_about,
        one_year,
        one_year_about,
        three_years,
        three_years_about,
        one_year_ratio,
        three_years_ratio,
    ] = row;
    let quote = |dollars, told| quote(dollars, *about.get(place(told))?);
    let on_demand = quote(on_demand, on_demand_about);
    let estimated = |ratio| on_demand?.reserved(parts(ratio, RATIO_PLACES));
    let flags = parts(flags, 0);
    let known = accelerators().get(place(accelerator));
    PriceRecord {
        provider,
        instance,
        accelerator: known.map_or("", |known| &known.accelerator.id),
        count: parts(count, 0),
        region,
        area: Area::from_id(area).unwrap_or(Area::Any),
        on_demand,
        spot: quote(spot, spot_about),
        reserved_1y: quote(one_year, one_year_about).or_else(|| estimated(one_year_ratio)),
        reserved_3y: quote(three_years, three_years_about).or_else(|| estimated(three_years_ratio)),
        verified: flags & 1 != 0,
        stale: flags & 2 != 0,
        serverless: flags & 4 != 0,
    }
}

/// A price and what is told about it: its day, source and flags; `None` where it is empty.
fn quote(dollars: &str, [as_of, source, flags]: [&'static str; 3]) -> Option<Quote> {
    let parts_of_it = parts(dollars, PLACES);
    let flags = parts(flags, 0);
    (parts_of_it > 0).then(|| Quote {
        parts: parts_of_it,
        as_of,
        undated: flags & 1 != 0,
        estimated: flags & 2 != 0,
        source: u8::try_from(parts(source, 0)).unwrap_or(u8::MAX),
    })
}

impl Quote {
    /// What a term costs that the seller does not list, by its ratio to this price on demand
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

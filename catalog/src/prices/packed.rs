//! The prices as the build script writes them: rows of small numbers that point into texts,
//! unpacked once.

use super::{PriceRecord, Quote};
use crate::accelerators::id_at;
use estimator::question::Area;
use std::sync::LazyLock;

/// A row of the table.
struct Row {
    /// An index into [`PROVIDERS`].
    provider: u8,
    /// An index into the accelerators.
    accelerator: u8,
    count: u8,
    /// An index into [`REGIONS`].
    region: u8,
    area: Area,
    /// On demand, spot, reserved for one and for three years.
    quotes: [Packed; 4],
    /// What the two terms cost over the price on demand where the seller does not list them,
    /// in ten-thousandths; 0 where that is not known.
    ratios: [u16; 2],
    verified: bool,
    stale: bool,
    serverless: bool,
}

/// A price of a row.
#[derive(Clone, Copy)]
struct Packed {
    /// In ten-millionths of a dollar; 0 where there is no price.
    parts: u32,
    /// An index into [`DATES`].
    as_of: u8,
    /// An index into [`SOURCES`].
    source: u8,
    undated: bool,
    estimated: bool,
}

/// No price.
const NONE: Packed = Packed {
    parts: 0,
    as_of: 0,
    source: 0,
    undated: false,
    estimated: false,
};

// Texts, with bars between them; of instances one a row.
include!(concat!(env!("OUT_DIR"), "/prices.rs"));

/// Every price.
pub(super) static PRICES: LazyLock<Vec<PriceRecord>> = LazyLock::new(|| {
    let rows = ROWS.iter().zip(INSTANCES.split('|'));
    rows.map(|(row, instance)| row.record(instance)).collect()
});

/// Where a price was read.
pub(super) fn source(index: u8) -> &'static str {
    text(SOURCES, index)
}

fn text(texts: &'static str, index: u8) -> &'static str {
    texts.split('|').nth(usize::from(index)).unwrap_or_default()
}

impl Row {
    fn record(&self, instance: &'static str) -> PriceRecord {
        let [on_demand, spot, one, three] = self.quotes.map(Packed::quote);
        let [ratio_1y, ratio_3y] = self.ratios;
        let estimated = |ratio: u16| on_demand.and_then(|quote| quote.reserved(ratio));
        PriceRecord {
            provider: text(PROVIDERS, self.provider),
            instance,
            accelerator: id_at(usize::from(self.accelerator)).unwrap_or_default(),
            count: u32::from(self.count),
            region: text(REGIONS, self.region),
            area: self.area,
            on_demand,
            spot,
            reserved_1y: one.or_else(|| estimated(ratio_1y)),
            reserved_3y: three.or_else(|| estimated(ratio_3y)),
            verified: self.verified,
            stale: self.stale,
            serverless: self.serverless,
        }
    }
}

impl Packed {
    fn quote(self) -> Option<Quote> {
        (self.parts > 0).then(|| Quote {
            parts: self.parts,
            as_of: text(DATES, self.as_of),
            undated: self.undated,
            estimated: self.estimated,
            source: self.source,
        })
    }
}

impl Quote {
    /// What a term costs that the seller does not list, by its ratio to this price on demand
    /// in ten-thousandths (`catalog/build/reserved.rs`): as old as this price.
    fn reserved(self, ratio: u16) -> Option<Self> {
        let parts = u64::from(self.parts) * u64::from(ratio) / 10_000;
        let parts = u32::try_from(parts).ok().filter(|parts| *parts > 0)?;
        Some(Self {
            parts,
            estimated: true,
            ..self
        })
    }
}

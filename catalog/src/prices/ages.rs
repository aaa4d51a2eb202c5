//! How old the catalogue's prices are, in all and by seller.

use super::{Quote, prices};
use estimator::choice::PriceBasis;
use estimator::date::Date;
use estimator::price_age::Age;

/// Prices by their age, and the days of the oldest and the newest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ages {
    /// How many are fresh.
    pub fresh: u32,
    /// How many are stale, and not expired yet.
    pub stale: u32,
    /// How many have expired.
    pub expired: u32,
    /// The day of the oldest, as its record writes it; `None` of none.
    pub oldest: Option<&'static str>,
    /// The day of the newest.
    pub newest: Option<&'static str>,
}

/// The ages of all prices, and of each seller's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllAges {
    /// Of all of them.
    pub all: Ages,
    /// The same by seller, whose id it is; in the order of [`prices()`].
    pub sellers: Vec<(&'static str, Ages)>,
}

impl Ages {
    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.fresh + self.marked()
    }

    /// How many are marked as old: the stale and the expired.
    #[must_use]
    pub const fn marked(&self) -> u32 {
        self.stale + self.expired
    }

    fn add(&mut self, quote: &Quote, today: Date) {
        match quote.age(today) {
            Age::Fresh => self.fresh += 1,
            Age::Stale => self.stale += 1,
            Age::Expired => self.expired += 1,
        }
        let day = quote.as_of;
        let read = Date::parse(day);
        if self.oldest.is_none_or(|known| read < Date::parse(known)) {
            self.oldest = Some(day);
        }
        if self.newest.is_none_or(|known| read > Date::parse(known)) {
            self.newest = Some(day);
        }
    }
}

impl AllAges {
    fn add(&mut self, seller: &'static str, quote: &Quote, today: Date) {
        if let Some((_, ages)) = self.sellers.iter_mut().find(|(known, _)| *known == seller) {
            ages.add(quote, today);
        } else {
            let mut ages = Ages::default();
            ages.add(quote, today);
            self.sellers.push((seller, ages));
        }
    }
}

/// How old every price is by `today`. Estimated ones are left out: what is computed is as old as
/// what it is computed from.
#[must_use]
pub fn ages(today: Date) -> AllAges {
    let mut found = AllAges::default();
    for record in prices() {
        let quotes = PriceBasis::ALL
            .iter()
            .filter_map(|basis| record.quote(*basis));
        for quote in quotes.filter(|quote| !quote.estimated) {
            found.all.add(&quote, today);
            found.add(record.provider, &quote, today);
        }
    }
    found
}

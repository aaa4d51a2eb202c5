//! How old a price is, and when it is too old to rely on.
//!
//! Prices of rented accelerators move by 3 to 7 % a month: an H100 fell by 22 % and an H200
//! by 29 % in the first nine months of 2025 (RBC Capital Markets, in the Financial Times,
//! <https://www.newsbeep.com/au/?p=220110>), and an H100 rose by 38 % from October 2025 to
//! March 2026 (<https://compux.net/docs/guides/gpu-pricing-trends-2026>). So after three
//! months a price is off by a tenth to a fifth: more than most candidates differ by.

use crate::date::Date;
use crate::scenario::Price;

/// Days after which a price is stale.
pub const STALE_AFTER: i32 = 90;

impl Price {
    /// Whole days from the day it was read to `today`; of a month or a year from its first
    /// day. `None` where its day is not known, 0 where it lies ahead.
    #[must_use]
    pub fn age(&self, today: Date) -> Option<i32> {
        age(&self.as_of, today)
    }

    /// Whether it should be read anew: it is more than [`STALE_AFTER`] days old, or a newer
    /// price of a sister region shows it to be out of date. A price without a day, as the
    /// user's own, is as new as the user says.
    #[must_use]
    pub fn is_stale(&self, today: Date) -> bool {
        self.outdated || self.age(today).is_some_and(|days| days > STALE_AFTER)
    }
}

/// Whole days from a day as records write it to `today`; `None` where it is none, 0 where it
/// lies ahead.
#[must_use]
pub fn age(as_of: &str, today: Date) -> Option<i32> {
    Date::parse(as_of).map(|read| read.days_to(today).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::UsdPerHour;

    fn price(as_of: &str) -> Price {
        Price {
            per_accelerator: UsdPerHour::new(2.0),
            instance_accelerators: 1,
            label: String::new(),
            read_from: String::new(),
            as_of: as_of.to_owned(),
            verified: true,
            discount: 0.0,
            outdated: false,
        }
    }

    /// A price is fresh for ninety days; one without a day for ever, one that a newer one
    /// overtook never.
    #[test]
    fn prices_grow_stale() {
        let today = Date::parse("2026-07-30").unwrap();
        for (as_of, days, stale) in [
            ("2026-07-30", Some(0), false),
            ("2026-05-01", Some(90), false),
            ("2026-04-30", Some(91), true),
            ("2026-05", Some(90), false),
            ("2026", Some(210), true),
            ("2027-01-01", Some(0), false),
            ("", None, false),
        ] {
            let price = price(as_of);
            assert_eq!(
                (price.age(today), price.is_stale(today)),
                (days, stale),
                "{as_of}"
            );
        }
        let overtaken = Price {
            outdated: true,
            ..price("2026-07-30")
        };
        assert!(overtaken.is_stale(today));
    }
}

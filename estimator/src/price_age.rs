//! How old a price is, and when it is too old to rely on.
//!
//! Prices of rented accelerators move by 3 to 7 % a month: an H100 fell by 22 % and an H200 by 29
//! % in the first nine months of 2025 (RBC Capital Markets, in the Financial Times,
//! <https://www.newsbeep.com/au/?p=220110>), and an H100 rose by 38 % from October 2025 to March
//! 2026 (<https://compux.net/docs/guides/gpu-pricing-trends-2026>). So after three months a price
//! is off by a tenth to a fifth: more than most candidates differ by. After a year of such months
//! it is off by a third to a half (0.97^12 = 0.69, 0.93^12 = 0.42), and says little of today's.
//!
//! ```text
//! price today = price * exp(± 1.28 * 0.116 * √months), four times in five
//! ```

use crate::band::EDGE_Z;
use crate::date::Date;
use crate::offer::Price;

/// Days after which a price is stale.
pub const STALE_AFTER: i32 = 90;

/// Days after which a price has expired: where a newer one of the accelerator is known, none
/// is recommended by it.
pub const EXPIRED_AFTER: i32 = 365;

/// How far the logarithm of a price wanders in a month, as the standard deviation of a random
/// walk, which grows with the root of time: the root mean square of the three published moves,
/// ln 0.78 / √9, ln 0.71 / √9 and ln 1.38 / √5. Three are few: it is good to a third.
const WANDERS_A_MONTH: f64 = 0.116;

/// Days of a month, the mean of the Gregorian calendar.
const DAYS_A_MONTH: f64 = 365.2425 / 12.0;

/// Factors on a price that hold its change since it was read four times in five.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// At most 1.
    pub low: f64,
    /// At least 1.
    pub high: f64,
}

/// How old a price is, by its allowed use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Age {
    /// At most [`STALE_AFTER`] days old, or without a day, as the user's own.
    Fresh,
    /// Older than that, or shown to be out of date by a newer one: marked where it is shown.
    Stale,
    /// More than [`EXPIRED_AFTER`] days old: the last resort.
    Expired,
}

impl Age {
    /// The class of so many days; fresh where the day is not known.
    #[must_use]
    pub const fn of(days: Option<i32>) -> Self {
        match days {
            Some(days) if days > EXPIRED_AFTER => Self::Expired,
            Some(days) if days > STALE_AFTER => Self::Stale,
            _ => Self::Fresh,
        }
    }
}

impl Price {
    /// Whole days from the day it was read to `today`; of a month or a year from its first
    /// day. `None` where its day is not known, 0 where it lies ahead.
    #[must_use]
    pub fn age(&self, today: Date) -> Option<i32> {
        age(&self.as_of, today)
    }

    /// How far its age lets it be relied on; one that a newer price of a sister region shows
    /// to be out of date is never fresh. A price without a day, as the user's own, is as new
    /// as the user says.
    #[must_use]
    pub fn age_class(&self, today: Date) -> Age {
        let age = Age::of(self.age(today));
        if self.outdated {
            age.max(Age::Stale)
        } else {
            age
        }
    }

    /// By which factors it may have changed from the day it was read to `today`: as far as
    /// published prices wandered in such a time, up or down. Without a second source it is
    /// taken to be [`STALE_AFTER`] days old at least; without a day, as the user's own, it holds.
    #[must_use]
    pub fn spread(&self, today: Date) -> Spread {
        let read = self.age(today).map_or(0, |days| days.max(0));
        let least = if self.verified { 0 } else { STALE_AFTER };
        let months = f64::from(read.max(least)) / DAYS_A_MONTH;
        let high = (EDGE_Z * WANDERS_A_MONTH * months.sqrt()).exp();
        Spread {
            low: high.recip(),
            high,
        }
    }

    /// Whether it should be read anew.
    #[must_use]
    pub fn is_stale(&self, today: Date) -> bool {
        self.age_class(today) != Age::Fresh
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
    use crate::offer::Billing;
    use crate::quantity::UsdPerHour;

    fn price(as_of: &str) -> Price {
        Price {
            per_accelerator: UsdPerHour::new(2.0),
            instance_accelerators: 1,
            label: String::new(),
            seller: String::new(),
            read_from: String::new(),
            as_of: as_of.to_owned(),
            verified: true,
            discount: 0.0,
            outdated: false,
            estimated: false,
            purchase: None,
            billing: Billing::default(),
            machine: None,
            expired: false,
            unplaced: false,
            by_accelerator: false,
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

    /// By hand: a third of a quarter is a month, 0.963 and 1.067 to the third power after
    /// three; nothing on the day itself, but with a second source.
    #[test]
    fn prices_spread_with_age() {
        let today = Date::parse("2026-07-30").unwrap();
        let spread = |as_of: &str, verified: bool| {
            let price = Price {
                verified,
                ..price(as_of)
            };
            price.spread(today)
        };
        let same = Spread {
            low: 1.0,
            high: 1.0,
        };
        assert_eq!(spread("2026-07-30", true), same);
        assert_eq!(spread("", true), same);
        // 90 days are 2.957 months: exp(1.2816 × 0.116 × √2.957), and one over it.
        for aged in [spread("2026-05-01", true), spread("2026-07-30", false)] {
            assert!((aged.low - 0.774_4).abs() < 1e-3, "{aged:?}");
            assert!((aged.high - 1.291_3).abs() < 1e-3, "{aged:?}");
        }
    }

    /// A price expires after a year to the day; one that a newer one overtook is stale at
    /// least, and its age counts all the same.
    #[test]
    fn prices_expire() {
        let today = Date::parse("2026-07-30").unwrap();
        let class = |as_of: &str, outdated: bool| {
            let price = Price {
                outdated,
                ..price(as_of)
            };
            price.age_class(today)
        };
        for (as_of, age) in [
            ("2026-07-30", Age::Fresh),
            ("2026-05-01", Age::Fresh),
            ("2026-04-30", Age::Stale),
            ("2025-07-30", Age::Stale),
            ("2025-07-29", Age::Expired),
            ("2025", Age::Expired),
            ("", Age::Fresh),
        ] {
            assert_eq!(class(as_of, false), age, "{as_of}");
            assert_eq!(class(as_of, true), age.max(Age::Stale), "{as_of}");
        }
    }
}

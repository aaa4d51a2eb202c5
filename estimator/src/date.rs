//! Days of the calendar: how long ago a price was read, when a deadline is.
//!
//! Days are counted from 1 January 1970 in the Gregorian calendar, by Howard Hinnant's
//! `days_from_civil` (<https://howardhinnant.github.io/date_algorithms.html>). The caller says
//! today's day: nothing here has a clock.

/// Years that a price can be of.
const YEARS: std::ops::RangeInclusive<i32> = 1970..=2999;

/// A day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// Days since 1 January 1970.
    days: i32,
}

impl Date {
    /// The day of a year, month and day; `None` where the calendar has none.
    #[must_use]
    pub fn of(year: i32, month: u32, day: u32) -> Option<Self> {
        let real = YEARS.contains(&year) && (1..=12).contains(&month);
        if !real || !(1..=last(year, month)).contains(&day) {
            return None;
        }
        let (month, day) = (i32::try_from(month).ok()?, i32::try_from(day).ok()?);
        // The year begins in March, so that a leap day is its last.
        let year = if month <= 2 { year - 1 } else { year };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
        Some(Self {
            days: era * 146_097 + days - 719_468,
        })
    }

    /// The day so many whole days after 1 January 1970.
    #[must_use]
    pub const fn since_1970(days: i32) -> Self {
        Self { days }
    }

    /// Reads `2026-07-30`, `2026-07` or `2026`; of a month or a year the first day, since a
    /// price of it may be as old as that. `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut next = |digits: usize| -> Option<Option<u32>> {
            let Some(part) = parts.next() else {
                return Some(None);
            };
            let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse().ok())
        };
        let year = next(4)?.and_then(|year| i32::try_from(year).ok())?;
        let (month, day) = (next(2)?, next(2)?);
        if parts.next().is_some() {
            return None;
        }
        Self::of(year, month.unwrap_or(1), day.unwrap_or(1))
    }

    /// The day so many whole days later.
    #[must_use]
    pub const fn after(self, days: i32) -> Self {
        Self {
            days: self.days.saturating_add(days),
        }
    }

    /// It is written `2026-07-30`, by Hinnant's `civil_from_days`.
    #[must_use]
    pub fn iso(self) -> String {
        let days = self.days.saturating_add(719_468);
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        // The year begins in March.
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, turn) = if month < 10 {
            (month + 3, 0)
        } else {
            (month - 9, 1)
        };
        let year = era * 400 + year + turn;
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Whole days from this one to `later`; less than 0 where that is earlier.
    #[must_use]
    pub const fn days_to(self, later: Self) -> i32 {
        later.days.saturating_sub(self.days)
    }
}

/// The last day of a month.
const fn last(year: i32, month: u32) -> u32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Days whose distance is known: the era's first, a leap day, the turn of a century.
    #[test]
    fn known_days() {
        let day = |text| Date::parse(text).unwrap();
        assert_eq!(day("1970-01-01"), Date::since_1970(0));
        assert_eq!(day("2000-03-01"), Date::since_1970(11_017));
        assert_eq!(day("2024-02-28").days_to(day("2024-03-01")), 2);
        assert_eq!(day("2026-07-30").days_to(day("2026-11-22")), 115);
        assert_eq!(day("2026-08").days_to(day("2026-08-01")), 0);
        assert_eq!(day("2026"), day("2026-01-01"));
    }

    #[test]
    fn what_is_no_day() {
        for text in [
            "",
            "2026-13-01",
            "2026-02-30",
            "2100-02-29",
            "26-01-01",
            "2026-1-1",
            "2026-01-01-01",
            "+2026-01-01",
            "1969-12-31",
            "today",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    proptest! {
        /// The next day is one day later, over months, leap years and centuries.
        #[test]
        fn days_follow_each_other(year in 1970..2998_i32, month in 1..=12_u32, day in 1..=31_u32) {
            prop_assume!(Date::of(year, month, day).is_some());
            let next = Date::of(year, month, day + 1)
                .or_else(|| Date::of(year, month + 1, 1))
                .or_else(|| Date::of(year + 1, 1, 1));
            let (date, next) = (Date::of(year, month, day).unwrap(), next.unwrap());
            prop_assert_eq!(date.days_to(next), 1);
            prop_assert_eq!(date.after(1), next);
            prop_assert_eq!(date.iso(), format!("{year:04}-{month:02}-{day:02}"));
            prop_assert_eq!(Date::parse(&next.iso()), Some(next));
        }
    }
}

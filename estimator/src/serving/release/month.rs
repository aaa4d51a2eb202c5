//! A month of the calendar: as near as the speed of a release is known.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A month, counted from January of the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(u16);

impl Month {
    /// `month` 1 to 12 of `year`. For the tables here: a month outside the year is one of the
    /// neighbouring years.
    #[must_use]
    pub const fn new(year: u16, month: u16) -> Self {
        Self((year * 12 + month).saturating_sub(1))
    }

    /// Reads `2026-03`, or the month of the day `2026-03-20`; `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut next = |digits: usize| {
            let part = parts.next()?;
            let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse::<u16>().ok()).flatten()
        };
        let (year, month) = (next(4)?, next(2)?);
        let whole = text.len() == 7 || (1..=31).contains(&next(2)?);
        let real = (2000..=2999).contains(&year) && (1..=12).contains(&month);
        (whole && real && parts.next().is_none()).then(|| Self::new(year, month))
    }

    /// Months from this one to `later`; less than 0 where that is earlier.
    #[must_use]
    pub fn to(self, later: Self) -> f64 {
        f64::from(later.0) - f64::from(self.0)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, into: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(into, "{:04}-{:02}", self.0 / 12, self.0 % 12 + 1)
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a month such as 2026-03"))
    }
}

#[cfg(test)]
mod tests {
    use super::Month;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_month() {
        for text in [
            "",
            "2026",
            "2026-13",
            "2026-00",
            "26-03",
            "2026-3",
            "2026-03-00",
            "2026-03-32",
            "2026-03-1",
            "2026-03-01-01",
            "+026-03",
            "1999-12",
            "2026-03-",
            "today",
            "２０２６-03",
        ] {
            assert_eq!(Month::parse(text), None, "{text}");
        }
        assert_eq!(Month::parse("2026-03-20"), Some(Month::new(2026, 3)));
    }

    proptest! {
        /// Written, a month reads as itself; and a year on is twelve months later.
        #[test]
        fn months_come_back(year in 2000..2999_u16, month in 1..=12_u16) {
            let one = Month::new(year, month);
            prop_assert_eq!(Month::parse(&one.to_string()), Some(one));
            prop_assert_eq!(one.to(Month::new(year + 1, month)).to_bits(), 12.0_f64.to_bits());
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,12}") {
            let _ = Month::parse(&text);
        }
    }
}

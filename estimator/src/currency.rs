//! Other currencies: `amount = dollars * rate`, at a rate that the user gives or takes from
//! the catalogue.
//!
//! Everything is computed in US dollars; a currency only says how amounts are written and
//! typed. Nothing fetches a rate: it is as old as the user's own, or the catalogue's.

use crate::quantity::{Usd, UsdPerHour};
use serde::{Serialize, Serializer};

/// The least and the most that a dollar buys of another currency: from gold coins to the
/// weakest notes.
pub const RATES: (f64, f64) = (1e-4, 1e7);

/// A currency and the rate that amounts are shown at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Currency {
    code: Code,
    per_usd: f64,
}

/// An ISO 4217 code: three capital letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code([u8; 3]);

impl Code {
    /// The US dollar's.
    pub const USD: Self = Self(*b"USD");

    /// Reads a code, lower case as well; `None` for a text that cannot be one. Whether some
    /// country has it is not asked.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let mut code: [u8; 3] = text.as_bytes().try_into().ok()?;
        code.make_ascii_uppercase();
        code.iter()
            .all(u8::is_ascii_uppercase)
            .then_some(Self(code))
    }

    /// Its three letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Currency {
    /// US dollars.
    pub const DOLLAR: Self = Self::new(Code::USD, 1.0);

    /// The currency of `code`, of which a dollar buys `per_usd`.
    #[must_use]
    pub const fn new(code: Code, per_usd: f64) -> Self {
        Self { code, per_usd }
    }

    /// Its code.
    #[must_use]
    pub const fn code(&self) -> Code {
        self.code
    }

    /// How much of it a dollar buys.
    #[must_use]
    pub const fn per_usd(&self) -> f64 {
        self.per_usd
    }

    /// An amount of it from dollars.
    #[must_use]
    pub fn of(&self, dollars: Usd) -> f64 {
        dollars.get() * self.per_usd
    }

    /// Dollars from an amount of it.
    #[must_use]
    pub fn dollars(&self, amount: f64) -> Usd {
        Usd::new(amount / self.per_usd)
    }

    /// A price an hour from an amount of it.
    #[must_use]
    pub fn dollars_per_hour(&self, amount: f64) -> UsdPerHour {
        UsdPerHour::new(amount / self.per_usd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn codes_are_three_letters() {
        assert_eq!(Code::new("eur").unwrap().as_str(), "EUR");
        for text in ["", "EU", "EURO", "E1R", "€", "ЄВР"] {
            assert_eq!(Code::new(text), None, "{text}");
        }
    }

    proptest! {
        /// There and back is the same amount, to the last bit but one, and more dollars are
        /// more of any currency.
        #[test]
        fn amounts_round_trip(dollars in 1e-6..1e12f64, rate in 1e-4..1e6f64) {
            let currency = Currency::new(Code::USD, rate);
            let back = currency.dollars(currency.of(Usd::new(dollars))).get();
            prop_assert!((back / dollars - 1.0).abs() <= 2.0 * f64::EPSILON);
            prop_assert!(currency.of(Usd::new(2.0 * dollars)) > currency.of(Usd::new(dollars)));
            let (hourly, once) = (currency.dollars_per_hour(dollars), currency.dollars(dollars));
            prop_assert!((hourly.get() / once.get() - 1.0).abs() <= f64::EPSILON);
        }
    }
}

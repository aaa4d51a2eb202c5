//! How old the price is that stands behind a candidate.

use crate::browser;
use crate::i18n::{Msg, integer, say, text};
use estimator::offer::Price;

/// The age of a price on the day of the page.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::serving::answer) struct Age {
    /// Whole days; `None` where its day is not known.
    pub(super) days: Option<i32>,
    /// Whether there is a price, which is not stale.
    pub(in crate::serving::answer) is_fresh: bool,
    /// Its day in full, and who gave it; empty without a price.
    pub(in crate::serving::answer) hint: String,
}

impl Age {
    /// Of a price.
    pub(in crate::serving::answer) fn of(price: Option<&Price>) -> Self {
        let today = browser::today();
        let days = price.and_then(|price| price.age(today?));
        let stale = |price: &Price| today.map_or(price.outdated, |today| price.is_stale(today));
        Self {
            days,
            is_fresh: price.is_some_and(|price| !stale(price)),
            hint: price.map_or_else(String::new, |price| {
                format!("{}, {}", dated(price), price.sourced())
            }),
        }
    }

    /// In a cell: `22 d`; nothing where it is not known.
    pub(super) fn words(&self) -> String {
        self.days
            .map_or_else(String::new, |days| say::age_days(&integer(f64::from(days))))
    }
}

/// The day of a price, how long ago that is, and whether it is too old to rely on.
pub(crate) fn dated(price: &Price) -> String {
    let today = browser::today();
    let Some((today, days)) = today.and_then(|today| Some((today, price.age(today)?))) else {
        let said = if price.outdated {
            Msg::PriceUndatedStale
        } else {
            Msg::PriceUndated
        };
        return text(said).to_owned();
    };
    let said = if price.is_stale(today) {
        say::price_stale
    } else {
        say::price_dated
    };
    said(f64::from(days), &price.as_of)
}

//! How old the price is that stands behind a candidate.

use crate::browser;
use crate::i18n::{Msg, say, text};
use estimator::offer::Price;

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

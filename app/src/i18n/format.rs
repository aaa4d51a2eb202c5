//! Numbers as they are shown: three significant digits, in the language's form,
//! each unit in one place.

use super::money::decimals;
use super::written::{Style, places, written};
use super::{currency, is_priceless, language, say};
use estimator::quantity::{Bytes, Seconds, Usd};
use std::cmp::Ordering;

fn shown(style: Style, value: f64) -> String {
    written(value, style, language())
}

/// Three significant digits: `3,060`, `0.62`.
pub(crate) fn number(value: f64) -> String {
    shown(Style::Number, value)
}

/// Three significant digits, zeros included: `39.0`, so that a column lines up.
pub(crate) fn figures(value: f64) -> String {
    shown(Style::Figures, value)
}

/// A whole number with all its digits.
pub(crate) fn integer(value: f64) -> String {
    shown(Style::Integer, value)
}

/// Short, for tight places: `1.42M`.
pub(crate) fn compact(value: f64) -> String {
    shown(Style::Compact, value)
}

/// A share: `24 %` of 0.24.
pub(crate) fn percent(share: f64) -> String {
    shown(Style::Percent, share)
}

/// A share that somebody chose, with no more digits than it has: `12.5 %`.
pub(crate) fn percent_chosen(share: f64) -> String {
    number(share * 100.0) + language().percent()
}

/// A difference whose size is written as `size`, with its sign; `=` where there is none.
pub(crate) fn signed(change: f64, size: &str) -> String {
    match change.partial_cmp(&0.0) {
        Some(Ordering::Greater) => format!("+{size}"),
        Some(Ordering::Less) => format!("\u{2212}{size}"),
        _ => "=".to_owned(),
    }
}

/// Dollars, in the page's currency: with its hundredths below 100, and three digits below 1.
pub(crate) fn dollars(value: f64) -> String {
    let value = in_currency(value);
    amount(value, value.abs() < 99.995)
}

/// Dollars over years, in the page's currency: three digits, as what they are reckoned from is
/// assumed, and short from a million on. Bills and prices are exact: [`dollars`].
pub(crate) fn over_years(value: f64) -> String {
    let value = in_currency(value);
    if is_priceless() || value.abs() < 99.995 {
        return amount(value, true);
    }
    shown(Style::Sum(currency().code()), value)
}

/// An amount of the page's currency on an axis: hundredths only where they are round
/// numbers' part.
pub(crate) fn amount_short(value: f64) -> String {
    amount(value, value.abs() < 9.995 && value.fract() != 0.0)
}

/// The sign for an amount where prices are hidden.
const HIDDEN: &str = "···";

fn amount(value: f64, broken: bool) -> String {
    if is_priceless() {
        return HIDDEN.to_owned();
    }
    let code = currency().code();
    let places = match value.abs() {
        _ if !broken => 0,
        small if small < 1.0 => decimals(code).max(places(small)),
        _ => decimals(code),
    };
    shown(Style::Money(code, places), value)
}

/// Dollars as an amount of the page's currency; reactive.
pub(crate) fn in_currency(dollars: f64) -> f64 {
    currency().of(Usd::new(dollars))
}

/// The amount that one of the page's currency buys, from a dollar's; reactive.
pub(crate) fn per_unit(per_dollar: f64) -> f64 {
    currency().dollars(per_dollar).get()
}

/// A duration in the unit that suits it: seconds from 100 ms on where a person
/// waits for it, milliseconds below.
pub(crate) fn seconds(time: Seconds) -> String {
    if time.to_millis() < 100.0 {
        say::unit_ms(&figures(time.to_millis()))
    } else {
        say::unit_s(&figures(time.get()))
    }
}

/// A duration that somebody chose, with no more digits than it has.
pub(crate) fn seconds_chosen(time: Seconds) -> String {
    if time.to_millis() < 100.0 {
        say::unit_ms(&number(time.to_millis()))
    } else {
        say::unit_s(&number(time.get()))
    }
}

/// A number of things of which there may be a few or many: whole from ten on.
pub(crate) fn about(value: f64) -> String {
    if value < 9.95 {
        number(value)
    } else {
        integer(value.round())
    }
}

/// Memory as drivers report it.
pub(crate) fn gib(bytes: Bytes) -> String {
    say::unit_gib(&number(bytes.to_gib()))
}

/// Memory as vendors sell it.
pub(crate) fn gb(bytes: Bytes) -> String {
    say::unit_gb(&number(bytes.to_gb()))
}

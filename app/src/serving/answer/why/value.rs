//! A value of a derivation in its unit.

use crate::i18n::{
    compact, dollars, integer, is_priceless, number, per_unit, percent, say, seconds,
};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use estimator::serving::explain::{Term, Unit};

/// `term`'s value with the unit that suits its size.
pub(super) fn value(term: &Term) -> String {
    let it = match term.unit {
        Unit::TokensPerUsd => per_unit(term.value),
        _ => term.value,
    };
    match term.unit {
        Unit::TokensPerUsd if is_priceless() => dollars(it),
        Unit::Count | Unit::Tokens | Unit::TokensPerUsd if it.abs() >= 1e6 => compact(it),
        Unit::Share if (0.0..=1.0).contains(&it) => percent(it),
        Unit::Count | Unit::Tokens | Unit::TokensPerUsd | Unit::Share => number(it),
        Unit::Bytes => bytes(Bytes::new(it)),
        Unit::BytesPerSecond => {
            let rate = BytesPerSecond::new(it).to_gb();
            if rate < 1000.0 {
                say::unit_gb_s(&number(rate))
            } else {
                say::unit_tb_s(&number(rate / 1000.0))
            }
        }
        Unit::Seconds => duration(Seconds::new(it)),
        Unit::TokensPerSecond => say::unit_tokens_s(&number(it)),
        Unit::RequestsPerSecond => say::unit_requests_s(&number(it)),
        Unit::Usd => dollars(it),
        Unit::UsdPerHour => say::unit_per_hour(&dollars(it)),
        Unit::FlopsPerSecond => say::unit_tflops(&number(FlopsPerSecond::new(it).to_tera())),
    }
}

/// Whole bytes where people know them by heart: 131,072 of a token.
fn bytes(amount: Bytes) -> String {
    if amount.to_mib() < 1.0 {
        say::unit_bytes(&integer(amount.get()))
    } else if amount.to_gib() < 1.0 {
        say::unit_mib(&number(amount.to_mib()))
    } else {
        say::unit_gib(&number(amount.to_gib()))
    }
}

/// Microseconds where a part of a step is that short.
fn duration(time: Seconds) -> String {
    if time.to_micros() < 1000.0 {
        say::unit_us(&number(time.to_micros()))
    } else {
        seconds(time)
    }
}

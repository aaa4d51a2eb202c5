//! Bounds of a typed number: the catalogue's, in the unit of the field.

use super::{Basis, Draft, Pace};
use crate::i18n::{Language, Marks, parse, plain, sign};
use catalog::bounds;
use estimator::choice::Fleet;
use estimator::currency::Currency;
use estimator::decimal::round;
use estimator::error::{Field, FieldError, Problem};
use estimator::field::{Kind, Row};
use estimator::quantity::{Usd, UsdPerHour};
use estimator::serving::fields;

/// Bounds of a number, in the unit its field shows.
pub(crate) struct Bounds {
    range: (f64, f64),
    whole: bool,
    optional: bool,
}

/// A number that must be there.
pub(crate) const fn needed(range: (f64, f64)) -> Bounds {
    Bounds {
        range,
        whole: false,
        optional: false,
    }
}

/// One that may be left out.
pub(crate) const fn optional(range: (f64, f64)) -> Bounds {
    Bounds {
        optional: true,
        ..needed(range)
    }
}

/// A whole number that must be there.
pub(crate) const fn count(range: (f64, f64)) -> Bounds {
    Bounds {
        whole: true,
        ..needed(range)
    }
}

/// Bounds in a unit that counts `unit` of the catalogue's.
pub(crate) const fn scaled((least, most): (f64, f64), unit: f64) -> (f64, f64) {
    (least / unit, most / unit)
}

/// Bounds of a row's number.
pub(crate) fn of_row<Q>(row: &Row<Q>) -> Bounds {
    Bounds {
        range: row.typed_range(),
        whole: row.kind == Kind::Count,
        optional: row.optional,
    }
}

impl Draft {
    /// The number of a field within `bounds`; `None` where it is optional and left empty.
    pub(super) fn number(
        &self,
        field: Field,
        bounds: &Bounds,
        marks: Marks,
    ) -> Result<Option<f64>, FieldError> {
        read(self.text(field), bounds, marks).map_err(|problem| FieldError { field, problem })
    }

    /// Bounds of the amount of traffic, in its unit.
    pub(super) const fn amount(&self) -> Bounds {
        match self.basis {
            Basis::Rate => needed(bounds::RATE),
            Basis::Users => count(bounds::USERS),
            Basis::TokensPerDay => needed(bounds::TOKENS_PER_DAY),
            Basis::People => count(bounds::PEOPLE),
        }
    }

    /// Bounds of the time per token in the unit that it is typed in.
    pub(super) fn pace_bounds(&self) -> Bounds {
        let (least, most) = fields::range(Field::Tpot).unwrap_or((0.0, f64::MAX));
        optional(match self.pace {
            Pace::Millis => scaled((least, most), 1e-3),
            Pace::Rate => (1.0 / most, 1.0 / least),
        })
    }
}

/// Bounds of the share of people with access who are at it in the busiest hour, percent.
pub(super) const ACTIVE: Bounds = needed(scaled(bounds::ACTIVE_SHARE, 0.01));

/// Bounds of the requests an hour of each of them.
pub(super) const EACH: Bounds = needed(bounds::REQUESTS_EACH);

/// Bounds of the peak over the mean.
pub(super) const PEAK: Bounds = needed(bounds::PEAK_TO_MEAN);

/// Bounds of a discount, percent.
const PERCENT_OFF: (f64, f64) = scaled(bounds::DISCOUNT, 0.01);

/// Reads a price by the hour in a currency, `None` for dollars; its sign may stand on
/// either side.
pub(crate) fn price(
    text: &str,
    marks: Marks,
    currency: Option<Currency>,
) -> Result<UsdPerHour, Problem> {
    let currency = currency.unwrap_or(Currency::DOLLAR);
    let text = unsigned(text, currency);
    let range = scaled(bounds::OWN_PRICE, 1.0 / currency.per_usd());
    let amount = read(text, &needed(range), marks)?.ok_or(Problem::Missing)?;
    Ok(currency.dollars_per_hour(amount))
}

/// Reads typed prices, by accelerator id, into a fleet in its currency; the problems of those that
/// cannot be read.
pub(crate) fn own_prices(
    typed: &[(String, String)],
    fleet: &mut Fleet,
    marks: Marks,
) -> Vec<Problem> {
    fleet.own_prices.clear();
    let mut problems = Vec::new();
    for (accelerator, text) in typed {
        match price(text, marks, fleet.currency) {
            Ok(price) => {
                fleet.own_prices.insert(accelerator.clone(), price);
            }
            Err(problem) => problems.push(problem),
        }
    }
    problems
}

/// Reads dollars that may be left out, typed in a currency, `None` for dollars, within the range of
/// a field.
pub(super) fn money(
    text: &str,
    field: Field,
    marks: Marks,
    currency: Option<Currency>,
) -> Result<Option<f64>, Problem> {
    let currency = currency.unwrap_or(Currency::DOLLAR);
    let range = fields::range(field).unwrap_or((0.0, f64::MAX));
    let range = scaled(range, 1.0 / currency.per_usd());
    let amount = read(unsigned(text, currency), &optional(range), marks)?;
    // A link has no more digits than a rate gives.
    Ok(amount.map(|amount| round(amount / currency.per_usd(), 6)))
}

/// An amount without the sign of its currency, as any language writes that, on either side.
pub(crate) fn unsigned(text: &str, currency: Currency) -> &str {
    let code = currency.code();
    let text = text.trim();
    let signs = [Language::En, Language::Ja].map(|language| sign(&code, language));
    let bare = |sign: &&str| {
        text.strip_prefix(*sign)
            .or_else(|| text.strip_suffix(*sign))
    };
    signs.iter().find_map(bare).unwrap_or(text).trim()
}

/// Puts an amount that was typed in one currency into another, `None` for dollars: the digits of a
/// price. What cannot be read stays.
pub(crate) fn exchanged(
    text: &mut String,
    marks: Marks,
    old: Option<Currency>,
    new: Option<Currency>,
) {
    let [old, new] = [old, new].map(|currency| currency.unwrap_or(Currency::DOLLAR));
    if let Some(amount) = parse(unsigned(text, old), marks) {
        let worth = Usd::new(amount / old.per_usd());
        *text = plain(round(new.of(worth), 4), marks);
    }
}

/// Reads a share off all prices of a seller, typed in percent; its sign may stand behind it.
pub(crate) fn discount(text: &str, marks: Marks) -> Result<f64, Problem> {
    let text = text.trim();
    let text = text.strip_suffix('%').unwrap_or(text);
    let percent = read(text, &needed(PERCENT_OFF), marks)?;
    let percent = percent.ok_or(Problem::Missing)?;
    Ok(round(percent / 100.0, 12))
}

/// Reads typed discounts, by seller, into a fleet; the problems of those that cannot be read. Where
/// nothing is typed, nothing is taken off.
pub(super) fn discounts(
    typed: &[(String, String)],
    fleet: &mut Fleet,
    marks: Marks,
) -> Vec<Problem> {
    fleet.discounts.clear();
    let mut problems = Vec::new();
    for (seller, text) in typed.iter().filter(|(_, text)| !text.trim().is_empty()) {
        match discount(text, marks) {
            Ok(share) => fleet.discounts.push((seller.clone(), share)),
            Err(problem) => problems.push(problem),
        }
    }
    problems
}

/// A discount as its field shows it, in percent.
pub(crate) fn percent(share: f64, marks: Marks) -> String {
    plain(round(share * 100.0, 9), marks)
}

/// A price as its field shows it.
pub(crate) fn typed(price: UsdPerHour, marks: Marks, currency: Option<Currency>) -> String {
    let currency = currency.unwrap_or(Currency::DOLLAR);
    plain(currency.of(Usd::new(price.get())), marks)
}

/// Reads a number; `None` where it is optional and left empty.
pub(crate) fn read(text: &str, bounds: &Bounds, marks: Marks) -> Result<Option<f64>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return if bounds.optional {
            Ok(None)
        } else {
            Err(Problem::Missing)
        };
    }
    let value = parse(text, marks).ok_or_else(|| Problem::NotANumber {
        text: shortened(text),
    })?;
    let (least, most) = bounds.range;
    if value < least {
        Err(Problem::TooSmall { least })
    } else if value > most {
        Err(Problem::TooLarge { most })
    } else if bounds.whole && value.fract() != 0.0 {
        Err(Problem::NotWhole)
    } else {
        Ok(Some(value))
    }
}

/// The beginning of a text, to quote it in a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 24;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

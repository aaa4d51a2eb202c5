//! Numbers as they are shown, and the plural they ask for, by the rules that
//! Unicode's CLDR gives each language.
//!
//! Browsers bring `Intl` for this, but its first use takes them 50 to 100 ms
//! just when the page starts. A test in the browser holds every form against it.

use super::language::Language;
use super::money::sign;
use super::number::grouped;
use estimator::currency::Code;

/// How a number is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Three significant digits.
    Number,
    /// Three significant digits, zeros included, so that a column lines up.
    Figures,
    /// No broken part.
    Integer,
    /// Three significant digits and a word or letter for the thousands.
    Compact,
    /// A share in percent.
    Percent,
    /// An amount of a currency, to so many decimals.
    Money(Code, u8),
    /// An amount of a currency to three significant digits, short from a million on.
    Sum(Code),
}

/// Sums are short from here on.
const MILLION: f64 = 1e6;

/// A number of significant digits that suits estimates.
const SIGNIFICANT: i32 = 3;

/// `value` in the form of `language`. One that is no number is a dash.
pub(crate) fn written(value: f64, style: Style, language: Language) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    let text = match style {
        Style::Number => significant(size, false).text(language),
        Style::Figures => significant(size, true).text(language),
        Style::Integer => fixed(size, 0).text(language),
        Style::Compact => compact(size, language),
        Style::Percent => fixed(size * 100.0, 0).text(language) + language.percent(),
        Style::Money(code, places) => {
            let amount = fixed(size, places.into()).text(language);
            language.money(&amount, sign(&code, language))
        }
        Style::Sum(code) => {
            let digits = significant(size, false);
            let amount = if digits.value() < MILLION {
                digits.text(language)
            } else {
                compact(size, language)
            };
            language.money(&amount, sign(&code, language))
        }
    };
    if value < 0.0 {
        format!("-{text}")
    } else {
        text
    }
}

/// The plural category (`one`, `few`, `many`, `other`) of a count.
pub(crate) fn plural_category(language: Language, count: f64) -> &'static str {
    let count = count.abs();
    match (language, count, count % 10.0, count % 100.0) {
        (Language::Uk, ..) if count.fract() != 0.0 => "other",
        (Language::Uk, _, _, 11.0..=14.0) => "many",
        (Language::En | Language::De, 1.0, ..) | (Language::Uk, _, 1.0, _) => "one",
        (Language::Uk, _, 2.0..=4.0, _) => "few",
        (Language::Uk, ..) => "many",
        (Language::En | Language::De | Language::Zh | Language::Ja, ..) => "other",
    }
}

/// `digits` with the point `places` from their end.
#[derive(Clone, Copy)]
struct Decimal {
    digits: u64,
    places: i32,
}

impl Decimal {
    fn value(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "it was made of an f64")]
        let digits = self.digits as f64;
        shifted(digits, -self.places)
    }

    /// Whole and broken part, not yet grouped.
    fn parts(self) -> (String, String) {
        let mut whole = self.digits.to_string();
        let places = usize::try_from(self.places).unwrap_or(0);
        if self.digits > 0 {
            whole.extend((self.places..0).map(|_| '0'));
        }
        while whole.len() <= places {
            whole.insert(0, '0');
        }
        let broken = whole.split_off(whole.len() - places);
        (whole, broken)
    }

    fn text(self, language: Language) -> String {
        let (whole, broken) = self.parts();
        let mut text = grouped(&whole, language.marks());
        if !broken.is_empty() {
            text.push(language.marks().decimal);
            text += &broken;
        }
        text
    }
}

/// `value` times ten to the `places`; dividing keeps more than multiplying by a
/// broken number would.
fn shifted(value: f64, places: i32) -> f64 {
    if places < 0 {
        value / 10f64.powi(-places)
    } else {
        value * 10f64.powi(places)
    }
}

/// `value`, not negative, to so many places; no more digits than it has.
fn fixed(value: f64, places: i32) -> Decimal {
    const MOST: i32 = 15;
    let places = places.min(MOST - magnitude(value));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and at most 16 digits"
    )]
    let digits = shifted(value, places).round() as u64;
    Decimal { digits, places }
}

/// The power of ten of the first digit.
fn magnitude(value: f64) -> i32 {
    if value == 0.0 {
        return 0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 308")]
    let magnitude = value.log10().floor() as i32;
    magnitude
}

fn significant(value: f64, zeros: bool) -> Decimal {
    let places = SIGNIFICANT - 1 - magnitude(value);
    let mut number = fixed(value, places);
    if number.digits >= 10u64.pow(SIGNIFICANT.unsigned_abs()) {
        // 9.999 became 10.00.
        number = fixed(value, places - 1);
    }
    while !zeros && number.places > 0 && number.digits.is_multiple_of(10) {
        number.digits /= 10;
        number.places -= 1;
    }
    number
}

/// Decimals that three significant digits of a value take, zeros at their end left off.
pub(super) fn places(value: f64) -> u8 {
    u8::try_from(significant(value, false).places).unwrap_or(0)
}

fn compact(value: f64, language: Language) -> String {
    let rounded = significant(value, false).value();
    let scales = language.scales().iter();
    let scale = scales.rev().find(|(scale, _)| rounded >= *scale);
    let (scale, word) = scale.copied().unwrap_or((1.0, ""));
    let number = significant(rounded / scale, false);
    number.text(language) + word
}

//! Decimal text to `f64`, as the standard library reads it, in a tenth of the
//! bytes: its own reader carries 10 KB of tables that a page would download.
//!
//! The digits, at most 19, are an exact integer; a power of ten up to 22 is an
//! exact `f64`. Their product or quotient is taken in double-double arithmetic
//! (Dekker 1971, "A floating-point technique for extending the available
//! precision"), whose error is far below half a unit in the last place, and
//! then rounded once.

use serde_json::Number;

/// Powers of ten that are exact.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Digits that always fit a `u64`.
const MOST_DIGITS: u32 = 19;

/// Reads `text`: a sign, digits with at most one point, an exponent behind `e`.
/// `None` for anything else, and for values that are not finite.
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let (negative, text) = match text.as_bytes() {
        [b'-', ..] => (true, text.get(1..)?),
        [b'+', ..] => (false, text.get(1..)?),
        _ => (false, text),
    };
    let (digits, power) = match text.find(['e', 'E']) {
        Some(at) => (text.get(..at)?, text.get(at + 1..)?.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let mut mantissa: u64 = 0;
    let (mut kept, mut scale) = (0, power);
    let (mut seen, mut behind_point) = (false, false);
    for letter in digits.bytes() {
        match letter {
            b'0'..=b'9' => {
                seen = true;
                let room = kept < MOST_DIGITS;
                if room {
                    mantissa = mantissa * 10 + u64::from(letter - b'0');
                    // Zeros in front say nothing.
                    kept += u32::from(mantissa > 0);
                }
                scale = match (behind_point, room) {
                    (true, true) => scale.checked_sub(1)?,
                    (false, false) => scale.checked_add(1)?,
                    _ => scale,
                };
            }
            b'.' if !behind_point => behind_point = true,
            _ => return None,
        }
    }
    let value = scaled(mantissa, scale);
    (seen && value.is_finite()).then_some(if negative { -value } else { value })
}

/// `value` in its shortest form that reads back the same, without an exponent: as the standard
/// library does it, whose writer is many times as large as the one that JSON needs anyway.
#[must_use]
pub fn show(value: f64) -> String {
    let Some(number) = Number::from_f64(value) else {
        // Values JSON has no word for.
        return if value.is_nan() {
            "NaN".to_owned()
        } else if value > 0.0 {
            "inf".to_owned()
        } else {
            "-inf".to_owned()
        };
    };
    let text = number.to_string();
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.as_str()),
    };
    let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, behind) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, behind.trim_end_matches('0')].concat();
    let whole = i64::try_from(whole.len()).unwrap_or(0);
    // Where the point stands, in digits from the first.
    let point = whole.saturating_add(power.parse().unwrap_or(0));
    let (before, missing) = match usize::try_from(point) {
        Ok(before) if before > 0 => (before, 0),
        _ => (0, usize::try_from(point.unsigned_abs()).unwrap_or(0)),
    };
    let zeros = |count: usize| "0".repeat(count);
    match digits.split_at_checked(before) {
        Some(("", behind)) => [sign, "0.", &zeros(missing), behind].concat(),
        Some((before, "")) => [sign, before].concat(),
        Some((before, behind)) => [sign, before, ".", behind].concat(),
        None => [sign, &digits, &zeros(before.saturating_sub(digits.len()))].concat(),
    }
}

/// `value` rounded to `places` decimals, all of them written.
#[must_use]
pub fn fixed(value: f64, places: usize) -> String {
    let mut text = show(round(value, i32::try_from(places).unwrap_or(0)));
    let behind = text.find('.').map_or(0, |point| text.len() - point - 1);
    if behind == 0 && places > 0 {
        text.push('.');
    }
    text.push_str(&"0".repeat(places.saturating_sub(behind)));
    text
}

/// `value` rounded to `places` decimals, so that its shortest text has no more.
#[must_use]
pub fn round(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}

/// An unevaluated sum of two numbers, the second far smaller.
#[derive(Clone, Copy)]
struct Double(f64, f64);

fn scaled(mantissa: u64, power: i32) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what rounding loses is taken up by the second part"
    )]
    let mut value = {
        let high = mantissa as f64;
        let back = high as u64;
        let low = if mantissa >= back {
            (mantissa - back) as f64
        } else {
            -((back - mantissa) as f64)
        };
        Double(high, low)
    };
    let mut left = power.unsigned_abs().min(400);
    while left > 0 {
        let now = left.min(22);
        let ten = TENS.get(now as usize).copied().unwrap_or(1.0);
        value = if power > 0 {
            value.times(ten)
        } else {
            value.over(ten)
        };
        left -= now;
    }
    value.0 + value.1
}

impl Double {
    fn times(self, factor: f64) -> Self {
        let Self(product, error) = exact_product(self.0, factor);
        Self::sum(product, error + self.1 * factor)
    }

    fn over(self, divisor: f64) -> Self {
        let quotient = self.0 / divisor;
        let Self(back, error) = exact_product(quotient, divisor);
        let rest = ((self.0 - back) - error + self.1) / divisor;
        Self::sum(quotient, rest)
    }

    fn sum(large: f64, small: f64) -> Self {
        let sum = large + small;
        Self(sum, small - (sum - large))
    }
}

/// The product and its rounding error (Dekker's splitting).
fn exact_product(a: f64, b: f64) -> Double {
    let halves = |value: f64| {
        let shifted = 134_217_729.0 * value;
        let high = shifted - (shifted - value);
        (high, value - high)
    };
    let product = a * b;
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    Double(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
}

#[cfg(test)]
mod tests {
    use super::{fixed, parse, round, show};
    use proptest::prelude::*;

    #[test]
    fn reads_what_people_and_links_write() {
        for text in [
            "0",
            "1",
            "0.1",
            "10",
            "2.5",
            "-3.75",
            "+4",
            "0.0001",
            "1e3",
            "1.5E-7",
            "007",
            ".5",
            "5.",
            "123456789012345678",
            "0.30000000000000004",
            "9007199254740993",
        ] {
            assert_eq!(parse(text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn writes_as_people_do() {
        for value in [
            0.0, -0.0, 1.0, 10.0, 1e6, 1e-9, 0.999_999, 1e23, -2.5, 1e300, 5e-324,
        ] {
            assert_eq!(show(value), format!("{value}"));
        }
        let written = [0.0, 3.0, 3.4, 0.004, 12.345_6, -1.0].map(|value| fixed(value, 2));
        assert_eq!(written, ["0.00", "3.00", "3.40", "0.00", "12.35", "-1.00"]);
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "",
            ".",
            "-",
            "e5",
            "1e",
            "1.2.3",
            "1,5",
            "NaN",
            "inf",
            "0x10",
            "1e999",
            " 1",
            "1_000",
            "--1",
            "1e99999999999",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// A printed number is read back to the last bit, over 400 powers of ten.
        #[test]
        fn printed_numbers_come_back(digits in 1.0..10.0f64, power in -200i32..200) {
            let value = digits * 10f64.powi(power);
            prop_assert_eq!(parse(&format!("{value}")), Some(value));
            prop_assert_eq!(parse(&format!("{value:e}")), Some(value));
        }

        /// Any number is written as the standard library writes it, but for the last digit
        /// where two are equally near.
        #[test]
        fn any_number_is_written(value in any::<f64>(), plain in -1e9..1e9f64) {
            for value in [value, plain, plain.round(), round(plain, 2)] {
                let (shown, theirs) = (show(value), format!("{value}"));
                prop_assert_eq!(shown.parse::<f64>(), Ok(value));
                prop_assert_eq!(shown.len(), theirs.len());
            }
            prop_assert_eq!(show(round(plain, 2)), format!("{}", round(plain, 2)));
            prop_assert_eq!(fixed(round(plain, 2), 2), format!("{:.2}", round(plain, 2)));
        }

        /// Any text is read as the standard library reads it, or refused.
        #[test]
        fn any_text_is_safe(text in "[-+0-9.eE]{0,24}") {
            if let Some(value) = parse(&text) {
                prop_assert_eq!(text.parse::<f64>().ok(), Some(value));
            }
        }
    }
}

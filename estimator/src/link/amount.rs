//! Amounts with a letter for thousands, and times with one for hours and days.

use super::text::{number, show};
use crate::quantity::Seconds;

/// The letter for billions of tokens and dollars.
pub(crate) const BILLIONS: &str = "B";
/// The letter for billions of bytes.
pub(crate) const GIGA: &str = "G";

/// Letters for powers of ten; tokens are counted in `B`, bytes in `G`.
const POWERS: [(&str, f64); 5] = [("T", 1e12), ("B", 1e9), ("G", 1e9), ("M", 1e6), ("k", 1e3)];

/// Letters for times, and their seconds.
const TIMES: [(&str, f64); 4] = [("ms", 1e-3), ("d", 86_400.0), ("h", 3600.0), ("s", 1.0)];

/// The largest amount or time that is read.
const MOST: f64 = 1e18;

/// `200M`, `1T`, or a bare number.
pub(crate) fn amount(text: &str) -> Option<f64> {
    scaled(text, &POWERS)
}

/// The shortest of `200M` and `200000000` that reads back the same; `billions` is the
/// letter to use for them.
pub(crate) fn show_amount(value: f64, billions: &str) -> String {
    let other = if billions == "B" { "G" } else { "B" };
    let powers = POWERS.iter().filter(|(letter, _)| *letter != other);
    shortest(value, show(value), powers, amount)
}

/// `3d`, `36h`, `90s`, or bare seconds.
pub(crate) fn time(text: &str) -> Option<Seconds> {
    scaled(text, &TIMES).map(Seconds::new)
}

/// The shortest of `3d`, `72h` and `259200s` that reads back the same.
pub(crate) fn show_time(time: Seconds) -> String {
    let value = time.get();
    let read = |text: &str| scaled(text, &TIMES);
    shortest(value, format!("{}s", show(value)), TIMES.iter(), read)
}

fn scaled(text: &str, letters: &[(&str, f64)]) -> Option<f64> {
    let found = letters
        .iter()
        .find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, *unit)));
    let (digits, unit) = found.unwrap_or((text, 1.0));
    Some(number(digits)? * unit).filter(|value| (0.0..=MOST).contains(value))
}

fn shortest<'a>(
    value: f64,
    plain: String,
    letters: impl Iterator<Item = &'a (&'static str, f64)>,
    read: impl Fn(&str) -> Option<f64>,
) -> String {
    let mut best = plain;
    // Half of a larger unit reads worse than many of a smaller one.
    for (letter, unit) in letters.filter(|(_, unit)| value >= *unit) {
        let text = format!("{}{letter}", show(value / unit));
        // Back to the last bit, or not at all.
        let same = read(&text).is_some_and(|back| back.to_bits() == value.to_bits());
        if same && text.len() < best.len() {
            best = text;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::{amount, show_amount, show_time, time};
    use crate::quantity::Seconds;

    /// Amounts and times read well, and read back.
    #[test]
    fn amounts_read_well() {
        for (value, text) in [
            (200e6, "200M"),
            (1e12, "1T"),
            (15e9, "15B"),
            (1.5e9, "1.5B"),
            (12.0, "12"),
        ] {
            assert_eq!(show_amount(value, "B"), text);
            assert_eq!(amount(text), Some(value));
        }
        assert_eq!(show_amount(50e9, "G"), "50G");
        for (seconds, text) in [
            (259_200.0, "3d"),
            (129_600.0, "36h"),
            (90.0, "90s"),
            (0.25, "0.25s"),
        ] {
            assert_eq!(show_time(Seconds::new(seconds)), text);
            assert_eq!(time(text), Some(Seconds::new(seconds)));
        }
    }

    /// A text that is no amount is refused, endless ones included.
    #[test]
    fn nonsense_is_no_amount() {
        for text in ["", "T", "-1T", "1e15T", "1TT", "nan", "1 M"] {
            assert_eq!(amount(text), None, "{text}");
            assert_eq!(time(text), None, "{text}");
        }
    }
}

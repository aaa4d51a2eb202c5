//! Text of a fragment: percent-encoding, numbers and durations.

use crate::decimal;
use crate::quantity::Seconds;

/// The largest number any key takes.
const MOST: f64 = 1e15;

/// Whether `byte` stands as it is. `&`, `=` and `%` part the link and never do;
/// `+` is left out since some programs read it as a space.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b'@')
}

/// Appends `text`, percent-encoded.
pub(crate) fn encode(text: &str, link: &mut String) {
    for byte in text.bytes() {
        if is_plain(byte) {
            link.push(char::from(byte));
        } else {
            link.push('%');
            for half in [byte >> 4, byte & 15] {
                let digit = char::from_digit(u32::from(half), 16).unwrap_or('0');
                link.push(digit.to_ascii_uppercase());
            }
        }
    }
}

/// Undoes [`encode`]; a `%` without two digits stands for itself. `None` where
/// the bytes are no UTF-8.
pub(crate) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first == b'%'
            && let Some(([high, low], after)) = rest.split_first_chunk::<2>()
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            bytes.push(high << 4 | low);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

fn digit(letter: u8) -> Option<u8> {
    char::from(letter)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

/// A number with a decimal point, not negative; `None` for anything else.
pub(crate) fn number(text: &str) -> Option<f64> {
    let shaped = text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-'));
    shaped
        .then(|| decimal::parse(text))?
        .filter(|number: &f64| (0.0..=MOST).contains(number))
}

/// A number in its shortest form that reads back the same.
pub(crate) fn show(number: f64) -> String {
    format!("{number}")
}

/// `1s`, `40ms`, or bare seconds.
pub(crate) fn duration(text: &str) -> Option<Seconds> {
    if let Some(millis) = text.strip_suffix("ms") {
        number(millis).map(Seconds::millis)
    } else {
        number(text.strip_suffix('s').unwrap_or(text)).map(Seconds::new)
    }
}

/// The shorter of `1s` and `40ms` that reads back the same.
pub(crate) fn show_duration(time: Seconds) -> String {
    let seconds = format!("{}s", show(time.get()));
    let millis = format!("{}ms", show(time.to_millis()));
    if millis.len() < seconds.len() && duration(&millis) == Some(time) {
        millis
    } else {
        seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        assert_eq!(show_duration(Seconds::millis(40.0)), "40ms");
        assert_eq!(show_duration(Seconds::new(1.0)), "1s");
        assert_eq!(show_duration(Seconds::new(2.5)), "2.5s");
        assert_eq!(duration("0.25"), Some(Seconds::new(0.25)));
    }

    #[test]
    fn nonsense_is_no_number() {
        for text in ["", "-1", "nan", "inf", "1e99", "+1", "1,5", "0x10", "1 "] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn percent_signs_survive() {
        assert_eq!(decode("100%"), Some("100%".to_owned()));
        assert_eq!(decode("%F0%28"), None);
        let mut link = String::new();
        encode("a b&c=%+é", &mut link);
        assert_eq!(link, "a%20b%26c%3D%25%2B%C3%A9");
        assert_eq!(decode(&link).as_deref(), Some("a b&c=%+é"));
    }
}

//! Numbers as they are typed: read with the language's marks, and written back
//! without loss.

use super::letters::lowered;

/// The marks of written numbers in one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marks {
    /// Between whole and broken part.
    pub(crate) decimal: char,
    /// Between groups of three digits.
    pub(crate) group: char,
}

/// Reads a number. Spaces and apostrophes may stand between digits in every
/// language, the group mark only where groups end; full-width digits count; a
/// suffix multiplies (`k`, `M`, `B`, `万`, `億`). `None` for anything else.
///
/// A comma in English is a group mark: `1,5` is refused, not guessed at.
pub(crate) fn parse(text: &str, marks: Marks) -> Option<f64> {
    let narrow: String = text.chars().filter_map(narrowed).collect();
    let (digits, scale) = without_suffix(&narrow);
    let (whole, fraction) = match digits.split_once(marks.decimal) {
        Some((whole, fraction)) => (whole, fraction),
        None => (digits, ""),
    };
    let (sign, whole) = match whole.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, whole.strip_prefix('+').unwrap_or(whole)),
    };
    let whole = ungrouped(whole, marks.group)?;
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let plain = format!("{whole}.{fraction}");
    let all_digits = plain.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let value = estimator::decimal::parse(&plain).filter(|_| all_digits)?;
    Some(sign * value * scale)
}

/// A character as plain ASCII where it is only another form of one; `None` for
/// spaces and apostrophes, which group digits.
fn narrowed(c: char) -> Option<char> {
    match c {
        '\'' | '’' | '_' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}' => None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        '٫' => Some('.'),
        c if c.is_whitespace() => None,
        c => Some(c),
    }
}

/// A number's text and the factor of its suffix.
fn without_suffix(text: &str) -> (&str, f64) {
    const SUFFIXES: [(&[&str], f64); 6] = [
        (&["k", "тис", "тис.", "Tsd", "Tsd.", "千"], 1e3),
        (&["m", "mio", "mio.", "млн", "百万"], 1e6),
        (
            &["g", "b", "bn", "mrd", "mrd.", "млрд", "十亿", "十億"],
            1e9,
        ),
        (&["t", "трлн"], 1e12),
        (&["万", "萬"], 1e4),
        (&["亿", "億"], 1e8),
    ];
    let end = text
        .rfind(|c: char| c.is_ascii_digit())
        .map_or(0, |last| last + 1);
    let (digits, suffix) = text.split_at(end);
    let suffix = lowered(suffix);
    let found = SUFFIXES
        .iter()
        .find(|(names, _)| names.iter().any(|name| lowered(name) == suffix));
    found.map_or((text, 1.0), |(_, scale)| (digits, *scale))
}

/// Digits without their group marks; `None` where a mark stands in a place that
/// no group ends at. Groups of two are Indian; the last has three.
fn ungrouped(whole: &str, mark: char) -> Option<String> {
    let groups: Vec<&str> = whole.split(mark).collect();
    let fits = match groups.as_slice() {
        [_] => true,
        [first, middle @ .., last] => {
            let inner = middle.iter().all(|group| matches!(group.len(), 2 | 3));
            (1..=3).contains(&first.len()) && inner && last.len() == 3
        }
        [] => false,
    };
    fits.then(|| groups.concat())
}

/// Writes a number for a field: all its digits, grouped from 1,000 on.
pub(crate) fn plain(value: f64, marks: Marks) -> String {
    let text = format!("{}", (value * 1e9).round() / 1e9);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let (sign, whole) = whole
        .strip_prefix('-')
        .map_or(("", whole), |rest| ("-", rest));
    let mut out = format!("{sign}{}", grouped(whole, marks));
    if !fraction.is_empty() {
        out.push(marks.decimal);
        out.push_str(fraction);
    }
    out
}

/// ASCII digits in groups of three.
pub(super) fn grouped(digits: &str, marks: Marks) -> String {
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(marks.group);
        }
        out.push(digit);
    }
    out
}

/// Writes typed numbers as another language does; unreadable text stays as it was typed.
pub(crate) fn rewrite<'a>(texts: impl Iterator<Item = &'a mut String>, old: Marks, new: Marks) {
    for text in texts {
        if let Some(value) = parse(text, old) {
            *text = plain(value, new);
        }
    }
}

//! The text of a `config.json` as Python writes it, and where it goes wrong.

use crate::error::Unreadable;
use crate::import::holds;
use std::borrow::Cow;

/// Python writes `Infinity` and `NaN`, which JSON has not: they become `null`
/// and 0 of the same length, so that errors keep their place.
pub(super) fn tame(text: &str) -> Cow<'_, str> {
    const BARE: [(&str, &str); 2] = [("Infinity", "null    "), ("NaN", "0  ")];
    if !holds(text, &BARE.map(|(word, _)| word)) {
        return Cow::Borrowed(text);
    }
    let mut tamed = String::with_capacity(text.len());
    // Pieces between quotes are strings; an escaped quote does not end one.
    let (mut quoted, mut escaped) = (false, false);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if !quoted
            && let Some((word, stand_in)) = BARE.iter().find(|(word, _)| rest.starts_with(word))
        {
            if tamed.ends_with('-') {
                tamed.pop();
                tamed.push(' ');
            }
            tamed.push_str(stand_in);
            rest = rest.strip_prefix(word).unwrap_or_default();
            continue;
        }
        if letter == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = quoted && letter == '\\' && !escaped;
        tamed.push(letter);
        rest = rest.strip_prefix(letter).unwrap_or_default();
    }
    Cow::Owned(tamed)
}

/// Where JSON went wrong.
pub(in crate::import) fn json_error(error: &serde_json::Error) -> Unreadable {
    if error.is_eof() {
        Unreadable::Truncated
    } else {
        Unreadable::Json {
            line: error.line(),
            column: error.column(),
        }
    }
}

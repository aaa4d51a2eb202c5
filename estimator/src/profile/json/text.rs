//! Strings, numbers and words between two chunks.

use super::super::unreadable::{Unreadable, broken};
use super::Sink;
use super::lexer::{Expect, Lex, Parser};
use super::tree::Shape;

/// Bytes kept of one string; longer ones are cut.
const LONGEST: usize = 16 << 10;

/// A word of eight bytes, each of them this one.
const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The high bits of the bytes of a word that are this one; of those above the lowest, some more.
const fn marked(word: u64, byte: u8) -> u64 {
    let same = word ^ all(byte);
    same.wrapping_sub(all(1)) & !same & all(0x80)
}

/// How many bytes of a string stand before its next quote or backslash; eight at a time, since most
/// bytes of a trace stand in strings.
pub(super) fn plain(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*eight);
        if marked(word, b'"') | marked(word, b'\\') != 0 {
            break;
        }
        rest = after;
    }
    let stop = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'));
    bytes.len() - rest.len() + stop.unwrap_or(rest.len())
}

/// How many bytes of a number or word stand before what ends it.
pub(super) fn bare(bytes: &[u8]) -> usize {
    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'+' | b'-' | b'.');
    bytes.iter().position(ends).unwrap_or(bytes.len())
}

/// Whether a text is a plain number: digits, of which one may be behind a point, and a sign. Most
/// are, and need not be worked out to be known as numbers.
fn is_plain(word: &[u8]) -> bool {
    let (mut digits, mut points) = (0_usize, 0_usize);
    for byte in word.strip_prefix(b"-").unwrap_or(word) {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'.' => points += 1,
            _ => return false,
        }
    }
    digits > 0 && points <= 1
}

impl Parser {
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.high.take().is_some() {
            self.tree.text.extend_from_slice("\u{fffd}".as_bytes());
        }
        let room = (self.start + LONGEST).saturating_sub(self.tree.text.len());
        let kept = bytes.get(..room.min(bytes.len())).unwrap_or_default();
        self.tree.text.extend_from_slice(kept);
    }

    pub(super) fn escape(&mut self, byte: u8) {
        self.lex = Lex::Text;
        match byte {
            b'u' => self.lex = Lex::Unicode(0, 0),
            b'n' => self.keep(b"\n"),
            b't' => self.keep(b"\t"),
            b'r' => self.keep(b"\r"),
            b'b' => self.keep(b"\x08"),
            b'f' => self.keep(b"\x0c"),
            other => self.keep(&[other]),
        }
    }

    pub(super) fn unicode(&mut self, digits: u8, value: u32, byte: u8) -> Result<(), Unreadable> {
        let digit = char::from(byte).to_digit(16);
        let digit = digit.ok_or_else(|| broken("a character's number is not hexadecimal"))?;
        let value = value * 16 + digit;
        if digits < 3 {
            self.lex = Lex::Unicode(digits + 1, value);
            return Ok(());
        }
        self.lex = Lex::Text;
        let high = self.high.take();
        let whole = match (high, value) {
            (Some(high), 0xdc00..=0xdfff) => 0x10000 + ((high - 0xd800) << 10) + (value - 0xdc00),
            (_, 0xd800..=0xdbff) => {
                self.high = Some(value);
                return Ok(());
            }
            _ => value,
        };
        let letter = char::from_u32(whole).unwrap_or('\u{fffd}');
        self.keep(letter.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }

    pub(super) fn end_of_text(&mut self, sink: &mut dyn Sink) -> Result<(), Unreadable> {
        if self.high.take().is_some() {
            self.tree.text.extend_from_slice("\u{fffd}".as_bytes());
        }
        self.lex = Lex::Between;
        let span = (self.start, self.tree.text.len());
        if self.in_key {
            self.in_key = false;
            self.key = span;
            self.expect = Expect::Colon;
            return Ok(());
        }
        self.leaf(Shape::Text, span, sink)
    }

    pub(super) fn end_of_bare(&mut self, sink: &mut dyn Sink) -> Result<(), Unreadable> {
        self.lex = Lex::Between;
        let span = (self.start, self.tree.text.len());
        let word = self.tree.text.get(span.0..).unwrap_or_default();
        let is_sound = |word: &[u8]| {
            let word = std::str::from_utf8(word).unwrap_or_default();
            ["true", "false", "null"].contains(&word) || word.parse::<f64>().is_ok()
        };
        if !is_plain(word) && !is_sound(word) {
            return Err(broken("a value is neither text, number nor a known word"));
        }
        self.leaf(Shape::Bare, span, sink)
    }
}

#[cfg(test)]
mod tests {
    use super::{bare, is_plain, plain};

    /// The next quote or backslash is found wherever it stands, behind whatever bytes.
    #[test]
    fn strings_end_where_they_do() {
        for end in [b'"', b'\\'] {
            for before in 0..40 {
                for filler in [b'a', 0, 0x80, 0xff, b'!', b'#', b'[', b']'] {
                    let mut text = vec![filler; before];
                    text.push(end);
                    text.extend([b'"'; 9]);
                    assert_eq!(plain(&text), before, "{end} {filler}");
                }
            }
        }
        assert_eq!(plain(b"no end of this text"), 19);
        assert_eq!(bare(b"-1.5e+3,"), 7);
        assert_eq!(bare(b"12"), 2);
    }

    /// What is taken for a plain number is one.
    #[test]
    fn plain_numbers_are_numbers() {
        for word in ["0", "-1", "1700000000000000.125", "5.", ".5", "-0.5"] {
            assert!(is_plain(word.as_bytes()), "{word}");
            assert!(word.parse::<f64>().is_ok(), "{word}");
        }
        for word in [
            "", "-", ".", "-.", "1.2.3", "1e5", "+1", "true", "--1", "1-",
        ] {
            assert!(!is_plain(word.as_bytes()), "{word}");
        }
    }
}

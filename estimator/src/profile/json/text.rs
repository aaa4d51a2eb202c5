//! Strings, numbers and words between two chunks.

use super::super::unreadable::{Unreadable, broken};
use super::Sink;
use super::lexer::{Expect, Lex, Parser};
use super::tree::Shape;

/// Bytes kept of one string; longer ones are cut.
const LONGEST: usize = 16 << 10;

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
        let word = std::str::from_utf8(word).unwrap_or_default();
        let known = ["true", "false", "null"].contains(&word);
        if !known && word.parse::<f64>().is_err() {
            return Err(broken("a value is neither text, number nor a known word"));
        }
        self.leaf(Shape::Bare, span, sink)
    }
}

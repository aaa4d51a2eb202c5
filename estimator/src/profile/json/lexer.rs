//! The grammar, byte by byte, so that a chunk may end anywhere.

use super::super::unreadable::{Kind, Unreadable};
use super::Sink;
use super::tree::{Node, Shape, Tree, View};

/// Levels of objects and arrays.
const DEPTH: usize = 128;
/// Bytes kept of one string; longer ones are cut.
const LONGEST: usize = 16 << 10;
/// Elements kept of an array that is not handed over one by one.
const ELEMENTS: usize = 4096;
/// Values and bytes of text kept at once.
const VALUES: usize = 400_000;
const TEXT: usize = 16 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Document,
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lex {
    Between,
    Text,
    Escape,
    Unicode(u8, u32),
    Bare,
}

struct Frame {
    node: usize,
    array: bool,
    /// Whether its elements are handed over.
    stream: bool,
    kept: usize,
    /// Length of the text before its present member.
    mark: usize,
}

/// The parser between two chunks.
pub(in crate::profile) struct Parser {
    tree: Tree,
    stack: Vec<Frame>,
    expect: Expect,
    lex: Lex,
    in_key: bool,
    key: (usize, usize),
    start: usize,
    high: Option<u32>,
}

fn broken(message: &str) -> Unreadable {
    Unreadable::new(Kind::Broken, message)
}

impl Parser {
    pub(in crate::profile) fn new() -> Self {
        Self {
            tree: Tree::default(),
            stack: Vec::new(),
            expect: Expect::Document,
            lex: Lex::Between,
            in_key: false,
            key: (0, 0),
            start: 0,
            high: None,
        }
    }

    /// Reads a chunk.
    pub(in crate::profile) fn push(
        &mut self,
        mut bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> Result<(), Unreadable> {
        while let Some((&byte, rest)) = bytes.split_first() {
            match self.lex {
                Lex::Text => {
                    let stop = |byte: &u8| *byte == b'"' || *byte == b'\\';
                    let length = bytes.iter().position(stop).unwrap_or(bytes.len());
                    self.keep(bytes.get(..length).unwrap_or_default());
                    let after = bytes.get(length..).unwrap_or_default();
                    bytes = after.get(1..).unwrap_or_default();
                    match after.first() {
                        Some(b'\\') => self.lex = Lex::Escape,
                        Some(_) => self.end_of_text(sink)?,
                        None => {}
                    }
                    continue;
                }
                Lex::Escape => self.escape(byte),
                Lex::Unicode(digits, value) => self.unicode(digits, value, byte)?,
                Lex::Bare if byte.is_ascii_alphanumeric() || b"+-.".contains(&byte) => {
                    self.keep(&[byte]);
                }
                Lex::Bare => {
                    self.end_of_bare(sink)?;
                    continue;
                }
                Lex::Between => self.between(byte, sink)?,
            }
            bytes = rest;
        }
        Ok(())
    }

    /// Ends the file: whether every value is whole. A cut one is handed over as far as it is.
    pub(in crate::profile) fn finish(&mut self, sink: &mut dyn Sink) -> Result<bool, Unreadable> {
        if self.lex == Lex::Bare && self.stack.is_empty() {
            self.end_of_bare(sink)?;
        }
        if self.stack.is_empty() && self.lex == Lex::Between {
            return Ok(true);
        }
        for frame in &self.stack {
            let end = self.tree.nodes.len();
            if let Some(node) = self.tree.nodes.get_mut(frame.node) {
                node.end = end;
            }
        }
        sink.document(View {
            tree: &self.tree,
            at: 0,
        })?;
        Ok(false)
    }

    fn keep(&mut self, bytes: &[u8]) {
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

    fn escape(&mut self, byte: u8) {
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

    fn unicode(&mut self, digits: u8, value: u32, byte: u8) -> Result<(), Unreadable> {
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

    fn end_of_text(&mut self, sink: &mut dyn Sink) -> Result<(), Unreadable> {
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

    fn end_of_bare(&mut self, sink: &mut dyn Sink) -> Result<(), Unreadable> {
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

    fn leaf(
        &mut self,
        shape: Shape,
        text: (usize, usize),
        sink: &mut dyn Sink,
    ) -> Result<(), Unreadable> {
        let at = self.tree.nodes.len();
        self.node(shape, text)?;
        self.value_ends(at, sink)
    }

    fn node(&mut self, shape: Shape, text: (usize, usize)) -> Result<(), Unreadable> {
        if self.tree.nodes.len() >= VALUES || self.tree.text.len() > TEXT {
            return Err(Unreadable::new(Kind::TooLarge, "one record holds too much"));
        }
        let (key, end) = (std::mem::take(&mut self.key), self.tree.nodes.len() + 1);
        self.tree.nodes.push(Node {
            shape,
            key,
            text,
            end,
        });
        Ok(())
    }

    fn between(&mut self, byte: u8, sink: &mut dyn Sink) -> Result<(), Unreadable> {
        if byte.is_ascii_whitespace() || byte == 0 {
            return Ok(());
        }
        match (self.expect, byte) {
            (Expect::Colon, b':') => {
                self.expect = Expect::Value;
                Ok(())
            }
            (Expect::CommaOrEnd, b',') => {
                let array = self.stack.last().is_some_and(|frame| frame.array);
                self.expect = if array { Expect::Value } else { Expect::Key };
                self.remember();
                Ok(())
            }
            (Expect::CommaOrEnd | Expect::ValueOrEnd, b']') => self.close(true, sink),
            (Expect::CommaOrEnd | Expect::KeyOrEnd, b'}') => self.close(false, sink),
            (Expect::Key | Expect::KeyOrEnd, b'"') => {
                self.in_key = true;
                self.begin(Lex::Text);
                Ok(())
            }
            (Expect::Value | Expect::ValueOrEnd | Expect::Document, _) => self.open(byte),
            _ => Err(broken("a comma, colon or bracket is missing")),
        }
    }

    fn begin(&mut self, lex: Lex) {
        self.lex = lex;
        self.start = self.tree.text.len();
    }

    /// Marks where the next member's text begins.
    fn remember(&mut self) {
        let mark = self.tree.text.len();
        if let Some(frame) = self.stack.last_mut() {
            frame.mark = mark;
        }
    }

    fn open(&mut self, byte: u8) -> Result<(), Unreadable> {
        match byte {
            b'{' | b'[' => {
                if self.stack.len() >= DEPTH {
                    return Err(Unreadable::new(Kind::TooLarge, "nested too deeply"));
                }
                let array = byte == b'[';
                let events = self.tree.text.get(self.key.0..self.key.1) == Some(b"traceEvents");
                let stream = array && (self.stack.is_empty() || self.stack.len() == 1 && events);
                let node = self.tree.nodes.len();
                let shape = if array { Shape::Array } else { Shape::Object };
                self.node(shape, (0, 0))?;
                self.stack.push(Frame {
                    node,
                    array,
                    stream,
                    kept: 0,
                    mark: self.tree.text.len(),
                });
                self.expect = if array {
                    Expect::ValueOrEnd
                } else {
                    Expect::KeyOrEnd
                };
            }
            b'"' => self.begin(Lex::Text),
            _ => {
                if !byte.is_ascii_alphanumeric() && byte != b'-' {
                    return Err(broken("a value is missing"));
                }
                self.begin(Lex::Bare);
                self.keep(&[byte]);
            }
        }
        Ok(())
    }

    fn close(&mut self, array: bool, sink: &mut dyn Sink) -> Result<(), Unreadable> {
        let frame = self.stack.pop().filter(|frame| frame.array == array);
        let frame = frame.ok_or_else(|| broken("a bracket closes another kind"))?;
        let end = self.tree.nodes.len();
        if let Some(node) = self.tree.nodes.get_mut(frame.node) {
            node.end = end;
        }
        self.value_ends(frame.node, sink)
    }

    fn value_ends(&mut self, at: usize, sink: &mut dyn Sink) -> Result<(), Unreadable> {
        let tree = &self.tree;
        let Some(frame) = self.stack.last_mut() else {
            sink.document(View { tree, at })?;
            self.tree.nodes.clear();
            self.tree.text.clear();
            self.expect = Expect::Document;
            return Ok(());
        };
        self.expect = Expect::CommaOrEnd;
        frame.kept += 1;
        if frame.stream {
            sink.element(View { tree, at })?;
        }
        if frame.stream || frame.array && frame.kept > ELEMENTS {
            self.tree.nodes.truncate(at);
            self.tree.text.truncate(frame.mark);
        }
        Ok(())
    }
}

//! The grammar, byte by byte, so that a chunk may end anywhere.

use super::super::unreadable::{Kind, Unreadable};
use super::Sink;
use super::tree::{Node, Shape, Tree, View};

/// Levels of objects and arrays.
const DEPTH: usize = 128;
/// Elements kept of an array that is not handed over one by one.
const ELEMENTS: usize = 4096;
/// Values and bytes of text kept at once.
const VALUES: usize = 400_000;
const TEXT: usize = 16 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    Document,
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lex {
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
    pub(super) tree: Tree,
    stack: Vec<Frame>,
    pub(super) expect: Expect,
    pub(super) lex: Lex,
    pub(super) in_key: bool,
    pub(super) key: (usize, usize),
    pub(super) start: usize,
    pub(super) high: Option<u32>,
}

pub(super) fn broken(message: &str) -> Unreadable {
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

    pub(super) fn leaf(
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

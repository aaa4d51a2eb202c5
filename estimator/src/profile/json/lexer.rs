//! The grammar, byte by byte, so that a chunk may end anywhere.

use super::super::unreadable::{Unreadable, broken};
use super::Sink;
use super::frame::Frame;
use super::text::{bare, plain};
use super::tree::{Tree, View};

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

/// The parser between two chunks.
pub(in crate::profile) struct Parser {
    pub(super) tree: Tree,
    pub(super) stack: Vec<Frame>,
    pub(super) expect: Expect,
    pub(super) lex: Lex,
    pub(super) in_key: bool,
    pub(super) key: (usize, usize),
    pub(super) start: usize,
    pub(super) high: Option<u32>,
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
                    let length = plain(bytes);
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
                Lex::Bare => {
                    let length = bare(bytes);
                    self.keep(bytes.get(..length).unwrap_or_default());
                    bytes = bytes.get(length..).unwrap_or_default();
                    if !bytes.is_empty() {
                        self.end_of_bare(sink)?;
                    }
                    continue;
                }
                Lex::Between if byte.is_ascii_whitespace() || byte == 0 => {}
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

    fn between(&mut self, byte: u8, sink: &mut dyn Sink) -> Result<(), Unreadable> {
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
}

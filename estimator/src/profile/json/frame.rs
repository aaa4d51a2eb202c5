//! Objects and arrays: open ones, those handed over, those kept.

use super::super::unreadable::{Kind, Unreadable, broken};
use super::Sink;
use super::lexer::{Expect, Lex, Parser};
use super::tree::{Node, Shape, View};

/// Levels of objects and arrays.
const DEPTH: usize = 128;
/// Elements kept of an array that is not handed over one by one.
const ELEMENTS: usize = 65_536;
/// Values and bytes of text kept at once.
const VALUES: usize = 500_000;
const TEXT: usize = 16 << 20;
/// Members that hold a value or more a request, which no reader wants.
const UNREAD: [&[u8]; 7] = [
    b"requests",
    b"itls",
    b"ttfts",
    b"generated_texts",
    b"input_lens",
    b"output_lens",
    b"errors",
];

/// An object or array that is open.
pub(super) struct Frame {
    pub(super) node: usize,
    pub(super) array: bool,
    /// Whether its elements are handed over.
    stream: bool,
    /// Whether nothing in it is read.
    unread: bool,
    kept: usize,
    /// Length of the text before its present member.
    mark: usize,
}

impl Parser {
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

    pub(super) fn begin(&mut self, lex: Lex) {
        self.lex = lex;
        self.start = self.tree.text.len();
    }

    /// Marks where the next member's text begins.
    pub(super) fn remember(&mut self) {
        let mark = self.tree.text.len();
        if let Some(frame) = self.stack.last_mut() {
            frame.mark = mark;
        }
    }

    pub(super) fn open(&mut self, byte: u8) -> Result<(), Unreadable> {
        match byte {
            b'{' | b'[' => {
                if self.stack.len() >= DEPTH {
                    return Err(Unreadable::new(Kind::TooLarge, "nested too deeply"));
                }
                let array = byte == b'[';
                let key = self.tree.span(self.key);
                let listed = match self.stack.len() {
                    0 => true,
                    1 => key == b"traceEvents",
                    2 => key == b"result",
                    _ => false,
                };
                let stream = array && listed;
                let outer = self.stack.last().is_some_and(|frame| frame.unread);
                let unread = outer || !self.stack.is_empty() && UNREAD.contains(&key);
                let node = self.tree.nodes.len();
                let shape = if array { Shape::Array } else { Shape::Object };
                self.node(shape, (0, 0))?;
                self.stack.push(Frame {
                    node,
                    array,
                    stream,
                    unread,
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

    pub(super) fn close(&mut self, array: bool, sink: &mut dyn Sink) -> Result<(), Unreadable> {
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
        if frame.stream || frame.unread || frame.array && frame.kept > ELEMENTS {
            self.tree.nodes.truncate(at);
            self.tree.text.truncate(frame.mark);
        }
        Ok(())
    }
}

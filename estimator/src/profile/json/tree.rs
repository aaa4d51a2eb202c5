//! The values kept, in one arena that is cut back after each element.

use std::borrow::Cow;

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Object,
    Array,
    Text,
    /// A number, or a word such as `true`.
    Bare,
}

/// A value: where its key and text stand, and the node after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) shape: Shape,
    pub(super) key: (usize, usize),
    pub(super) text: (usize, usize),
    pub(super) end: usize,
}

/// Values in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) text: Vec<u8>,
}

impl Tree {
    pub(super) fn span(&self, (from, to): (usize, usize)) -> &[u8] {
        self.text.get(from..to).unwrap_or_default()
    }
}

/// A value in the arena.
#[derive(Clone, Copy)]
pub(in crate::profile) struct View<'a> {
    pub(super) tree: &'a Tree,
    pub(super) at: usize,
}

impl<'a> View<'a> {
    fn node(self) -> Option<&'a Node> {
        self.tree.nodes.get(self.at)
    }

    fn shape(self) -> Option<Shape> {
        self.node().map(|node| node.shape)
    }

    pub(in crate::profile) fn is_object(self) -> bool {
        self.shape() == Some(Shape::Object)
    }

    pub(in crate::profile) fn is_array(self) -> bool {
        self.shape() == Some(Shape::Array)
    }

    /// The members of an object or array.
    pub(in crate::profile) fn items(self) -> impl Iterator<Item = View<'a>> {
        let end = match self.shape() {
            Some(Shape::Object | Shape::Array) => self.node().map_or(0, |node| node.end),
            _ => 0,
        };
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let view = View {
                tree: self.tree,
                at,
            };
            let node = view.node().filter(|_| at < end)?;
            at = node.end.max(at + 1);
            Some(view)
        })
    }

    /// Its key in the object around it, as bytes.
    pub(in crate::profile) fn key(self) -> &'a [u8] {
        self.node().map_or(&[], |node| self.tree.span(node.key))
    }

    /// Its key in the object around it.
    pub(in crate::profile) fn name(self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.key())
    }

    /// The node at the end of a path of keys.
    pub(in crate::profile) fn at(self, path: &[&str]) -> Option<View<'a>> {
        path.iter().try_fold(self, |view, key| view.get(key))
    }

    /// The member of this key; of several, the last.
    pub(in crate::profile) fn get(self, key: &str) -> Option<View<'a>> {
        if !self.is_object() {
            return None;
        }
        self.items()
            .filter(|item| item.key() == key.as_bytes())
            .last()
    }

    /// A string's text.
    pub(in crate::profile) fn text(self) -> Option<Cow<'a, str>> {
        let node = self.node().filter(|node| node.shape == Shape::Text)?;
        Some(String::from_utf8_lossy(self.tree.span(node.text)))
    }

    /// A string's bytes; none of anything else.
    pub(in crate::profile) fn letters(self) -> &'a [u8] {
        let node = self.node().filter(|node| node.shape == Shape::Text);
        node.map_or(&[], |node| self.tree.span(node.text))
    }

    /// The text of a string, number or word.
    pub(in crate::profile) fn written(self) -> Option<Cow<'a, str>> {
        let plain = |node: &&Node| matches!(node.shape, Shape::Text | Shape::Bare);
        let node = self.node().filter(plain)?;
        Some(String::from_utf8_lossy(self.tree.span(node.text)))
    }

    /// A finite number, written as one or in quotes.
    pub(in crate::profile) fn number(self) -> Option<f64> {
        let number: f64 = self.written()?.trim().parse().ok()?;
        number.is_finite().then_some(number)
    }

    /// A count; floats are taken where they are whole.
    pub(in crate::profile) fn count(self) -> Option<u64> {
        let written = self.written()?;
        written
            .trim()
            .parse()
            .ok()
            .or_else(|| whole(self.number()?))
    }
}

/// A whole number from 0 to 2^53 as a count.
pub(in crate::profile) fn whole(number: f64) -> Option<u64> {
    let sound = number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
    sound.then(|| format!("{number:.0}").parse().ok()).flatten()
}

//! A document as a tree of values, each of which can say where it comes from. Keys keep the order
//! in which they are written; [`super::yaml`] is its only notation.
//!
//! Documents are hundreds of calls that build on each other. A value and a list of fields are one word
//! each, handed over in a register, and what makes them is called and never inlined: the program of
//! a page is a fifth smaller than with structures that are moved.

use std::ops::{Deref, DerefMut};

/// A value, and what is said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node(Box<Said>);

/// The same, in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// The value.
    pub value: Value,
    /// Where it comes from, written as a comment.
    pub note: Option<String>,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text: read as one, whatever it looks like.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A number; what is not finite is written as `null`.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// Fields in order.
    Fields(Fields),
    /// A document inside of a text, as a `ConfigMap` holds files.
    File(Fields),
    /// A text of whole lines, as they are.
    Lines(String),
}

/// Fields in the order in which they are written.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(clippy::box_collection, reason = "one word: see above")]
pub struct Fields(Box<Vec<(String, Node)>>);

impl Deref for Node {
    type Target = Said;

    fn deref(&self) -> &Said {
        &self.0
    }
}

impl DerefMut for Node {
    fn deref_mut(&mut self) -> &mut Said {
        &mut self.0
    }
}

impl Fields {
    /// No field.
    #[inline(never)]
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// One more field.
    #[must_use]
    pub(super) fn with(self, name: impl AsRef<str>, value: impl Into<Node>) -> Self {
        self.push(name.as_ref(), value.into())
    }

    #[inline(never)]
    fn push(mut self, name: &str, value: Node) -> Self {
        self.0.push((name.to_owned(), value));
        self
    }

    /// One more field, if there is a value.
    #[must_use]
    pub(super) fn maybe(self, name: &str, value: Option<impl Into<Node>>) -> Self {
        self.push_some(name, value.map(Into::into))
    }

    #[inline(never)]
    fn push_some(self, name: &str, value: Option<Node>) -> Self {
        match value {
            Some(value) => self.push(name, value),
            None => self,
        }
    }

    /// One more field, if `wanted`.
    #[must_use]
    pub(super) fn when(self, wanted: bool, name: &str, value: impl Into<Node>) -> Self {
        self.push_some(name, wanted.then_some(value.into()))
    }

    /// All of `others` behind its own.
    #[must_use]
    #[inline(never)]
    pub(super) fn and(mut self, others: Self) -> Self {
        self.0.extend(*others.0);
        self
    }

    /// Each of them, as it is written.
    pub fn iter(&self) -> impl Iterator<Item = &(String, Node)> {
        self.0.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map(|(_, node)| node)
    }
}

impl IntoIterator for Fields {
    type Item = (String, Node);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A field alone.
pub(super) fn field(name: impl AsRef<str>, value: impl Into<Node>) -> Fields {
    alone(name.as_ref(), value.into())
}

#[inline(never)]
fn alone(name: &str, value: Node) -> Fields {
    Fields::new().push(name, value)
}

/// What can be said about a value.
pub(super) trait Note {
    /// The value, with it.
    fn about(self, value: Node) -> Node;
}

impl Note for &str {
    #[inline(never)]
    fn about(self, value: Node) -> Node {
        self.to_owned().about(value)
    }
}

impl Note for String {
    #[inline(never)]
    fn about(self, mut value: Node) -> Node {
        value.note = Some(self);
        value
    }
}

/// A value and where it comes from.
pub(super) fn noted(value: impl Into<Node>, note: impl Note) -> Node {
    note.about(value.into())
}

/// A value that the answer cannot know: a choice of the reader.
pub(super) fn yours(value: impl Into<Node>, what: &str) -> Node {
    chosen(value.into(), what)
}

#[inline(never)]
fn chosen(value: Node, what: &str) -> Node {
    let note = if what.is_empty() {
        "yours".to_owned()
    } else {
        format!("yours: {what}")
    };
    note.about(value)
}

impl From<Value> for Node {
    #[inline(never)]
    fn from(value: Value) -> Self {
        Self(Box::new(Said { value, note: None }))
    }
}

macro_rules! nodes {
    ($($kind:ty => |$value:ident| $made:expr),+ $(,)?) => {
        $(impl From<$kind> for Node {
            #[inline(never)]
            fn from($value: $kind) -> Self {
                $made.into()
            }
        })+
    };
}

nodes! {
    &str => |text| Value::Text(text.to_owned()),
    String => |text| Value::Text(text),
    &String => |text| Value::Text(text.clone()),
    u64 => |count| Value::Whole(count),
    u32 => |count| Value::Whole(u64::from(count)),
    f64 => |number| Value::Number(number),
    bool => |flag| Value::Flag(flag),
    Fields => |fields| Value::Fields(fields),
    Vec<Self> => |all| Value::List(all),
}

impl From<Vec<Fields>> for Node {
    fn from(all: Vec<Fields>) -> Self {
        all.into_iter().map(Self::from).collect::<Vec<_>>().into()
    }
}

impl<T: Into<Self>, const COUNT: usize> From<[T; COUNT]> for Node {
    fn from(all: [T; COUNT]) -> Self {
        let mut list = Vec::new();
        for one in all {
            list.push(one.into());
        }
        list.into()
    }
}

/// A document inside of a text.
pub(super) fn file(fields: Fields) -> Node {
    Value::File(fields).into()
}

/// A text of lines, as a file has it.
pub(super) fn lines(text: &str) -> Node {
    Value::Lines(text.to_owned()).into()
}

//! A document as a tree of values, each of which can say where it comes from. Keys keep the order
//! in which they are written; [`super::yaml`] is its only notation.

/// A value, and what is said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
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
pub struct Fields(pub Vec<(String, Node)>);

impl Fields {
    /// No field.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// One more field.
    #[must_use]
    pub(super) fn with(mut self, name: impl Into<String>, value: impl Into<Node>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    /// One more field, if there is a value.
    #[must_use]
    pub(super) fn maybe(self, name: &str, value: Option<impl Into<Node>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// One more field, if `wanted`.
    #[must_use]
    pub(super) fn when(self, wanted: bool, name: &str, value: impl Into<Node>) -> Self {
        self.maybe(name, wanted.then_some(value))
    }

    /// All of `others` behind its own.
    #[must_use]
    pub(super) fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map(|(_, node)| node)
    }
}

/// A field alone.
pub(super) fn field(name: impl Into<String>, value: impl Into<Node>) -> Fields {
    Fields::new().with(name, value)
}

/// A value and where it comes from.
pub(super) fn noted(value: impl Into<Node>, note: impl Into<String>) -> Node {
    Node {
        note: Some(note.into()),
        ..value.into()
    }
}

/// A value that the answer cannot know: a choice of the reader.
pub(super) fn yours(value: impl Into<Node>, what: &str) -> Node {
    let note = if what.is_empty() {
        "yours".to_owned()
    } else {
        format!("yours: {what}")
    };
    noted(value, note)
}

macro_rules! nodes {
    ($($kind:ty => |$value:ident| $made:expr),+ $(,)?) => {
        $(impl From<$kind> for Node {
            fn from($value: $kind) -> Self {
                Self { value: $made, note: None }
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
}

impl<T: Into<Self>> From<Vec<T>> for Node {
    fn from(all: Vec<T>) -> Self {
        Self {
            value: Value::List(all.into_iter().map(Into::into).collect()),
            note: None,
        }
    }
}

impl<T: Into<Self>, const COUNT: usize> From<[T; COUNT]> for Node {
    fn from(all: [T; COUNT]) -> Self {
        all.into_iter().collect::<Vec<T>>().into()
    }
}

/// A document inside of a text.
pub(super) fn file(fields: Fields) -> Node {
    Node {
        value: Value::File(fields),
        note: None,
    }
}

/// A text of lines, as a file has it.
pub(super) fn lines(text: &str) -> Node {
    Node {
        value: Value::Lines(text.to_owned()),
        note: None,
    }
}

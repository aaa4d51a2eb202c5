//! Why a file cannot be read.

use crate::protobuf::Broken;
use std::fmt;

/// The kinds of refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing but blanks and zero bytes.
    Empty,
    /// Sound, but of no kind that is read here.
    UnknownFormat,
    /// Cut, or against its own grammar.
    Broken,
    /// Beyond a bound on size, depth or expansion.
    TooLarge,
    /// It asks for more than data: a pickle that would call.
    Unsafe,
}

impl Kind {
    /// Its name in the answer.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::UnknownFormat => "unknown-format",
            Self::Broken => "broken",
            Self::TooLarge => "too-large",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A refusal, with a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The kind of fault.
    pub kind: Kind,
    /// A sentence.
    pub message: String,
}

impl Unreadable {
    /// A refusal of this kind.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { kind, message }
    }
}

/// A file against its own grammar.
pub(super) fn broken(message: impl Into<String>) -> Unreadable {
    Unreadable::new(Kind::Broken, message)
}

impl From<Broken> for Unreadable {
    fn from(Broken(message): Broken) -> Self {
        broken(message)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message)
    }
}

impl std::error::Error for Unreadable {}

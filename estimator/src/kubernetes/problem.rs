//! The problem of a question about a cluster, and its field.

use std::fmt;

/// A field that cannot be used, with its path (`plant.step_s`).
#[derive(Debug, Clone, PartialEq)]
pub struct FieldError {
    /// The path of the field within its case; empty for the case itself.
    pub field: String,
    /// The problem with it.
    pub problem: Problem,
}

/// The problem with a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// It is needed.
    Missing,
    /// No such field is known.
    Unknown,
    /// It is of another kind than this.
    Not(&'static str),
    /// A number outside of this range, both ends included.
    Range(f64, f64),
    /// More entries than this.
    TooMany(usize),
    /// An entry is needed.
    Empty,
    /// None of these names.
    NoneOf(&'static [&'static str]),
    /// A stamp is earlier than the one before.
    Unordered,
    /// The least is above the most.
    AboveMost,
    /// More steps than are simulated.
    TooLong(u64),
    /// Its name stands twice.
    Repeated,
    /// No queue has this name.
    NoQueue,
    /// It cannot be without this.
    Needs(&'static str),
    /// The text is no JSON, for this reason.
    Json(String),
}

impl FieldError {
    /// The error of a field.
    pub(super) fn new(field: impl Into<String>, problem: Problem) -> Self {
        Self {
            field: field.into(),
            problem,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(out, "is missing"),
            Self::Unknown => write!(out, "is no known field"),
            Self::Not(kind) => write!(out, "is not {kind}"),
            Self::Range(least, most) => write!(out, "is not within {least} to {most}"),
            Self::TooMany(most) => write!(out, "has more than {most} entries"),
            Self::Empty => write!(out, "has no entry"),
            Self::NoneOf(names) => write!(out, "is none of {}", names.join(", ")),
            Self::Unordered => write!(out, "has a stamp before the one in front of it"),
            Self::AboveMost => write!(out, "is above the most"),
            Self::TooLong(most) => write!(out, "takes more than {most} steps"),
            Self::Repeated => write!(out, "is there twice"),
            Self::NoQueue => write!(out, "is no queue of the case"),
            Self::Needs(what) => write!(out, "needs {what}"),
            Self::Json(reason) => write!(out, "is no JSON: {reason}"),
        }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            write!(out, "the case {}", self.problem)
        } else {
            write!(out, "{} {}", self.field, self.problem)
        }
    }
}

impl std::error::Error for FieldError {}

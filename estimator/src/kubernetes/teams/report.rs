//! The answer: the run of the question, and how changes of it would do.

use super::played::{Figures, Played};
use serde::Serialize;

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The question's own run.
    pub outcome: Outcome<Box<Played>>,
    /// Changes of the question, each with what it would bring.
    pub changed: Vec<Changed>,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome<T> {
    /// It came to its end.
    Played(T),
    /// Jobs evict each other without end.
    Endless {
        /// The second that it never gets past.
        at: u64,
        /// The names of the jobs that are evicted.
        jobs: Vec<String>,
    },
    /// It takes more steps than are simulated.
    TooLong,
}

/// A change of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Two accelerators more for the team of this place, whose jobs wait longest.
    TwoMore(usize),
    /// The teams lend each other nothing.
    Apart,
    /// The teams lend each other.
    Together,
    /// No job is evicted.
    NoEviction,
    /// What racks and blocks are required, jobs prefer alone.
    Prefer,
}

/// A change and what it brings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Changed {
    /// Which.
    pub way: Way,
    /// What it brings.
    pub outcome: Outcome<Figures>,
}

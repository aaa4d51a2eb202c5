//! Problems of a question of this room, and where. Language-free: the page puts each into words
//! beside its field.

use crate::error;
use crate::session::LoadField;
use serde::{Deserialize, Serialize};

/// A part of the question that a user can fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// One that other questions ask, too: model, promise, fleet, prices.
    Shared(error::Field),
    /// Sessions at once.
    AtOnce,
    /// Sessions that begin an hour.
    PerHour,
    /// Turns of a session that has more than one.
    Turns,
    /// Share of sessions with one turn.
    Single,
    /// Tokens of the first input.
    First,
    /// Of them shared by all sessions.
    Common,
    /// Tokens that a turn adds.
    Added,
    /// Tokens of an answer.
    Answer,
    /// The delay that half are below.
    Delay,
    /// The delay that one in ten is above.
    DelayTail,
    /// Share of turns that begin anew from a summary.
    Compaction,
    /// Share of an answer that the next input leaves out.
    Dropped,
    /// Main memory for caches.
    Host,
}

impl Field {
    /// The field of a number of the load.
    #[must_use]
    pub const fn of_load(field: LoadField) -> Self {
        match field {
            LoadField::AtOnce => Self::AtOnce,
            LoadField::PerHour => Self::PerHour,
            LoadField::Turns => Self::Turns,
            LoadField::First => Self::First,
            LoadField::Shared => Self::Common,
            LoadField::Added => Self::Added,
            LoadField::Answer => Self::Answer,
            LoadField::DelayP50 => Self::Delay,
            LoadField::DelayP90 => Self::DelayTail,
            LoadField::SingleShare => Self::Single,
            LoadField::Compaction => Self::Compaction,
            LoadField::Dropped => Self::Dropped,
        }
    }
}

/// One field and its problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldError {
    /// Where.
    pub field: Field,
    /// The problem.
    pub problem: error::Problem,
}

impl From<error::FieldError> for FieldError {
    /// A problem of the calculator's question at the field of this one.
    fn from(found: error::FieldError) -> Self {
        let field = match found.field {
            error::Field::Traffic => Field::AtOnce,
            // Contexts grow past what a prompt may have.
            error::Field::InputTokens | error::Field::InputP95 => Field::Added,
            error::Field::OutputTokens | error::Field::OutputP95 => Field::Answer,
            error::Field::Think => Field::Delay,
            other => Field::Shared(other),
        };
        Self {
            field,
            problem: found.problem,
        }
    }
}

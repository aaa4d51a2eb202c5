//! The fields of the question, and their problems.

use crate::error::Problem;

/// A field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The list of teams.
    Teams,
    /// A team, by its place.
    Team(usize, TeamPart),
    /// The list of jobs.
    Jobs,
    /// Jobs of a row, by its place.
    Job(usize, JobPart),
    /// Accelerators of a node.
    Node,
    /// Nodes of a rack.
    Rack,
    /// Racks of a block.
    Block,
    /// Threads of a node.
    Threads,
    /// Memory of a node.
    Memory,
    /// The price of an accelerator-hour.
    Price,
}

/// A part of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TeamPart {
    /// Its name.
    Name,
    /// Its quota.
    Gpus,
    /// The most that it lends.
    Lend,
    /// The most that it borrows.
    Borrow,
    /// Whom a job that borrows evicts.
    BorrowWithin,
}

/// A part of a row of jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobPart {
    /// Its name.
    Name,
    /// Its team.
    Team,
    /// When the first comes.
    Submit,
    /// Accelerators of each.
    Gpus,
    /// How long each works.
    Time,
    /// Work between two checkpoints.
    Checkpoint,
    /// The time of a new start.
    Restart,
    /// How many come.
    Count,
    /// The time between two.
    Every,
    /// How near each other its pods must be.
    Near,
}

/// A field and its problem; times are in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldError {
    /// Which.
    pub field: Field,
    /// The problem with it.
    pub problem: Problem,
}
